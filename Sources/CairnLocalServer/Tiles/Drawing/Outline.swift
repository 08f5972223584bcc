import CairnCore
import Foundation

/// What is to be filled: the edges of rings, in pixels from the upper left corner of a tile, cut into lines that lie eight to a pixel.
struct Outline {
    /// One side of a ring, from top to bottom.
    struct Edge {
        /// Where it crosses the first line.
        var x: Double
        /// How far it goes from one line to the next.
        let slope: Double
        /// The first line that it crosses.
        let first: Int
        /// The line behind the last one.
        let end: Int
        /// 1 if the ring goes down along it, else -1.
        let winding: Int
    }

    static let linesPerPixel = 8
    private(set) var edges: [Edge] = []
    private let width: Double
    private let height: Double

    init(width: Int, height: Int) { (self.width, self.height) = (Double(width), Double(height)) }

    mutating func removeAll() { edges.removeAll(keepingCapacity: true) }

    /// A ring, closed or not.
    mutating func addRing(_ points: [SIMD2<Double>]) {
        guard var last = points.last else { return }
        for point in points {
            addEdge(last, point)
            last = point
        }
    }

    private mutating func addEdge(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
        let isDown = from.y <= to.y
        let (top, bottom) = isDown ? (from, to) : (to, from)
        guard bottom.y > 0, top.y < height else { return }
        let scale = Double(Self.linesPerPixel)
        let limit = height * scale
        // Lines run through the middle of what they stand for.
        guard let first = Int(rounding: min(max(top.y * scale - 0.5, 0), limit), .up),
            let end = Int(rounding: min(max(bottom.y * scale - 0.5, 0), limit), .up), first < end
        else { return }
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        let x = top.x + ((Double(first) + 0.5) / scale - top.y) * slope
        edges.append(Edge(x: x, slope: slope / scale, first: first, end: end, winding: isDown ? 1 : -1))
    }

    /// A line of some width with round ends and corners: rings that all run the same way round, to be filled by the nonzero rule.
    mutating func addLine(_ points: [SIMD2<Double>], width: Double) {
        let radius = width / 2
        guard radius > 0, var last = points.first else { return }
        addDisc(last, radius)
        for point in points.dropFirst() {
            addSegment(last, point, radius)
            addDisc(point, radius)
            last = point
        }
    }

    private mutating func addSegment(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ radius: Double) {
        guard isNear(pointwiseMin(from, to), pointwiseMax(from, to), radius) else { return }
        let way = to - from
        let length = (way.x * way.x + way.y * way.y).squareRoot()
        guard length > 0 else { return }
        let side = SIMD2(-way.y, way.x) * (radius / length)
        addRing([from + side, to + side, to - side, from - side])
    }

    mutating func addDisc(_ center: SIMD2<Double>, _ radius: Double) {
        guard isNear(center, center, radius) else { return }
        addRing(Self.circle(sides: radius < 1.5 ? 8 : radius < 6 ? 16 : radius < 24 ? 32 : 64).map { center + $0 * radius })
    }

    private func isNear(_ low: SIMD2<Double>, _ high: SIMD2<Double>, _ radius: Double) -> Bool {
        high.x + radius > 0 && low.x - radius < width && high.y + radius > 0 && low.y - radius < height
    }

    /// Corners of a circle of radius 1, the same way round as the sides of lines.
    private static func circle(sides: Int) -> [SIMD2<Double>] { circles[sides] ?? [] }

    private static let circles = Dictionary(
        uniqueKeysWithValues: [8, 16, 32, 64].map { sides in
            let corners = (0..<sides).map { -2 * .pi * (Double($0) + 0.5) / Double(sides) }
            // As large as the circle.
            let step = Double.pi / Double(sides)
            let reach = (step / (sin(step) * cos(step))).squareRoot()
            return (sides, corners.map { SIMD2(cos($0), sin($0)) * reach })
        })
}
