extension Geometry {
    /// An area bounded by rings: outer rings clockwise, holes counter-clockwise, as in Esri JSON.
    public struct Polygon: Sendable, Hashable {
        /// The rings, each closed: its last vertex is its first.
        public var rings: [[Position]]
        /// What the coordinates mean; nil if unknown.
        public var spatialReference: SpatialReference?

        /// A polygon.
        public init(rings: [[Position]], spatialReference: SpatialReference? = nil) {
            self.rings = rings
            self.spatialReference = spatialReference
        }

        /// The rings grouped as areas: each outer ring with the holes that lie in it.
        ///
        /// A hole that lies in no outer ring is taken as an area of its own, so that nothing is lost. In time near linear in the
        /// number of vertices, however many rings there are.
        public var areas: [(outer: [Position], holes: [[Position]])] {
            if rings.count == 1 { return Self.area(of: rings[0]) }
            var grouping = RingGrouping(rings)
            return grouping.areas()
        }
    }
}

extension Geometry.Polygon {
    /// A box; an empty polygon if one of its sides is NaN.
    init(_ box: Envelope) {
        let (xMin, yMin, xMax, yMax) = (box.xMin, box.yMin, box.xMax, box.yMax)
        let corners = [(xMin, yMin), (xMin, yMax), (xMax, yMax), (xMax, yMin), (xMin, yMin)]
        self.init(rings: box.isEmpty ? [] : [corners.map { Position(x: $0.0, y: $0.1) }], spatialReference: box.spatialReference)
    }

    private static func area(of ring: [Position]) -> [(outer: [Position], holes: [[Position]])] {
        if ring.isEmpty { return [] }
        return [(outer: signedArea(of: ring) > 0 ? ring.reversed() : ring, holes: [])]
    }

    /// The area in a ring, positive if it runs counter-clockwise. A ring too large for its area to be a number has the sign all the same.
    static func signedArea(of ring: [Position]) -> Double {
        let area = signedArea(of: ring, scale: 1)
        return area.isFinite ? area : signedArea(of: ring, scale: 0x1p-520) * 0x1p+520
    }

    /// Twice the area is the sum of cross products, here of what each vertex is away from the first: far from the origin, products of the
    /// coordinates themselves would leave nothing of a small ring.
    private static func signedArea(of ring: [Position], scale: Double) -> Double {
        guard let first = ring.first else { return 0 }
        var (sum, last) = (0.0, (x: 0.0, y: 0.0))
        for vertex in ring.dropFirst() {
            let next = (x: vertex.x * scale - first.x * scale, y: vertex.y * scale - first.y * scale)
            sum += last.x * next.y - next.x * last.y
            last = next
        }
        return sum / 2
    }

    /// A ring whose last vertex is its first.
    static func closed(_ ring: [Position]) -> [Position] {
        guard let first = ring.first, let last = ring.last else { return [] }
        // Bits, for NaN is not equal to itself, and would be added each time.
        let isClosed =
            (first.x, first.y) == (last.x, last.y)
            || first.x.bitPattern == last.x.bitPattern && first.y.bitPattern == last.y.bitPattern
        return isClosed ? ring : ring + [first]
    }

    /// The rings of one area, of which others tell the outer one by its place, as Esri tells it by its direction: the first clockwise,
    /// the others not. They are closed; those without vertices are left out.
    static func oriented(_ rings: [[Position]]) -> [[Position]] {
        var oriented: [[Position]] = []
        oriented.reserveCapacity(rings.count)
        for ring in rings where !ring.isEmpty {
            let isClockwise = signedArea(of: ring) < 0
            oriented.append(isClockwise == oriented.isEmpty ? closed(ring) : closed(ring).reversed())
        }
        return oriented
    }
}
