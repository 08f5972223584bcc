#if os(Linux) || os(macOS)
    import CGEOS

    extension Geometry {
        /// How far two geometries are from one another in the plane of the coordinates, by GEOS; nil if one is empty.
        ///
        /// - Throws: As ``intersects(_:)`` does.
        public func planarDistance(to other: Geometry) throws(GeometryError) -> Double? {
            if try intersects(other) { return 0 }
            let context = try GEOSContext()
            let first = try GEOSShape(self, context)
            let second = try GEOSShape(other, context)
            // Paths without length are left out, and may have been all that there was.
            let areEmpty = (try first.passes(GEOSisEmpty_r), try second.passes(GEOSisEmpty_r))
            if areEmpty.0 || areEmpty.1 { return nil }
            return try first.distance(to: second)
        }
    }
#endif
