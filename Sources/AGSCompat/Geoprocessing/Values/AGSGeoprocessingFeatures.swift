import CairnCallbacks
import CairnGeo
public import CairnTasks
import Foundation

/// Features, or the rows of a table, that a tool takes or gives.
public final class AGSGeoprocessingFeatures: AGSGeoprocessingParameter {
    private enum Content {
        /// As somebody has given them: read when the tool is run.
        case given(any AGSFeatureSet)
        case known(GeoprocessingFeatures, isTable: Bool)
    }

    private let content: Content
    private let shown = ShownObject()

    /// Features of Cairn for old callers, such as those of a layer of a service.
    public convenience init(_ value: GeoprocessingFeatures) {
        self.init(value, isTable: false)
    }

    init(_ value: GeoprocessingFeatures, isTable: Bool) {
        content = .known(value, isTable: isTable)
    }

    /// Features that are here. They are read when a job is made of the parameters.
    public init(featureSet: any AGSFeatureSet) {
        content = .given(featureSet)
    }

    /// The features that are here: always the same object; nil if they are elsewhere.
    public var features: (any AGSFeatureSet)? {
        switch content {
        case .given(let set): set
        case .known(let value, _):
            shown.value { value.featureSet.map { AGSFeatureQueryResult($0, value.geometryType) } } as? any AGSFeatureSet
        }
    }

    /// Whether the features are elsewhere and can be fetched.
    public var canFetchOutputFeatures: Bool {
        if case .known(let value, _) = content { value.url != nil } else { false }
    }

    /// Fetches features that are elsewhere; those that are here are given as they are.
    @discardableResult
    public func fetchOutputFeatures(completion: @escaping ((any AGSFeatureSet)?, (any Error)?) -> Void) -> any AGSCancelable {
        guard features == nil, case .known(let value, _) = content, case .source(let source, let condition) = value.content else {
            let given = features.map(Carried.init)
            return OperationCancelable({ given }) { given, error in completion(given??.value, error) }
        }
        return OperationCancelable({
            guard let url = source.url else { throw GeoprocessingError.noAddress }
            let table = ServiceFeatureTable(url: url)
            let set = try await table.queryFeatures(using: QueryParameters(whereClause: condition)).featureSet()
            return GeoprocessingFeatures(set, geometryType: table.info?.geometryType)
        }) { fetched, error in
            let set = fetched.flatMap { $0.featureSet.map { set in AGSFeatureQueryResult(set, fetched?.geometryType) } }
            completion(set, error)
        }
    }

    /// Features.
    public override var type: AGSGeoprocessingParameterType { .features }

    override func geoprocessingValue() throws -> GeoprocessingValue {
        switch content {
        case .known(let value, let isTable): return isTable ? .table(value) : .features(value)
        case .given(let set):
            let value = GeoprocessingFeatures(try FeatureSet(set), geometryType: set.geometryType.value)
            return set.geometryType == .unknown ? .table(value) : .features(value)
        }
    }
}
