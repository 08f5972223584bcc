import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

@Suite(.timeLimit(.minutes(5)))
struct DrawnVectorTilesTests {
    private func keys(_ level: Int, _ tiles: DrawnVectorTiles) throws -> [TileKey] {
        Array(try #require(tiles.info.tileInfo.tiles(in: SampleTown.extent, level: level)).keys)
    }

    /// What a tile has beyond its sides, too.
    private func bufferedExtent(_ key: TileKey, _ tiles: DrawnVectorTiles) throws -> (box: Envelope, unit: Double) {
        let extent = try #require(tiles.info.tileInfo.extent(of: key))
        let unit = (extent.xMax - extent.xMin) / 4096
        let margin = 64 * unit
        return (
            Envelope(
                xMin: extent.xMin - margin, yMin: extent.yMin - margin, xMax: extent.xMax + margin, yMax: extent.yMax + margin,
                spatialReference: .webMercator), unit
        )
    }

    private func decoded(_ key: TileKey, _ tiles: DrawnVectorTiles) async throws -> DecodedVectorTile? {
        try await tiles.tile(at: key).map { try DecodedVectorTile($0) }
    }

    @Test(arguments: [12, 14, 16]) func `areas are as large on tiles as they are, and their rings run the right way`(level: Int)
        async throws
    {
        let tiles = try SampleTown.vectors()
        let features = SampleTown.layers[0].features
        for key in try keys(level, tiles) {
            let (box, unit) = try bufferedExtent(key, tiles)
            let layer = try await decoded(key, tiles)?.layers.first { $0.name == "Areas" }
            var found: [UInt64: DecodedVectorTile.Feature] = [:]
            for feature in layer?.features ?? [] { found[try #require(feature.id)] = feature }
            for (index, feature) in features.enumerated() {
                let cut = try #require(feature.geometry).intersection(.envelope(box))
                let expected = Self.area(cut) / unit / unit
                let own = found[UInt64(index + 1)]
                let areas = own?.parts.map(\.area) ?? []
                // A vertex is off by a half at most each way.
                let perimeter = own?.parts.reduce(0) { $0 + $1.length } ?? 0
                #expect(abs(areas.reduce(0, +) - expected) <= perimeter + 40, "\(index) of \(key)")
                if let own {
                    #expect(own.type == 3 && areas[0] > 0 && areas.dropFirst().allSatisfy { $0 < 0 })
                    #expect(own.attributes["name"] == "area \(index % 5)" && own.attributes["number"] == "\(index - 3)")
                    #expect(own.attributes["share"] == "0.5")
                    #expect(own.parts.joined().allSatisfy { (-64...4160).contains($0.x) && (-64...4160).contains($0.y) })
                }
            }
        }
    }

    private static func area(_ geometry: Geometry) -> Double {
        guard case .polygon(let polygon) = geometry else { return 0 }
        var sum = 0.0
        for ring in polygon.rings {
            for (from, to) in zip(ring, ring.dropFirst()) {
                let (first, second) = ((x: from.x - ring[0].x, y: from.y - ring[0].y), (x: to.x - ring[0].x, y: to.y - ring[0].y))
                sum -= (first.x * second.y - second.x * first.y) / 2
            }
        }
        return sum
    }

    @Test(arguments: [13, 15, 16]) func `lines are as long on tiles as they are, and points are where they are`(level: Int)
        async throws
    {
        let tiles = try SampleTown.vectors()
        for key in try keys(level, tiles) {
            let (box, unit) = try bufferedExtent(key, tiles)
            let tile = try await decoded(key, tiles)
            let lines = tile?.layers.first { $0.name == "Lines" }?.features ?? []
            for (index, feature) in SampleTown.layers[1].features.enumerated() {
                let cut = try #require(feature.geometry).intersection(.envelope(box))
                var expected = 0.0
                if case .polyline(let line) = cut {
                    for path in line.paths {
                        for (from, to) in zip(path, path.dropFirst()) { expected += hypot(to.x - from.x, to.y - from.y) / unit }
                    }
                }
                let own = lines.first { $0.id == UInt64(index + 1) }
                let length = own?.parts.reduce(0) { $0 + $1.length } ?? 0
                #expect(abs(length - expected) <= 3 * Double(own?.parts.joined().count ?? 2), "\(index) of \(key)")
            }
            let points = tile?.layers.first { $0.name == "Points" }?.features ?? []
            let expected = SampleTown.layers[2].features.enumerated().filter { box.contains($0.element.geometry!.positions[0]) }
            #expect(points.map(\.id) == expected.map { UInt64($0.offset + 1) })
            for (own, other) in zip(points, expected) {
                let place = other.element.geometry!.positions[0]
                let cell = SIMD2((place.x - box.xMin) / unit - 64, (box.yMax - place.y) / unit - 64)
                #expect(abs(Double(own.parts[0][0].x) - cell.x) <= 0.51 && abs(Double(own.parts[0][0].y) - cell.y) <= 0.51)
            }
        }
    }

    @Test func `the same features give the same bytes, and where there are none there is no tile`() async throws {
        let (one, other) = (try SampleTown.vectors(), try SampleTown.vectors())
        for key in try keys(15, one) { #expect(try await one.tile(at: key) == other.tile(at: key)) }
        let lone = try DrawnVectorTiles(
            name: "", layers: [DrawnLayer("P", SampleTown.points(1, seed: 4), style: DrawnStyle())], fullExtent: SampleTown.extent
        )
        var count = 0
        for key in try keys(16, lone) where try await lone.tile(at: key) != nil { count += 1 }
        #expect((1...4).contains(count))
        #expect(try await lone.tile(at: TileKey(level: 3, row: 0, column: 0)) == nil)
    }

    @Test func `rings that vanish take their holes along, and lines go on where they come back`() throws {
        func shape(_ geometry: Geometry) throws -> DrawnShape {
            try #require(try DrawnShape(Feature(geometry: geometry), index: 0))
        }
        func ring(_ size: Double) -> [Position] {
            [(0.0, 0.0), (0, 1), (1, 1), (1, 0), (0, 0)].map { Position(x: 100 + $0.0 * size, y: 100 + $0.1 * size) }
        }
        let small = try shape(.polygon(Geometry.Polygon(rings: [ring(0.3), ring(0.1).reversed()])))
        #expect(VectorTileGeometry(small) { $0 }.isEmpty)
        let holed = try shape(.polygon(Geometry.Polygon(rings: [ring(50), ring(0.1).reversed()])))
        #expect(VectorTileGeometry(holed) { $0 }.commands.count == 2 + 1 + 1 + 6 + 1)
        let back = [(100.0, 100.0), (9000, 100), (9000, 300), (100, 300)].map { Position(x: $0.0, y: $0.1) }
        let line = VectorTileGeometry(try shape(.polyline(Polyline(paths: [back])))) { $0 }
        // Two pieces of two places.
        #expect(line.commands.count == 2 * (1 + 2 + 1 + 2))
        let straight = (0...100).map { Position(x: Double($0) * 10, y: Double($0) * 20) }
        #expect(VectorTileGeometry(try shape(.polyline(Polyline(paths: [straight])))) { $0 }.commands.count == 6)
        let whole = try shape(.envelope(Envelope(xMin: -1e6, yMin: -1e6, xMax: 1e6, yMax: 1e6)))
        #expect(VectorTileGeometry(whole) { $0 }.commands.count == 11)
    }

    @Test func `GDAL reads the features of a tile`() async throws {
        let tiles = try SampleTown.vectors()
        let key = try #require(tiles.info.tileInfo.tile(at: SampleTown.middle, level: 14))
        let tile = try #require(try await tiles.tile(at: key))
        let own = try DecodedVectorTile(tile)
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).pbf")
        defer { try? FileManager.default.removeItem(at: file) }
        try tile.write(to: file)
        let address = ["-oo", "X=\(key.column)", "-oo", "Y=\(key.row)", "-oo", "Z=\(key.level)", "-oo", "CLIP=NO"]
        guard let outcome = try await Program.run("ogrinfo", ["-ro", "-al", "-so"] + address + ["MVT:\(file.path)"]) else {
            return
        }
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        for layer in own.layers {
            let text = outcome.output.components(separatedBy: "Layer name: \(layer.name)\n").last ?? ""
            #expect(
                text.components(separatedBy: "Feature Count: ").dropFirst().first?.hasPrefix("\(layer.features.count)\n") == true,
                "\(layer.name) in \(outcome.output)")
        }
    }

    @Test func `the style names the layers and draws them as images are`() async throws {
        let tiles = try SampleTown.vectors()
        let style = try JSONValue(parsing: #require(try await tiles.resource(at: "styles/root.json")))
        #expect(style["version"] == 8 && style["sources"]?["esri"]?["url"] == "../../")
        let layers = style["layers"]?.array ?? []
        #expect(layers.map { $0["type"]?.string } == ["background", "fill", "line", "line", "circle"])
        #expect(layers.dropFirst().map { $0["source-layer"]?.string } == ["Areas", "Areas", "Lines", "Points"])
        #expect(Set(layers.map { $0["id"]?.string }).count == layers.count)
        #expect(layers[1]["paint"]?["fill-color"] == "rgba(181,214,163,0.784)")
        let stops = layers[3]["paint"]?["line-width"]?["stops"]?.array?.map { ($0[0]?.double ?? 0, $0[1]?.double ?? 0) } ?? []
        // As wide as images have it at the last zoom: 12 metres, in tiles of 512 pixels.
        #expect(stops.count == 2 && abs(stops[1].1 * 78_271.517 / exp2(24) - 12) < 0.01 && abs(stops[0].1 - 1) < 0.001)
        #expect(try await tiles.resourcePaths() == ["styles/root.json"])
        #expect(try await tiles.resource(at: "sprites/sprite.json") == nil)
    }

    @Test func `a folder of resources is served beside the style, or in its place`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "sprites"), withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: folder.appending(path: "sprites/sprite.json"))
        let layers = [DrawnLayer("P", SampleTown.points(1, seed: 4), style: DrawnStyle())]
        let tiles = try DrawnVectorTiles(name: "", layers: layers, resources: folder)
        #expect(try await tiles.resourcePaths() == ["styles/root.json", "sprites/sprite.json"])
        #expect(try await tiles.resource(at: "sprites/sprite.json") == Data("{}".utf8))
        #expect(try await tiles.resource(at: "../etc/passwd") == nil)
        try FileManager.default.createDirectory(at: folder.appending(path: "styles"), withIntermediateDirectories: true)
        try Data("[]".utf8).write(to: folder.appending(path: "styles/root.json"))
        #expect(try await tiles.resource(at: "styles/root.json") == Data("[]".utf8))
        #expect(try await tiles.resourcePaths() == ["sprites/sprite.json", "styles/root.json"])
    }
}
