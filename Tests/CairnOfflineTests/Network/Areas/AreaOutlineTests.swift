import CairnCore
import CairnGeo
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct AreaOutlineTests {
    private static func frame(_ columns: Int, _ rows: Int) -> DistanceField.Frame {
        var box = BoxTree.Box()
        box.add(Position(x: -8, y: 41))
        box.add(Position(x: -8 + Double(columns) / 1000, y: 41 + Double(rows) / 1000))
        return DistanceField.Frame(around: box, margin: 0, cell: 100)
    }

    @Test func `rings are valid, clockwise outside, and hold just the nodes below zero`() throws {
        var random = FixedRandom(seed: 31)
        for round in 0..<200 {
            let frame = Self.frame(Int.random(in: 1...12, using: &random), Int.random(in: 1...12, using: &random))
            let share = Double.random(in: 0...1, using: &random)
            var depths: [Float] = []
            for row in 0..<frame.rows {
                for column in 0..<frame.columns {
                    let isEdge = row == 0 || column == 0 || row == frame.rows - 1 || column == frame.columns - 1
                    let isInside = !isEdge && Double.random(in: 0...1, using: &random) < share
                    // Zero, too, is outside.
                    depths.append(
                        isInside ? -Float.random(in: 0.1...1, using: &random) : [0, 0.5, 1].randomElement(using: &random)!)
                }
            }
            let rings = AreaOutline(depths, frame).rings()
            let shape = ObstacleShape(rings)
            for node in depths.indices {
                let place = frame.place(x: Double(node % frame.columns), y: Double(node / frame.columns))
                #expect(shape.contains(place) == (depths[node] < 0), "round \(round), node \(node)")
            }
            if rings.isEmpty { continue }
            let area = Geometry.polygon(Geometry.Polygon(rings: rings, spatialReference: .wgs84))
            let invalidity = try area.invalidity
            #expect(invalidity == nil, "round \(round)")
            let doubled = rings.reduce(0) { $0 + Self.doubledArea($1) }
            #expect(doubled < 0, "clockwise, and holes the other way")
            #expect(rings.allSatisfy { $0.first?.x == $0.last?.x && $0.first?.y == $0.last?.y && $0.count > 3 })
        }
    }

    private static func doubledArea(_ ring: [Position]) -> Double {
        zip(ring, ring.dropFirst()).reduce(0) {
            $0 + ($1.0.x - ring[0].x) * ($1.1.y - ring[0].y) - ($1.1.x - ring[0].x) * ($1.0.y - ring[0].y)
        }
    }

    @Test func `a field tells how far the nearest line is, as far as it reaches`() {
        var random = FixedRandom(seed: 32)
        for _ in 0..<100 {
            let frame = Self.frame(Int.random(in: 1...20, using: &random), Int.random(in: 1...20, using: &random))
            var (field, lines) = (DistanceField(frame, reach: 2.5), [(Position, Position)]())
            func place() -> Position {
                let place = frame.place(
                    x: Double.random(in: -5...Double(frame.columns + 5), using: &random),
                    y: Double.random(in: -5...Double(frame.rows + 5), using: &random))
                return Self.place(place)?.position ?? place
            }
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let start = place()
                lines.append((start, Bool.random(using: &random) ? start : place()))
                let ends = [lines.last!.0, lines.last!.1]
                field.add(ends.compactMap(Self.place))
            }
            let depths = field.depths(within: 1.5)
            for node in depths.indices {
                let (x, y) = (Double(node % frame.columns), Double(node / frame.columns))
                let nearest =
                    lines.map { line in Self.distance(x, y, frame.inCells(line.0), frame.inCells(line.1)) }.min() ?? .infinity
                #expect(abs(Double(depths[node]) - (min(nearest, 2.5) - 1.5)) < 1e-3)
            }
        }
    }

    private static func place(_ position: Position) -> RoadDraft.Place? {
        guard let longitude = Int32(rounding: position.x * 1e7), let latitude = Int32(rounding: position.y * 1e7) else {
            return nil
        }
        return RoadDraft.Place(longitude: longitude, latitude: latitude)
    }

    private static func distance(_ x: Double, _ y: Double, _ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
        // The nearest of many places: a second way to it.
        (0...4000).map { step in
            let share = Double(step) / 4000
            let (dx, dy) = (a.x + (b.x - a.x) * share - x, a.y + (b.y - a.y) * share - y)
            return (dx * dx + dy * dy).squareRoot()
        }.min()!
    }

    @Test func `a grid has no more nodes than it may, whatever the box and the cell`() {
        var box = BoxTree.Box()
        box.add(Position(x: -180, y: -85))
        box.add(Position(x: 180, y: 85))
        let frame = DistanceField.Frame(around: box, margin: 1e6, cell: 1)
        #expect(Double(frame.columns * frame.rows) < DistanceField.Frame.mostNodes * 1.1 && frame.cell > 10_000)
        let middle = frame.inCells(Position(x: 0, y: 0))
        #expect(abs(frame.place(x: middle.x, y: middle.y).x) < 1e-9 && abs(middle.x - Double(frame.columns - 1) / 2) < 1e-6)
    }
}
