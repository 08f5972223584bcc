import CairnGeo
import Foundation

extension AGSFeatureTable {
    /// The features that parameters ask for.
    @discardableResult
    public func queryFeatures(
        with parameters: AGSQueryParameters, completion: @escaping (AGSFeatureQueryResult?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        queryFeatures(parameters, .minimum, completion)
    }

    func queryFeatures(
        _ parameters: AGSQueryParameters, _ fields: AGSQueryFeatureFields,
        _ completion: @escaping (AGSFeatureQueryResult?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (table, value) = (table, Result { try parameters.value(fields) })
        return OperationCancelable({
            let result = try await table.queryFeatures(using: try value.get())
            return (try await result.featureSet(), result.geometryType)
        }) { found, error in
            let result = found.map { AGSFeatureQueryResult($0.0, $0.1, self.features($0.0, isWhole: fields != .idsOnly)) }
            completion(result, error)
        }
    }

    /// How many features parameters ask for; paging does not count.
    @discardableResult
    public func queryFeatureCount(
        with parameters: AGSQueryParameters, completion: @escaping (Int, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (table, value) = (table, Result { try parameters.value() })
        return OperationCancelable({ try await table.queryFeatureCount(using: try value.get()) }) { count, error in
            completion(count ?? 0, error)
        }
    }

    /// The rectangle around the features that parameters ask for, an empty one if none has a place; paging does not count.
    @discardableResult
    public func queryExtent(
        with parameters: AGSQueryParameters, completion: @escaping (AGSEnvelope?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (table, value) = (table, Result { try parameters.value() })
        return OperationCancelable({
            let empty = Envelope(xMin: .nan, yMin: .nan, xMax: .nan, yMax: .nan)
            return try await table.queryExtent(using: try value.get()) ?? empty
        }) { extent, error in
            completion(extent.map(AGSEnvelope.init), error)
        }
    }

    /// Statistics of features.
    @discardableResult
    public func queryStatistics(
        with parameters: AGSStatisticsQueryParameters, completion: @escaping (AGSStatisticsQueryResult?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (table, value, groups) = (table, Result { try parameters.value() }, parameters.groupByFieldNames)
        return OperationCancelable({
            let (query, parameters) = try value.get()
            return try await table.queryStatistics(query, using: parameters)
        }) { rows, error in
            completion(rows.map { AGSStatisticsQueryResult($0, groupedBy: groups) }, error)
        }
    }
}
