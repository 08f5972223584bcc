#if os(Linux) || os(macOS)
    import CairnGeo
    import CairnTesting
    import Testing

    /// Relations of geometries of many parts, which are found group by group.
    struct ManyPartsTests {
        @Test(arguments: [1, 3, 12, 40]) func `group by group each relation is what GEOS says of the whole`(count: Int) throws {
            var random = RandomShape(seed: 61)
            var seen: [GeometryRelation: Set<Bool>] = [:]
            for round in 0..<(count > 20 ? 40 : 150) {
                let first = random.several(count)
                let second = round % 10 == 0 ? first : random.several(round % 3 == 0 ? 2 : count)
                for relation in GeometryRelation.allCases {
                    let isSo = try relation.holds(first, second, mostParts: .max)
                    let isSoInGroups = try relation.holds(first, second, mostParts: 0)
                    #expect(isSoInGroups == isSo, "\(first.wkt()) \(relation) \(second.wkt())")
                    seen[relation, default: []].insert(isSo)
                }
            }
            if count < 12 { #expect(seen.allSatisfy { $0.value.count == 2 } && seen.count == 7, "each held, and did not") }
        }

        @Test func `patterns are those of the parts together`() throws {
            let (squares, corners) = (ManyParts.squares(40, side: 1), ManyParts.squares(40, side: 1, from: 1))
            #expect(try squares.relates(to: corners, pattern: "FF2F01212"))
            #expect(try squares.relates(to: squares, pattern: "2FFF1FFF2") && squares.isTopologicallyEqual(to: squares))
            #expect(try squares.relates(to: .point(MapPoint(x: 0.5, y: 0.5)), pattern: "0F2FF1FF2"))
            #expect(try squares.relates(to: .point(MapPoint(x: -1, y: -1)), pattern: "FF2FF10F2"))
            #expect(try squares.relates(to: .polyline(Polyline(paths: [])), pattern: "FF2FF1FF2"))
        }

        @Test(.timeLimit(.minutes(10))) func `ten thousand parts are related to one another soon`() throws {
            let squares = ManyParts.squares(10_000, side: 1), apart = ManyParts.squares(10_000, side: 0.3, from: 1.4)
            let inner = ManyParts.squares(10_000, side: 0.5), corners = ManyParts.squares(10_000, side: 0.4, from: 1)
            // Computed first: what is expected keeps and describes all that it is made of.
            let held = [
                try squares.intersects(squares), try squares.contains(inner), try inner.isWithin(squares),
                try squares.isTopologicallyEqual(to: squares), try squares.isDisjoint(with: apart), try squares.touches(corners),
            ]
            let missed = [
                try squares.overlaps(inner), try squares.crosses(inner), try squares.touches(apart), try apart.isWithin(squares),
            ]
            #expect(held.allSatisfy { $0 } && !missed.contains(true))
        }
    }

    /// Squares in rows of a hundred, two units apart.
    private enum ManyParts {
        static func squares(_ count: Int, side: Double, from start: Double = 0) -> Geometry {
            let corners = [(0.0, 0.0), (0, side), (side, side), (side, 0), (0, 0)]
            return .polygon(
                Geometry.Polygon(
                    rings: (0..<count).map { index in
                        let (x, y) = (start + Double(index % 100) * 2, start + Double(index / 100) * 2)
                        return corners.map { Position(x: x + $0.0, y: y + $0.1) }
                    }))
        }
    }

    extension RandomShape {
        /// So many shapes of one kind, here and there on a grid, as one.
        fileprivate mutating func several(_ count: Int) -> Geometry {
            let kind = Int.random(in: 0...2, using: &generator)
            var parts: [[Position]] = []
            for _ in 0..<count {
                let (x, y) = (Double.random(in: 0...4, using: &generator), Double.random(in: 0...4, using: &generator))
                parts += ofKind(kind).map { $0.map { Position(x: $0.x + x.rounded() * 7, y: $0.y + y.rounded() * 7) } }
            }
            switch kind {
            case 0: return .multipoint(Multipoint(points: Array(Set(parts.joined()))))
            case 1: return .polyline(Polyline(paths: parts))
            default: return .polygon(Geometry.Polygon(rings: parts))
            }
        }

        private mutating func ofKind(_ kind: Int) -> [[Position]] {
            while true {
                switch next() {
                case .point(let point) where kind == 0: return [[point.position]]
                case .multipoint(let multipoint) where kind == 0: return [multipoint.points]
                case .polyline(let polyline) where kind == 1: return polyline.paths
                case .polygon(let polygon) where kind == 2: return polygon.rings
                case .point, .multipoint, .polyline, .polygon, .envelope: continue
                }
            }
        }
    }
#endif
