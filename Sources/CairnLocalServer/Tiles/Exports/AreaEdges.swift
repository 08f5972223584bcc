import CairnCore
import CairnGeo

/// The edges of areas. Those that touch a box are sought among those that touch the box around it: so each is looked at as often as boxes have been
/// divided where it lies, and not once for each tile.
struct AreaEdges: Sendable {
    /// What of an area there is in a box.
    fileprivate struct Part: Sendable {
        let edges: [Int32]
        /// Whether the middle of the box lies in the area.
        let isInside: Bool
    }

    /// What there is in a box.
    struct Cover: Sendable {
        fileprivate let middle: SIMD2<Double>
        private let parts: [Part]
        /// Whether all of the box lies in an area.
        let isWhole: Bool
        /// How many edges are looked at to tell what there is in a part of the box.
        let steps: Int

        static let whole = Cover(middle: .zero, [], isWhole: true)

        fileprivate init(middle: SIMD2<Double>, _ parts: [Part], isWhole: Bool) {
            (self.middle, self.isWhole) = (middle, isWhole)
            self.parts = isWhole ? [] : parts.filter { !$0.edges.isEmpty }
            steps = self.parts.reduce(0) { $0 + $1.edges.count }
        }

        var isEmpty: Bool { !isWhole && parts.isEmpty }

        fileprivate func map(_ body: (Part) -> Part) -> [Part] { parts.map(body) }
    }

    private let edges: [AreaEdge]
    /// Those of each area.
    private let ranges: [Range<Int>]

    init(_ areas: [Geometry]) {
        var (edges, ranges) = ([AreaEdge](), [Range<Int>]())
        for rings in areas.flatMap(Self.rings) {
            let start = edges.count
            for ring in rings { edges += Self.edges(of: ring) }
            ranges.append(start..<edges.count)
        }
        (self.edges, self.ranges) = (edges, ranges)
    }

    var count: Int { edges.count }

    /// The outer ring of each area, and its holes.
    private static func rings(of geometry: Geometry) -> [[[Position]]] {
        switch geometry {
        case .polygon(let polygon): polygon.areas.map { [$0.outer] + $0.holes }
        case .envelope(let box):
            [
                [
                    [(box.xMin, box.yMin), (box.xMin, box.yMax), (box.xMax, box.yMax), (box.xMax, box.yMin)].map {
                        Position(x: $0.0, y: $0.1)
                    }
                ]
            ]
        default: []
        }
    }

    private static func edges(of ring: [Position]) -> [AreaEdge] {
        zip(ring, ring.dropFirst() + ring.prefix(1)).compactMap { one, other in
            let edge = AreaEdge(start: SIMD2(one.x, one.y), end: SIMD2(other.x, other.y))
            return edge.start == edge.end ? nil : edge
        }
    }

    /// What there is in a box, wherever it lies.
    func cover(_ box: AreaEdge.Box) -> Cover {
        let parts = ranges.map { range in
            let isInside = edges[range].reduce(false) { $0 != $1.isCrossed(rightFrom: box.middle) }
            return Part(edges: range.filter { edges[$0].touches(box) }.map { Int32($0) }, isInside: isInside)
        }
        return cover(box, parts)
    }

    /// What there is in a box that lies in another.
    func cover(_ box: AreaEdge.Box, within outer: Cover) -> Cover {
        if outer.isWhole { return outer }
        let parts = outer.map { part in
            let isInside = part.edges.reduce(part.isInside) { $0 != edges[Int($1)].isCrossed(from: outer.middle, to: box.middle) }
            return Part(edges: part.edges.filter { edges[Int($0)].touches(box) }, isInside: isInside)
        }
        return cover(box, parts)
    }

    private func cover(_ box: AreaEdge.Box, _ parts: [Part]) -> Cover {
        Cover(middle: box.middle, parts, isWhole: parts.contains { $0.edges.isEmpty && $0.isInside })
    }
}
