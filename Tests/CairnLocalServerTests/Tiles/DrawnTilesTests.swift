import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

@Suite(.timeLimit(.minutes(5)))
struct DrawnTilesTests {
    private let pngMagic: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

    private func key(_ tiles: some TileSource, _ level: Int) async throws -> TileKey {
        try #require(try await tiles.info.tileInfo.tile(at: SampleTown.middle, level: level))
    }

    @Test func `the same features give the same bytes, of which there are some within the extent alone`() async throws {
        let (one, other) = (try SampleTown.images(), try SampleTown.images())
        for level in [10, 15, 17] {
            let key = try await key(one, level)
            let tile = try #require(try await one.tile(at: key))
            #expect(try await other.tile(at: key) == tile && tile.starts(with: pngMagic))
            #expect(try await one.hasTile(at: key))
            for stranger in [
                TileKey(level: level, row: 0, column: 0), TileKey(level: level, row: -1, column: key.column),
                TileKey(level: level, row: .max, column: .min), TileKey(level: 9, row: 1, column: 1),
                TileKey(level: 18, row: key.row, column: key.column),
            ] {
                #expect(try await one.tile(at: stranger) == nil)
                #expect(try await !one.hasTile(at: stranger))
            }
        }
    }

    @Test func `a tile is what its quarters are, twice as far away`() async throws {
        // Twice the pixels of one level are the pixels of the next, but for what has a width in pixels.
        let square = Geometry.envelope(SampleTown.box(SampleTown.middle, 150))
        let layer = DrawnLayer("Square", [Feature(geometry: square)], style: DrawnStyle(fill: MapColor(0)))
        let tiles = try DrawnTiles(
            name: "", layers: [layer], background: MapColor(0xFFFFFF), levels: 12...17, fullExtent: SampleTown.extent)
        for level in [12, 14] {
            var dark = 0.0
            let range = try #require(tiles.info.tileInfo.tiles(in: SampleTown.extent, level: level))
            let resolution = try #require(tiles.info.tileInfo.levelOfDetail(level)?.resolution)
            for key in range.keys {
                await Task.yield()
                let extent = try #require(tiles.info.tileInfo.extent(of: key))
                var canvas = TileCanvas(width: 256, height: 256, background: MapColor(0xFFFFFF), showing: extent)
                try canvas.draw(DrawnShapes(layer).shapes(in: BoxTree.Box(extent, margin: 0)), layer.style)
                for pixel in stride(from: 0, to: canvas.pixels.count, by: 4) { dark += 1 - Double(canvas.pixels[pixel]) / 255 }
            }
            #expect(abs(dark * resolution * resolution / 90_000 - 1) < 0.01, "\(level)")
        }
    }

    @Test func `layers are drawn at their scales, and in the spatial references that there are`() async throws {
        let place = try MapPoint(SampleTown.middle, spatialReference: .webMercator).projected(to: .wgs84)
        func drawn(_ geometry: Geometry, minScale: Double = 0, maxScale: Double = 0) throws -> DrawnTiles {
            let style = DrawnStyle(fill: MapColor(0xFF0000), leastWidth: 50)
            let layer = DrawnLayer("P", [Feature(geometry: geometry)], style: style, minScale: minScale, maxScale: maxScale)
            return try DrawnTiles(name: "", layers: [layer], levels: 10...17, fullExtent: SampleTown.extent)
        }
        let empty = try drawn(.point(MapPoint(x: 0, y: 0, spatialReference: .wgs84)))
        let (degrees, metres) = (try drawn(.point(place)), try drawn(.point(MapPoint(SampleTown.middle))))
        let key = try await key(empty, 15)
        let nothing = try await empty.tile(at: key)
        #expect(try await degrees.tile(at: key) == metres.tile(at: key))
        #expect(try await degrees.tile(at: key) != nothing)
        let scale = try #require(empty.info.tileInfo.levelOfDetail(15)?.scale)
        for (range, isThere) in [((scale, 0.0), true), ((0, scale), true), ((scale / 2, 0), false), ((0, scale * 2), false)] {
            let tiles = try drawn(.point(place), minScale: range.0, maxScale: range.1)
            #expect(try await (tiles.tile(at: key) != nothing) == isThere, "\(range)")
        }
        let other = MapPoint(x: 1, y: 1, spatialReference: SpatialReference(wkid: 2056))
        #expect(throws: GeometryError.self) { try drawn(.point(other)) }
    }

    @Test func `what has no place, or one beyond the world, is left out`() async throws {
        let odd: [Geometry] = [
            .point(MapPoint(x: .nan, y: 1)), .point(MapPoint(x: 1e300, y: 1)), .polyline(Polyline(paths: [])),
            .polyline(Polyline(paths: [[], [Position(x: .infinity, y: 0)]])), .polygon(Geometry.Polygon(rings: [[]])),
            .envelope(Envelope(xMin: .nan, yMin: 0, xMax: 1, yMax: 1)), .multipoint(Multipoint(points: [])),
            .polygon(Geometry.Polygon(rings: [[Position(x: 0, y: 0)]])),
        ]
        let features = odd.map { Feature(geometry: $0) } + [Feature(), SampleTown.points(1, seed: 1)[0]]
        for style in [
            DrawnStyle(), DrawnStyle(fill: MapColor(1), line: MapColor(2), width: .nan, leastWidth: .infinity),
            DrawnStyle(fill: MapColor(1), line: MapColor(2), width: 1e300),
            DrawnStyle(line: MapColor(2), width: -1, leastWidth: -5),
        ] {
            let layer = DrawnLayer("Odd", features, style: style)
            let tiles = try DrawnTiles(name: "", layers: [layer], levels: -5...100, tileSize: 0)
            let vectors = try DrawnVectorTiles(name: "", layers: [layer], levels: -5...100)
            for level in [0, 7, 22] {
                #expect(try await tiles.tile(at: key(tiles, level)) != nil || tiles.info.fullExtent == nil || level > 7)
                _ = try await vectors.tile(at: key(vectors, level))
            }
            #expect(try await vectors.resource(at: "styles/root.json") != nil)
        }
        let none = try DrawnTiles(name: "", layers: [])
        #expect(try await none.tile(at: TileKey(level: 0, row: 0, column: 0)) == nil && none.info.fullExtent == nil)
    }

    @Test func `drawing ends when its task is cancelled`() async throws {
        let tiles = try SampleTown.images()
        let key = try await key(tiles, 15)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await tiles.tile(at: key)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `GDAL reads a file of drawn tiles pixel for pixel`() async throws {
        let tiles = try SampleTown.images()
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "town.mbtiles")
        // Of whole tiles, so that nothing is cut off.
        let level = 16
        let range = try #require(tiles.info.tileInfo.tiles(in: SampleTown.extent, level: level))
        let corners = [
            TileKey(level: level, row: range.rows.lowerBound, column: range.columns.lowerBound),
            TileKey(level: level, row: range.rows.upperBound, column: range.columns.upperBound),
        ].compactMap { tiles.info.tileInfo.extent(of: $0) }
        var info = tiles.info
        (info.levels, info.fullExtent) = (nil, corners[0].union(corners[1]))
        let writer = try TileCacheWriter(to: file, info: info)
        for key in range.keys { try writer.add(#require(try await tiles.tile(at: key)), at: key) }
        try writer.finish()
        let raw = folder.appending(path: "town.bin")
        guard
            let outcome = try await Program.run(
                "gdal_translate", ["-q", "-of", "ENVI", "-co", "INTERLEAVE=BIP", file.path, raw.path])
        else { return }
        #expect(outcome.code == 0, "\(outcome.errors)")
        let bytes = [UInt8](try Data(contentsOf: raw))
        let (width, height) = (range.columns.count * 256, range.rows.count * 256)
        try #require(bytes.count == width * height * 4)
        let shapes = try SampleTown.layers.map(DrawnShapes.init)
        for key in range.keys {
            let extent = try #require(tiles.info.tileInfo.extent(of: key))
            var canvas = TileCanvas(width: 256, height: 256, background: MapColor(0xE9EDDC), showing: extent)
            for layer in shapes { try canvas.draw(layer.shapes(in: BoxTree.Box(extent, margin: 100)), layer.layer.style) }
            let corner = ((key.row - range.rows.lowerBound) * width + key.column - range.columns.lowerBound) * 256 * 4
            for row in 0..<256 {
                let start = corner + row * width * 4
                guard bytes[start..<start + 1024].elementsEqual(canvas.pixels[row * 1024..<row * 1024 + 1024]) else {
                    Issue.record("row \(row) of \(key)")
                    break
                }
            }
        }
    }
}
