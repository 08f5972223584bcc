#if os(Linux) || os(macOS)
    import CGEOS
    import CairnCore

    extension Geometry {
        /// The area within a distance of a geometry, by GEOS.
        ///
        /// It takes the calling thread for as long as it lasts. In degrees the distance is one of degrees, which is no circle on the
        /// ground: project first.
        ///
        /// - Parameters:
        ///   - distance: In the units of the coordinates. Below zero, areas shrink, and lines and points vanish.
        ///   - segmentsPerQuarter: How many segments make a quarter of a circle, from 1 to 1000; what is outside is taken for the nearest.
        /// - Returns: A polygon.
        /// - Throws: ``GeometryError/malformed(_:)`` for coordinates or a distance that is NaN, infinite or beyond 1e100;
        ///   ``GeometryError/notComputed(_:)``.
        public func buffered(by distance: Double, segmentsPerQuarter: Int = 8) throws(GeometryError) -> Geometry {
            guard abs(distance) <= 1e100 else {
                throw .malformed("a distance of \(distance) is none: it must be a number below 1e100")
            }
            let segments = Int32(max(1, min(1000, segmentsPerQuarter)))
            return try changed { GEOSBuffer_r($0, $1, distance, segments) }
        }

        /// The smallest convex geometry around this one, by GEOS: a polygon, or where all lies on a line or in one place, that.
        ///
        /// - Throws: ``GeometryError/malformed(_:)`` for coordinates that are NaN, infinite or beyond 1e100;
        ///   ``GeometryError/notComputed(_:)``.
        public func convexHull() throws(GeometryError) -> Geometry { try changed(by: GEOSConvexHull_r) }

        private func changed(by change: GEOSShape.Change) throws(GeometryError) -> Geometry {
            let shape = try GEOSShape(self, GEOSContext())
            return try shape.changed(by: change).geometry(spatialReference) ?? emptied
        }
    }
#endif
