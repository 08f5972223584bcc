import CairnCore
import CairnGeo

/// Lines, or the rings of an area, that roads are cut by.
struct ObstacleShape: Sendable {
    private struct Side: Sendable {
        let start: Position
        let end: Position
    }

    private let sides: [Side]
    private let tree: BoxTree
    /// All of it.
    let box: BoxTree.Box

    /// - Parameter paths: In degrees; rings are closed.
    init(_ paths: [[Position]]) {
        sides = paths.flatMap { path in zip(path, path.dropFirst()).map { Side(start: $0, end: $1) } }
        let boxes = sides.map { Self.box(of: [$0.start, $0.end]) }
        tree = BoxTree(boxes)
        box = Self.box(of: sides.flatMap { [$0.start, $0.end] })
    }

    private static func box(of places: [Position]) -> BoxTree.Box {
        places.reduce(into: BoxTree.Box()) { $0.add($1) }
    }

    /// Where a segment crosses it, or touches it, as shares of the segment. Of what runs along it the ends are told.
    ///
    /// - Parameter comparisons: Is raised by one for each side that was looked at.
    func crossings(of start: Position, _ end: Position, _ comparisons: inout Int) -> [Double] {
        if sides.isEmpty { return [] }
        let box = Self.box(of: [start, end])
        var (shares, count) = ([Double](), 0)
        tree.search({ other, _ in other.meets(box) }) {
            count += 1
            shares += Self.crossings(of: start, end, sides[$0])
        }
        comparisons += count
        return shares
    }

    private static func crossings(of start: Position, _ end: Position, _ side: Side) -> [Double] {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let (ex, ey) = (side.end.x - side.start.x, side.end.y - side.start.y)
        let (fx, fy) = (side.start.x - start.x, side.start.y - start.y)
        let turn = dx * ey - dy * ex
        if turn == 0 {
            let length = dx * dx + dy * dy
            guard length > 0, fx * dy == fy * dx else { return [] }
            let ends = [(fx * dx + fy * dy) / length, ((fx + ex) * dx + (fy + ey) * dy) / length]
            guard ends.min() ?? 2 <= 1, ends.max() ?? -1 >= 0 else { return [] }
            return ends.map { $0.clamped(to: 0...1) }
        }
        let (along, across) = ((fx * ey - fy * ex) / turn, (fx * dy - fy * dx) / turn)
        return (0...1).contains(along) && (0...1).contains(across) ? [along] : []
    }

    /// Whether a place lies within its rings, by the even-odd rule.
    ///
    /// - Parameter comparisons: Is raised by one for each side that was looked at.
    func contains(_ place: Position, _ comparisons: inout Int) -> Bool {
        if sides.isEmpty { return false }
        var (isInside, count) = (false, 0)
        tree.search({ box, _ in box.yMin <= place.y && box.yMax >= place.y && box.xMax >= place.x }) { index in
            count += 1
            let (a, b) = (sides[index].start, sides[index].end)
            guard (a.y > place.y) != (b.y > place.y) else { return }
            if place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
        }
        comparisons += count
        return isInside
    }
}
