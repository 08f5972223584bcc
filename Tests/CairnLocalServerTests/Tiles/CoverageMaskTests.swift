import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

/// How much of pixels is covered, held against looking at very many places.
@Suite(.timeLimit(.minutes(5)))
struct CoverageMaskTests {
    private typealias Point = SIMD2<Double>
    private static let side = 12

    /// How often, and how often on balance, the edges of rings lie left of a place.
    private static func crossings(_ rings: [[Point]], _ place: Point) -> (count: Int, winding: Int) {
        var (count, winding) = (0, 0)
        for ring in rings {
            for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (from.y <= place.y) != (to.y <= place.y) {
                let x = from.x + (place.y - from.y) / (to.y - from.y) * (to.x - from.x)
                guard x < place.x else { continue }
                count += 1
                winding += from.y < to.y ? 1 : -1
            }
        }
        return (count, winding)
    }

    /// The share of each pixel that is inside, by many places in it.
    private static func shares(_ rings: [[Point]], columns: Int, rows: Int, _ rule: CoverageMask.Rule) -> [Double] {
        (0..<side * side).map { pixel in
            let corner = Point(Double(pixel % side), Double(pixel / side))
            let inside = (0..<columns * rows).count { index in
                let offset = Point(
                    (Double(index % columns) + 0.5) / Double(columns), (Double(index / columns) + 0.5) / Double(rows))
                let (count, winding) = crossings(rings, corner + offset)
                return rule == .evenOdd ? !count.isMultiple(of: 2) : winding != 0
            }
            return Double(inside) / Double(columns * rows)
        }
    }

    private static func shares(_ mask: CoverageMask) -> [Double] { mask.values.map { Double($0) / Double(CoverageMask.full) } }

    private static func rings(_ generator: inout SeededGenerator, _ range: ClosedRange<Double>) -> [[Point]] {
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            (0..<Int.random(in: 3...9, using: &generator)).map { _ in
                Point(.random(in: range, using: &generator), .random(in: range, using: &generator))
            }
        }
    }

    @Test(arguments: [CoverageMask.Rule.evenOdd, .nonzero])
    func `rings of any shape cover what places on the same lines say`(rule: CoverageMask.Rule) async {
        var generator = SeededGenerator(seed: 11)
        for round in 0..<rounds(4, long: 200) {
            // Others have their turn.
            await Task.yield()
            let rings = Self.rings(&generator, round.isMultiple(of: 2) ? 0...Double(Self.side) : -20...30)
            var outline = Outline(width: Self.side, height: Self.side)
            rings.forEach { outline.addRing($0) }
            var mask = CoverageMask(width: Self.side, height: Self.side)
            mask.add(outline, rule)
            let expected = Self.shares(rings, columns: 64, rows: Outline.linesPerPixel, rule)
            for (own, other) in zip(Self.shares(mask), expected) where abs(own - other) > 0.08 {
                Issue.record("\(own) and \(other) in round \(round)")
            }
            let difference = zip(Self.shares(mask), expected).reduce(0) { $0 + abs($1.0 - $1.1) }
            #expect(difference / Double(expected.count) < 0.006, "\(round)")
        }
    }

    @Test func `triangles cover as much as they are large`() async {
        var generator = SeededGenerator(seed: 12)
        for round in 0..<rounds(3, long: 100) {
            // Others have their turn.
            await Task.yield()
            let ring = (0..<3).map { _ in
                Point(.random(in: 0...12, using: &generator), .random(in: 0...12, using: &generator))
            }
            var outline = Outline(width: Self.side, height: Self.side)
            outline.addRing(ring)
            var mask = CoverageMask(width: Self.side, height: Self.side)
            mask.add(outline, .evenOdd)
            let expected = Self.shares([ring], columns: 40, rows: 40, .evenOdd)
            for (own, other) in zip(Self.shares(mask), expected) where abs(own - other) > 0.13 {
                Issue.record("\(own) and \(other) in round \(round)")
            }
            let area =
                abs((ring[1].x - ring[0].x) * (ring[2].y - ring[0].y) - (ring[2].x - ring[0].x) * (ring[1].y - ring[0].y)) / 2
            #expect(abs(Self.shares(mask).reduce(0, +) - area) < 0.6)
        }
    }

    @Test func `lines are as wide as they are said to be, with round ends`() async {
        var generator = SeededGenerator(seed: 13)
        for round in 0..<rounds(3, long: 100) {
            // Others have their turn.
            await Task.yield()
            let line = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                Point(.random(in: -4...16, using: &generator), .random(in: -4...16, using: &generator))
            }
            let width = Double.random(in: 0.5...6, using: &generator)
            var outline = Outline(width: Self.side, height: Self.side)
            outline.addLine(line, width: width)
            var mask = CoverageMask(width: Self.side, height: Self.side)
            mask.add(outline, .nonzero)
            for (pixel, own) in Self.shares(mask).enumerated() {
                let corner = Point(Double(pixel % Self.side), Double(pixel / Self.side))
                let inside = (0..<400).count { index in
                    let place = corner + Point(Double(index % 20) + 0.5, Double(index / 20) + 0.5) / 20
                    return Self.distance(place, line) <= width / 2
                }
                if abs(own - Double(inside) / 400) > 0.17 { Issue.record("\(own), \(inside) of 400 in round \(round)") }
            }
        }
    }

    private static func distance(_ place: Point, _ line: [Point]) -> Double {
        func length(_ way: Point) -> Double { (way.x * way.x + way.y * way.y).squareRoot() }
        return zip(line, line.dropFirst()).reduce(length(place - line[0])) { least, segment in
            let way = segment.1 - segment.0
            let square = way.x * way.x + way.y * way.y
            let from = place - segment.0
            let share = square == 0 ? 0 : min(max((from.x * way.x + from.y * way.y) / square, 0), 1)
            return min(least, length(from - way * share))
        }
    }

    @Test func `areas side by side leave no seam, and what is covered twice is covered`() {
        var mask = CoverageMask(width: 8, height: 8)
        var outline = Outline(width: 8, height: 8)
        outline.addRing([Point(0, 0), Point(3.3, 0), Point(5.1, 8), Point(0, 8)])
        mask.add(outline, .evenOdd)
        outline.removeAll()
        outline.addRing([Point(3.3, 0), Point(8, 0), Point(8, 8), Point(5.1, 8)])
        mask.add(outline, .evenOdd)
        #expect(mask.values.allSatisfy { $0 == CoverageMask.full })
        mask.add(outline, .evenOdd)
        #expect(mask.values.allSatisfy { $0 == CoverageMask.full })
        mask.removeAll()
        #expect(mask.values.allSatisfy { $0 == 0 })
    }

    @Test func `what is beyond the tile, without area or huge does no harm`() {
        for scale in [1.0, 1e6, 1e15] {
            var outline = Outline(width: 4, height: 4)
            outline.addRing([])
            outline.addRing([Point(1, 1)])
            outline.addRing([Point(1, 1), Point(3, 3)])
            outline.addRing([Point(-5, -5), Point(-1, -5), Point(-1, -1)])
            outline.addRing([
                Point(-scale, -scale), Point(scale + 4, -scale), Point(scale + 4, scale + 4), Point(-scale, scale + 4),
            ])
            outline.addLine([], width: 3)
            outline.addLine([Point(2, 2), Point(2, 2)], width: 0)
            outline.addLine([Point(-scale, 20), Point(scale, 20)], width: 3)
            var mask = CoverageMask(width: 4, height: 4)
            mask.add(outline, .evenOdd)
            #expect(mask.values.allSatisfy { $0 == CoverageMask.full }, "\(scale)")
        }
    }
}
