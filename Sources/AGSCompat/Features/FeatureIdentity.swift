import CairnGeo
import Synchronization

/// What a feature is called since it was added: known to the edits behind that one, before its owner is told.
final class FeatureIdentity: Sendable {
    private let state = Mutex<FeatureIDs?>(nil)

    /// Nil if it was not added, or not yet.
    var ids: FeatureIDs? { state.withLock(\.self) }

    /// Its owner has been told what it is called now.
    func take(_ known: FeatureIDs) {
        state.withLock { ids in
            if ids != nil { ids = known }
        }
    }

    /// Its table does not have it any more.
    func forget() {
        state.withLock { $0 = nil }
    }

    /// It was added, or changed.
    func take(_ result: FeatureEditResult) {
        guard let id = result.objectID else { return }
        state.withLock { ids in
            // What only was changed need not be told of its global id.
            if ids?.objectID != id { ids = FeatureIDs(objectID: id, globalID: result.globalID) }
        }
    }
}
