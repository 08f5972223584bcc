import CairnTesting
import CairnGeo
import Foundation

/// Valid shapes for computing with: of whole numbers on a small grid, so that they touch and share edges often, or of any numbers.
struct RandomShape {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Of any kind, on the grid.
    mutating func next() -> Geometry {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .point(MapPoint(place()))
        case 1: .multipoint(Multipoint(points: Array(Set((0..<3).map { _ in place() }))))
        case 2: .polyline(Polyline(paths: [segment(), segment()]))
        case 3: .polyline(Polyline(paths: [segment()]))
        case 4: .envelope(box())
        case 5: .polygon(triangle())
        case 6: .polygon(frame())
        default:
            .polygon(Geometry.Polygon(rings: [ring(around: box()), ring(around: box()).map { Position(x: $0.x + 10, y: $0.y) }]))
        }
    }

    private mutating func whole(_ range: ClosedRange<Int> = 0...6) -> Double { Double(Int.random(in: range, using: &generator)) }

    private mutating func place() -> Position { Position(x: whole(), y: whole()) }

    private mutating func segment() -> [Position] {
        let start = place()
        return [start, Position(x: whole(7...9), y: whole()), Position(x: start.x, y: start.y + whole(1...3))]
    }

    private mutating func box() -> Envelope {
        let (x, y) = (whole(0...4), whole(0...4))
        return Envelope(xMin: x, yMin: y, xMax: x + whole(1...4), yMax: y + whole(1...4))
    }

    private func ring(around box: Envelope) -> [Position] {
        let corners = [
            (box.xMin, box.yMin), (box.xMin, box.yMax), (box.xMax, box.yMax), (box.xMax, box.yMin), (box.xMin, box.yMin),
        ]
        return corners.map { Position(x: $0.0, y: $0.1) }
    }

    private mutating func triangle() -> Geometry.Polygon {
        let (start, width) = (place(), whole(1...4))
        let corners = [
            start, Position(x: start.x + whole(0...4), y: start.y + whole(1...4)), Position(x: start.x + width, y: start.y),
        ]
        return Geometry.Polygon(rings: [corners + [start]])
    }

    private mutating func frame() -> Geometry.Polygon {
        let box = Envelope(xMin: whole(0...1), yMin: whole(0...1), xMax: whole(5...7), yMax: whole(5...7))
        let hole = Envelope(xMin: 2, yMin: 2, xMax: whole(3...4), yMax: whole(3...4))
        return Geometry.Polygon(rings: [ring(around: box), ring(around: hole).reversed()])
    }

    /// A ring about a middle, which sees all of it.
    mutating func star() -> Geometry {
        let (x, y) = (Double.random(in: 0...10, using: &generator), Double.random(in: 0...10, using: &generator))
        let count = Int.random(in: 3...60, using: &generator)
        let ring = (0..<count).map { index in
            let (angle, radius) = (-2 * Double.pi * Double(index) / Double(count), Double.random(in: 1...9, using: &generator))
            return Position(x: x + radius * cos(angle), y: y + radius * sin(angle))
        }
        return .polygon(Geometry.Polygon(rings: [ring + [ring[0]]]))
    }
}

extension Geometry {
    /// The area in the plane.
    var area: Double {
        guard case .polygon(let polygon) = self else { return 0 }
        return polygon.rings.reduce(0) { sum, ring in
            sum - zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
        }
    }
}
