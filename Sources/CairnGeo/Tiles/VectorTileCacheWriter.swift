public import CairnCore
public import Foundation

/// Writes a vector tile package (`.vtpk`). Not thread-safe, and works where it is called: give it to one thread, or one actor.
///
/// The layout is that of packages as Esri's software writes them, as far as it is known: nothing that is written here was tried with it.
public final class VectorTileCacheWriter {
    private let archive: ZipWriter
    private let bundles: TileBundleArchive
    private var info: TileCacheInfo
    private var levels: ClosedRange<Int>?
    /// What the service said of itself, if there is one.
    private let service: JSONValue?

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - url: Where it goes; a file that is there is replaced at the end.
    ///   - info: What it says of itself.
    ///   - service: What the service says of itself that the tiles come from, which is kept with them.
    /// - Throws: `SystemError`.
    public init(to url: URL, info: TileCacheInfo, service: JSONValue? = nil) throws {
        archive = try ZipWriter(url: url)
        bundles = TileBundleArchive(archive, folder: VectorTilePackage.tiles, beside: url)
        (self.info, self.service) = (info, service)
    }

    /// Adds a tile, packed with gzip or not.
    ///
    /// - Throws: ``TileCacheError/wrongTile(key:reason:)`` if it is no tile of the scheme, too large, or there already; `SystemError`.
    public func add(_ tile: Data, at key: TileKey) throws {
        try info.tileInfo.expect(key)
        let packed = tile.starts(with: VectorTileCache.gzipMagic) ? tile : Data(try Deflater.pack(tile, .gzip))
        try TileInfo.expect(packed, at: key)
        try bundles.add(packed, at: key)
        levels = levels.map { min($0.lowerBound, key.level)...max($0.upperBound, key.level) } ?? key.level...key.level
    }

    private var resources: [(String, Data)] = []

    /// Adds what goes with the tiles.
    ///
    /// - Parameters:
    ///   - data: Its bytes.
    ///   - path: Where it is among the resources, such as `styles/root.json`.
    public func addResource(_ data: Data, at path: String) { resources.append((path, data)) }

    /// Puts the file in its place. Nothing can be added afterwards.
    ///
    /// - Throws: ``ZipError/unsafeName(path:name:reason:)`` for a resource whose path is none; `SystemError`.
    public func finish() throws {
        try bundles.finish()
        info.levels = info.levels ?? levels
        try archive.add(root.data(), named: "\(VectorTilePackage.root)/root.json", deflated: true)
        for (path, data) in resources { try archive.add(data, named: "\(VectorTilePackage.resources)/\(path)", deflated: true) }
        try archive.finish()
    }

    /// As the service's own, with what differs here.
    private var root: JSONValue {
        var members =
            service?.object ?? [
                "name": .string(info.name), "capabilities": "TilesOnly", "type": "indexedVector",
                "defaultStyles": "resources/styles",
                "tiles": ["tile/{z}/{y}/{x}.pbf"], "resourceInfo": ["styleVersion": 8, "tileCompression": "gzip"],
            ]
        let own = info.esriJSON.object ?? [:]
        for name in [
            "tileInfo", "minLOD", "maxLOD", "minScale", "maxScale", "fullExtent", "initialExtent", "spatialReference",
            "storageInfo",
        ] {
            if let value = own[name] { members[name] = value }
        }
        members["exportTilesAllowed"] = false
        members["tileMap"] = nil
        return .object(members)
    }
}
