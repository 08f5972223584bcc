import CairnGeo
import CairnTesting

/// Geometries by chance on a small grid, so that they touch, lie in one another and are the same often.
struct GridShape {
    static func place(_ random: inout SeededGenerator) -> Position {
        Position(x: Double(Int.random(in: -10...10, using: &random)), y: Double(Int.random(in: -10...10, using: &random)))
    }

    static func box(_ random: inout SeededGenerator) -> Envelope {
        let (low, width, height) = (place(&random), Int.random(in: 1...8, using: &random), Int.random(in: 1...8, using: &random))
        return Envelope(
            xMin: low.x, yMin: low.y, xMax: low.x + Double(width), yMax: low.y + Double(height), spatialReference: .wgs84)
    }

    static func geometry(_ type: GeometryType, _ random: inout SeededGenerator) -> Geometry {
        switch type {
        case .point: return .point(MapPoint(place(&random), spatialReference: .wgs84))
        case .multipoint:
            let count = Int.random(in: 1...4, using: &random)
            return .multipoint(Multipoint(points: (0..<count).map { _ in place(&random) }, spatialReference: .wgs84))
        case .polyline:
            let count = Int.random(in: 2...5, using: &random)
            return .polyline(Polyline(paths: [(0..<count).map { _ in place(&random) }], spatialReference: .wgs84))
        case .polygon:
            // Without an area it is none, and GEOS answers by chance.
            var (a, b, c, turn) = (Position(x: 0, y: 0), Position(x: 0, y: 0), Position(x: 0, y: 0), 0.0)
            while turn == 0 {
                (a, b, c) = (place(&random), place(&random), place(&random))
                turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
            }
            // Outer rings run clockwise.
            return .polygon(Geometry.Polygon(rings: [turn < 0 ? [a, b, c, a] : [a, c, b, a]], spatialReference: .wgs84))
        }
    }

    /// What a query may ask by.
    static func filter(_ random: inout SeededGenerator) -> Geometry {
        if Bool.random(using: &random) { return .envelope(box(&random)) }
        return geometry(GeometryType.allCases.randomElement(using: &random)!, &random)
    }
}
