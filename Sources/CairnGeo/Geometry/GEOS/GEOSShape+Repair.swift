#if os(Linux) || os(macOS)
    import CGEOS

    extension GEOSShape {
        /// The areas that rings enclose which cross: what lies in an outer ring, without what lies in a hole.
        ///
        /// Not GEOS's `MakeValid` of the whole: by lines, it makes a hole where two outer rings overlap, and by structure, 3.11 fails on
        /// some rings ("unable to assign hole to a shell").
        init(repairing polygon: Geometry.Polygon, _ context: GEOSContext) throws(GeometryError) {
            let builder = GEOSBuilder(context: context, hasZ: VertexLayout(of: .polygon(polygon)).hasZ)
            let areas = polygon.areas
            let outer = try GEOSShape(enclosedBy: areas.map(\.outer), builder)
            let holes = try GEOSShape(enclosedBy: areas.flatMap(\.holes), builder)
            let shape = try outer.combined(with: holes, by: GEOSDifference_r)
            // Of nothing GEOS makes an empty collection, of which it then takes no relation.
            self =
                try shape.passes(GEOSisEmpty_r)
                ? GEOSShape(builder.make(.polygon(Geometry.Polygon(rings: []))), context) : shape
        }

        /// What lies in one of several rings: of each, what a line from outside comes to by an odd number of crossings.
        private init(enclosedBy rings: [[Position]], _ builder: GEOSBuilder) throws(GeometryError) {
            var areas = GEOSParts(builder.context)
            for ring in rings {
                let shape = try GEOSShape(builder.makeArea(ring, []), builder.context).changed(by: GEOSMakeValid_r)
                // Lines to which parts of a ring have collapsed are lost here.
                if case .polygon(let area)? = try shape.geometry(nil) { areas.append(try builder.make(.polygon(area))) }
            }
            let all = try GEOSShape(builder.collect(GEOS_GEOMETRYCOLLECTION, &areas), builder.context)
            self = try all.changed(by: GEOSUnaryUnion_r)
        }
    }
#endif
