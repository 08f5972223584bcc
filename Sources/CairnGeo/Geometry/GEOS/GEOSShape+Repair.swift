#if os(Linux) || os(macOS)
    import CGEOS

    extension GEOSShape {
        /// The areas that rings enclose which cross: what lies in an outer ring, without what lies in a hole.
        ///
        /// Not by GEOS's `MakeValid`: by lines, it makes a hole where two outer rings overlap, and takes minutes for a ring of 500 vertices by
        /// chance; by structure, 3.11 fails on some rings ("unable to assign hole to a shell").
        ///
        /// - Throws: ``GeometryError/notComputed(_:)`` for rings that cross more often than is borne.
        init(repairing polygon: Geometry.Polygon, _ context: GEOSContext) throws(GeometryError) {
            if try RingCrossings(polygon.rings).areTooMany() { throw .tangled }
            let builder = GEOSBuilder(context: context, hasZ: VertexLayout(of: .polygon(polygon)).hasZ)
            let areas = polygon.areas
            let shape = try GEOSShape(areas, builder)
            // Of nothing GEOS makes an empty collection, of which it then takes no relation.
            self =
                try shape.passes(GEOSisEmpty_r)
                ? GEOSShape(builder.make(.polygon(Geometry.Polygon(rings: []))), context) : shape
        }

        private init(_ areas: [(outer: [Position], holes: [[Position]])], _ builder: GEOSBuilder) throws(GeometryError) {
            let holes = areas.flatMap(\.holes)
            let outer = try GEOSShape(enclosedBy: areas.map(\.outer), builder)
            self = holes.isEmpty ? outer : try outer.combined(with: GEOSShape(enclosedBy: holes, builder), by: GEOSDifference_r)
        }

        /// What lies in one of several rings.
        private init(enclosedBy rings: [[Position]], _ builder: GEOSBuilder) throws(GeometryError) {
            if rings.count == 1 {
                try self.init(enclosedBy: rings[0], builder)
                return
            }
            var areas = GEOSParts(builder.context)
            for ring in rings { areas.append(try GEOSShape(enclosedBy: ring, builder).copied()) }
            let all = try GEOSShape(builder.collect(GEOS_GEOMETRYCOLLECTION, &areas), builder.context)
            self = try all.changed(by: GEOSUnaryUnion_r)
        }

        /// The faces between a ring's edges, cut where they cross, from which an odd number of edges leads outside.
        private init(enclosedBy ring: [Position], _ builder: GEOSBuilder) throws(GeometryError) {
            let area = try GEOSShape(builder.makeArea(ring, []), builder.context)
            if try area.passes(GEOSisValid_r) {
                self = area
                return
            }
            let line = Geometry.polyline(Polyline(paths: [Geometry.Polygon.closed(ring)]))
            let edges = try GEOSShape(builder.make(line), builder.context).changed(by: GEOSUnaryUnion_r)
            let faces = try edges.changed { context, edges in
                var list = [edges]
                return GEOSPolygonize_r(context, &list, 1)
            }
            var rings: [[[Position]]] = []
            try faces.forEachPart { (part) throws(GeometryError) in
                var reader = GEOSReader(builder.context)
                try reader.read(part)
                rings.append(reader.rings)
            }
            let depths = FaceDepths(rings).depths
            var within = GEOSParts(builder.context)
            var face = 0
            try faces.forEachPart { (part) throws(GeometryError) in
                if depths[face] % 2 == 1 { within.append(try builder.context.copy(of: part)) }
                face += 1
            }
            let shape = try GEOSShape(builder.collect(GEOS_MULTIPOLYGON, &within), builder.context)
            // Two that have an edge in common, which the ring has twice, are one.
            self = try shape.passes(GEOSisValid_r) ? shape : shape.changed(by: GEOSUnaryUnion_r)
        }
    }

    extension GeometryError {
        fileprivate static var tangled: GeometryError {
            .notComputed(
                "the polygon's rings cross more than \(RingCrossings.most) times, or lie close together too often; simplify it, or have it repaired where it comes from"
            )
        }
    }
#endif
