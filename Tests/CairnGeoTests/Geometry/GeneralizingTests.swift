import CairnGeo
import CairnTesting
import Foundation
import Testing

struct GeneralizingTests {
    private func walk(_ count: Int, _ random: inout SeededGenerator) -> [Position] {
        var place = Position(x: 0, y: 0)
        return (0..<count).map { _ in
            place.x += .random(in: -0.4...1, using: &random)
            place.y += .random(in: -1...1, using: &random)
            return place
        }
    }

    private func distance(_ place: Position, _ a: Position, _ b: Position) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = dx * dx + dy * dy
        let share = length == 0 ? 0 : max(0, min(1, ((place.x - a.x) * dx + (place.y - a.y) * dy) / length))
        return hypot(place.x - a.x - share * dx, place.y - a.y - share * dy)
    }

    @Test func `each vertex that is left out lies near the segment in its place, and none is new`() {
        var random = SeededGenerator(seed: 51)
        for _ in 0..<500 {
            let line = walk(.random(in: 2...200, using: &random), &random)
            let deviation = Double.random(in: 0.01...5, using: &random)
            let result = Geometry.polyline(Polyline(paths: [line])).generalized(maxDeviation: deviation)
            guard case .polyline(let general) = result else { return #expect(Bool(false)) }
            let path = general.paths[0]
            #expect(path.first == line.first && path.last == line.last)
            var next = 0
            for vertex in line {
                if next + 1 < path.count, vertex == path[next + 1] { next += 1 }
                let (a, b) = (path[next], path[min(next + 1, path.count - 1)])
                #expect(distance(vertex, a, b) <= deviation * (1 + 1e-9), "\(deviation)")
            }
            #expect(next == path.count - 1)
        }
    }

    @Test func `a smooth line keeps few of its vertices, in one pass`() {
        let circle = (0...1_000_000).map { index in
            let angle = -2 * Double.pi * Double(index % 1_000_000) / 1_000_000
            return Position(x: 100 * cos(angle), y: 100 * sin(angle))
        }
        let polygon = Geometry.polygon(Geometry.Polygon(rings: [circle]))
        guard case .polygon(let general) = polygon.generalized(maxDeviation: 1) else { return #expect(Bool(false)) }
        // A chord that is off by 1 spans 16 degrees.
        #expect((10...60).contains(general.rings[0].count))
        #expect(general.rings[0].first == general.rings[0].last)
    }

    @Test func `rings stay closed, and keep their direction or all of their vertices`() {
        var random = SeededGenerator(seed: 52)
        for _ in 0..<500 {
            let ring = walk(.random(in: 3...20, using: &random), &random)
            let closed = ring + [ring[0]]
            let polygon = Geometry.polygon(Geometry.Polygon(rings: [closed]))
            guard case .polygon(let general) = polygon.generalized(maxDeviation: .random(in: 0...4, using: &random)) else {
                return
            }
            let result = general.rings[0]
            #expect(result.count >= 4 && result.first == result.last)
            let before = polygon.area, after = Geometry.polygon(general).area
            #expect(result == closed || (before > 0) == (after > 0) && after != 0)
        }
    }

    @Test(arguments: [0, -1, Double.nan, .infinity]) func `a deviation that is none leaves all as it is`(deviation: Double) {
        let line = Geometry.polyline(Polyline(paths: [[Position(x: 0, y: 0), Position(x: 1, y: 0), Position(x: 2, y: 0)]]))
        #expect(line.generalized(maxDeviation: deviation) == line)
        let odd = [Position(x: .nan, y: 0), Position(x: 1, y: .infinity), Position(x: 2, y: 0), Position(x: 1e300, y: -1e300)]
        _ = Geometry.polyline(Polyline(paths: [odd, [], [odd[0]]])).generalized(maxDeviation: 1)
        _ = Geometry.polygon(Geometry.Polygon(rings: [odd, []])).generalized(maxDeviation: 1)
    }
}
