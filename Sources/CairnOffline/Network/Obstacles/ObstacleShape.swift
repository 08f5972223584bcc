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
    func crossings(of start: Position, _ end: Position) -> [Double] {
        if sides.isEmpty { return [] }
        let box = Self.box(of: [start, end])
        var shares: [Double] = []
        tree.search({ other, _ in other.meets(box) }) { shares += Self.crossings(of: start, end, sides[$0]) }
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
    func contains(_ place: Position) -> Bool {
        if sides.isEmpty { return false }
        var isInside = false
        tree.search({ box, _ in box.yMin <= place.y && box.yMax >= place.y && box.xMax >= place.x }) { index in
            let (a, b) = (sides[index].start, sides[index].end)
            guard (a.y > place.y) != (b.y > place.y) else { return }
            if place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
        }
        return isInside
    }
}
