#if os(Linux) || os(macOS)
    import CGEOS

    extension Geometry {
        /// What lies in one of several geometries, by GEOS: many are joined sooner at once than one by one. Of several kinds areas are kept rather
        /// than lines, and lines rather than places, also where all are empty.
        ///
        /// - Returns: Nil of no geometries.
        /// - Throws: As ``union(_:)`` does.
        public static func union(of geometries: [Geometry]) throws(GeometryError) -> Geometry? {
            let reference = try commonSpatialReference(of: geometries)
            let context = try GEOSContext()
            var parts = GEOSParts(context)
            for geometry in geometries {
                let shape = try GEOSShape(geometry, context)
                // GEOS 3.11 looks for an empty point in an area, and where that lies in memory.
                if try !shape.passes(GEOSisEmpty_r) { parts.append(try shape.copied()) }
            }
            if parts.isEmpty { return empty(of: geometries, reference) }
            let builder = GEOSBuilder(context: context, hasZ: false)
            let all = try GEOSShape(builder.collect(GEOS_GEOMETRYCOLLECTION, &parts), context)
            return try all.changed(by: GEOSUnaryUnion_r).geometry(reference) ?? empty(of: geometries, reference)
        }

        private static func empty(of geometries: [Geometry], _ reference: SpatialReference?) -> Geometry? {
            let kinds = geometries.map(\.emptied)
            let kind = kinds.first(where: \.isArea) ?? kinds.first(where: \.isLine) ?? kinds.first
            return kind?.mapPositions(reference) { $0 }
        }

        private var isArea: Bool { if case .polygon = self { true } else { false } }
        private var isLine: Bool { if case .polyline = self { true } else { false } }

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
