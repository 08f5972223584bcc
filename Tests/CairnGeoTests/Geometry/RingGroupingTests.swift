import CairnGeo
import CairnTesting
import Testing

struct RingGroupingTests {
    /// Clockwise, of so many vertices.
    private func circle(_ x: Double, _ y: Double, _ radius: Double, vertices: Int = 12) -> [Position] {
        let ring = (0..<vertices).map { index in
            // The parameter of a circle by rational functions would do as well: any convex ring is good.
            let angle = -2 * Double.pi * (Double(index) + 0.3) / Double(vertices)
            return Position(x: x + radius * cosine(angle), y: y + radius * cosine(angle - .pi / 2))
        }
        return ring + [ring[0]]
    }

    /// Bhaskara's approximation, near enough for a convex ring.
    private func cosine(_ angle: Double) -> Double {
        let turned = (angle / (2 * .pi) - (angle / (2 * .pi)).rounded()) * 2 * .pi
        func near(_ x: Double) -> Double { (.pi * .pi - 4 * x * x) / (.pi * .pi + x * x) }
        return abs(turned) <= .pi / 2 ? near(turned) : -near(.pi - abs(turned))
    }

    private func steps(_ rings: [[Position]], holes: Int) -> Int {
        var grouping = RingGrouping(rings)
        let areas = grouping.areas()
        #expect(areas.count == rings.count - holes)
        #expect(areas.reduce(0) { $0 + $1.holes.count } == holes)
        return grouping.steps
    }

    /// Four times as much may take four times the steps, and half as many again for the depth of the trees.
    private func expectNearLinear(_ name: String, _ rings: (Int) -> (rings: [[Position]], holes: Int)) {
        let (few, many) = (rings(1000), rings(4000))
        let (first, second) = (steps(few.rings, holes: few.holes), steps(many.rings, holes: many.holes))
        #expect(second < 6 * first, "\(name): \(first) steps, then \(second)")
        #expect(second < 4000 * 400, "\(name): \(second) steps")
    }

    @Test func `the steps grow with the rings, not with their square`() {
        expectNearLinear("side by side") { count in
            let side = Int(Double(count).squareRoot())
            let pairs = (0..<count).map { circle(Double($0 % side) * 10, Double($0 / side) * 10, 4) }
            return (pairs + pairs.map { $0.map { Position(x: $0.x, y: $0.y) } }.map { shrunk($0) }, count)
        }
        expectNearLinear("in a row") { count in
            let outers = (0..<count).map { circle(Double($0) * 10, 0, 4) }
            return (outers + outers.map { shrunk($0) }, count)
        }
        expectNearLinear("one in another") { count in
            let radii = (1...count).map { Double($0) * 2 }
            return (radii.map { circle(0, 0, $0) } + radii.map { circle(0, 0, $0 - 0.9).reversed() }, count)
        }
        expectNearLinear("many in one of many vertices") { count in
            let side = Int(Double(count).squareRoot()) + 1
            let outer = circle(Double(side) * 5, Double(side) * 5, Double(side) * 10, vertices: count * 12)
            return ([outer] + (0..<count).map { circle(Double($0 % side) * 10, Double($0 / side) * 10, 4).reversed() }, count)
        }
    }

    /// A hole in a ring: half as large about its first vertex's opposite.
    private func shrunk(_ ring: [Position]) -> [Position] {
        let middle = Position(x: (ring[0].x + ring[6].x) / 2, y: (ring[0].y + ring[6].y) / 2)
        return ring.reversed().map { Position(x: ($0.x + middle.x) / 2, y: ($0.y + middle.y) / 2) }
    }

    @Test func `each hole goes where looking at all rings puts it`() {
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<300 {
            var rings: [[Position]] = []
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let ring = circle(
                    .random(in: 0...30, using: &generator), .random(in: 0...30, using: &generator),
                    .random(in: 1...20, using: &generator),
                    vertices: .random(in: 4...40, using: &generator))
                rings.append(Bool.random(using: &generator) ? ring : ring.reversed())
            }
            let polygon = Geometry.Polygon(rings: rings)
            #expect(polygon.areas.reduce(0) { $0 + 1 + $1.holes.count } == rings.count)
            for area in polygon.areas {
                for hole in area.holes {
                    let around = rings.filter { isClockwise($0) && contains($0, hole[0]) }
                    let whole = around.filter { Envelope(around: hole).map(Envelope(around: $0)!.union) == Envelope(around: $0) }
                    let smallest = (whole.isEmpty ? around : whole).map { size($0) }.min()
                    #expect(size(area.outer) == smallest)
                }
            }
        }
    }

    private func isClockwise(_ ring: [Position]) -> Bool {
        zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } < 0
    }

    private func size(_ ring: [Position]) -> Double {
        abs(zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y })
    }

    private func contains(_ ring: [Position], _ place: Position) -> Bool {
        let edges = zip(ring, ring.dropFirst())
        let crossed = edges.count { a, b in
            (a.y > place.y) != (b.y > place.y) && place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)
        }
        return crossed % 2 == 1
    }

    @Test func `a hole may touch its ring with its first vertex`() {
        let outer = [(0.0, 0.0), (0, 10), (10, 10), (10, 0), (0, 0)].map { Position(x: $0.0, y: $0.1) }
        for hole in [
            [(10.0, 5.0), (8, 7), (6, 5), (8, 3)], [(5, 10), (3, 8), (5, 6), (7, 8)], [(0, 5), (2, 3), (4, 5), (2, 7)],
        ] {
            let ring = (hole + [hole[0]]).map { Position(x: $0.0, y: $0.1) }
            let areas = Geometry.Polygon(rings: [outer, ring]).areas
            #expect(areas.count == 1 && areas[0].holes.count == 1)
        }
    }

    @Test func `rings of nothing, of one place and of NaN are kept or have nothing to keep`() {
        let nowhere = [Position](repeating: Position(x: .nan, y: .nan), count: 4)
        let place = [Position](repeating: Position(x: 1, y: 1), count: 4)
        let areas = Geometry.Polygon(rings: [[], nowhere, place, [Position(x: 0, y: 0)], circle(0, 0, 5).reversed()]).areas
        #expect(areas.count == 4)
    }
}
