#if os(Linux) || os(macOS)
    import CairnGeo
    import CairnTesting
    import Testing

    struct OverlayTests {
        private func square(_ x: Double, _ y: Double, _ size: Double) -> [Position] {
            [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)].map { Position(x: x + $0.0 * size, y: y + $0.1 * size) }
        }

        private func polygon(_ rings: [Position]..., reference: SpatialReference? = nil) -> Geometry {
            .polygon(Geometry.Polygon(rings: rings, spatialReference: reference))
        }

        @Test func `areas of unions and intersections add up`() throws {
            var random = RandomShape(seed: 41)
            for _ in 0..<500 {
                let (first, second) = (random.star(), random.star())
                let (union, intersection) = (try first.union(second), try first.intersection(second))
                #expect(abs(union.area + intersection.area - first.area - second.area) < 1e-9)
                #expect(abs(try first.difference(second).area - (first.area - intersection.area)) < 1e-9)
                #expect(abs(try first.symmetricDifference(second).area - (union.area - intersection.area)) < 1e-9)
                #expect(try union.isValid && intersection.isValid)
            }
        }

        @Test func `shapely computes the same`() async throws {
            var random = RandomShape(seed: 42)
            let pairs = (0..<2000).map { $0 % 4 == 0 ? (random.star(), random.star()) : (random.next(), random.next()) }
            let script = """
                a, b, *ours = [from_wkb(word) for word in line.split(" ")]
                def best(g):
                    parts = [p for p in shapely.get_parts(g) if not p.is_empty]
                    top = max([shapely.get_dimensions(p) for p in parts], default=-1)
                    return shapely.union_all([p for p in parts if shapely.get_dimensions(p) == top]), top
                answer = "same"
                for name, mine in zip(("union", "intersection", "difference", "symmetric_difference"), ours):
                    theirs, top = best(getattr(shapely, name)(a, b))
                    # The last digit may differ from one version of GEOS to the next.
                    near = shapely.hausdorff_distance(theirs, mine) < 1e-9 and abs(theirs.length - mine.length) < 1e-9
                    alike = mine.is_empty if top < 0 else shapely.get_dimensions(mine) == top and (
                        shapely.symmetric_difference(theirs, mine).area < 1e-9 if top == 2 else near)
                    if not alike:
                        answer = f"{name}: {a}, {b}: {mine}, not {theirs}"
                """
            let lines = try pairs.map { first, second in
                let results = [
                    try first.union(second), try first.intersection(second), try first.difference(second),
                    try first.symmetricDifference(second),
                ]
                return ([first, second] + results).map { String(hex: $0.wkb()) }.joined(separator: " ")
            }
            guard let answers = try await Shapely().answers(to: lines, script) else { return }
            #expect(answers.count == pairs.count)
            for answer in answers { #expect(answer == "same") }
        }

        @Test func `results are Esri's polygons, with the system of what they are made of`() throws {
            let first = polygon(square(0, 0, 10), reference: .webMercator)
            let hole = try first.difference(polygon(square(2, 2, 2)))
            guard case .polygon(let ring) = hole else { return #expect(Bool(false)) }
            #expect(ring.spatialReference == .webMercator)
            #expect(ring.areas.count == 1 && ring.areas[0].holes.count == 1)
            #expect(hole.area == 96)
            guard case .polygon(let apart) = try first.union(polygon(square(20, 0, 1))) else { return #expect(Bool(false)) }
            #expect(apart.areas.count == 2)
        }

        @Test func `of results of several kinds the one of the highest dimension is kept`() throws {
            let area = polygon(square(0, 0, 10))
            #expect(try area.union(.point(MapPoint(x: 20, y: 20))).area == 100)
            let touching = try area.intersection(polygon(square(10, 0, 10)))
            #expect(touching.wkt() == "LINESTRING (10 10, 10 0)" || touching.wkt() == "LINESTRING (10 0, 10 10)")
            #expect(try area.intersection(polygon(square(10, 10, 10))) == .point(MapPoint(x: 10, y: 10)))
            #expect(try area.intersection(polygon(square(50, 0, 10))) == .polygon(Geometry.Polygon(rings: [])))
            #expect(try area.difference(area).extent == nil)
        }

        @Test func `different systems are refused`() throws {
            let first = polygon(square(0, 0, 1), reference: .wgs84)
            let second = polygon(square(0, 0, 1), reference: .webMercator)
            #expect(throws: GeometryError.differentSpatialReferences(.wgs84, .webMercator)) { try first.union(second) }
            #expect(throws: GeometryError.differentSpatialReferences(.wgs84, .webMercator)) { try first.intersects(second) }
            #expect(throws: GeometryError.differentSpatialReferences(.wgs84, .webMercator)) {
                try first.relates(to: second, pattern: "T********")
            }
            #expect(try first.union(polygon(square(0, 0, 2))).spatialReference == .wgs84)
        }

        @Test(arguments: [Double.nan, .infinity, -.infinity, 1e308, 1.1e100])
        func `coordinates that are no use are refused`(number: Double) throws {
            var ring = square(0, 0, 1)
            ring[2].y = number
            let (bad, good) = (polygon(ring), polygon(square(0, 0, 2)))
            #expect(throws: GeometryError.self) { try bad.union(good) }
            #expect(throws: GeometryError.self) { try good.intersection(bad) }
            #expect(throws: GeometryError.self) { try good.intersects(bad) }
            #expect(throws: GeometryError.self) { try bad.convexHull() }
            #expect(throws: GeometryError.self) { try bad.buffered(by: 1) }
            #expect(throws: GeometryError.self) { try good.buffered(by: number) }
            #expect(throws: GeometryError.self) { try bad.madeValid() }
            #expect(try !bad.isValid)
        }

        @Test func `the largest coordinates that are taken are computed with`() throws {
            let first = polygon(square(-1e100, -1e100, 2e100))
            let second = polygon(square(0, 0, 1e100))
            #expect(try first.contains(second))
            #expect(abs(try first.intersection(second).area / 1e200 - 1) < 1e-9)
        }

        @Test func `rings that cross are made areas first`() throws {
            let bowTie = [(0.0, 0.0), (2, 2), (2, 0), (0, 2), (0, 0)].map { Position(x: $0.0, y: $0.1) }
            #expect(try polygon(bowTie).invalidity?.contains("Self-intersection") == true)
            #expect(abs(try polygon(bowTie).madeValid().area - 2) < 1e-12)
            #expect(abs(try polygon(bowTie).union(polygon(square(10, 0, 1))).area - 3) < 1e-12)
            #expect(try !polygon(bowTie).intersects(.point(MapPoint(x: 1, y: 0.5))))
            // Two outer rings that overlap are one area, and what juts out of a hole is none.
            #expect(try polygon(square(0, 0, 2), square(1, 0, 2)).madeValid().area == 6)
            #expect(try polygon(square(0, 0, 2), square(1, 0.5, 1.5).reversed()).madeValid().area == 2.5)
        }

        /// Rings of any direction that cross one another and themselves, run back over themselves, and enclose nothing.
        private func tangles(_ count: Int, seed: UInt64) -> [Geometry] {
            var random = SeededGenerator(seed: seed)
            return (0..<count).map { _ in
                let rings = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    (0..<Int.random(in: 1...8, using: &random)).map { _ in
                        Position(x: .random(in: 0...4, using: &random).rounded(), y: .random(in: 0...4, using: &random).rounded())
                    }
                }
                return .polygon(Geometry.Polygon(rings: rings))
            }
        }

        @Test func `random rings are made valid, whatever they cross`() throws {
            for geometry in tangles(1000, seed: 43) {
                let valid = try geometry.madeValid()
                #expect(try valid.isValid && valid.madeValid() == valid)
                #expect(abs(try geometry.union(valid).area - valid.area) < 1e-9)
                #expect(try geometry.buffered(by: 0.5).isValid)
                #expect(try geometry.intersects(valid) == (valid.extent != nil))
            }
        }

        @Test func `shapely finds the same areas in one ring that crosses itself`() async throws {
            let rings = tangles(1000, seed: 44).compactMap { geometry in
                if case .polygon(let polygon) = geometry, polygon.rings[0].count > 3 { polygon.rings[0] } else { nil }
            }
            let script = """
                g = shapely.make_valid(from_wkb(line))
                answer = str(sum(p.area for p in shapely.get_parts(g)))
                """
            let lines = rings.map { String(hex: polygon($0).wkb()) }
            guard let answers = try await Shapely().answers(to: lines, script) else { return }
            for (ring, answer) in zip(rings, answers) {
                #expect(abs(try polygon(ring).madeValid().area - (Double(answer) ?? .nan)) < 1e-9, "\(ring)")
            }
        }

        @Test func `a hole in no outer ring is made an area`() throws {
            let stray = polygon(square(0, 0, 1), square(5, 5, 1).reversed())
            #expect(try stray.invalidity == "A hole lies in no outer ring")
            #expect(try stray.madeValid().area == 2)
        }

        @Test func `paths without length and rings without area are left out`() throws {
            let place = [Position](repeating: Position(x: 1, y: 1), count: 3)
            let line = Geometry.polyline(
                Polyline(paths: [[Position(x: 5, y: 5)], place, [Position(x: 0, y: 0), Position(x: 2, y: 0)]]))
            #expect(try !line.isValid)
            #expect(try line.madeValid().wkt() == "LINESTRING (0 0, 2 0)")
            #expect(try line.buffered(by: 1).extent == Envelope(xMin: -1, yMin: -1, xMax: 3, yMax: 1))
            #expect(try polygon(place).union(polygon(square(0, 0, 1))).area == 1)
            #expect(try polygon([]).union(polygon(square(0, 0, 1))).area == 1)
            let turned = Geometry.envelope(Envelope(xMin: 2, yMin: 2, xMax: 1, yMax: 1))
            #expect(try !turned.isValid && turned.madeValid() == .envelope(Envelope(xMin: 1, yMin: 1, xMax: 2, yMax: 2)))
            let nowhere = Geometry.envelope(Envelope(xMin: .nan, yMin: 0, xMax: 1, yMax: 1))
            #expect(try nowhere.isValid && nowhere.extent == nil && nowhere.union(polygon(square(0, 0, 1))).area == 1)
            let open = Array(square(0, 0, 3).dropLast())
            #expect(try polygon(open).invalidity == "A ring is not closed")
            #expect(try polygon(open).madeValid().area == 9)
        }

        @Test func `heights are kept and measures are lost`() throws {
            let line = try Geometry(wkt: "LINESTRING ZM (0 0 10 1, 10 0 20 2)")
            #expect(try line.intersection(polygon(square(0, -5, 5))).wkt() == "LINESTRING Z (0 0 10, 5 0 15)")
            #expect(try line.madeValid() == line)
        }

        @Test func `buffers have the segments that are asked for`() throws {
            let point = Geometry.point(MapPoint(x: 1, y: 2, spatialReference: .webMercator))
            guard case .polygon(let circle) = try point.buffered(by: 10) else { return #expect(Bool(false)) }
            #expect(circle.rings.map(\.count) == [33] && circle.spatialReference == .webMercator)
            #expect(abs(try point.buffered(by: 10, segmentsPerQuarter: 1000).area / (100 * .pi) - 1) < 1e-5)
            #expect(try point.buffered(by: 10, segmentsPerQuarter: .max).positions.count == 4001)
            #expect(try point.buffered(by: 10, segmentsPerQuarter: .min).positions.count == 5)
            #expect(try polygon(square(0, 0, 10)).buffered(by: -1).area == 64)
            #expect(try polygon(square(0, 0, 10)).buffered(by: -6).extent == nil)
            #expect(try point.buffered(by: -1).extent == nil)
        }

        @Test func `a convex hull is the least of areas, lines and points`() throws {
            #expect(try Geometry(wkt: "MULTIPOINT(0 0,2 0,2 2,0 2,1 1)").convexHull().area == 4)
            #expect(try Geometry(wkt: "MULTIPOINT(0 0,1 1,2 2)").convexHull().wkt() == "LINESTRING (0 0, 2 2)")
            #expect(try Geometry(wkt: "MULTIPOINT(1 2,1 2)").convexHull().wkt() == "POINT (1 2)")
            #expect(try Geometry(wkt: "MULTIPOINT EMPTY").convexHull().extent == nil)
        }

        @Test func `lines are simple if they do not cross themselves`() throws {
            #expect(try Geometry(wkt: "LINESTRING(0 0,2 0,2 2)").isSimple)
            #expect(try !Geometry(wkt: "LINESTRING(0 0,2 2,2 0,0 2)").isSimple)
            #expect(try !Geometry(wkt: "MULTIPOINT(1 1,1 1)").isSimple)
        }

        @Test func `a polygon of a hundred thousand vertices is computed with`() throws {
            let count = 100_000
            let ring =
                (0..<count).map { Position(x: Double($0), y: $0 % 2 == 0 ? 10 : 11) } + [
                    Position(x: Double(count), y: 0), Position(x: 0, y: 0),
                ]
            let comb = polygon((ring + [ring[0]]).reversed().reversed())
            let half = try comb.intersection(polygon(square(0, 0, Double(count) / 2)))
            #expect(half.positions.count > count / 2)
            #expect(try comb.contains(.point(MapPoint(x: 500, y: 5))))
        }
    }
#endif
