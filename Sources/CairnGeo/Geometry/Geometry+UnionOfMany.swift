#if os(Linux) || os(macOS)
    import CGEOS

    extension Geometry {
        /// What lies in one of several geometries, by GEOS: many are joined sooner at once than one by one. Of several kinds areas are kept rather
        /// than lines, and lines rather than places.
        ///
        /// - Returns: Nil of no geometries.
        /// - Throws: As ``union(_:)`` does.
        public static func union(of geometries: [Geometry]) throws(GeometryError) -> Geometry? {
            guard let first = geometries.first else { return nil }
            let reference = try commonSpatialReference(of: geometries)
            let context = try GEOSContext()
            var parts = GEOSParts(context)
            for geometry in geometries { parts.append(try GEOSShape(geometry, context).copied()) }
            let builder = GEOSBuilder(context: context, hasZ: false)
            let all = try GEOSShape(builder.collect(GEOS_GEOMETRYCOLLECTION, &parts), context)
            return try all.changed(by: GEOSUnaryUnion_r).geometry(reference) ?? first.emptied
        }

        private static func commonSpatialReference(of geometries: [Geometry]) throws(GeometryError) -> SpatialReference? {
            var common: SpatialReference?
            for geometry in geometries {
                guard let own = geometry.spatialReference else { continue }
                if let common, common != own { throw .differentSpatialReferences(common, own) }
                common = common ?? own
            }
            return common
        }
    }
#endif
