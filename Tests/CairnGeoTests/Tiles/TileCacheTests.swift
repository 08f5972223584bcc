import CairnCore
@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

struct TileCacheTests {
    private let folder: ZipFolder

    init() throws { folder = try ZipFolder() }

    /// Tiles here and there: close together, and far apart.
    private static func tiles(_ count: Int, seed: UInt64) -> [TileKey: Data] {
        var random = SeededGenerator(seed: seed)
        var tiles: [TileKey: Data] = [:]
        for _ in 0..<count {
            let level = [0, 3, 8, 9, 17].randomElement(using: &random) ?? 0
            let side = 1 << level
            let start = level == 17 ? 70_000 : 0
            let key = TileKey(
                level: level, row: .random(in: start..<min(side, start + 300), using: &random),
                column: .random(in: start..<min(side, start + 300), using: &random))
            tiles[key] = Data(
                (0..<Int.random(in: 1...400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        return tiles
    }

    private static let info = TileCacheInfo(
        name: "Town", tileInfo: .webMercator(levels: 0...20),
        fullExtent: Envelope(xMin: 0, yMin: 0, xMax: 1000, yMax: 1000, spatialReference: .webMercator), description: "A town",
        attribution: "Its people")

    @Test(arguments: TileCacheFormat.allCases, [false, true])
    func `tiles are read as they were written, in whatever order`(format: TileCacheFormat, inOrder: Bool) async throws {
        let tiles = Self.tiles(rounds(2000, long: 40_000), seed: 1)
        let url = folder["town.\(format.rawValue)"]
        let writer = try TileCacheWriter(to: url, info: Self.info)
        var random = SeededGenerator(seed: 2)
        for key in inOrder ? tiles.keys.sorted() : tiles.keys.sorted().shuffled(using: &random) {
            try writer.add(tiles[key] ?? Data(), at: key)
        }
        #expect(!FileManager.default.fileExists(atPath: url.path))
        try writer.finish()
        #expect(folder.names == [url.lastPathComponent])
        let cache = TileCache(fileURL: url)
        try await cache.load()
        for (key, tile) in tiles { #expect(try await cache.tile(at: key) == tile) }
        for key in Self.tiles(500, seed: 3).keys where tiles[key] == nil { #expect(try await cache.tile(at: key) == nil) }
        var keys: Set<TileKey> = []
        try await cache.forEachKeys { keys.formUnion($0) }
        #expect(keys == Set(tiles.keys))
        let info = try #require(cache.info)
        #expect(info.name == "Town" && info.levels == 0...17 && info.description == "A town" && info.attribution == "Its people")
        #expect(info.fullExtent.map { abs($0.xMax - 1000) < 0.1 && abs($0.yMin) < 0.1 } == true)
    }

    @Test func `a package is read in place within another, and unpacked in a folder`() async throws {
        let tiles = Self.tiles(300, seed: 5)
        let writer = try TileCacheWriter(to: folder["town.tpkx"], info: Self.info)
        for key in tiles.keys.sorted() { try writer.add(tiles[key] ?? Data(), at: key) }
        try writer.finish()
        let outer = try ZipWriter(url: folder["outer.zip"])
        try outer.add(contentsOf: FileSlice(path: folder["town.tpkx"].path), named: "data/town.tpkx")
        try outer.finish()
        let archive = try ZipArchive(fileURL: folder["outer.zip"])
        let slice = try #require(try archive.stored(archive.entry(named: "data/town.tpkx")))
        try ZipArchive(fileURL: folder["town.tpkx"]).unpack(to: folder["unpacked"])
        for cache in [TileCache(fileURL: folder["outer.zip"], slice: slice), TileCache(fileURL: folder["unpacked"])] {
            try await cache.load()
            for (key, tile) in tiles { #expect(try await cache.tile(at: key) == tile) }
        }
    }

    @Test func `a tile twice, an empty one, and one of no level are refused, in either form`() throws {
        for format in TileCacheFormat.allCases {
            let writer = try TileCacheWriter(to: folder["x.\(format.rawValue)"], info: Self.info)
            let key = TileKey(level: 9, row: 200, column: 200)
            try writer.add(Data([1]), at: key)
            try writer.add(Data([1]), at: TileKey(level: 9, row: 2, column: 2))
            for (tile, key) in [
                (Data([2]), TileKey(level: 9, row: 2, column: 2)), (Data([2]), key),
                (Data(), TileKey(level: 9, row: 201, column: 200)),
                (Data([2]), TileKey(level: 21, row: 0, column: 0)),
                (Data([2]), TileKey(level: 3, row: -1, column: 0)), (Data(count: 1 << 24), TileKey(level: 3, row: 1, column: 0)),
            ] {
                #expect(throws: TileCacheError.self) { try writer.add(tile, at: key) }
            }
            try writer.finish()
        }
        #expect(folder.names == ["x.mbtiles", "x.tpkx"])
    }

    @Test func `a scheme that is not the world's is none of an mbtiles`() throws {
        var info = Self.info
        info.tileInfo.origin.x += 100
        let error = #expect(throws: TileCacheError.self) { try TileCacheWriter(to: folder["x.mbtiles"], info: info) }
        #expect(error?.description.contains(".tpkx") == true)
        #expect(folder.names.isEmpty)
    }

    @Test func `what is no package of tiles is named for what it is`() async throws {
        func expect(_ name: String, _ expected: (TileCacheError) -> Bool) async throws {
            let error = await #expect(throws: TileCacheError.self) { try await TileCache(fileURL: folder[name]).load() }
            #expect(error.map(expected) == true, "\(name): \(String(describing: error))")
        }
        try Data("hello".utf8).write(to: folder["text.tpkx"])
        try await expect("text.tpkx") { if case .notATileCache = $0 { true } else { false } }
        try await expect("missing.tpkx") { if case .notFound = $0 { true } else { false } }
        let old = try ZipWriter(url: folder["old.tpk"])
        try old.add(Data(), named: "v101/Map/_alllayers/L00/R0000C0000.bundle")
        try old.add(Data(), named: "esriinfo/iteminfo.xml")
        try old.finish()
        try await expect("old.tpk") { $0.description.contains("storageFormatType") }
        let vectors = try VectorTileCacheWriter(to: folder["v.vtpk"], info: Self.info)
        try vectors.add(Data([1]), at: TileKey(level: 0, row: 0, column: 0))
        try vectors.finish()
        try await expect("v.vtpk") { if case .vectorTiles = $0 { true } else { false } }
        let database = try Database(folder["other.mbtiles"], .create)
        try database.execute("CREATE TABLE x (y)")
        try await expect("other.mbtiles") { if case .notATileCache = $0 { true } else { false } }
        #expect(
            await #expect(throws: TileCacheError.self) {
                try await TileCache(fileURL: folder["x"]).tile(at: TileKey(level: 0, row: 0, column: 0))
            }
                == .notLoaded(path: folder["x"].path))
    }

    /// What the checksums of the archive do not cover, for tiles are read without them, gives some other bytes, or an error.
    @Test func `however it is damaged, a package is refused, or gives tiles`() async throws {
        let tiles = Self.tiles(60, seed: 7)
        let writer = try TileCacheWriter(to: folder["town.tpkx"], info: Self.info)
        for key in tiles.keys.sorted() { try writer.add(tiles[key] ?? Data(), at: key) }
        try writer.finish()
        let whole = try [UInt8](Data(contentsOf: folder["town.tpkx"]))
        var random = SeededGenerator(seed: 8)
        var right = 0
        for _ in 0..<rounds(200, long: 20_000) {
            try Data(ZipArchiveTests.damage(whole, &random)).write(to: folder["damaged.tpkx"])
            let cache = TileCache(fileURL: folder["damaged.tpkx"])
            do { try await cache.load() } catch is ZipError { continue } catch is TileCacheError { continue }
            for key in tiles.keys {
                do { if try await cache.tile(at: key) == tiles[key] { right += 1 } } catch is ZipError {} catch is TileCacheError
                {}
            }
        }
        #expect(right > 100)
    }
}
