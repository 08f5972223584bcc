import CairnCore
import CairnTasks
import Foundation
import Synchronization

/// A service of vector tiles: by its address, or by an item of a portal, whose address is known once that is loaded.
final class VectorTileSource: Loadable {
    let loader = Loader()
    let item: PortalItem?
    private let known: Mutex<ExportVectorTilesTask?>

    init(_ task: ExportVectorTilesTask) {
        item = nil
        known = Mutex(task)
    }

    init(_ item: PortalItem) {
        self.item = item
        known = Mutex(nil)
    }

    /// Nil until loaded, for an item.
    var task: ExportVectorTilesTask? { known.withLock(\.self) }

    @concurrent func performLoad() async throws { try await loadedTask().load() }

    /// The task, loaded or not.
    ///
    /// - Throws: What loading the item throws; an error in `AGSErrorDomain` if it has no address.
    func loadedTask() async throws -> ExportVectorTilesTask {
        if let task { return task }
        if let item { try await item.load() }
        let task = try expectTask()
        known.withLock { known in if known == nil { known = task } }
        return task
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
        let client = item.portal.client
        return ExportVectorTilesTask(url: url, transport: client.transport, credential: client.credentials)
    }
}
