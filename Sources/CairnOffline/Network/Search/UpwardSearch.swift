import CairnCore

/// Everything that is above some nodes in a hierarchy, and how far: one half of a search, which goes to its end.
///
/// For tables: of each place the halves are made once, and joined with those of all others.
struct UpwardSearch: ~Copyable {
    private let labels: UnsafeMutablePointer<UInt32>
    private let touched: UnsafeMutablePointer<UInt32>
    private var touchedCount = 0
    private var heap = DistanceHeap()

    init(nodeCount: Int) {
        labels = .allocate(capacity: max(1, nodeCount))
        labels.initialize(repeating: Distance.none, count: max(1, nodeCount))
        touched = .allocate(capacity: max(1, nodeCount))
    }

    deinit {
        labels.deallocate()
        touched.deallocate()
    }

    /// Visits the nodes above the seeds that no higher one leads to on a shorter way.
    ///
    /// - Parameter isBackward: Whether to find from where the seeds are reached, and not what they reach.
    @inline(__always)
    mutating func forEach(
        from seeds: some Sequence<HierarchySearch.Seed>, in hierarchy: Hierarchy, isBackward: Bool,
        _ visit: (_ node: UInt32, _ distance: UInt32) -> Void
    ) {
        for place in 0..<touchedCount { labels[Int(touched[place])] = Distance.none }
        touchedCount = 0
        heap.removeAll()
        for seed in seeds { reach(seed.node, seed.distance) }
        while heap.count > 0 {
            let (node, distance) = heap.pop()
            if distance > labels[Int(node)] || isStalled(node, distance, hierarchy, isBackward) { continue }
            visit(node, distance)
            for place in hierarchy.range(of: Int(node)) {
                let arc = hierarchy.arcs[place]
                reach(arc.node, distance &+ (isBackward ? arc.downward : arc.upward))
            }
        }
    }

    @inline(__always)
    private func isStalled(_ node: UInt32, _ distance: UInt32, _ hierarchy: Hierarchy, _ isBackward: Bool) -> Bool {
        for place in hierarchy.range(of: Int(node)) {
            let arc = hierarchy.arcs[place]
            if labels[Int(arc.node)] &+ (isBackward ? arc.upward : arc.downward) < distance { return true }
        }
        return false
    }

    @inline(__always)
    private mutating func reach(_ node: UInt32, _ distance: UInt32) {
        guard distance < labels[Int(node)] else { return }
        if labels[Int(node)] == Distance.none {
            touched[touchedCount] = node
            touchedCount &+= 1
        }
        labels[Int(node)] = distance
        heap.push(node, at: distance)
    }
}
