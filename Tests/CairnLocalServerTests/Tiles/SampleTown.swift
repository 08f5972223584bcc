import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTesting

/// Layers of points, lines and areas around a place.
enum SampleTown {
    static let middle = Position(x: 1_000_000, y: 6_000_000)
    /// What tiles of level 15 to 17 show some of.
    static let extent = box(middle, 1000)

    static func box(_ middle: Position, _ reach: Double) -> Envelope {
        Envelope(
            xMin: middle.x - reach, yMin: middle.y - reach, xMax: middle.x + reach, yMax: middle.y + reach,
            spatialReference: .webMercator)
    }

    static func position(_ generator: inout SeededGenerator, _ reach: Double = 1000) -> Position {
        Position(
            x: middle.x + .random(in: -reach...reach, using: &generator),
            y: middle.y + .random(in: -reach...reach, using: &generator))
    }

    static func areas(_ count: Int, seed: UInt64) -> [Feature] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let (center, size) = (position(&generator), Double.random(in: 5...200, using: &generator))
            func ring(_ size: Double) -> [Position] {
                let corners = [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1), (-1, -1)]
                return corners.map { Position(x: center.x + $0.0 * size, y: center.y + $0.1 * size) }
            }
            let polygon = Geometry.Polygon(
                rings: [ring(size), ring(size / 3).reversed()], spatialReference: .webMercator)
            return Feature(
                attributes: ["name": .string("area \(index % 5)"), "number": .integer(index - 3), "share": .double(0.5)],
                geometry: .polygon(polygon))
        }
    }

    static func lines(_ count: Int, seed: UInt64) -> [Feature] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let path = (0..<Int.random(in: 2...30, using: &generator)).map { _ in position(&generator, 1500) }
            return Feature(
                attributes: ["name": .string("line \(index)")],
                geometry: .polyline(Polyline(paths: [path], spatialReference: .webMercator)))
        }
    }

    static func points(_ count: Int, seed: UInt64) -> [Feature] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let point = MapPoint(position(&generator), spatialReference: .webMercator)
            return Feature(attributes: ["number": .integer(index)], geometry: .point(point))
        }
    }

    static var layers: [DrawnLayer] {
        [
            DrawnLayer(
                "Areas", areas(40, seed: 1),
                style: DrawnStyle(fill: MapColor(0xB5D6A3, alpha: 200), line: MapColor(0x336633), width: 2)),
            DrawnLayer("Lines", lines(12, seed: 2), style: DrawnStyle(line: MapColor(0xFDE9B0), width: 12)),
            DrawnLayer("Points", points(60, seed: 3), style: DrawnStyle(fill: MapColor(0xA11A2B), width: 8, leastWidth: 3)),
        ]
    }

    static func images(tileSize: Int = 256, background: MapColor? = MapColor(0xE9EDDC)) throws -> DrawnTiles {
        try DrawnTiles(
            name: "Sample town", layers: layers, background: background, levels: 10...17, tileSize: tileSize,
            fullExtent: extent, attribution: "Nobody")
    }

    static func vectors() throws -> DrawnVectorTiles {
        try DrawnVectorTiles(
            name: "Sample town", layers: layers, background: MapColor(0xE9EDDC), levels: 8...16, fullExtent: extent)
    }
}
