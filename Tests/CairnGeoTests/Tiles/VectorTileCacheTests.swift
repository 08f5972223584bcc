import CairnCore
@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

struct VectorTileCacheTests {
    private let folder: ZipFolder

    init() throws { folder = try ZipFolder() }

    private static let info = TileCacheInfo(name: "Town", tileInfo: .webMercator(levels: 0...16, tileSize: 512, format: .pbf))

    @Test func `tiles and what goes with them come back`() async throws {
        let writer = try VectorTileCacheWriter(to: folder["town.vtpk"], info: Self.info, service: ["name": "Town", "minzoom": 0])
        var random = SeededGenerator(seed: 1)
        var tiles: [TileKey: Data] = [:]
        for number in 0..<400 {
            let key = TileKey(level: 9 + number % 2, row: .random(in: 0..<400, using: &random), column: number)
            tiles[key] = Data((0..<number).map { UInt8($0 % 7) })
            let isPacked = number % 3 == 0
            let tile = tiles[key] ?? Data()
            if tile.isEmpty { continue }
            try writer.add(isPacked ? Data(Deflater.pack(tile, .gzip)) : tile, at: key)
        }
        try writer.addResource(Data(#"{"version":8}"#.utf8), at: "styles/root.json")
        try writer.addResource(Data([1, 2, 3]), at: "fonts/Arial/0-255.pbf")
        try writer.finish()
        let cache = VectorTileCache(fileURL: folder["town.vtpk"])
        try await cache.load()
        for (key, tile) in tiles where !tile.isEmpty { #expect(try await cache.tile(at: key) == tile) }
        #expect(try cache.resource(at: "styles/root.json") == Data(#"{"version":8}"#.utf8))
        #expect(try cache.resource(at: "../root.json") == nil)
        #expect(try cache.resourcePaths() == ["fonts/Arial/0-255.pbf", "styles/root.json"])
        #expect(cache.info?.levels == 9...10 && cache.info?.tileInfo.format == .pbf && cache.info?.tileInfo.tileWidth == 512)
        let error = await #expect(throws: TileCacheError.self) { try await TileCache(fileURL: folder["town.vtpk"]).load() }
        #expect(error == .vectorTiles(path: folder["town.vtpk"].path))
    }

    @Test func `a tile that unpacks without end is an error`() async throws {
        let writer = try VectorTileCacheWriter(to: folder["bomb.vtpk"], info: Self.info)
        try writer.add(Data(Deflater.pack(Data(count: 100_000_000), .gzip)), at: TileKey(level: 0, row: 0, column: 0))
        try writer.finish()
        let cache = VectorTileCache(fileURL: folder["bomb.vtpk"])
        try await cache.load()
        await #expect(throws: TileCacheError.self) { try await cache.tile(at: TileKey(level: 0, row: 0, column: 0)) }
    }

    /// As for packages of images; what is compressed, and resources, have checksums.
    @Test func `however it is damaged, a package is refused, or gives what is in it`() async throws {
        let writer = try VectorTileCacheWriter(to: folder["town.vtpk"], info: Self.info)
        let tile = Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        let keys = (0..<40).map { TileKey(level: 9, row: $0 * 3, column: 100 + $0 * 5) }
        for key in keys { try writer.add(Data(Deflater.pack(tile, .gzip)), at: key) }
        try writer.addResource(tile, at: "styles/root.json")
        try writer.finish()
        let whole = try [UInt8](Data(contentsOf: folder["town.vtpk"]))
        var random = SeededGenerator(seed: 3)
        var right = 0
        for _ in 0..<rounds(200, long: 20_000) {
            try Data(ZipArchiveTests.damage(whole, &random)).write(to: folder["damaged.vtpk"])
            let cache = VectorTileCache(fileURL: folder["damaged.vtpk"])
            do {
                try await cache.load()
                if let style = try cache.resource(at: "styles/root.json") { #expect(style == tile) }
            } catch is ZipError {} catch is TileCacheError {}
            for key in keys where cache.info != nil {
                do { if try await cache.tile(at: key) == tile { right += 1 } } catch is ZipError {} catch is TileCacheError {}
            }
        }
        #expect(right > 100 && folder.names == ["damaged.vtpk", "town.vtpk"])
    }

    @Test func `a resource that leads out of the package is refused`() throws {
        let writer = try VectorTileCacheWriter(to: folder["x.vtpk"], info: Self.info)
        try writer.addResource(Data(), at: "../../x")
        #expect(throws: ZipError.self) { try writer.finish() }
        #expect(folder.names.count <= 1)
    }
}
