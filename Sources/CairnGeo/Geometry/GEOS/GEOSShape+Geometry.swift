#if os(Linux) || os(macOS)
    import CGEOS

    extension GEOSShape {
        /// Gives a geometry to GEOS, without measures, in which all that is wrong has been put right.
        ///
        /// Paths and rings without length or area are left out, rings closed, and where they cross or lie in one another as they should not,
        /// GEOS makes areas of them: what an outer ring encloses, without what holes do.
        ///
        /// - Throws: ``GeometryError/malformed(_:)`` for coordinates that are NaN, infinite or beyond 1e100, whose products would be no
        ///   numbers; ``GeometryError/notComputed(_:)``.
        init(_ geometry: Geometry, _ context: GEOSContext) throws(GeometryError) {
            let shape = try GEOSShape(unchecked: geometry, context)
            guard case .polygon(let polygon) = geometry.withoutDegenerateParts, try !shape.passes(GEOSisValid_r) else {
                self = shape
                return
            }
            try self.init(repairing: polygon, context)
        }

        /// As above, with rings that cross as they are.
        init(unchecked geometry: Geometry, _ context: GEOSContext) throws(GeometryError) {
            if let place = geometry.unusablePosition {
                throw .malformed("there is a vertex at \(place.x), \(place.y): coordinates must be numbers from -1e100 to 1e100")
            }
            let sound = geometry.withoutDegenerateParts
            let builder = GEOSBuilder(context: context, hasZ: VertexLayout(of: sound).hasZ)
            try self.init(builder.make(sound), context)
        }
    }

    extension Geometry {
        /// This geometry without paths that have no length and rings too short to have an area. A box without height or width is a line,
        /// and one without both a point; one that is turned round is turned back.
        var withoutDegenerateParts: Geometry {
            switch self {
            case .point, .multipoint: self
            case .polyline(let polyline):
                .polyline(Polyline(paths: polyline.paths.filter(\.hasLength), spatialReference: polyline.spatialReference))
            case .polygon(let polygon):
                .polygon(Polygon(rings: polygon.rings.filter(\.mayHaveArea), spatialReference: polygon.spatialReference))
            case .envelope(let box): Self.simplest(box)
            }
        }

        private static func simplest(_ box: Envelope) -> Geometry {
            let corners = [Position(x: box.xMin, y: box.yMin), Position(x: box.xMax, y: box.yMax)]
            let reference = box.spatialReference
            if !corners.hasLength { return .point(MapPoint(corners[0], spatialReference: reference)) }
            if box.xMin == box.xMax || box.yMin == box.yMax {
                return .polyline(Polyline(paths: [corners], spatialReference: reference))
            }
            return .envelope(box.isEmpty ? box : Envelope(around: corners, spatialReference: reference) ?? box)
        }
    }

    extension [Position] {
        /// Whether there are two places among the vertices.
        var hasLength: Bool { contains { $0.x != self[0].x || $0.y != self[0].y } }

        /// Whether there are three vertices and the first once more.
        var mayHaveArea: Bool { Geometry.Polygon.closed(self).count > 3 }
    }
#endif
