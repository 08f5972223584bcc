/// Boxes in a given order under boxes of eight each, up to one: what cannot lie in a box is passed over with all that it holds.
package struct BoxTree: Sendable {
    /// A rectangle, and the least size of what lies in it.
    package struct Box: Sendable {
        package var xMin = Double.infinity
        package var yMin = Double.infinity
        package var xMax = -Double.infinity
        package var yMax = -Double.infinity
        package var size = Double.infinity

        package init() {}

        /// NaN is passed over.
        package mutating func add(_ position: Position) {
            if position.x < xMin { xMin = position.x }
            if position.y < yMin { yMin = position.y }
            if position.x > xMax { xMax = position.x }
            if position.y > yMax { yMax = position.y }
        }

        mutating func add(_ box: Box) {
            (xMin, yMin) = (min(xMin, box.xMin), min(yMin, box.yMin))
            (xMax, yMax) = (max(xMax, box.xMax), max(yMax, box.yMax))
            size = min(size, box.size)
        }

        func contains(_ box: Box) -> Bool {
            box.xMin >= xMin && box.yMin >= yMin && box.xMax <= xMax && box.yMax <= yMax
        }

        package func meets(_ box: Box) -> Bool {
            box.xMin <= xMax && box.yMin <= yMax && box.xMax >= xMin && box.yMax >= yMin
        }
    }

    static let fanOut = 8

    /// The leaves, then what lies above them.
    private var levels: [[Box]]

    package init(_ leaves: [Box]) {
        levels = [leaves]
        while let last = levels.last, last.count > 1 { levels.append(Self.parents(of: last)) }
    }

    private static func parents(of boxes: [Box]) -> [Box] {
        stride(from: 0, to: boxes.count, by: fanOut).map { start in
            boxes[start..<min(start + fanOut, boxes.count)].reduce(into: Box()) { $0.add($1) }
        }
    }

    /// Goes down in order wherever it is told to.
    ///
    /// - Parameters:
    ///   - descends: Whether to look into a box that holds leaves of a range, or at a leaf.
    ///   - leaf: Is given each leaf that it comes to.
    package func search(_ descends: (Box, Range<Int>) -> Bool, _ leaf: (Int) -> Void) {
        var pending = [(level: levels.count - 1, index: 0, width: Self.width(levels.count - 1))]
        while let (level, index, width) = pending.popLast() {
            guard index < levels[level].count else { continue }
            let leaves = index * width..<min((index + 1) * width, levels[0].count)
            guard descends(levels[level][index], leaves) else { continue }
            if level == 0 {
                leaf(index)
            } else {
                for child in (0..<Self.fanOut).reversed() {
                    pending.append((level - 1, index * Self.fanOut + child, width / Self.fanOut))
                }
            }
        }
    }

    private static func width(_ level: Int) -> Int { (0..<level).reduce(1) { width, _ in width * fanOut } }
}
