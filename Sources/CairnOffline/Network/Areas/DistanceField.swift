import CairnCore
import CairnGeo
import Foundation

/// How far the nodes of a grid are from lines, as far as that is wanted: what an area is drawn from.
struct DistanceField: Sendable {
    /// Where a grid lies in a plane of metres, whose middle is a place on Earth.
    struct Frame: Sendable {
        let origin: Position
        private let scale: (x: Double, y: Double)
        /// The corner of the first node, in metres from the middle.
        let corner: (x: Double, y: Double)
        /// How far nodes are from each other, in metres.
        let cell: Double
        let columns: Int
        let rows: Int
        /// The column of the date line; nil if that is not in the grid.
        let dateLine: Int?

        /// How many nodes a grid has at most; where it would have more they stand farther apart.
        static let mostNodes = 4_000_000.0
        private static let metresPerDegree = 111_319.490_793

        /// - Parameters:
        ///   - box: In degrees.
        ///   - margin: What is added on each side, in metres.
        ///   - cell: How far nodes are apart, in metres, if there are not too many.
        init(around box: BoxTree.Box, margin: Double, cell: Double) {
            origin = Position(x: remainder((box.xMin + box.xMax) / 2, 360), y: (box.yMin + box.yMax) / 2)
            scale = (Self.metresPerDegree * max(0.01, cos(origin.y * .pi / 180)), Self.metresPerDegree)
            let (width, height) = ((box.xMax - box.xMin) * scale.x + 2 * margin, (box.yMax - box.yMin) * scale.y + 2 * margin)
            let least = (width * height / Self.mostNodes).squareRoot()
            self.cell = max(cell, least, 1e-3)
            // One row and column more on each side, so that nothing within reaches the edge.
            (columns, rows) = (Self.count(width / self.cell), Self.count(height / self.cell))
            let west = -Double(columns - 1) / 2 * self.cell
            // A column runs along the date line, where areas are cut: half a cell to the side there is room for. A grid round the Earth has it at both ends.
            let line = ((origin.x < 0 ? -180 : 180) - origin.x) * scale.x
            let steps = (line - west) / self.cell
            let isCut = steps > 0.5 && steps < Double(columns) - 1.5 && Double(columns) * self.cell < 360 * scale.x
            corner = (isCut ? line - steps.rounded() * self.cell : west, -Double(rows - 1) / 2 * self.cell)
            dateLine = isCut ? Int(rounding: steps) : nil
        }

        private static func count(_ steps: Double) -> Int { (Int(rounding: steps.clamped(to: 0...mostNodes)) ?? 0) + 4 }

        /// In cells from the first node.
        @inline(__always)
        func inCells(_ place: Position) -> (x: Double, y: Double) {
            ((remainder(place.x - origin.x, 360) * scale.x - corner.x) / cell, ((place.y - origin.y) * scale.y - corner.y) / cell)
        }

        /// In degrees, beyond 180 on the other side of the date line.
        func place(x: Double, y: Double) -> Position {
            Position(x: origin.x + (x * cell + corner.x) / scale.x, y: origin.y + (y * cell + corner.y) / scale.y)
        }
    }

    let frame: Frame
    /// How far it is told, in cells.
    let reach: Double
    /// Squared distances in cells of four nodes beside each other, row by row; of what is beyond `reach`, something beyond it.
    private var groups: [SIMD4<Float>]
    private let groupsPerRow: Int

    init(_ frame: Frame, reach: Double) {
        (self.frame, self.reach) = (frame, reach)
        groupsPerRow = (frame.columns + 3) / 4
        groups = Array(repeating: SIMD4(repeating: .infinity), count: groupsPerRow * frame.rows)
    }

    /// Adds a line.
    mutating func add(_ line: some Sequence<RoadDraft.Place>) {
        var last: (x: Double, y: Double)?
        for place in line {
            let here = frame.inCells(place.position)
            if let last { add(last, here) }
            last = here
        }
    }

    /// Adds what is between two places, in cells.
    private mutating func add(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) {
        let (dx, dy) = (Float(b.x - a.x), Float(b.y - a.y))
        let length = dx * dx + dy * dy
        let inverse: Float = length > 1e-12 ? 1 / length : 0
        let rows = Self.range(min(a.y, b.y) - reach, max(a.y, b.y) + reach, frame.rows)
        let columns = Self.range(min(a.x, b.x) - reach, max(a.x, b.x) + reach, frame.columns)
        guard let last = columns.last else { return }
        let (first, count) = (columns.lowerBound / 4, last / 4 - columns.lowerBound / 4 + 1)
        let west = SIMD4<Float>(0, 1, 2, 3) + Float(Double(first * 4) - a.x)
        groups.withUnsafeMutableBufferPointer { groups in
            for row in rows {
                var (x, y) = (west, Float(Double(row) - a.y))
                for place in row * groupsPerRow + first..<row * groupsPerRow + first + count {
                    var share = (x * dx + y * dy) * inverse
                    // Comparing is inlined; `clamped` and `pointwiseMin` are calls.
                    share.replace(with: 0, where: share .< 0)
                    share.replace(with: 1, where: share .> 1)
                    let (ex, ey) = (x - share * dx, y - share * dy)
                    let square = ex * ex + ey * ey
                    groups[place].replace(with: square, where: square .< groups[place])
                    x += 4
                }
            }
        }
    }

    private static func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
        let first = Int(rounding: min(max(low.rounded(.up), 0), Double(count))) ?? 0
        let end = (Int(rounding: min(max(high.rounded(.down), -1), Double(count - 1))) ?? -1) + 1
        return first..<max(first, end)
    }

    /// How far each node is from the nearest line in cells, row by row; `reach` if it is farther.
    func distances() -> [Float] {
        var distances: [Float] = []
        distances.reserveCapacity(frame.columns * frame.rows)
        let farthest = SIMD4(repeating: Float(reach))
        for row in 0..<frame.rows {
            for group in 0..<groupsPerRow {
                let four = pointwiseMin(groups[row * groupsPerRow + group].squareRoot(), farthest)
                for lane in 0..<min(4, frame.columns - group * 4) { distances.append(four[lane]) }
            }
        }
        return distances
    }

    /// How far each node is from being within `distance` cells of a line: below zero within.
    func depths(within distance: Double) -> [Float] { distances().map { $0 - Float(distance) } }
}
