import CairnCore

/// A static R-tree in the file; see ``TreeWriter``.
struct PackedTree: Sendable {
    private let section: MappedSection
    /// How many leaves there are.
    let count: Int
    /// How many boxes each level has, leaves first, and where they begin, in bytes.
    private let levels: [(start: Int, count: Int)]
    /// Where searches for what is near begin: above there are so few boxes that looking at them saves nothing.
    private let top: Int

    /// - Throws: ``BlockDamage`` if the section is not as long as its leaves want it.
    init(_ section: MappedSection) throws(BlockDamage) {
        self.section = section
        guard section.count > 0 else {
            (count, levels, top) = (0, [], 0)
            return
        }
        count = try section.number(0)
        var (level, start, levels) = (count, 4 + 4 * count, [(start: Int, count: Int)]())
        while level > 0 {
            levels.append((start, level))
            start += level * GeoBox.size
            level = level > 1 ? (level + TreeWriter.fanOut - 1) / TreeWriter.fanOut : 0
        }
        guard start <= section.count else { throw BlockDamage() }
        self.levels = levels
        top = levels.firstIndex { $0.count <= 3 * TreeWriter.fanOut } ?? 0
    }

    /// A box of a level, on the way down.
    struct Node {
        let bound: Double
        let level: Int32
        let index: UInt32
    }

    /// Visits leaves, those first whose boxes are nearer as far as boxes of the levels above tell, and none beyond a limit.
    ///
    /// - Parameters:
    ///   - limit: In square metres.
    ///   - stack: Memory to work with, for calls that follow each other.
    ///   - visit: Receives an item, its box, and how near it is at least; returns the limit from now on, never a higher one.
    @inline(__always)
    func forEach(
        near metric: PlaceMetric, within limit: Double, _ stack: inout [Node],
        _ visit: (UInt32, GeoBox, Double) throws(BlockDamage) -> Double
    ) throws(BlockDamage) {
        guard count > 0, limit >= 0 else { return }
        var (limit, framed, window) = (limit, limit, metric.window(limit))
        stack.removeAll(keepingCapacity: true)
        try push(0..<levels[top].count, top, metric, limit, window, &stack)
        while let node = stack.popLast() {
            if node.bound > limit { continue }
            let level = Int(node.level)
            if level == 0 {
                let box = GeoBox(at: try section.bytes(levels[0].start + Int(node.index) * GeoBox.size, GeoBox.size))
                limit = try visit(try item(Int(node.index)), box, node.bound)
                // A window that is somewhat too large costs less than one for each limit.
                if limit < framed * 0.7 { (framed, window) = (limit, metric.window(limit)) }
                continue
            }
            let first = Int(node.index) * TreeWriter.fanOut
            try push(first..<min(first + TreeWriter.fanOut, levels[level - 1].count), level - 1, metric, limit, window, &stack)
        }
    }

    /// The farthest first, so that the nearest is taken next.
    @inline(__always)
    private func push(
        _ children: Range<Int>, _ level: Int, _ metric: PlaceMetric, _ limit: Double, _ window: GeoBox, _ stack: inout [Node]
    ) throws(BlockDamage) {
        guard !children.isEmpty else { throw BlockDamage() }
        let bytes = try section.bytes(levels[level].start + children.lowerBound * GeoBox.size, children.count * GeoBox.size)
        let base = stack.count
        for child in 0..<children.count {
            let box = GeoBox(at: bytes + child &* GeoBox.size)
            guard box.intersects(window) else { continue }
            let bound = metric.bound(box)
            if bound > limit { continue }
            let node = Node(
                bound: bound, level: Int32(truncatingIfNeeded: level),
                index: UInt32(truncatingIfNeeded: children.lowerBound + child))
            stack.append(node)
            var place = stack.count - 1
            while place > base, stack[place - 1].bound < bound {
                stack[place] = stack[place - 1]
                place -= 1
            }
            stack[place] = node
        }
    }

    /// Visits the leaves whose boxes meet another one, as long as `visit` says that more are wanted.
    func forEach(in box: GeoBox, _ visit: (UInt32) throws(BlockDamage) -> Bool) throws(BlockDamage) {
        guard let top = levels.indices.last else { return }
        var stack = [(level: top, index: 0)]
        while let (level, index) = stack.popLast() {
            let bytes = try section.bytes(levels[level].start + index * GeoBox.size, GeoBox.size)
            guard GeoBox(at: bytes).intersects(box) else { continue }
            if level == 0 {
                guard try visit(try item(index)) else { return }
                continue
            }
            let first = index * TreeWriter.fanOut
            for child in first..<max(first, min(first + TreeWriter.fanOut, levels[level - 1].count)) {
                stack.append((level - 1, child))
            }
        }
    }

    private func item(_ leaf: Int) throws(BlockDamage) -> UInt32 { try section.load(4 + leaf * 4, as: UInt32.self) }
}
