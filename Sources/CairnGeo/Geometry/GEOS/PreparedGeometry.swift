#if os(Linux) || os(macOS)
    import CGEOS

    /// A geometry that many others are held against, such as the filter of a query: GEOS indexes it once, and each answer takes a fraction of
    /// the time. Otherwise it answers as ``Geometry/intersects(_:)`` and its siblings do.
    ///
    /// Not thread-safe: it belongs to one actor, or one thread at a time.
    package final class PreparedGeometry {
        private let geometry: Geometry
        private let extent: Envelope?
        private let context: GEOSContext
        private let shape: GEOSShape
        private let prepared: OpaquePointer

        /// - Throws: ``GeometryError/malformed(_:)`` for coordinates that are NaN, infinite or beyond 1e100;
        ///   ``GeometryError/notComputed(_:)``.
        package init(_ geometry: Geometry) throws(GeometryError) {
            self.geometry = geometry
            extent = geometry.extent
            context = try GEOSContext()
            shape = try GEOSShape(geometry, context)
            prepared = try shape.prepared()
        }

        deinit {
            GEOSPreparedGeom_destroy_r(context.handle, prepared)
        }

        /// Whether it has a place in common with another geometry.
        package func intersects(_ other: Geometry) throws(GeometryError) -> Bool {
            try isRelated(to: other, by: GEOSPreparedIntersects_r)
        }

        /// Whether it contains another geometry.
        package func contains(_ other: Geometry) throws(GeometryError) -> Bool {
            try isRelated(to: other, by: GEOSPreparedContains_r)
        }

        /// Whether another geometry contains it.
        package func isWithin(_ other: Geometry) throws(GeometryError) -> Bool {
            try isRelated(to: other, by: GEOSPreparedWithin_r)
        }

        /// Whether it has its boundary in common with another geometry, and nothing within.
        package func touches(_ other: Geometry) throws(GeometryError) -> Bool {
            try isRelated(to: other, by: GEOSPreparedTouches_r)
        }

        /// Whether one of the two lies partly in the other and partly outside, or two lines meet in single places.
        package func crosses(_ other: Geometry) throws(GeometryError) -> Bool {
            try isRelated(to: other, by: GEOSPreparedCrosses_r)
        }

        /// Whether it shares some of itself with another geometry of its dimension, and each has some to itself.
        package func overlaps(_ other: Geometry) throws(GeometryError) -> Bool {
            try isRelated(to: other, by: GEOSPreparedOverlaps_r)
        }

        private func isRelated(to other: Geometry, by relate: GEOSShape.Relation) throws(GeometryError) -> Bool {
            _ = try geometry.commonSpatialReference(with: other)
            if other.unusablePosition == nil, !extent.meets(other.extent) { return false }
            return try GEOSShape(other, context).isRelated(to: prepared, by: relate)
        }
    }
#else
    /// There is none where there is no GEOS.
    package final class PreparedGeometry {
        private let none: Never

        package init(_ geometry: Geometry) throws(GeometryError) {
            throw .notComputed("on this platform only rectangles can be related, and places with rectangles")
        }

        package func intersects(_ other: Geometry) throws(GeometryError) -> Bool { switch none {} }
        package func contains(_ other: Geometry) throws(GeometryError) -> Bool { switch none {} }
        package func isWithin(_ other: Geometry) throws(GeometryError) -> Bool { switch none {} }
        package func touches(_ other: Geometry) throws(GeometryError) -> Bool { switch none {} }
        package func crosses(_ other: Geometry) throws(GeometryError) -> Bool { switch none {} }
        package func overlaps(_ other: Geometry) throws(GeometryError) -> Bool { switch none {} }
    }
#endif
