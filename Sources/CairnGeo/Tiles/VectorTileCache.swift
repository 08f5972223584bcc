public import CairnCore
public import Foundation

/// A file of vector tiles: a vector tile package (`.vtpk`, also unpacked in a folder), or an `.mbtiles` of them.
///
/// ```swift
/// let cache = VectorTileCache(fileURL: file)
/// try await cache.load()
/// let pbf = try await cache.tile(at: TileKey(level: 14, row: 5724, column: 9021))
/// let style = try cache.resource(at: "styles/root.json")
/// ```
///
/// Loading throws ``TileCacheError``, ``ZipError``, ``DatabaseError``, `SystemError`.
public final class VectorTileCache: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// The file.
    public var fileURL: URL { file.url }
    private let file: TileFile

    /// A file of vector tiles, which is opened when it is loaded.
    public init(fileURL: URL) { file = TileFile(fileURL) }

    /// A package that is stored in another.
    package init(fileURL: URL, slice: FileSlice) { file = TileFile(fileURL, slice: slice) }

    /// What the file says of itself; nil until loaded.
    public var info: TileCacheInfo? { file.info }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        try await file.open {
            try await OpenedTiles.vectors(at: $0)
        } in: {
            try OpenedTiles.vectors(in: $0)
        }
    }

    /// Refuses what comes later, for the package that it is of was closed.
    package func close() { file.close() }

    /// A tile, unpacked: Mapbox Vector Tile 2.1; nil if there is none.
    ///
    /// - Throws: ``TileCacheError/notLoaded(path:)``, ``TileCacheError/closed(path:)``; ``TileCacheError/damaged(path:reason:)``, `SystemError`,
    ///   ``DatabaseError``.
    @concurrent
    public func tile(at key: TileKey) async throws -> Data? {
        guard let tile = try await packedTile(at: key) else { return nil }
        guard tile.starts(with: Self.gzipMagic) else { return tile }
        guard let bytes = try Inflater.unpack(Array(tile), .gzip, limit: Self.largestTile) else {
            throw TileCacheError.damaged(path: fileURL.path, reason: "the tile \(key) cannot be unpacked")
        }
        return Data(bytes)
    }

    /// A tile as it lies there: mostly packed with gzip.
    @concurrent
    package func packedTile(at key: TileKey) async throws -> Data? { try await file.opened().storage.tile(at: key) }

    /// With what begins what is packed with gzip.
    package static let gzipMagic: [UInt8] = [0x1F, 0x8B]
    private static let largestTile = 1 << 26

    /// What goes with the tiles, by its path among the resources: `styles/root.json`, `sprites/sprite.png`, `fonts/Arial/0-255.pbf`; nil if there is no such.
    ///
    /// - Throws: ``TileCacheError/notLoaded(path:)``, ``TileCacheError/closed(path:)``; ``ZipError``, `SystemError`.
    public func resource(at path: String) throws -> Data? {
        let files = try file.opened().files
        let data = try files?.contents(of: "\(VectorTilePackage.resources)/\(path)")
        if data == nil { try files?.expectInPlace() }
        return data
    }

    /// The paths of all that goes with the tiles, in order.
    ///
    /// - Throws: ``TileCacheError/notLoaded(path:)``, ``TileCacheError/closed(path:)``.
    public func resourcePaths() throws -> [String] {
        let prefix = VectorTilePackage.resources
        return try file.opened().files?.names(below: prefix).map { String($0.dropFirst(prefix.count + 1)) } ?? []
    }
}

/// Where things are in a vector tile package: what its service has at the same places, below a folder.
enum VectorTilePackage {
    static let root = "p12"
    static let resources = "p12/resources"
    static let tiles = "p12/tile"
}

extension OpenedTiles {
    /// Opens a package of vector tiles.
    @concurrent
    static func vectors(at url: URL) async throws -> OpenedTiles {
        guard FileManager.default.fileExists(atPath: url.path) else { throw TileCacheError.notFound(path: url.path) }
        if try MBTilesConnection.isDatabase(url) {
            let connection = MBTilesConnection(url)
            let info = try await connection.info()
            guard info.tileInfo.format == .pbf else { throw TileCacheError.imageTiles(path: url.path) }
            return OpenedTiles(info: info, storage: .database(connection), files: nil)
        }
        return try vectors(in: package(at: url))
    }

    static func vectors(in files: PackageFiles) throws -> OpenedTiles {
        guard let json = try root(of: files, at: "\(VectorTilePackage.root)/root.json") else {
            throw files.has("root.json") ? TileCacheError.imageTiles(path: files.path) : .notATileCache(path: files.path)
        }
        var info = try described(json, files)
        info.tileInfo.format = .pbf
        return OpenedTiles(info: info, storage: .compact(CompactTiles(files, folder: VectorTilePackage.tiles)), files: files)
    }
}
