#if os(Linux) || os(macOS)
    import CGEOS

    /// What GEOS computes of two geometries. It takes the calling thread for as long as it lasts: of a million vertices, for seconds.
    ///
    /// Rings that cross are made areas first, and paths and rings without length or area are left out. Heights are kept, and found between
    /// vertices; measures are lost. Of a result of several kinds, areas are kept rather than lines, and lines rather than points: the union
    /// of an area with a place outside is the area. A result of nothing is an empty geometry.
    ///
    /// A task that is cancelled meanwhile gets ``GeometryError/cancelled``; rings that cross more than 50,000 times are refused.
    extension Geometry {
        /// What lies in one of two geometries, or in both.
        ///
        /// - Throws: ``GeometryError/differentSpatialReferences(_:_:)``; ``GeometryError/malformed(_:)`` for coordinates that are NaN,
        ///   infinite or beyond 1e100; ``GeometryError/notComputed(_:)``.
        public func union(_ other: Geometry) throws(GeometryError) -> Geometry { try combined(with: other, by: GEOSUnion_r) }

        /// What lies in both of two geometries. Areas that only touch have a line in common, or places.
        ///
        /// - Throws: As ``union(_:)`` does.
        public func intersection(_ other: Geometry) throws(GeometryError) -> Geometry {
            try combined(with: other, by: GEOSIntersection_r)
        }

        /// What lies in this geometry and not in another.
        ///
        /// - Throws: As ``union(_:)`` does.
        public func difference(_ other: Geometry) throws(GeometryError) -> Geometry {
            try combined(with: other, by: GEOSDifference_r)
        }

        /// What lies in one of two geometries and not in both.
        ///
        /// - Throws: As ``union(_:)`` does.
        public func symmetricDifference(_ other: Geometry) throws(GeometryError) -> Geometry {
            try combined(with: other, by: GEOSSymDifference_r)
        }

        private func combined(with other: Geometry, by combine: GEOSShape.Combination) throws(GeometryError) -> Geometry {
            let reference = try commonSpatialReference(with: other)
            let context = try GEOSContext()
            let first = try GEOSShape(self, context)
            let second = try GEOSShape(other, context)
            return try first.combined(with: second, by: combine).geometry(reference) ?? emptied.mapPositions(reference) { $0 }
        }

        /// What the coordinates of both mean: a geometry that does not say is taken to be in the other's system.
        func commonSpatialReference(with other: Geometry) throws(GeometryError) -> SpatialReference? {
            guard let own = spatialReference, let others = other.spatialReference else {
                return spatialReference ?? other.spatialReference
            }
            guard own == others else { throw .differentSpatialReferences(own, others) }
            return own
        }

        /// A geometry of this kind with nothing in it.
        var emptied: Geometry {
            switch self {
            case .point: .point(MapPoint(x: .nan, y: .nan, spatialReference: spatialReference))
            case .multipoint: .multipoint(Multipoint(points: [], spatialReference: spatialReference))
            case .polyline: .polyline(Polyline(paths: [], spatialReference: spatialReference))
            case .polygon, .envelope: .polygon(Polygon(rings: [], spatialReference: spatialReference))
            }
        }
    }
#endif
