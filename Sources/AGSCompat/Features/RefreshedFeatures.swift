import CairnGeo
import CairnTasks

/// What a service has of features that were asked for.
struct RefreshedFeatures: Sendable {
    /// By the object ids by which they were asked for, with what was edited of them here.
    var found: [Int: Feature] = [:]
    /// The ids of those that it does not have any more.
    var gone: Set<Int> = []
}

extension LocallyEditedTable {
    /// As the service has them, with what was edited of them here.
    @concurrent
    func wholeFeatures(_ objectIDs: [Int]) async throws -> [Int: Feature] {
        try await features(objectIDs) { _, refreshed in refreshed.found }
    }

    /// The same; what was edited of those that the service does not have any more is forgotten.
    @concurrent
    func refreshedFeatures(_ objectIDs: [Int]) async throws -> RefreshedFeatures {
        try await features(objectIDs) { edits, refreshed in
            for id in refreshed.gone { edits.forgetGone(edits.currentIDs(of: id).objectID) }
            return refreshed
        }
    }

    /// - Parameter finish: Takes what was found, under the lock of the edits.
    private func features<Value: Sendable>(
        _ objectIDs: [Int], _ finish: (inout LocalEdits, RefreshedFeatures) -> Value
    ) async throws -> Value {
        let idField = try await service.definition().objectIDField
        return try await settled { (edits) -> [Feature] in
            let there = objectIDs.map { edits.currentIDs(of: $0).objectID }.filter { $0 >= 0 }
            if there.isEmpty { return [] }
            return try await service.queryFeatures(using: QueryParameters(objectIDs: there)).featureSet().features
        } _: { edits, features in
            let there = FeatureSet(features: features).byObjectID(idField)
            let here = FeatureSet(features: edits.edited(features, idField: idField)).byObjectID(idField)
            var refreshed = RefreshedFeatures()
            for id in Set(objectIDs) {
                let current = edits.currentIDs(of: id).objectID
                refreshed.found[id] = here[current]
                // One with a negative id was added here, and not sent.
                if current >= 0, there[current] == nil { refreshed.gone.insert(id) }
            }
            return finish(&edits, refreshed)
        }
    }
}
