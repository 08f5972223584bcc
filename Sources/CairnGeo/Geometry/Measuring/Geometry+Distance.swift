#if os(Linux) || os(macOS)
    extension Geometry {
        /// How far two geometries are from one another in the plane of the coordinates, by GEOS; nil if one is empty.
        ///
        /// - Throws: As ``intersects(_:)`` does.
        public func planarDistance(to other: Geometry) throws(GeometryError) -> Double? {
            if try intersects(other) { return 0 }
            guard extent != nil, other.extent != nil else { return nil }
            let context = try GEOSContext()
            let first = try GEOSShape(self, context)
            let second = try GEOSShape(other, context)
            return try first.distance(to: second)
        }
    }
#endif
