import CairnGeo
import Foundation

extension AGSFeatureTable {
    /// Adds a feature, which has its object id then.
    @discardableResult
    public func add(_ feature: AGSFeature, completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        add([feature], completion: completion)
    }

    /// Adds features: all, or none if one is refused.
    @discardableResult
    public func add(_ features: [AGSFeature], completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        edit(features, completion) { snapshots, definition in
            FeatureEdits(adds: try snapshots.map { try $0.added(to: definition) })
        }
    }

    /// Keeps what has been changed of a feature.
    @discardableResult
    public func update(_ feature: AGSFeature, completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        update([feature], completion: completion)
    }

    /// Keeps what has been changed of features: of all, or of none if one is refused.
    @discardableResult
    public func update(_ features: [AGSFeature], completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        edit(features, completion) { snapshots, definition in
            FeatureEdits(updates: try snapshots.map { try $0.changed(in: definition) })
        }
    }

    /// Deletes a feature.
    @discardableResult
    public func delete(_ feature: AGSFeature, completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        delete([feature], completion: completion)
    }

    /// Deletes features: all, or none if one is refused.
    @discardableResult
    public func delete(_ features: [AGSFeature], completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        edit(features, completion) { snapshots, definition in
            FeatureEdits(
                deletedObjectIDs: try snapshots.map { try $0.objectID(definition) },
                deletedGlobalIDs: snapshots.map { $0.globalID(definition) })
        }
    }

    private func edit(
        _ features: [AGSFeature], _ completion: (((any Error)?) -> Void)?,
        _ edits: @escaping @Sendable ([FeatureSnapshot], FeatureTableDefinition) throws -> FeatureEdits
    ) -> any AGSCancelable {
        let (table, snapshots) = (table, Result { try features.map { try $0.snapshot() } })
        return OperationCancelable({
            let snapshots = try snapshots.get()
            let results = try await table.applyEdits(try edits(snapshots, try await table.definition()))
            if let error = results.firstError { throw AGSError.refused(error) }
            return (snapshots, results)
        }) { done, error in
            if let (snapshots, results) = done {
                for (place, feature) in features.enumerated() { feature.settle(snapshots[place], results.adds.ids(at: place)) }
            }
            completion?(error)
        }
    }
}

extension [FeatureEditResult] {
    fileprivate func ids(at place: Int) -> FeatureIDs? {
        guard indices.contains(place), let id = self[place].objectID else { return nil }
        return FeatureIDs(objectID: id, globalID: self[place].globalID)
    }
}
