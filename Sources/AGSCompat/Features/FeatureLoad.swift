import CairnCore
import CairnGeo
import Synchronization

/// Brings the attributes of a feature that were not asked for at first.
final class FeatureLoad: Loadable {
    let loader = Loader()
    private let table: any LegacyTable
    private let objectID: Int
    private let feature = Mutex<Feature?>(nil)

    init(_ table: any LegacyTable, _ objectID: Int) {
        (self.table, self.objectID) = (table, objectID)
    }

    @concurrent
    func performLoad() async throws {
        guard let whole = try await table.wholeFeatures([objectID])[objectID] else {
            throw AGSError.runtime(.commonNotFound, "The feature \(objectID) is not there any more.")
        }
        feature.withLock { $0 = whole }
    }

    /// What has been loaded; once.
    func takeFeature() -> Feature? { feature.withLock { $0.take() } }
}
