/// A static R-tree of boxes in one array: built once from boxes in Hilbert order, then only searched.
///
/// SQLite's own R*Tree answers a nearest-neighbour query in 30 µs; this one in 2. See Docs/Decisions.
///
/// Coordinates are whole numbers: degrees times 10⁷, about a centimetre.
struct PackedRTree: Sendable {
    struct Box: Sendable, Hashable {
        var xMin: Int32
        var yMin: Int32
        var xMax: Int32
        var yMax: Int32

        mutating func include(_ other: Box) {
            xMin = min(xMin, other.xMin)
            yMin = min(yMin, other.yMin)
            xMax = max(xMax, other.xMax)
            yMax = max(yMax, other.yMax)
        }

        func intersects(_ other: Box) -> Bool {
            xMin <= other.xMax && xMax >= other.xMin && yMin <= other.yMax && yMax >= other.yMin
        }
    }

    private static let fanOut = 16

    let ids: [UInt32]
    private let boxes: [Box]
    /// Where each level starts in `boxes`, leaves first, and where the last one ends.
    private let levels: [Int]

    /// A tree over boxes that are in their final order; see `hilbertIndex`.
    init(ids: [UInt32], leaves: [Box]) {
        self.ids = ids
        var boxes = leaves
        var levels = [0]
        var start = 0
        while boxes.count - start > 1 {
            let end = boxes.count
            levels.append(end)
            for first in stride(from: start, to: end, by: Self.fanOut) {
                var box = boxes[first]
                for index in first..<min(first + Self.fanOut, end) { box.include(boxes[index]) }
                boxes.append(box)
            }
            start = end
        }
        levels.append(boxes.count)
        self.boxes = boxes
        self.levels = levels
    }

    /// Visits leaves by the distance of their boxes, nearest first, until `visit` returns false.
    ///
    /// - Parameters:
    ///   - xScale: How much a step in x is worth against one in y: the cosine of the latitude.
    ///   - visit: Receives an id and the squared distance of its box, in units of y.
    func nearest(x: Double, y: Double, xScale: Double, _ visit: (UInt32, Double) throws -> Bool) rethrows {
        guard !ids.isEmpty else { return }
        var queue = NearestQueue()
        queue.push(boxes.count - 1, Self.squaredDistance(boxes[boxes.count - 1], x, y, xScale))
        while let (index, distance) = queue.pop() {
            if index < ids.count {
                if try !visit(ids[index], distance) { return }
                continue
            }
            for child in children(of: index) {
                queue.push(child, Self.squaredDistance(boxes[child], x, y, xScale))
            }
        }
    }

    private func children(of index: Int) -> Range<Int> {
        let level = levels.lastIndex { $0 <= index }!
        let first = levels[level - 1] + (index - levels[level]) * Self.fanOut
        return first..<min(first + Self.fanOut, levels[level])
    }

    private static func squaredDistance(_ box: Box, _ x: Double, _ y: Double, _ xScale: Double) -> Double {
        let dx = max(Double(box.xMin) - x, 0, x - Double(box.xMax)) * xScale
        let dy = max(Double(box.yMin) - y, 0, y - Double(box.yMax))
        return dx * dx + dy * dy
    }
}

/// A binary heap, smallest distance first.
private struct NearestQueue {
    private var items: [(index: Int, distance: Double)] = []

    mutating func push(_ index: Int, _ distance: Double) {
        items.append((index, distance))
        var child = items.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if items[parent].distance <= items[child].distance { break }
            items.swapAt(parent, child)
            child = parent
        }
    }

    mutating func pop() -> (Int, Double)? {
        guard let top = items.first, let last = items.popLast() else { return nil }
        if items.isEmpty { return top }
        items[0] = last
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < items.count {
                if items[child].distance < items[smallest].distance { smallest = child }
            }
            if smallest == parent { return top }
            items.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
