/// Tells whether rings cross themselves and one another more often than can be borne: of so many vertices there may be half the square of
/// crossings, each of which takes room and time.
struct RingCrossings {
    /// How many crossings are borne: about a second, and a hundred megabytes.
    static let most = 50_000
    /// Pairs of edges that lie near one another take time, too, whether or not they cross: so many are looked at, and some more for each edge.
    private static let (mostPairs, mostPairsOfEdge) = (20_000_000, 200)
    private static let leafSize = 8

    private struct Edge {
        let (a, b): (SIMD2<Double>, SIMD2<Double>)

        func crosses(_ other: Edge) -> Bool {
            if a == other.a || a == other.b || b == other.a || b == other.b { return false }
            return side(other.a) * side(other.b) <= 0 && other.side(a) * other.side(b) <= 0
        }

        /// On which side of the edge a place lies, as 1, 0 or -1.
        private func side(_ place: SIMD2<Double>) -> Double {
            let area = (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x)
            return area > 0 ? 1 : area < 0 ? -1 : 0
        }

        func isNear(_ other: Edge) -> Bool {
            min(a.x, b.x) <= max(other.a.x, other.b.x) && min(other.a.x, other.b.x) <= max(a.x, b.x)
                && min(a.y, b.y) <= max(other.a.y, other.b.y) && min(other.a.y, other.b.y) <= max(a.y, b.y)
        }
    }

    /// What has been found, and how often it was looked.
    private struct Tally {
        var crossings = 0
        var pairs = 0
    }

    private let edges: [Edge]
    private let most: Int
    private let mostPairs: Int

    init(_ rings: [[Position]], most: Int = Self.most) {
        var edges: [Edge] = []
        edges.reserveCapacity(rings.reduce(0) { $0 + $1.count })
        for ring in rings {
            let ring = Geometry.Polygon.closed(ring)
            for (a, b) in zip(ring, ring.dropFirst()) where a.x != b.x || a.y != b.y {
                edges.append(Edge(a: SIMD2(a.x, a.y), b: SIMD2(b.x, b.y)))
            }
        }
        (self.edges, self.most) = (edges, most)
        mostPairs = Self.mostPairs + Self.mostPairsOfEdge * edges.count
    }

    /// Whether there are more crossings than are borne, or more edges that lie near one another.
    ///
    /// - Throws: ``GeometryError/cancelled``.
    func areTooMany() throws(GeometryError) -> Bool {
        let boxes = stride(from: 0, to: edges.count, by: Self.leafSize).map(box)
        let tree = BoxTree(boxes)
        var tally = Tally()
        for leaf in boxes.indices where !isOver(tally) {
            if Task.isCancelled { throw .cancelled }
            tree.search { box, leaves in
                !isOver(tally) && leaves.upperBound > leaf && box.meets(boxes[leaf])
            } _: { other in
                look(at: leaf, and: other, &tally)
            }
        }
        return isOver(tally)
    }

    private func isOver(_ tally: Tally) -> Bool { tally.crossings > most || tally.pairs > mostPairs }

    private func look(at leaf: Int, and other: Int, _ tally: inout Tally) {
        let others = range(other * Self.leafSize)
        for first in range(leaf * Self.leafSize) {
            for second in others where second > first {
                tally.pairs += 1
                if edges[first].isNear(edges[second]), edges[first].crosses(edges[second]) { tally.crossings += 1 }
            }
        }
    }

    private func range(_ start: Int) -> Range<Int> { start..<min(start + Self.leafSize, edges.count) }

    private func box(_ start: Int) -> BoxTree.Box {
        edges[range(start)].reduce(into: BoxTree.Box()) { box, edge in
            box.add(Position(x: edge.a.x, y: edge.a.y))
            box.add(Position(x: edge.b.x, y: edge.b.y))
        }
    }
}
