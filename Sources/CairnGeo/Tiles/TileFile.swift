import CairnCore
import Foundation
import Synchronization

/// The file of a cache of tiles: opened when the cache is loaded, and read until it is closed.
final class TileFile: Sendable {
    private enum State: Sendable {
        /// With the part of a file that it is, within another package.
        case waiting(FileSlice?)
        case open(OpenedTiles)
        case closed
    }

    let url: URL
    private let state: Mutex<State>

    init(_ url: URL, slice: FileSlice? = nil) {
        self.url = url
        state = Mutex(.waiting(slice))
    }

    /// What the file says of itself; nil unless it is open.
    var info: TileCacheInfo? { try? opened().info }

    /// Opens it, with one of these.
    func open(
        at file: (URL) async throws -> OpenedTiles, in package: (PackageFiles) throws -> OpenedTiles
    ) async throws {
        let slice: FileSlice?
        switch state.withLock(\.self) {
        case .waiting(let part): slice = part
        case .open: return
        case .closed: throw TileCacheError.closed(path: url.path)
        }
        let new = if let slice { try package(.archive(ZipArchive(slice))) } else { try await file(url) }
        let isClosed = state.withLock { state in
            if case .closed = state { return true }
            state = .open(new)
            return false
        }
        if isClosed { throw TileCacheError.closed(path: url.path) }
    }

    /// - Throws: ``TileCacheError/notLoaded(path:)``, ``TileCacheError/closed(path:)``.
    func opened() throws(TileCacheError) -> OpenedTiles {
        switch state.withLock(\.self) {
        case .waiting: throw .notLoaded(path: url.path)
        case .open(let tiles): return tiles
        case .closed: throw .closed(path: url.path)
        }
    }

    /// Refuses what comes later.
    func close() {
        // The file is let go of outside of the lock.
        let before = state.withLock { state in
            let before = state
            state = .closed
            return before
        }
        withExtendedLifetime(before) {}
    }
}
