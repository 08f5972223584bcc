import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// Writes an `.mbtiles`, in one transaction, in a temporary file beside it (MBTiles specification 1.3).
final class MBTilesOutput: TileOutput {
    private let url: URL
    private let sibling: TemporarySibling
    private let database: Database
    private let insert: Statement
    /// What each level of the scheme is in the file.
    private let levels: [Int: Int]
    private var isFinished = false

    init(_ url: URL, _ info: TileCacheInfo) throws {
        levels = try Self.levels(info.tileInfo, url)
        self.url = url
        try DurableFile.expectRoom(for: url)
        DurableFile.removeLeftovers(of: url)
        sibling = try TemporarySibling(of: url.path)
        do {
            database = try Database(URL(filePath: sibling.file.path), .readWrite)
            // The file is nobody's yet: it is synchronized as a whole at the end, and thrown away if that is not reached.
            try database.setJournalMode("OFF")
            try database.execute(Self.schema)
            insert = try database.prepare("INSERT INTO tiles VALUES (?, ?, ?, ?)")
        } catch {
            sibling.discard()
            throw error
        }
    }

    deinit { if !isFinished { sibling.discard() } }

    private static let schema = """
        PRAGMA synchronous = OFF;
        PRAGMA application_id = 0x4D504258;
        CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT);
        CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB, PRIMARY KEY (zoom_level, tile_column, tile_row));
        BEGIN;
        """

    private static func levels(_ tileInfo: TileInfo, _ url: URL) throws -> [Int: Int] {
        var levels: [Int: Int] = [:]
        for lod in tileInfo.levelsOfDetail {
            guard let level = MBTilesScheme.level(lod, of: tileInfo) else {
                throw TileCacheError.unsupportedScheme(
                    path: url.path,
                    reason:
                        "an .mbtiles has those of the world in Web Mercator, of which level \(lod.level) is none. Write a .tpkx")
            }
            guard levels[lod.level] == nil, !levels.values.contains(level) else {
                throw TileCacheError.unsupportedScheme(path: url.path, reason: "its scheme has the level \(lod.level) twice")
            }
            levels[lod.level] = level
        }
        return levels
    }

    func add(_ tile: Data, at key: TileKey) throws {
        let key = TileKey(level: levels[key.level] ?? -1, row: key.row, column: key.column)
        guard MBTilesScheme.has(key) else { throw TileCacheError.wrongTile(key: key, reason: "the world has no such tile") }
        insert.bind(1, key.level)
        insert.bind(2, key.column)
        insert.bind(3, MBTilesScheme.flipped(key.row, level: key.level))
        insert.bind(4, tile)
        do throws(DatabaseError) { try insert.run() } catch {
            guard error.isOfConstraint else { throw error }
            throw TileCacheError.wrongTile(key: key, reason: "it is there already")
        }
    }

    func finish(_ info: TileCacheInfo) throws {
        for (name, value) in metadata(info) {
            let statement = try database.prepare("INSERT INTO metadata VALUES (?, ?)")
            statement.bind(1, name)
            statement.bind(2, value)
            try statement.run()
        }
        try database.execute("COMMIT")
        try sibling.file.synchronize()
        try DurableFile.rename(sibling.file.path, to: url)
        isFinished = true
    }

    private func metadata(_ info: TileCacheInfo) -> [(String, String)] {
        var values = [
            ("name", info.name), ("type", "baselayer"), ("version", "1.0"), ("format", Self.format(info.tileInfo.format)),
        ]
        if !info.description.isEmpty { values.append(("description", info.description)) }
        if !info.attribution.isEmpty { values.append(("attribution", info.attribution)) }
        if let bounds = (info.fullExtent ?? info.initialExtent).flatMap(MBTilesScheme.bounds) {
            values.append(("bounds", bounds))
        }
        if let range = info.levels, let low = levels[range.lowerBound], let high = levels[range.upperBound] {
            values += [("minzoom", "\(low)"), ("maxzoom", "\(high)")]
        }
        return values
    }

    private static func format(_ format: TileImageFormat) -> String {
        switch format {
        case .jpeg: "jpg"
        case _ where format.isPNG: "png"
        default: format.rawValue.lowercased()
        }
    }
}
