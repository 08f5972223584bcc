import CairnCore
import CairnTasks
import Synchronization

/// An offline map that is brought up to date, or why it cannot be; loaded when it is known how.
final class OfflineMapSyncSource: Loadable {
    let loader = Loader()
    let task: Result<OfflineMapSyncTask, any Error>
    private let known = Mutex<OfflineMapUpdateCapabilities?>(nil)

    init(_ task: Result<OfflineMapSyncTask, any Error>) {
        self.task = task
    }

    /// Nil until loaded.
    var capabilities: OfflineMapUpdateCapabilities? { known.withLock(\.self) }

    @concurrent func performLoad() async throws {
        let capabilities = try await task.get().updateCapabilities()
        known.withLock { $0 = capabilities }
    }
}
