import CairnCore
import Foundation

/// The tables of an `.mbtiles`. Rows are counted from the bottom in them.
final class MBTilesReader {
    private let database: Database
    private let tile: Statement
    let info: TileCacheInfo

    /// No tile, and no text of the metadata, has more bytes.
    private static let largestValue = 1 << 26

    init(_ database: Database) throws {
        self.database = database
        database.limitValues(to: Self.largestValue)
        guard try database.has(table: "tiles"), try database.has(table: "metadata") else {
            throw TileCacheError.notATileCache(path: database.path)
        }
        let columns: Set = ["zoom_level", "tile_column", "tile_row", "tile_data"]
        guard try database.columns(of: "tiles").isSuperset(of: columns),
            try database.columns(of: "metadata").isSuperset(of: ["name", "value"])
        else { throw TileCacheError.damaged(path: database.path, reason: "its tables have not the columns of an .mbtiles") }
        info = try Self.info(database)
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

    /// A row of the table, whether it is a tile or not.
    struct Place: Sendable {
        let level: Int
        let column: Int
        let row: Int

        func isBefore(_ other: Place) -> Bool { (level, column, row) < (other.level, other.column, other.row) }

        /// The tile there; nil if the scheme has none.
        var key: TileKey? {
            guard (0...MBTilesScheme.lastLevel).contains(level) else { return nil }
            let key = TileKey(level: level, row: MBTilesScheme.flipped(row, level: level), column: column)
            return MBTilesScheme.has(key) ? key : nil
        }
    }

    /// The tiles of some rows behind one, and the last of these; nil at the end.
    func keys(after place: Place?) throws -> (keys: [TileKey], last: Place?) {
        // What is no number has no place among these.
        let statement = try database.prepare(
            """
            SELECT zoom_level, tile_column, tile_row FROM tiles WHERE (zoom_level, tile_column, tile_row) > (?, ?, ?)
            AND typeof(zoom_level) = 'integer' AND typeof(tile_column) = 'integer' AND typeof(tile_row) = 'integer'
            ORDER BY zoom_level, tile_column, tile_row LIMIT 10000
            """)
        statement.bind(1, place?.level ?? -1)
        statement.bind(2, place?.column ?? 0)
        statement.bind(3, place?.row ?? 0)
        var (keys, last): ([TileKey], Place?) = ([], nil)
        while try statement.step() {
            let new = Place(level: statement.int(0), column: statement.int(1), row: statement.int(2))
            if let key = new.key { keys.append(key) }
            last = new
        }
        if let place, let last, !place.isBefore(last) {
            throw TileCacheError.damaged(path: database.path, reason: "its view of tiles shows others each time")
        }
        return (keys, last)
    }

    private static func metadata(_ database: Database) throws -> [String: String] {
        let statement = try database.prepare("SELECT name, value FROM metadata LIMIT 1000")
        var values: [String: String] = [:]
        while try statement.step() { values[statement.string(0)] = statement.string(1) }
        return values
    }

    private static func info(_ database: Database) throws -> TileCacheInfo {
        let metadata = try metadata(database)
        let format = TileImageFormat(rawValue: metadata["format"] ?? "png")
        let scheme = TileInfo.webMercator(
            levels: 0...MBTilesScheme.lastLevel, tileSize: format == .pbf ? 512 : 256, format: format)
        let extent = MBTilesScheme.extent(metadata["bounds"])
        return TileCacheInfo(
            name: metadata["name"] ?? URL(filePath: database.path).deletingPathExtension().lastPathComponent, tileInfo: scheme,
            levels: try levels(database, metadata), fullExtent: extent, initialExtent: extent,
            description: metadata["description"] ?? "", attribution: metadata["attribution"] ?? "")
    }

    /// As the file says, or else as its tiles do.
    private static func levels(_ database: Database, _ metadata: [String: String]) throws -> ClosedRange<Int>? {
        let said = (metadata["minzoom"].flatMap { Int($0) }, metadata["maxzoom"].flatMap { Int($0) })
        if let low = said.0, let high = said.1, low <= high, low >= 0, high <= MBTilesScheme.lastLevel { return low...high }
        guard let low = try level(database, "ASC"), let high = try level(database, "DESC"), low <= high else { return nil }
        return low...high
    }

    /// The first of the levels that are some, in an order. What is no number is none.
    private static func level(_ database: Database, _ order: String) throws -> Int? {
        let statement = try database.prepare(
            """
            SELECT zoom_level FROM tiles WHERE zoom_level BETWEEN 0 AND \(MBTilesScheme.lastLevel)
            ORDER BY zoom_level \(order) LIMIT 1
            """)
        return try statement.step() ? statement.int(0) : nil
    }
}
