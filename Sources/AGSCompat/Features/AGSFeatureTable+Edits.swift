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
        keep(features, completion) { snapshots, definition in
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
        keep(features, completion) { snapshots, definition in
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
        let place = place(Result { try features.map { try $0.snapshot(for: self) } }) { snapshots, definition in
            FeatureEdits(
                deletedObjectIDs: try snapshots.map { try $0.objectID(definition) },
                deletedGlobalIDs: snapshots.map { $0.globalID(definition) ?? "" })
        }
        return OperationCancelable(place) { _, error in completion?(error) }
    }

    /// Edits after which the table has what the features have now.
    private func keep(
        _ features: [AGSFeature], _ completion: (((any Error)?) -> Void)?,
        _ edits: @escaping @Sendable ([FeatureSnapshot], FeatureTableDefinition) throws -> FeatureEdits
    ) -> any AGSCancelable {
        let snapshots = Result { try features.map { try $0.snapshot(for: self) } }
        let asked = ((try? snapshots.get()) ?? []).enumerated().map { ($1, features[$0].ask($1)) }
        let (identities, fates) = (asked.map(\.0.identity), asked.map { _ in EditFate() })
        let placed = place(snapshots, edits, fates: fates) { results in
            for (identity, result) in zip(identities, results) {
                identity.take(result)
            }
        }
        return OperationCancelable(placed) { results, error in
            if let results {
                for (place, (snapshot, number)) in asked.enumerated() {
                    features[place].settle(number, snapshot, results.ids(at: place), fates[place])
                }
            }
            completion?(error)
        }
    }

    /// Takes the place of edits among others. What waits for them throws if one is refused.
    private func place(
        _ snapshots: Result<[FeatureSnapshot], any Error>,
        _ edits: @escaping @Sendable ([FeatureSnapshot], FeatureTableDefinition) throws -> FeatureEdits, fates: [EditFate] = [],
        done: @escaping @Sendable ([FeatureEditResult]) -> Void = { _ in }
    ) -> @Sendable () async throws -> [FeatureEditResult] {
        let placed = table.place({ .features(try edits(try snapshots.get(), $0)) }, fates: fates, done: done)
        return {
            let results = try await placed()
            if let error = results.firstRefusal { throw AGSError.refused(error) }
            return results
        }
    }
}

extension [FeatureEditResult] {
    fileprivate func ids(at place: Int) -> FeatureIDs? {
        guard indices.contains(place), let id = self[place].objectID else { return nil }
        return FeatureIDs(objectID: id, globalID: self[place].globalID)
    }
}
