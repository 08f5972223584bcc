public import CairnCore
public import Foundation

/// Writes a vector tile package (`.vtpk`). Not thread-safe, and works where it is called: give it to one thread, or one actor.
///
/// Once something has failed, as on a full disk, what was written is removed, and all that is asked for later is refused with that error; a tile that is
/// refused does no harm. The layout is that of packages as Esri's software writes them, as far as it is known: nothing that is written here was tried with it.
public final class VectorTileCacheWriter {
    private var output: OpenOutput<(archive: ZipWriter, bundles: TileBundleArchive)>
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
        let archive = try ZipWriter(url: url)
        let bundles = TileBundleArchive(archive, folder: VectorTilePackage.tiles, beside: url)
        output = OpenOutput((archive, bundles), at: url)
        (self.info, self.service) = (info, service)
    }

    /// Adds a tile, packed with gzip or not.
    ///
    /// - Throws: ``TileCacheError/wrongTile(key:reason:)`` if it is no tile of the scheme, too large, or there already; ``TileCacheError/finished(path:)``;
    ///   `SystemError`.
    public func add(_ tile: Data, at key: TileKey) throws {
        try info.tileInfo.expect(key)
        let packed = tile.starts(with: VectorTileCache.gzipMagic) ? tile : Data(try Deflater.pack(tile, .gzip))
        try TileInfo.expect(packed, at: key)
        try output.use { try $0.bundles.add(packed, at: key) }
        levels = levels.map { min($0.lowerBound, key.level)...max($0.upperBound, key.level) } ?? key.level...key.level
    }

    private var resources: [(String, Data)] = []

    /// Adds what goes with the tiles.
    ///
    /// - Parameters:
    ///   - data: Its bytes.
    ///   - path: Where it is among the resources, such as `styles/root.json`.
    /// - Throws: ``TileCacheError/finished(path:)``; what has failed before.
    public func addResource(_ data: Data, at path: String) throws { try output.use { _ in resources.append((path, data)) } }

    /// Puts the file in its place. Nothing can be added afterwards.
    ///
    /// - Throws: ``ZipError/unsafeName(path:name:reason:)`` for a resource whose path is none; ``TileCacheError/finished(path:)``; `SystemError`.
    public func finish() throws {
        info.levels = info.levels ?? levels
        try output.finish { archive, bundles in
            try bundles.finish()
            try archive.add(root.data(), named: "\(VectorTilePackage.root)/root.json", deflated: true)
            for (path, data) in resources {
                try archive.add(data, named: "\(VectorTilePackage.resources)/\(path)", deflated: true)
            }
            try archive.finish()
        }
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
