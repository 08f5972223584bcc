import CairnCore
@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

/// Files of SQLite that are not what an `.mbtiles` should be.
@Suite(.timeLimit(.minutes(3)))
struct LyingMBTilesTests {
    private let folder: ZipFolder

    init() throws { folder = try ZipFolder() }

    private static let table =
        "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB); INSERT INTO tiles "
    private static let endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT "

    private func file(_ sql: String) throws -> URL {
        let database = try Database(folder["lying.mbtiles"], .create)
        try database.execute("CREATE TABLE metadata (name TEXT, value TEXT); " + sql)
        return folder["lying.mbtiles"]
    }

    private func loaded(_ sql: String) async throws -> TileCache {
        let cache = TileCache(fileURL: try file(sql))
        try await cache.load()
        return cache
    }

    private static func keys(_ cache: TileCache) async throws -> [TileKey] {
        var keys: [TileKey] = []
        try await cache.forEachKeys { keys += $0 }
        return keys
    }

    @Test func `levels that are texts, and others that are none, are passed over`() async throws {
        let rows =
            "('x', 0, 0, x'01'), (-3, 0, 0, x'01'), (99, 0, 0, x'01'), (NULL, 0, 0, x'01'), (2, 1, 1, x'01'), (4, 1, 1, x'01')"
        let cache = try await loaded(Self.table + "VALUES \(rows)")
        #expect(cache.info?.levels == 2...4)
        #expect(try await Self.keys(cache).map(\.level) == [2, 4])
    }

    @Test func `a file of texts has no levels, and no tiles`() async throws {
        let cache = try await loaded(Self.table + "VALUES ('x', 'y', 'z', 'w'), (1e300, 1e300, 1e300, 5)")
        #expect(cache.info != nil && cache.info?.levels == nil)
        #expect(try await Self.keys(cache).isEmpty)
    }

    @Test(arguments: ["-9223372036854775807 - 1", "-9223372036854775807", "-1", "8", "9223372036854775807"])
    func `a row that the world has not is no tile`(row: String) async throws {
        let cache = try await loaded(Self.table + "VALUES (3, 1, \(row), x'01'), (3, 2, 2, x'01')")
        #expect(try await Self.keys(cache) == [TileKey(level: 3, row: 5, column: 2)])
    }

    @Test func `ten thousand rows that are no tiles do not hide those behind them`() async throws {
        let cache = try await loaded(
            Self.table + """
                SELECT 1, 0, 1000 + n, x'01' FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10001) SELECT n FROM c);
                INSERT INTO tiles VALUES (2, 1, 1, x'02');
                """)
        #expect(try await Self.keys(cache) == [TileKey(level: 2, row: 2, column: 1)])
    }

    /// As programs write them that keep equal images once.
    @Test func `a view of two tables is a table of tiles`() async throws {
        let cache = try await loaded(
            """
            CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
            CREATE TABLE images (tile_id TEXT, tile_data BLOB);
            INSERT INTO images VALUES ('a', x'0A'), ('b', x'0B');
            INSERT INTO map VALUES (1, 0, 0, 'a'), (1, 1, 0, 'b'), (2, 3, 3, 'a');
            CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images ON images.tile_id = map.tile_id;
            """)
        #expect(cache.info?.levels == 1...2)
        #expect(try await Self.keys(cache).count == 3)
        #expect(try await cache.tile(at: TileKey(level: 1, row: 1, column: 1)) == Data([0x0B]))
        #expect(try await cache.tile(at: TileKey(level: 2, row: 0, column: 3)) == Data([0x0A]))
    }

    @Test(arguments: [
        "CREATE VIEW tiles AS \(endless) n + 30 AS zoom_level, n AS tile_column, 0 AS tile_row, x'01' AS tile_data FROM c",
        "DROP TABLE metadata; CREATE VIEW metadata AS \(endless) 'a' AS name, 'b' AS value FROM c WHERE n < 0; \(table) VALUES (1, 0, 0, x'01')",
    ])
    func `a view without an end is refused`(sql: String) async throws {
        let error = await #expect(throws: TileCacheError.self) { _ = try await loaded(sql) }
        #expect(error?.description.contains("have no end") == true)
    }

    /// Nothing is asked of the tiles when such a file is opened.
    private static let saysLevels = "INSERT INTO metadata VALUES ('minzoom', '1'), ('maxzoom', '1'); "

    @Test func `a question to a view without an end is given up when its task is cancelled`() async throws {
        let view =
            "CREATE VIEW tiles AS \(Self.endless) 1 AS zoom_level, n AS tile_column, 0 AS tile_row, x'01' AS tile_data FROM c"
        let cache = try await loaded(Self.saysLevels + view)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await cache.tile(at: TileKey(level: 1, row: 1, column: 0))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a view that shows other rows each time is given up`() async throws {
        let view = "CREATE VIEW tiles AS SELECT 1 AS zoom_level, 0 AS tile_column, random() & 1 AS tile_row, x'01' AS tile_data"
        let cache = try await loaded(Self.saysLevels + view)
        for _ in 0..<50 { do { try await cache.forEachKeys { _ in } } catch is TileCacheError {} }
    }

    @Test(arguments: ["zeroblob(900000000)", "zeroblob(67108865)"])
    func `a tile of more than sixty-four mebibytes is damage`(tile: String) async throws {
        let view = "CREATE VIEW tiles AS SELECT 1 AS zoom_level, 0 AS tile_column, 0 AS tile_row, \(tile) AS tile_data"
        let cache = try await loaded(Self.saysLevels + view)
        let error = await #expect(throws: TileCacheError.self) { try await cache.tile(at: TileKey(level: 1, row: 1, column: 0)) }
        #expect(error?.description.contains("64 MiB") == true)
    }

    @Test func `a file that is made shorter while it is read is damage`() async throws {
        let cache = try await loaded(Self.table + "VALUES (1, 0, 0, zeroblob(100000)), (1, 1, 1, zeroblob(100000))")
        try FileDescriptor(cache.fileURL.path, O_RDWR).truncate(to: 60_000)
        let error = await #expect(throws: DatabaseError.self) { try await cache.tile(at: TileKey(level: 1, row: 0, column: 1)) }
        #expect(error?.isCorruption == true)
    }
}
