import Foundation

/// Measures in the plane of the coordinates: of degrees they say little, and of Web Mercator too much. On the ground measure by ``Geodesic``.
extension Geometry {
    /// How long the lines are, and what goes round areas, in the units of the coordinates; of places 0.
    public var planarLength: Double {
        switch self {
        case .point, .multipoint: 0
        case .polyline(let line): Self.length(of: line.paths)
        case .polygon(let polygon): Self.length(of: polygon.rings.map(Polygon.closed))
        case .envelope(let box): Self.length(of: Polygon(box).rings)
        }
    }

    /// What areas cover, holes left out, in the squared units of the coordinates; of lines and places 0.
    public var planarArea: Double {
        switch self {
        case .point, .multipoint, .polyline: 0
        case .polygon(let polygon): Self.area(of: polygon)
        case .envelope(let box): Self.area(of: Polygon(box))
        }
    }

    private static func length(of parts: [[Position]]) -> Double {
        parts.reduce(0) { total, part in zip(part, part.dropFirst()).reduce(total) { $0 + $1.0.planarDistance(to: $1.1) } }
    }

    private static func area(of polygon: Polygon) -> Double {
        polygon.areas.reduce(0) { total, area in
            area.holes.reduce(total + abs(Polygon.signedArea(of: area.outer))) { $0 - abs(Polygon.signedArea(of: $1)) }
        }
    }
}

extension Position {
    func planarDistance(to other: Position) -> Double { hypot(other.x - x, other.y - y) }

    /// The place a part of the way to another; heights and measures between those of both, where both have them.
    func toward(_ end: Position, _ fraction: Double) -> Position {
        func between(_ from: Double, _ to: Double) -> Double { from * (1 - fraction) + to * fraction }
        func between(_ from: Double?, _ to: Double?) -> Double? {
            guard let from, let to else { return nil }
            return from * (1 - fraction) + to * fraction
        }
        return Position(x: between(x, end.x), y: between(y, end.y), z: between(z, end.z), m: between(m, end.m))
    }
}
