import CairnCore
import Foundation

/// Names along lines, each where it does not come upon another.
struct MapLabels {
    /// A name, what it is the name of, and the size of its letters.
    struct Label {
        let text: String
        let style: String
        let size: Double
        let line: [MapFrame.Point]
    }

    private struct Cell: Hashable { let x: Int, y: Int }

    let frame: MapFrame
    /// What the paths of these labels are called, with a number behind.
    let name: String
    /// The labels as SVG.
    private(set) var elements: [String] = []
    /// What is written on, in squares.
    private var written: Set<Cell> = []
    private static let square = 14.0

    init(_ labels: [Label], frame: MapFrame, name: String) {
        (self.frame, self.name) = (frame, name)
        for label in labels { add(label) }
    }

    /// Writes a label, or none where there is no room for it.
    private mutating func add(_ label: Label) {
        let length = Self.length(of: label.line)
        // Somewhat more than the letters take: what is beyond a path's end is not drawn.
        let need = Double(label.text.count) * 0.66 * label.size
        for middle in [0.5, 0.35, 0.65, 0.2, 0.8].map({ $0 * length }) where middle >= need / 2 && middle + need / 2 <= length {
            let steps = max(2, Int(rounding: need / Self.square * 2) ?? 2)
            let points = (0...steps).map { step in
                Self.point(of: label.line, at: middle - need / 2 + need * Double(step) / Double(steps))
            }
            guard points.allSatisfy({ isFree($0, label.size) }) else { continue }
            written.formUnion(points.map(cell))
            // From left to right.
            return write(label, along: points[0].x <= points[steps].x ? points : points.reversed())
        }
    }

    private mutating func write(_ label: Label, along points: [MapFrame.Point]) {
        let id = "\(name)-\(elements.count)"
        elements.append(
            "<path id=\"\(id)\" d=\"\(MapFrame.path(points))\"/><text class=\"\(label.style)\" font-size=\"\(MapFrame.short(label.size))\" "
                + "dy=\".35em\"><textPath href=\"#\(id)\" startOffset=\"50%\">\(label.text.markupEscaped)</textPath></text>")
    }

    private func cell(_ point: MapFrame.Point) -> Cell {
        Cell(x: Int(rounding: point.x / Self.square) ?? 0, y: Int(rounding: point.y / Self.square) ?? 0)
    }

    /// Whether letters of this size have room there.
    private func isFree(_ point: MapFrame.Point, _ size: Double) -> Bool {
        let (cell, reach) = (cell(point), Int(rounding: size / Self.square, .up) ?? 1)
        return frame.contains(point, margin: size)
            && (-reach...reach).allSatisfy { x in
                (-reach...reach).allSatisfy { y in !written.contains(Cell(x: cell.x + x, y: cell.y + y)) }
            }
    }

    private static func length(of line: [MapFrame.Point]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }

    private static func point(of line: [MapFrame.Point], at length: Double) -> MapFrame.Point {
        var rest = length
        for (from, to) in zip(line, line.dropFirst()) {
            let step = hypot(to.x - from.x, to.y - from.y)
            if rest <= step, step > 0 { return (from.x + (to.x - from.x) * rest / step, from.y + (to.y - from.y) * rest / step) }
            rest -= step
        }
        return line[line.count - 1]
    }
}
