/// Finds the outer ring of each hole of a polygon.
///
/// A hole looks only at outer rings whose extents hold its own, through a tree of extents, and only at smaller ones than it has found; of
/// each, at few edges. So many holes in one ring, many rings side by side and many one in another all take near-linear time.
package struct RingGrouping {
    private let rings: [(ring: [Position], area: Double)]
    /// How many boxes and edges have been looked at.
    package private(set) var steps = 0

    package init(_ rings: [[Position]]) {
        self.rings = rings.filter { !$0.isEmpty }.map { ($0, Geometry.Polygon.signedArea(of: $0)) }
    }

    /// Each outer ring with the holes in it, in the order of the outer rings; then the holes that lie in none, turned.
    package mutating func areas() -> [(outer: [Position], holes: [[Position]])] {
        // What has no area, or NaN for one, is no hole.
        var areas = rings.filter { !($0.area > 0) }.map { (outer: $0.ring, holes: [[Position]]()) }
        let holes = rings.filter { $0.area > 0 }
        if holes.isEmpty { return areas }
        var index = OuterRings(rings.filter { !($0.area > 0) })
        for hole in holes {
            if let outer = index.innermost(around: hole.ring, steps: &steps) {
                areas[outer].holes.append(hole.ring)
            } else {
                areas.append((outer: hole.ring.reversed(), holes: []))
            }
        }
        return areas
    }
}

/// The outer rings of a polygon, to be searched by place.
private struct OuterRings {
    private let rings: [(ring: [Position], area: Double)]
    /// Where the ring of each leaf stands.
    private let order: [Int]
    private let tree: BoxTree
    private var locators: [Int: RingLocator] = [:]

    init(_ rings: [(ring: [Position], area: Double)]) {
        let boxes = rings.map { ring in
            var box = Self.box(around: ring.ring)
            box.size = abs(ring.area)
            return box
        }
        self.rings = rings
        order = Self.order(boxes)
        tree = BoxTree(order.map { boxes[$0] })
    }

    private static func box(around ring: [Position]) -> BoxTree.Box {
        ring.reduce(into: BoxTree.Box()) { $0.add($1) }
    }

    /// Neighbours stand together: in strips from left to right, each from below to above; of those with one middle, the smallest comes first.
    private static func order(_ boxes: [BoxTree.Box]) -> [Int] {
        func middle(_ low: Double, _ high: Double) -> Double { low <= high ? low / 2 + high / 2 : .infinity }
        let keys = boxes.map { (x: middle($0.xMin, $0.xMax), y: middle($0.yMin, $0.yMax), size: $0.size) }
        let byX = keys.indices.sorted { (keys[$0].x, keys[$0].size) < (keys[$1].x, keys[$1].size) }
        let strips = (Double(boxes.count) / Double(BoxTree.fanOut)).squareRoot().rounded(.up)
        let width = max(1, BoxTree.fanOut * (Int(exactly: strips) ?? 1))
        return stride(from: 0, to: byX.count, by: width).flatMap { start in
            byX[start..<min(start + width, byX.count)].sorted { (keys[$0].y, keys[$0].size) < (keys[$1].y, keys[$1].size) }
        }
    }

    /// The smallest ring that a hole lies in; if there is none, that its first vertex lies in, for some jut out a little.
    mutating func innermost(around hole: [Position], steps: inout Int) -> Int? {
        innermost(around: hole, in: Self.box(around: hole), steps: &steps)
            ?? innermost(around: hole, in: Self.box(around: [hole[0]]), steps: &steps)
    }

    private mutating func innermost(around hole: [Position], in box: BoxTree.Box, steps: inout Int) -> Int? {
        var (best, least, count) = (Int?.none, Double.infinity, steps)
        var locators = self.locators
        self.locators = [:]
        tree.search { candidate, _ in
            count += 1
            return candidate.contains(box) && candidate.size < least
        } _: { leaf in
            let locator = locators[order[leaf]] ?? RingLocator(rings[order[leaf]].ring)
            locators[order[leaf]] = locator
            if Self.contains(locator, hole, &count) { (best, least) = (order[leaf], abs(rings[order[leaf]].area)) }
        }
        (self.locators, steps) = (locators, count)
        return best
    }

    /// The first vertex that is not on the ring tells: a hole may touch it.
    private static func contains(_ locator: RingLocator, _ hole: [Position], _ steps: inout Int) -> Bool {
        for vertex in hole {
            switch locator.location(of: vertex, steps: &steps) {
            case .inside: return true
            case .outside: return false
            case .edge: continue
            }
        }
        return true
    }
}
