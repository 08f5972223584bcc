import CairnCore

/// How much of each pixel of a tile is covered by areas.
struct CoverageMask {
    /// Which places are inside.
    enum Rule {
        /// Those that an odd number of edges is left of.
        case evenOdd
        /// Those around which rings run more often one way than the other.
        case nonzero
    }

    /// A pixel that is covered as a whole.
    static let full = Int32(Outline.linesPerPixel) * Int32(steps)
    /// Into how many parts the width of a pixel is divided.
    private static let steps = 256

    let width: Int
    let height: Int
    /// Row by row, 0…``full``.
    private(set) var values: [Int32]
    /// How much more each pixel of a row has than the one before.
    private var changes: [Int32]
    /// The pixels of the row that are changed.
    private var changed: (first: Int, last: Int)?

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        values = Array(repeating: 0, count: width * height)
        changes = Array(repeating: 0, count: width + 2)
    }

    mutating func removeAll() { values.withUnsafeMutableBufferPointer { $0.update(repeating: 0) } }

    /// Adds an area to what is covered: where areas lie side by side nothing is left between them, and what is covered twice is covered.
    mutating func add(_ outline: Outline, _ rule: Rule) {
        let edges = outline.edges.sorted { $0.first < $1.first }
        var (next, line) = (0, 0)
        var active: [Outline.Edge] = []
        while next < edges.count || !active.isEmpty {
            if active.isEmpty {
                finishRow(line)
                line = edges[next].first
            }
            while next < edges.count, edges[next].first == line {
                active.append(edges[next])
                next += 1
            }
            Self.sort(&active)
            switch rule {
            case .evenOdd: fillPairs(active)
            case .nonzero: fillWindings(active)
            }
            line += 1
            if line.isMultiple(of: Outline.linesPerPixel) { finishRow(line) }
            active.removeAll { $0.end <= line }
            for index in active.indices { active[index].x += active[index].slope }
        }
        finishRow(line)
    }

    /// They are nearly in order, but for where edges cross.
    private static func sort(_ edges: inout [Outline.Edge]) {
        guard edges.count < 64 else { return edges.sort { $0.x < $1.x } }
        for index in edges.indices.dropFirst() {
            let edge = edges[index]
            var place = index
            while place > 0, edges[place - 1].x > edge.x {
                edges[place] = edges[place - 1]
                place -= 1
            }
            edges[place] = edge
        }
    }

    private mutating func fillPairs(_ edges: [Outline.Edge]) {
        for index in stride(from: 0, to: edges.count - 1, by: 2) { fill(edges[index].x, edges[index + 1].x) }
    }

    private mutating func fillWindings(_ edges: [Outline.Edge]) {
        var (winding, start) = (0, 0.0)
        for edge in edges {
            if winding == 0 { start = edge.x }
            winding += edge.winding
            if winding == 0 { fill(start, edge.x) }
        }
    }

    /// Fills a piece of a line.
    private mutating func fill(_ from: Double, _ to: Double) {
        let limit = Double(width)
        let scale = Double(Self.steps)
        guard let first = Int(rounding: min(max(from, 0), limit) * scale),
            let last = Int(rounding: min(max(to, 0), limit) * scale),
            first < last
        else { return }
        change(first, by: 1)
        change(last, by: -1)
        let pixels = (first / Self.steps, min(width - 1, last / Self.steps))
        changed = changed.map { (min($0.first, pixels.0), max($0.last, pixels.1)) } ?? pixels
    }

    private mutating func change(_ place: Int, by sign: Int32) {
        let (pixel, rest) = (place / Self.steps, Int32(truncatingIfNeeded: place % Self.steps))
        changes[pixel] += sign * (Int32(truncatingIfNeeded: Self.steps) - rest)
        changes[pixel + 1] += sign * rest
    }

    /// Adds what the lines of a row of pixels have covered.
    ///
    /// - Parameter line: The line behind them.
    private mutating func finishRow(_ line: Int) {
        guard let (first, last) = changed else { return }
        changed = nil
        let start = (line - 1) / Outline.linesPerPixel * width
        var sum: Int32 = 0
        for pixel in first...last {
            sum += changes[pixel]
            changes[pixel] = 0
            values[start + pixel] = min(Self.full, values[start + pixel] + sum)
        }
        changes[last + 1] = 0
        changes[min(last + 2, width + 1)] = 0
    }
}
