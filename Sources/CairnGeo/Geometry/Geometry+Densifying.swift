import CairnCore

extension Geometry {
    /// How many vertices a geometry that is made here may have.
    static let mostVertices = 1_000_000

    /// This geometry with vertices between its own, so that no segment is longer than that in the plane of the coordinates. A box becomes an area.
    ///
    /// Heights and measures are found between those of the ends.
    ///
    /// - Throws: ``GeometryError/malformed(_:)`` for a length that is not above 0, and coordinates that are NaN, infinite or beyond 1e100;
    ///   ``GeometryError/tooManyVertices(limit:)`` beyond a million.
    public func densified(maximumSegmentLength: Double) throws(GeometryError) -> Geometry {
        try refined(maximumSegmentLength) { (start, end) in
            (start.planarDistance(to: end), { fraction in start.toward(end, fraction) })
        }
    }

    /// Puts vertices on segments.
    ///
    /// - Parameter measure: How long a segment is, and the place a part of the way along it.
    func refined(
        _ length: Double, _ measure: (Position, Position) -> (length: Double, place: (Double) -> Position)
    ) throws(GeometryError) -> Geometry {
        guard length > 0 else { throw .malformed("a segment of \(length) is none: it must be longer than 0") }
        try expectUsable()
        var left = Self.mostVertices
        func refine(_ parts: [[Position]]) throws(GeometryError) -> [[Position]] {
            var refined: [[Position]] = []
            for part in parts { refined.append(try Self.refine(part, length, &left, measure)) }
            return refined
        }
        switch self {
        case .point, .multipoint: return self
        case .polyline(let line):
            return .polyline(Polyline(paths: try refine(line.paths), spatialReference: line.spatialReference))
        case .polygon(let polygon):
            return .polygon(Polygon(rings: try refine(polygon.rings), spatialReference: polygon.spatialReference))
        case .envelope(let box):
            return .polygon(Polygon(rings: try refine(Polygon(box).rings), spatialReference: box.spatialReference))
        }
    }

    private static func refine(
        _ part: [Position], _ length: Double, _ left: inout Int,
        _ measure: (Position, Position) -> (length: Double, place: (Double) -> Position)
    ) throws(GeometryError) -> [Position] {
        var refined = Array(part.prefix(1))
        for end in part.dropFirst() {
            let start = refined[refined.count - 1]
            let (distance, place) = measure(start, end)
            guard let pieces = Int(rounding: distance / length, .up), pieces <= left else {
                throw .tooManyVertices(limit: mostVertices)
            }
            left -= max(1, pieces)
            for piece in 1..<max(1, pieces) { refined.append(place(Double(piece) / Double(pieces))) }
            refined.append(place(1))
        }
        return refined
    }

    /// - Throws: ``GeometryError/malformed(_:)`` for coordinates with which nothing can be computed.
    func expectUsable() throws(GeometryError) {
        guard let place = unusablePosition else { return }
        throw .malformed("there is a vertex at \(place.x), \(place.y): coordinates must be numbers from -1e100 to 1e100")
    }
}
