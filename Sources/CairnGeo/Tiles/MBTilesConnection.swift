import CairnCore
import Foundation

/// An `.mbtiles` that is read, on a queue of its own (MBTiles specification 1.3).
actor MBTilesConnection {
    private let executor = QueueExecutor("cairn.tiles")
    private let url: URL
    private var reader: MBTilesReader?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ url: URL) { self.url = url }

    /// Whether a file is one of SQLite's.
    static func isDatabase(_ url: URL) throws(SystemError) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else { return false }
        return try FileSlice(path: url.path).read(upTo: 16, at: 0).elementsEqual("SQLite format 3\0".utf8)
    }

    func info() throws -> TileCacheInfo { try opened().info }

    func tile(at key: TileKey) throws -> Data? { try opened().tile(at: key) }

    /// Some of the keys behind one; none at the end.
    func keys(after key: TileKey?) throws -> [TileKey] { try opened().keys(after: key) }

    /// What a table of names and values says.
    func metadata() throws -> [String: String] { try opened().metadata }

    private func opened() throws -> MBTilesReader {
        if let reader { return reader }
        let new = try MBTilesReader(url)
        reader = new
        return new
    }
}

/// The file itself. Rows are counted from the bottom in it.
private final class MBTilesReader {
    private let database: Database
    private let tile: Statement
    let metadata: [String: String]
    let info: TileCacheInfo

    init(_ url: URL) throws {
        database = try Database(url, .readOnly)
        guard try database.has(table: "tiles"), try database.has(table: "metadata") else {
            throw TileCacheError.notATileCache(path: url.path)
        }
        let columns: Set = ["zoom_level", "tile_column", "tile_row", "tile_data"]
        guard try database.columns(of: "tiles").isSuperset(of: columns),
            try database.columns(of: "metadata").isSuperset(of: ["name", "value"])
        else { throw TileCacheError.damaged(path: url.path, reason: "its tables have not the columns of an .mbtiles") }
        metadata = try Self.metadata(database)
        info = try Self.info(database, metadata, url)
        tile = try database.prepare("SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
    }

    func tile(at key: TileKey) throws -> Data? {
        guard MBTilesScheme.has(key) else { return nil }
        defer { tile.reset() }
        tile.bind(1, key.level)
        tile.bind(2, key.column)
        tile.bind(3, MBTilesScheme.flipped(key.row, level: key.level))
        guard try tile.step() else { return nil }
        return tile.withBlob(0) { Data($0) }
    }

    func keys(after key: TileKey?) throws -> [TileKey] {
        let statement = try database.prepare(
            """
            SELECT zoom_level, tile_column, tile_row FROM tiles WHERE (zoom_level, tile_column, tile_row) > (?, ?, ?)
            ORDER BY zoom_level, tile_column, tile_row LIMIT 10000
            """)
        statement.bind(1, key?.level ?? -1)
        statement.bind(2, key?.column ?? 0)
        statement.bind(3, key.map { MBTilesScheme.flipped($0.row, level: $0.level) } ?? 0)
        var keys: [TileKey] = []
        while try statement.step() {
            let (level, row) = (statement.int(0), statement.int(2))
            guard (0...MBTilesScheme.lastLevel).contains(level) else { continue }
            let key = TileKey(level: level, row: MBTilesScheme.flipped(row, level: level), column: statement.int(1))
            if MBTilesScheme.has(key) { keys.append(key) }
        }
        return keys
    }

    private static func metadata(_ database: Database) throws -> [String: String] {
        let statement = try database.prepare("SELECT name, value FROM metadata LIMIT 1000")
        var values: [String: String] = [:]
        while try statement.step() { values[statement.string(0)] = statement.string(1) }
        return values
    }

    private static func info(_ database: Database, _ metadata: [String: String], _ url: URL) throws -> TileCacheInfo {
        let format = TileImageFormat(rawValue: metadata["format"] ?? "png")
        let scheme = TileInfo.webMercator(
            levels: 0...MBTilesScheme.lastLevel, tileSize: format == .pbf ? 512 : 256, format: format)
        let extent = MBTilesScheme.extent(metadata["bounds"])
        return TileCacheInfo(
            name: metadata["name"] ?? url.deletingPathExtension().lastPathComponent, tileInfo: scheme,
            levels: try levels(database, metadata), fullExtent: extent, initialExtent: extent,
            description: metadata["description"] ?? "", attribution: metadata["attribution"] ?? "")
    }

    /// As the file says, or else as its tiles do.
    private static func levels(_ database: Database, _ metadata: [String: String]) throws -> ClosedRange<Int>? {
        let said = (metadata["minzoom"].flatMap { Int($0) }, metadata["maxzoom"].flatMap { Int($0) })
        if let low = said.0, let high = said.1, low <= high, low >= 0, high <= MBTilesScheme.lastLevel { return low...high }
        let statement = try database.prepare("SELECT min(zoom_level), max(zoom_level) FROM tiles")
        guard try statement.step(), !statement.isNull(0) else { return nil }
        let (low, high) = (statement.int(0), statement.int(1))
        return low >= 0 && high <= MBTilesScheme.lastLevel ? low...high : nil
    }
}
