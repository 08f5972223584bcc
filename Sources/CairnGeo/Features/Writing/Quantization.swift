package import CairnCore

/// A grid on which coordinates are whole numbers, as clients ask for it by `quantizationParameters`.
package struct Quantization: Sendable, Hashable {
    /// The length of a step.
    package let scale: Double
    /// Where the grid's zero lies.
    package let (x, y): (Double, Double)
    /// Whether y counts downwards.
    package let isFromUpperLeft: Bool
    /// Whether vertices that come to lie where the one before lies are left out.
    package let leavesOutRepeated: Bool

    package init(scale: Double, x: Double, y: Double, isFromUpperLeft: Bool = true, leavesOutRepeated: Bool = true) {
        (self.scale, self.x, self.y) = (scale, x, y)
        (self.isFromUpperLeft, self.leavesOutRepeated) = (isFromUpperLeft, leavesOutRepeated)
    }

    /// What an answer in JSON says of it.
    package var esriJSON: JSONValue {
        [
            "originPosition": .string(isFromUpperLeft ? "upperLeft" : "lowerLeft"),
            "scale": .array([.number(scale), .number(scale)]), "translate": .array([.number(x), .number(y)]),
        ]
    }

    /// A geometry on the grid: its coordinates are whole numbers. Vertices without a place are left out.
    ///
    /// - Throws: ``GeometryError/unsupported(_:advice:)`` where the grid is so fine that doubles do not tell its places apart.
    package func snapped(_ geometry: Geometry) throws(GeometryError) -> Geometry {
        switch geometry {
        case .point(let point):
            guard point.position.hasPlace else { return geometry }
            return .point(MapPoint(try snapped(point.position), spatialReference: point.spatialReference))
        case .multipoint(let points):
            return .multipoint(
                Multipoint(points: try snapped(points.points, least: nil), spatialReference: points.spatialReference))
        case .polyline(let line):
            return .polyline(Polyline(paths: try snapped(line.paths, least: 2), spatialReference: line.spatialReference))
        case .polygon(let polygon):
            return .polygon(
                Geometry.Polygon(rings: try snapped(polygon.rings, least: 4), spatialReference: polygon.spatialReference))
        case .envelope: throw .unsupported("Envelopes as features", advice: "make polygons of them")
        }
    }

    /// Of each part what vertices are away from the one before, but for the first, as answers in JSON have them.
    package static func deltas(of geometry: Geometry) -> Geometry {
        switch geometry {
        case .point, .envelope: geometry
        case .multipoint(let points):
            .multipoint(Multipoint(points: deltas(of: points.points), spatialReference: points.spatialReference))
        case .polyline(let line):
            .polyline(Polyline(paths: line.paths.map(deltas), spatialReference: line.spatialReference))
        case .polygon(let polygon):
            .polygon(Geometry.Polygon(rings: polygon.rings.map(deltas), spatialReference: polygon.spatialReference))
        }
    }

    private static func deltas(of part: [Position]) -> [Position] {
        var last = Position(x: 0, y: 0)
        return part.map { position in
            defer { last = position }
            return Position(x: position.x - last.x, y: position.y - last.y, z: position.z, m: position.m)
        }
    }

    private func snapped(_ parts: [[Position]], least: Int) throws(GeometryError) -> [[Position]] {
        var result: [[Position]] = []
        for part in parts { result.append(try snapped(part, least: least)) }
        return result
    }

    /// - Parameter least: How many vertices the part must have, however few differ; nil for places that are all kept.
    private func snapped(_ part: [Position], least: Int?) throws(GeometryError) -> [Position] {
        var all: [Position] = []
        for position in part where position.hasPlace { all.append(try snapped(position)) }
        guard let least, leavesOutRepeated, all.count > least else { return all }
        var result = [all[0]]
        for position in all.dropFirst() where position.x != result[result.count - 1].x || position.y != result[result.count - 1].y
        {
            result.append(position)
        }
        if result.count >= least { return result }
        // What has become a point is a part still: some of its vertices, with the first and the last.
        return (0..<least).map { all[$0 * (all.count - 1) / (least - 1)] }
    }

    private func snapped(_ position: Position) throws(GeometryError) -> Position {
        let place = Position(
            x: ((position.x - x) / scale).rounded(), y: ((isFromUpperLeft ? y - position.y : position.y - y) / scale).rounded(),
            z: position.z, m: position.m)
        guard abs(place.x) <= 0x1p52, abs(place.y) <= 0x1p52 else {
            throw .unsupported(
                "Grids of steps of \(scale), on which a vertex has no whole numbers,", advice: "ask for larger steps, or for none"
            )
        }
        return place
    }
}
