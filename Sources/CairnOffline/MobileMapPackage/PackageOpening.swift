import CairnGeo
import Synchronization

/// What is open of a package: its contents, and the tiles that have been handed out, until it is closed.
final class PackageOpening: Sendable {
    private struct State: Sendable {
        var contents: PackageContents?
        var handedOut: [HandedOut] = []
        var isClosed = false
    }

    private struct HandedOut: Sendable {
        weak var tiles: (any PackagedTiles)?
    }

    private let state = Mutex(State())

    /// What is in it; nil unless it is open.
    var contents: PackageContents? { state.withLock(\.contents) }
    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Takes what has been opened, unless it has been closed meanwhile.
    func open(_ contents: PackageContents) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.contents = contents }
            return !state.isClosed
        }
    }

    /// Closes tiles with the package.
    func handOut<Tiles: PackagedTiles>(_ tiles: Tiles) -> Tiles {
        // Those that somebody still has are held until the lock is given back: the last reference to one may be this.
        let (isClosed, kept) = state.withLock { state in
            let kept = state.handedOut.compactMap(\.tiles)
            state.handedOut = (kept + [tiles]).map(HandedOut.init)
            return (state.isClosed, kept)
        }
        withExtendedLifetime(kept) {}
        if isClosed { tiles.close() }
        return tiles
    }

    /// - Returns: What was open.
    @discardableResult
    func close() -> PackageContents? {
        // Files are let go of outside of the lock.
        let before = state.withLock { state in
            let before = state
            state = State(isClosed: true)
            return before
        }
        for entry in before.handedOut { entry.tiles?.close() }
        return before.contents
    }
}

/// Tiles of a package, which are closed with it.
package protocol PackagedTiles: AnyObject, Sendable {
    func close()
}

extension TileCache: PackagedTiles {}
extension VectorTileCache: PackagedTiles {}
