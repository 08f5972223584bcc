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
        /// A hole that lies in no outer ring is taken as an area of its own, so that nothing is lost.
        public var areas: [(outer: [Position], holes: [[Position]])] {
            var areas = rings.filter { Self.signedArea(of: $0) <= 0 }.map { (outer: $0, holes: [[Position]]()) }
            for hole in rings where Self.signedArea(of: hole) > 0 {
                if let index = Self.innermost(of: areas.map(\.outer), containing: hole) {
                    areas[index].holes.append(hole)
                } else {
                    areas.append((outer: hole.reversed(), holes: []))
                }
            }
            return areas
        }

        private static func innermost(of outers: [[Position]], containing hole: [Position]) -> Int? {
            guard let vertex = hole.first else { return nil }
            let containing = outers.indices.filter { contains(outers[$0], vertex) }
            return containing.min { abs(signedArea(of: outers[$0])) < abs(signedArea(of: outers[$1])) }
        }

        /// Twice the area is the sum of cross products; positive if counter-clockwise.
        static func signedArea(of ring: [Position]) -> Double {
            zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
        }

        /// Even-odd rule.
        static func contains(_ ring: [Position], _ vertex: Position) -> Bool {
            var isInside = false
            for (a, b) in zip(ring, ring.dropFirst()) where (a.y > vertex.y) != (b.y > vertex.y) {
                let x = a.x + (vertex.y - a.y) / (b.y - a.y) * (b.x - a.x)
                if vertex.x < x { isInside.toggle() }
            }
            return isInside
        }
    }
}
