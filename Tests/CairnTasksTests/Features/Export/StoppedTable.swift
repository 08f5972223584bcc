import CairnGeo
import CairnTasks
import CairnTesting
import Foundation

/// A table that gives a few features, and then tells that more is asked for and waits until nobody does any more.
struct StoppedTable: ForwardingTable {
    let base: any FeatureTable
    private let count: Int
    private let stop: @Sendable () -> Void

    init(_ base: any FeatureTable, behind count: Int, _ stop: @escaping @Sendable () -> Void) {
        (self.base, self.count, self.stop) = (base, count, stop)
    }

    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult {
        let found = try await base.queryFeatures(using: parameters)
        let rest = RestOfFeatures(found)
        return FeatureQueryResult(
            fields: found.fields, geometryType: found.geometryType, spatialReference: found.spatialReference
        ) { [stop, count] in
            let isFirst = await !rest.hasBegun
            let features = try await rest.next(isFirst ? count : 1)
            if isFirst || features == nil { return features }
            stop()
            try await Gate().pass()
            return nil
        }
    }
}
