/// Tells whether places lie in a ring, looking at few of its edges for each.
struct RingLocator {
    /// Where a place is: on the edge if rounding would decide on which side.
    enum Location {
        case inside, outside, edge
    }

    private let ring: [Position]
    /// A leaf for every eight edges.
    private let tree: BoxTree
    private static let edges = 8

    init(_ ring: [Position]) {
        // What should be closed is not always.
        let ring = Geometry.Polygon.closed(ring)
        self.ring = ring
        let count = max(0, ring.count - 1)
        let leaves = stride(from: 0, to: count, by: Self.edges).map { start in
            ring[start...min(start + Self.edges, count)].reduce(into: BoxTree.Box()) { $0.add($1) }
        }
        tree = BoxTree(leaves)
    }

    /// By the even-odd rule: the edges to the right of the place are counted. Those of a box that lies there as a whole are crossed as often
    /// as its first and last vertices say.
    ///
    /// - Parameter steps: Is raised by the number of boxes and edges that were looked at.
    func location(of place: Position, steps: inout Int) -> Location {
        var (isInside, isOnEdge, count) = (false, false, 0)
        tree.search { box, leaves in
            count += 1
            guard box.yMin <= place.y, box.yMax >= place.y, box.xMax >= place.x else { return false }
            guard box.xMin > place.x else { return true }
            if crosses(leaves, place.y) { isInside.toggle() }
            return false
        } _: { leaf in
            for edge in edges(of: leaf) {
                count += 1
                look(ring[edge], ring[edge + 1], place, &isInside, &isOnEdge)
            }
        }
        steps += count
        return isOnEdge ? .edge : isInside ? .inside : .outside
    }

    private func edges(of leaf: Int) -> Range<Int> {
        leaf * Self.edges..<min((leaf + 1) * Self.edges, ring.count - 1)
    }

    private func crosses(_ leaves: Range<Int>, _ y: Double) -> Bool {
        let end = min(leaves.upperBound * Self.edges, ring.count - 1)
        return (ring[leaves.lowerBound * Self.edges].y > y) != (ring[end].y > y)
    }

    private func look(_ a: Position, _ b: Position, _ place: Position, _ isInside: inout Bool, _ isOnEdge: inout Bool) {
        let (left, right) = ((b.x - a.x) * (place.y - a.y), (b.y - a.y) * (place.x - a.x))
        let isWithin =
            min(a.x, b.x) <= place.x && place.x <= max(a.x, b.x) && min(a.y, b.y) <= place.y && place.y <= max(a.y, b.y)
        if isWithin, abs(left - right) <= 1e-12 * (abs(left) + abs(right)) { isOnEdge = true }
        guard (a.y > place.y) != (b.y > place.y) else { return }
        if place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
    }
}
