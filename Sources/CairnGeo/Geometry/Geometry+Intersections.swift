#if os(Linux) || os(macOS)
    import CGEOS

    extension Geometry {
        /// What lies in both of two geometries, by GEOS, each dimension by itself, the lowest first: several places, lines, areas. Of nothing, none.
        ///
        /// - Throws: As ``intersection(_:)`` does.
        public func intersections(with other: Geometry) throws(GeometryError) -> [Geometry] {
            let reference = try commonSpatialReference(with: other)
            let context = try GEOSContext()
            let first = try GEOSShape(self, context)
            let second = try GEOSShape(other, context)
            return try first.combined(with: second, by: GEOSIntersection_r).geometries(reference)
        }

        /// What bounds the geometry, by GEOS: of areas lines, of lines their ends; of places nil.
        ///
        /// - Throws: ``GeometryError/malformed(_:)`` for coordinates that are NaN, infinite or beyond 1e100;
        ///   ``GeometryError/notComputed(_:)``.
        public func boundary() throws(GeometryError) -> Geometry? {
            switch self {
            case .point, .multipoint: return nil
            case .polyline:
                let ends = try GEOSShape(self, GEOSContext()).changed(by: GEOSBoundary_r).geometry(spatialReference)
                return ends ?? .multipoint(Multipoint(points: [], spatialReference: spatialReference))
            case .polygon, .envelope:
                let lines = try GEOSShape(self, GEOSContext()).changed(by: GEOSBoundary_r).geometry(spatialReference)
                return lines ?? .polyline(Polyline(paths: [], spatialReference: spatialReference))
            }
        }

        /// A place in the geometry, by GEOS: in the middle of areas where they are wide, else one of the geometry; nil if it is empty.
        ///
        /// - Throws: As ``boundary()`` does.
        public func labelPoint() throws(GeometryError) -> MapPoint? {
            let place = try GEOSShape(self, GEOSContext()).changed(by: GEOSPointOnSurface_r).geometry(spatialReference)
            guard case .point(let point) = place, !point.isEmpty else { return nil }
            return point
        }
    }
#endif
