#if os(Linux) || os(macOS)
    import CairnGeo
    import Testing

    /// What is empty, alone and with what is not.
    struct EmptyGeometryTests {
        static let empties: [Geometry] = [
            .point(MapPoint(x: .nan, y: .nan)), .multipoint(Multipoint(points: [])), .polyline(Polyline(paths: [])),
            .polyline(Polyline(paths: [[]])), .polyline(Polyline(paths: [[Position(x: 1, y: 1)]])),
            .polygon(Geometry.Polygon(rings: [])), .polygon(Geometry.Polygon(rings: [[]])),
            .envelope(Envelope(xMin: .nan, yMin: .nan, xMax: .nan, yMax: .nan)),
        ]

        static let kinds = [
            "POINT (1 1)", "MULTIPOINT ((1 1), (2 2))", "LINESTRING (0 0, 4 4)", "MULTILINESTRING ((0 0, 4 4), (5 5, 6 6))",
            "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))",
            "MULTIPOLYGON (((0 0, 0 4, 4 4, 4 0, 0 0)), ((10 0, 10 4, 14 4, 14 0, 10 0)))",
        ]

        /// Whether it is all that there is in a result.
        private func isAll(_ result: Geometry?, _ geometry: Geometry) throws -> Bool {
            try result?.isTopologicallyEqual(to: geometry) ?? false
        }

        /// Of places 0, of lines 1, of areas 2.
        private func dimension(of geometry: Geometry?) -> Int? {
            switch geometry {
            case .point, .multipoint: 0
            case .polyline: 1
            case .polygon, .envelope: 2
            case nil: nil
            }
        }

        @Test(arguments: empties, kinds) func `what is empty adds nothing and takes nothing away`(
            empty: Geometry, kind: String
        ) throws {
            let geometry = try Geometry(wkt: kind)
            #expect(try isAll(empty.union(geometry), geometry) && isAll(geometry.union(empty), geometry))
            #expect(try isAll(Geometry.union(of: [empty, geometry]), geometry))
            #expect(try isAll(Geometry.union(of: [geometry, empty, geometry, empty]), geometry))
            #expect(try isAll(geometry.difference(empty), geometry) && empty.difference(geometry).extent == nil)
            #expect(try isAll(geometry.symmetricDifference(empty), geometry))
            #expect(try isAll(empty.symmetricDifference(geometry), geometry))
            #expect(try empty.intersection(geometry).extent == nil && geometry.intersection(empty).extent == nil)
            #expect(try empty.intersections(with: geometry).isEmpty && geometry.intersections(with: empty).isEmpty)
        }

        @Test(arguments: empties, kinds) func `what is empty is related to nothing, and nowhere near`(
            empty: Geometry, kind: String
        ) throws {
            let geometry = try Geometry(wkt: kind)
            for (first, second) in [(empty, geometry), (geometry, empty)] {
                #expect(try first.isDisjoint(with: second) && !first.intersects(second) && !first.touches(second))
                #expect(try !first.contains(second) && !first.isWithin(second) && !first.crosses(second))
                #expect(try !first.overlaps(second) && !first.isTopologicallyEqual(to: second))
                #expect(try first.relates(to: second, pattern: "FF*FF****"))
                #expect(try !first.relates(to: second, pattern: "T********"))
                #expect(try first.planarDistance(to: second) == nil)
                let prepared = try PreparedGeometry(first)
                #expect(try !prepared.intersects(second) && !prepared.contains(second) && !prepared.isWithin(second))
            }
        }

        @Test(arguments: empties, empties) func `of empty ones alone the union is empty, and of the widest kind`(
            first: Geometry, second: Geometry
        ) throws {
            let (two, many) = (try first.union(second), try Geometry.union(of: [first, second]))
            #expect(two.extent == nil && many?.extent == nil)
            let widest = max(dimension(of: first) ?? 0, dimension(of: second) ?? 0)
            #expect(dimension(of: two) == widest && dimension(of: many) == widest)
            #expect(try !first.intersects(second) && first.intersection(second).extent == nil)
        }

        @Test func `an empty union has the system of what it is made of`() throws {
            let (place, area) = (
                Geometry.point(MapPoint(x: .nan, y: .nan, spatialReference: .wgs84)),
                Geometry.polygon(Geometry.Polygon(rings: []))
            )
            #expect(try Geometry.union(of: [place, area]) == .polygon(Geometry.Polygon(rings: [], spatialReference: .wgs84)))
            #expect(try Geometry.union(of: [area]) == area)
        }
    }
#endif
