import CairnCore
import CairnTasks
import Foundation
import Synchronization

/// A service of vector tiles: by its address, or by an item of a portal, whose address is known once that is loaded.
final class VectorTileSource: Loadable {
    let loader = Loader()
    let item: PortalItem?
    /// What the service is asked with; the portal is not, for that has its own.
    let held: HeldCredential
    private let known: Mutex<ExportVectorTilesTask?>

    init(_ task: ExportVectorTilesTask) {
        (item, held) = (nil, HeldCredential(task.client))
        known = Mutex(task)
    }

    init(_ item: PortalItem) {
        (self.item, held) = (item, HeldCredential())
        known = Mutex(nil)
    }

    /// Nil until loaded, for an item.
    var task: ExportVectorTilesTask? { known.withLock(\.self) }

    @concurrent func performLoad() async throws {
        // What has failed before may go better now: this is not asked again until somebody wants it to be.
        try await item?.retryLoad()
        try await expectTask().retryLoad()
    }

    /// The task, loaded or not.
    ///
    /// - Throws: What loading the item throws; an error in `AGSErrorDomain` if it has no address.
    func loadedTask() async throws -> ExportVectorTilesTask {
        if let task { return task }
        if let item { try await item.load() }
        return try expectTask()
    }

    /// The task, without waiting for anything.
    func expectTask() throws -> ExportVectorTilesTask {
        if let task { return task }
        guard let item else { throw CancellationError() }
        guard let info = item.info else {
            throw AGSError.runtime(
                .commonIllegalState, "The portal item \(item.id) has not been loaded yet. Load the task first.")
        }
        guard let url = info.url else {
            throw AGSError.runtime(
                .commonInvalidArgument,
                "\(info.title.printable(upTo: 100)) has no address of a vector tile service. Name an item of such a service.")
        }
        return found(url, item.portal.client)
    }

    /// Always the same task, however many find it.
    private func found(_ url: URL, _ portal: ServiceClient) -> ExportVectorTilesTask {
        // What is set for the portal's own host would be the portal's sign-in, too.
        let isPortals = ServerAddress(url) == ServerAddress(portal.url)
        let store = isPortals ? portal.credentials.within() : portal.credentials
        let new = ExportVectorTilesTask(url: url, transport: ConfiguredTransport(portal.transport), credential: store)
        let task = known.withLock { known in
            let task = known ?? new
            known = task
            return task
        }
        held.found(task.client)
        return task
    }
}
