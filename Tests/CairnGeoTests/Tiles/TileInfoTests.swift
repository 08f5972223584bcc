import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Testing

struct TileInfoTests {
    /// A scheme as nobody has it: odd sides, an odd origin, levels that are no halves.
    private static let odd = TileInfo(
        levelsOfDetail: [
            LevelOfDetail(level: 3, resolution: 10, scale: 40_000), LevelOfDetail(level: 7, resolution: 3, scale: 12_000),
            LevelOfDetail(level: 8, resolution: 0.7, scale: 2_800),
        ], origin: Position(x: -1000, y: 5000), spatialReference: SpatialReference(wkid: 2056), tileHeight: 200, tileWidth: 300)

    @Test(arguments: [TileInfo.webMercator(), odd])
    func `the tile of a place shows it, and no other does`(info: TileInfo) throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let lod = try #require(info.levelsOfDetail.randomElement(using: &random))
            let position = Position(
                x: info.origin.x + .random(in: 0...100_000, using: &random),
                y: info.origin.y - .random(in: 0...100_000, using: &random))
            let key = try #require(info.tile(at: position, level: lod.level))
            let extent = try #require(info.extent(of: key))
            #expect(extent.contains(position))
            #expect(extent.xMax - extent.xMin == Double(info.tileWidth) * lod.resolution || lod.level < 30)
            let next = try #require(info.extent(of: TileKey(level: key.level, row: key.row + 1, column: key.column + 1)))
            #expect(abs(next.xMin - extent.xMax) < 1e-6 && abs(next.yMax - extent.yMin) < 1e-6)
        }
    }

    @Test func `the tiles of a rectangle are those of which it shows some`() throws {
        var random = SeededGenerator(seed: 2)
        let info = Self.odd
        for _ in 0..<500 {
            let (x, y) = (Double.random(in: -3000...20_000, using: &random), Double.random(in: -9000...6000, using: &random))
            let box = Envelope(
                xMin: x, yMin: y, xMax: x + .random(in: 0...9000, using: &random), yMax: y + .random(in: 0...9000, using: &random)
            )
            let range = info.tiles(in: box, level: 3)
            for row in 0..<8 {
                for column in 0..<10 {
                    let key = TileKey(level: 3, row: row, column: column)
                    let tile = try #require(info.extent(of: key))
                    let shows = tile.xMin < box.xMax && tile.xMax > box.xMin && tile.yMin < box.yMax && tile.yMax > box.yMin
                    #expect(range?.contains(key) ?? false == shows, "\(box) \(key)")
                }
            }
        }
    }

    @Test func `a rectangle along the edges of tiles is those tiles, and a point is one`() throws {
        let info = TileInfo.webMercator()
        for level in 0...20 {
            let key = TileKey(level: level, row: (1 << level) / 3, column: (1 << level) / 2)
            let extent = try #require(info.extent(of: key))
            #expect(
                info.tiles(in: extent, level: level)
                    == TileRange(level: level, rows: key.row...key.row, columns: key.column...key.column))
            let center = extent.center
            let point = Envelope(xMin: center.x, yMin: center.y, xMax: center.x, yMax: center.y)
            #expect(info.tiles(in: point, level: level)?.count == 1)
        }
        #expect(info.tiles(in: Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1), level: 99) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0])
    func `no rectangle is too strange`(number: Double) {
        let info = TileInfo.webMercator()
        for level in [0, 10, 23] {
            _ = info.tile(at: Position(x: number, y: -number), level: level)
            let range = info.tiles(in: Envelope(xMin: number, yMin: -number, xMax: -number, yMax: number), level: level)
            #expect((range?.count ?? 0) >= 0)
            let all = info.tiles(in: Envelope(xMin: -number, yMin: -number, xMax: number, yMax: number), level: level)
            #expect((all?.count ?? 0) >= 0)
        }
    }

    @Test func `a range of all numbers has as many tiles as can be said`() {
        for rows in [0...Int.max, Int.min...Int.max, Int.min...0] {
            #expect(TileRange(level: 0, rows: rows, columns: 0...0).count == .max)
        }
        #expect(TileRange(level: 0, rows: 1...Int.max, columns: 0...0).count == .max)
    }

    @Test(arguments: [0, -5, 1, Int.max]) func `no size of tiles is too strange`(size: Int) {
        let info = TileInfo.webMercator(levels: 0...30, tileSize: size)
        let world = Envelope(xMin: -1e300, yMin: -1e300, xMax: 1e300, yMax: 1e300, spatialReference: .webMercator)
        #expect((info.tiles(in: world, level: 30)?.count ?? 0) >= 0)
        _ = info.tile(at: Position(x: 1, y: 1), level: 30)
        _ = info.extent(of: TileKey(level: 30, row: .max, column: .min))
        _ = TileCacheInfo(name: "", tileInfo: info).esriJSON.text()
    }

    @Test func `all keys of a range come once, bundle by bundle`() {
        for range in [
            TileRange(level: 9, rows: 100...300, columns: 5...140), TileRange(level: 1, rows: 0...1, columns: 0...1),
            TileRange(level: 8, rows: 127...128, columns: 127...128),
        ] {
            let keys = Array(range.keys)
            #expect(keys.count == range.count && Set(keys).count == keys.count && keys.allSatisfy(range.contains))
            var bundles: [[Int]] = []
            for key in keys where bundles.last != [key.row / 128, key.column / 128] {
                bundles.append([key.row / 128, key.column / 128])
            }
            #expect(Set(bundles).count == bundles.count)
        }
    }

    @Test func `levels are found by scale, also by one that is written with few digits`() {
        let info = TileInfo.webMercator(levels: 0...20)
        #expect(abs(info.levelsOfDetail[0].scale - 591_658_710.9) < 1)
        #expect(info.levels(fromScale: 0, toScale: 0) == Array(0...20))
        #expect(info.levels(fromScale: 72_224, toScale: 9028) == [13, 14, 15, 16])
        #expect(info.levelOfDetail(forScale: 9028)?.level == 16)
        #expect(info.levelOfDetail(forScale: 10_000)?.level == 16)
        #expect(info.levelOfDetail(forScale: 1)?.level == 20)
        #expect(info.levelOfDetail(forScale: 1e12)?.level == 0)
    }

    @Test func `the scheme of a real package is read, and comes back as it was written`() throws {
        for file in Fixture.files("tiles", "json") where file.lastPathComponent == "tpkx_root.json" {
            let info = try TileCacheInfo(esriJSON: JSONValue(parsing: Data(contentsOf: file)))
            #expect(info.name == "Usa" && info.levels == 0...5 && info.tileInfo.tileWidth == 256)
            #expect(info.tileInfo.spatialReference == .webMercator && info.tileInfo.format == .png)
            #expect(info.tileInfo.levelsOfDetail.count > 10 && info.tileInfo.levelsOfDetail[5].resolution == 4891.96981024998)
            #expect(info.fullExtent != nil)
            var again = try TileCacheInfo(esriJSON: info.esriJSON)
            // That of a service that keeps them in one place only.
            again.initialExtent = info.initialExtent
            #expect(again == info)
        }
    }

    @Test func `a scheme in a reference that is none is refused by what was found`() throws {
        var members = try #require(TileInfo.webMercator(levels: 0...3).esriJSON.object)
        members["spatialReference"] = ["wkid": -5]
        let (scheme, box): (JSONValue, JSONValue) = (.object(members), ["spatialReference": ["foo": 1], "tileInfo": [:]])
        let error = #expect(throws: TileCacheError.self) { try TileInfo(esriJSON: scheme) }
        #expect(error?.description.contains(#"its spatial reference, {"wkid":-5}, is none"#) == true)
        let other = #expect(throws: TileCacheError.self) { try TileCacheInfo(esriJSON: box) }
        #expect(other?.description.contains(#"its spatial reference, {"foo":1}, is none"#) == true)
    }

    @Test func `whatever a scheme says, it is read or refused`() throws {
        var random = SeededGenerator(seed: 3)
        let whole = TileCacheInfo(name: "x", tileInfo: .webMercator(levels: 0...3)).esriJSON
        let strange: [JSONValue] = [.null, 1e300, -1, 0, "", "NaN", [], [:], true, 1.5, .integer(.max)]
        for _ in 0..<3000 {
            let json = Self.changed(whole, strange, &random)
            do {
                let info = try TileCacheInfo(esriJSON: json)
                #expect(info.tileInfo.levelsOfDetail.allSatisfy { $0.resolution > 0 && $0.resolution.isFinite })
                #expect((1...8192).contains(info.tileInfo.tileWidth))
                _ = info.esriJSON
            } catch is TileCacheError {}
        }
    }

    private static func changed(_ json: JSONValue, _ strange: [JSONValue], _ random: inout SeededGenerator) -> JSONValue {
        if Int.random(in: 0..<12, using: &random) == 0 { return strange.randomElement(using: &random) ?? .null }
        switch json {
        case .object(var members):
            guard let name = members.keys.sorted().randomElement(using: &random), let value = members[name] else { return json }
            members[name] = changed(value, strange, &random)
            return .object(members)
        case .array(var elements):
            guard let index = elements.indices.randomElement(using: &random) else { return json }
            elements[index] = changed(elements[index], strange, &random)
            return .array(elements)
        default: return strange.randomElement(using: &random) ?? .null
        }
    }
}
