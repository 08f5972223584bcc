import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

/// Which tiles are exported.
@Suite(.timeLimit(.minutes(5)))
struct TileSelectionTests {
    private let scheme = TileInfo.webMercator(levels: 0...20)

    private func all(_ selection: TileSelection) async throws -> [TileKey] {
        var keys: [TileKey] = []
        try await selection.forEach { keys += $0 }
        return keys
    }

    @Test func `polygons have the tiles that touch them, each once, bundle by bundle`() async throws {
        var generator = SeededGenerator(seed: 21)
        for round in 0..<12 {
            let level = [3, 8, 9, 10][round % 4]
            let size = try #require(scheme.levelOfDetail(level)?.resolution) * 256
            let middle = Position(x: 127.8 * size * (round.isMultiple(of: 2) ? 1 : 0), y: 3e5)
            let ring = (0..<Int.random(in: 3...7, using: &generator)).map { _ in
                Position(
                    x: middle.x + .random(in: -9...9, using: &generator) * size,
                    y: middle.y + .random(in: -9...9, using: &generator) * size)
            }
            let polygon = Geometry.polygon(Geometry.Polygon(rings: [ring + ring.prefix(1)], spatialReference: .webMercator))
            let extent = try #require(polygon.extent)
            let selection = TileSelection(scheme, levels: [level], extent: extent, areas: [polygon], limit: 10_000)
            let keys = try await all(selection)
            let around = try #require(scheme.tiles(in: extent, level: level))
            let expected = try around.keys.filter { key in
                try polygon.intersects(.envelope(#require(scheme.extent(of: key))))
            }
            #expect(Set(keys) == Set(expected), "\(round)")
            #expect(keys.count == Set(keys).count)
            #expect(try await selection.count() == keys.count)
            var bundles: [TileKey] = []
            for key in keys {
                let bundle = TileKey(level: key.level, row: key.row / 128, column: key.column / 128)
                if bundles.last != bundle { bundles.append(bundle) }
            }
            #expect(bundles.count == Set(bundles).count, "\(round)")
        }
    }

    @Test func `rectangles have theirs, and none of those beside them`() async throws {
        let key = TileKey(level: 12, row: 1000, column: 2000)
        let box = try #require(scheme.extent(of: key))
        for areas in [[], [Geometry.envelope(box)]] {
            let selection = TileSelection(scheme, levels: [11, 12, 13], extent: box, areas: areas, limit: 100)
            #expect(
                try await Set(all(selection)) == [
                    TileKey(level: 11, row: 500, column: 1000), key, TileKey(level: 13, row: 2000, column: 4000),
                    TileKey(level: 13, row: 2001, column: 4000), TileKey(level: 13, row: 2000, column: 4001),
                    TileKey(level: 13, row: 2001, column: 4001),
                ])
            #expect(try await selection.count() == 6)
        }
    }

    @Test func `more than are allowed are refused in little time, however many they are`() async throws {
        let world = SampleTown.box(Position(x: 0, y: 0), 2e7)
        let triangle = Geometry.polygon(
            Geometry.Polygon(
                rings: [
                    [Position(x: -2e7, y: -2e7), Position(x: 2e7, y: 2e7), Position(x: 2e7, y: -2e7), Position(x: -2e7, y: -2e7)]
                ],
                spatialReference: .webMercator))
        for areas in [[], [triangle]] {
            let selection = TileSelection(scheme, levels: Array(0...20), extent: world, areas: areas, limit: 5000)
            await #expect(throws: TileExportFailure.self) { try await selection.count() }
        }
    }

    @Test(
        arguments: [
            ("1-4,7", nil, [1, 2, 3, 4, 7]), ("3", "levelid", [3]), (" 2 , 1 - 2 ", "LevelID", [1, 2]), (nil, nil, Array(0...8)),
            ("591657527.591555,295828763.8", "Scale", [0, 1]), ("156543.033928,39135.75", "resolution", [0, 2]),
            ("600000000-140000000", "SCALE", [0, 1, 2]),
        ] as [(String?, String?, [Int])])
    func `levels are read in all ways in which they are written`(text: String?, kind: String?, levels: [Int]) throws {
        let info = TileCacheInfo(name: "", tileInfo: scheme, levels: 0...8)
        #expect(try TileExportLevels(info).levels(text, by: kind) == levels)
    }

    @Test(
        arguments: [
            ("9", nil), ("-1", nil), ("1-", nil), ("1-2-3", nil), ("4-1", nil), ("a", nil), ("", nil), (",", nil),
            ("0-9223372036854775807", nil),
            ("99999999999999999999", nil), ("1", "Zoom"), ("1e300", "Scale"), ("nan", "Scale"), ("0x10", "Resolution"),
            ("1", "Scale"),
        ] as [(String, String?)])
    func `levels that there are not are refused`(text: String, kind: String?) throws {
        let info = TileCacheInfo(name: "", tileInfo: scheme, levels: 0...8)
        #expect(throws: ServiceFailure.self) { try TileExportLevels(info).levels(text, by: kind) }
    }

    @Test func `areas are read in all ways in which they are written`() throws {
        let box = Envelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4, spatialReference: .webMercator)
        for text in [
            "1,2,3,4", " 1 ,2, 3,4.0", #"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#,
            #"[{"xmin":1,"ymin":2,"xmax":3,"ymax":4,"spatialReference":{"wkid":102100}}]"#,
        ] {
            #expect(try TileExportArea.extent(text, "exportExtent", .webMercator) == box, "\(text)")
        }
        for text in ["DEFAULT", "default", "DEFAULTEXTENT"] { #expect(try TileExportArea.extent(text, "", .webMercator) == nil) }
        let degrees = #"{"xmin":0,"ymin":0,"xmax":1,"ymax":1,"spatialReference":{"wkid":4326}}"#
        let metres = try #require(try TileExportArea.extent(degrees, "", .webMercator))
        #expect(abs(metres.xMax - 111_319.49) < 1)
        for text in [
            "1,2,3", "3,2,1,4", "a,b,c,d", "1,2,3,1e300", "nan,1,2,3", "{}", "[]", #"{"xmin":"NaN"}"#, #"{"x":1,"y":2}"#,
            "[1,2,3,4]",
            #"{"xmin":0,"ymin":0,"xmax":1,"ymax":1,"spatialReference":{"wkid":2056}}"#, String(repeating: "[", count: 100_000),
        ] {
            #expect(throws: ServiceFailure.self, "\(text.prefix(50))") { try TileExportArea.extent(text, "", .webMercator) }
        }
        let rings = #""rings":[[[0,0],[0,1],[1,1],[0,0]]]"#
        for text in [
            "{\(rings)}", #"{"features":[{"geometry":{RINGS}}]}"#.replacing("RINGS", with: rings),
            #"{"features":[{"geometry":{RINGS}}],"spatialReference":{"wkid":3857}}"#.replacing("RINGS", with: rings),
        ] {
            #expect(try TileExportArea.polygons(text, "", .webMercator).count == 1, "\(text)")
        }
        for text in [
            "", "{}", #"{"features":[]}"#, #"{"rings":[]}"#, #"{"x":1,"y":2}"#, #"{"rings":[[[0,0],[1e300,1],[1,1]]]}"#,
            #"{"features":[{"geometry":{"paths":[[[0,0],[1,1]]]}}]}"#, #"{"features":7}"#,
        ] {
            #expect(throws: ServiceFailure.self, "\(text)") { try TileExportArea.polygons(text, "", .webMercator) }
        }
    }
}
