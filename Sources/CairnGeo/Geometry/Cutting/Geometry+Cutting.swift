#if os(Linux) || os(macOS)
    import CGEOS

    extension Geometry {
        /// What lines or areas fall into along a line.
        ///
        /// What lies to the left of the cutter comes first, all in one geometry, then what lies to the right, then each part that has the cutter on both
        /// sides, and what the cutter does not bound. The cutter cuts an area where it passes through it, or divides it with another of its paths; where
        /// it ends within it does not. Areas are cut by GEOS, and lose their measures.
        ///
        /// - Returns: Nothing if nothing was cut, and for places.
        /// - Throws: As ``intersection(_:)`` does; ``GeometryError/tooManyVertices(limit:)`` for lines that cross too often.
        public func cut(along cutter: Polyline) throws(GeometryError) -> [Geometry] {
            let reference = try commonSpatialReference(with: .polyline(cutter))
            try Geometry.polyline(cutter).expectUsable()
            try expectUsable()
            switch self {
            case .point, .multipoint: return []
            case .polyline(let line):
                var lines = LineCutter(SegmentIndex(cutter.paths))
                for path in line.paths { try lines.cut(path) }
                guard lines.isDivided else { return [] }
                return lines.sides.groups.map { .polyline(Polyline(paths: $0, spatialReference: reference)) }
            case .polygon, .envelope:
                let sides = try cutArea(SegmentIndex(cutter.paths), cutter)
                return sides.groups.map { .polygon(Polygon(rings: $0, spatialReference: reference)) }
            }
        }

        /// The faces between the boundary and the cutter that lie in the area.
        private func cutArea(_ cutter: SegmentIndex, _ line: Polyline) throws(GeometryError) -> CutSides {
            let (context, area) = (try GEOSContext(), try PreparedGeometry(self))
            let rings = try GEOSShape(self, context).geometry(nil)?.parts ?? []
            let edges = Geometry.polyline(Polyline(paths: rings + line.paths))
            let faces = try GEOSShape(edges, context).changed(by: GEOSUnaryUnion_r).changed { context, edges in
                var list = [edges]
                return GEOSPolygonize_r(context, &list, 1)
            }
            let boundary = SegmentIndex(rings)
            let tolerance = (extent.map { max($0.xMax - $0.xMin, $0.yMax - $0.yMin) } ?? 0) * 1e-9
            var sides = CutSides()
            try faces.forEachPart { (part) throws(GeometryError) in
                let face = try GEOSShape(context.copy(of: part), context)
                let within = try face.changed(by: GEOSPointOnSurface_r).geometry(spatialReference)
                guard let within, try area.contains(within), let rings = try face.geometry(nil)?.parts else { return }
                sides.add(rings, Self.side(of: rings, cutter, boundary, tolerance))
            }
            return sides
        }

        /// Rings have what they bound to their right.
        private static func side(
            of rings: [[Position]], _ cutter: SegmentIndex, _ boundary: SegmentIndex, _ tolerance: Double
        ) -> CutSides.Side? {
            var side: CutSides.Side?
            for ring in rings {
                for (start, end) in zip(ring, ring.dropFirst()) {
                    guard let carrier = cutter.carrier(of: start, end, within: tolerance),
                        boundary.carrier(of: start, end, within: tolerance) == nil
                    else { continue }
                    let (dx, dy) = (carrier.end.x - carrier.start.x, carrier.end.y - carrier.start.y)
                    let isAlong = (end.x - start.x) * dx + (end.y - start.y) * dy > 0
                    side = (isAlong ? CutSides.Side.right : .left).and(side)
                }
            }
            return side
        }
    }
#endif
