public import CairnCore
public import Foundation

/// A file of map images in tiles: a tile package (`.tpkx`, Compact Cache V2, also unpacked in a folder), or an `.mbtiles`.
///
/// ```swift
/// let cache = TileCache(fileURL: file)
/// try await cache.load()
/// let level = cache.info?.tileInfo.levelOfDetail(forScale: 10_000)
/// let png = try await cache.tile(at: TileKey(level: 14, row: 5724, column: 9021))
/// ```
///
/// Tiles are read where they lie, and never kept in memory. They are handed out as they are: PNG, JPEG, or what ``TileCacheInfo/tileInfo`` says. Loading
/// throws ``TileCacheError``, ``ZipError``, ``DatabaseError``, `SystemError`.
public final class TileCache: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// The file.
    public var fileURL: URL { file.url }
    private let file: TileFile

    /// A file of tiles, which is opened when it is loaded.
    public init(fileURL: URL) { file = TileFile(fileURL) }

    /// A package that is stored in another.
    package init(fileURL: URL, slice: FileSlice) { file = TileFile(fileURL, slice: slice) }

    /// What the file says of itself; nil until loaded.
    public var info: TileCacheInfo? { file.info }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        try await file.open {
            try await OpenedTiles.images(at: $0)
        } in: {
            try OpenedTiles.images(in: $0)
        }
    }

    /// Refuses what comes later, for the package that it is of was closed.
    package func close() { file.close() }

    /// The image of a tile; nil if there is none.
    ///
    /// - Throws: ``TileCacheError/notLoaded(path:)``, ``TileCacheError/closed(path:)``; ``TileCacheError/damaged(path:reason:)``, `SystemError`,
    ///   ``DatabaseError``.
    @concurrent
    public func tile(at key: TileKey) async throws -> Data? {
        try await file.opened().storage.tile(at: key)
    }

    /// The keys of all tiles, some at a time, in an order in which they can be written again.
    ///
    /// - Throws: As ``tile(at:)``.
    @concurrent
    public func forEachKeys(_ body: ([TileKey]) async throws -> Void) async throws {
        switch try file.opened().storage {
        case .compact(let tiles): for bundle in try tiles.bundleKeys() { try await body(tiles.keys(in: bundle)) }
        case .database(let connection):
            try await connection.forEachKeys(body)
        }
    }
}
