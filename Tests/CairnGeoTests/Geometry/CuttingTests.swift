#if os(Linux) || os(macOS)
    import CairnGeo
    import CairnTesting
    import Foundation
    import Testing

    struct CuttingTests {
        private func line(_ paths: [(Double, Double)]...) -> Polyline {
            Polyline(paths: paths.map { $0.map { Position(x: $0.0, y: $0.1) } })
        }

        private let square = Geometry.envelope(Envelope(xMin: 0, yMin: 0, xMax: 9, yMax: 9))

        /// Of a place, above 0 to the left of a line.
        private func turn(_ place: Position, _ line: Polyline) -> Double {
            let (start, end) = (line.paths[0][0], line.paths[0][1])
            return (end.x - start.x) * (place.y - start.y) - (end.y - start.y) * (place.x - start.x)
        }

        private func straight(_ random: inout RandomShape) -> Polyline {
            let angle = Double.random(in: 0...6, using: &random.generator)
            let (x, y) = (
                Double.random(in: -2...12, using: &random.generator), Double.random(in: -2...12, using: &random.generator)
            )
            return line([(x - 99 * cos(angle), y - 99 * sin(angle)), (x + 99 * cos(angle), y + 99 * sin(angle))])
        }

        @Test func `a straight cut leaves what is to the left, then what is to the right, and all of it`() throws {
            var random = RandomShape(seed: 101)
            var cuts = 0
            for _ in 0..<400 {
                let (star, cutter) = (random.star(), straight(&random))
                let parts = try star.cut(along: cutter)
                #expect(parts.count == 2 || parts.isEmpty)
                #expect(try parts.isEmpty != star.crosses(.polyline(cutter)))
                guard parts.count == 2 else { continue }
                cuts += 1
                #expect(parts[0].positions.allSatisfy { turn($0, cutter) > -1e-9 })
                #expect(parts[1].positions.allSatisfy { turn($0, cutter) < 1e-9 })
                #expect(abs(parts[0].planarArea + parts[1].planarArea - star.planarArea) < 1e-9)
                #expect(try parts[0].intersection(parts[1]).planarArea < 1e-9 && parts[0].isValid && parts[1].isValid)
            }
            #expect(cuts > 100)
        }

        @Test func `a line that only touches its cutter, with an end or not at all, is not cut`() throws {
            let cutter = line([(-5, 0), (5, 0)])
            for path in [[(0.0, 0.0), (0, 5)], [(0, -5), (0, 0)], [(1, 1), (2, 2)], [(1, 0), (2, 0)]] {
                #expect(try Geometry.polyline(line(path)).cut(along: cutter).isEmpty, "\(path)")
            }
            #expect(try Geometry.polyline(line([(0, -5), (0, 5)], [(3, 0), (3, 9)])).cut(along: cutter).count == 2)
        }

        @Test func `a crooked cut loses nothing, and crosses nothing that it leaves`() throws {
            var random = RandomShape(seed: 102)
            for _ in 0..<200 {
                let star = random.star()
                let path = (0..<6).map { _ in
                    Position(x: .random(in: -9...19, using: &random.generator), y: .random(in: -9...19, using: &random.generator))
                }
                let parts = try star.cut(along: Polyline(paths: [path]))
                if parts.isEmpty { continue }
                #expect(abs(parts.reduce(0) { $0 + $1.planarArea } - star.planarArea) < 1e-8)
                for (index, part) in parts.enumerated() {
                    for other in parts[(index + 1)...] { #expect(try part.intersection(other).planarArea < 1e-8) }
                }
            }
        }

        @Test func `what lies between two cuts is a part of its own, and what is not touched comes last`() throws {
            let far = try square.union(.envelope(Envelope(xMin: 20, yMin: 0, xMax: 21, yMax: 1)))
            let parts = try far.cut(along: line([(3, -1), (3, 10)], [(6, -1), (6, 10)]))
            #expect(parts.map(\.planarArea) == [27, 27, 27, 1])
            #expect(parts.map { $0.extent?.xMin } == [0, 6, 3, 20])
        }

        @Test func `a cutter that ends within, or leads along the boundary, cuts no area`() throws {
            for cutter in [line([(3, -1), (3, 5)]), line([(0, -1), (0, 10)]), line([(20, 0), (20, 9)]), Polyline(paths: [])] {
                #expect(try square.cut(along: cutter).isEmpty)
            }
            #expect(try Geometry.point(MapPoint(x: 1, y: 1)).cut(along: line([(0, 0), (2, 2)])).isEmpty)
        }

        @Test func `lines fall into parts on either side, as long as before`() throws {
            var random = RandomShape(seed: 103)
            for _ in 0..<400 {
                let path = (0..<9).map { _ in
                    Position(
                        x: .random(in: 0...10, using: &random.generator), y: .random(in: 0...10, using: &random.generator), z: 1)
                }
                let (way, cutter) = (Geometry.polyline(Polyline(paths: [path])), straight(&random))
                let parts = try way.cut(along: cutter)
                #expect(try parts.isEmpty != way.crosses(.polyline(cutter)))
                guard parts.count == 2 else { continue }
                #expect(parts[0].positions.allSatisfy { turn($0, cutter) > -1e-9 && $0.z == 1 })
                #expect(parts[1].positions.allSatisfy { turn($0, cutter) < 1e-9 })
                #expect(abs(parts[0].planarLength + parts[1].planarLength - way.planarLength) < 1e-9)
            }
        }

        @Test func `a line is cut where it only touches, at a vertex, and nowhere along the cutter`() throws {
            let cutter = line([(0, 1), (9, 1)])
            let touching = try Geometry.polyline(line([(1, 3), (2, 1), (3, 3)])).cut(along: cutter)
            #expect(touching == [.polyline(line([(1, 3), (2, 1)], [(2, 1), (3, 3)]))])
            let through = try Geometry.polyline(line([(1, 3), (2, 1), (3, -3)])).cut(along: cutter)
            #expect(through == [.polyline(line([(1, 3), (2, 1)])), .polyline(line([(2, 1), (3, -3)]))])
            #expect(try Geometry.polyline(line([(1, 1), (2, 1)])).cut(along: cutter).isEmpty)
        }

        @Test func `coordinates must mean the same, and be numbers`() {
            let mercator = Polyline(paths: line([(3, -1), (3, 10)]).paths, spatialReference: .webMercator)
            let degrees = Geometry.envelope(Envelope(xMin: 0, yMin: 0, xMax: 9, yMax: 9, spatialReference: .wgs84))
            #expect(throws: GeometryError.differentSpatialReferences(.wgs84, .webMercator)) { try degrees.cut(along: mercator) }
            for x in [Double.nan, .infinity, 1e300] {
                #expect(throws: GeometryError.self) { try square.cut(along: line([(x, -1), (3, 10)])) }
            }
        }
    }
#endif
