import CairnCore

/// Searches a hierarchy for the shortest way between two places: upward from both ends, until no higher node can make it shorter.
///
/// It keeps its memory for the next search; whoever has it has it alone.
///
/// - Source: R. Geisberger et al., *Contraction Hierarchies* (2008), with stalling on demand.
struct HierarchySearch: ~Copyable {
    /// A node where a search begins or ends, and how far it is from the place itself.
    struct Seed: Equatable {
        let node: UInt32
        let distance: UInt32

        init(_ node: UInt32, at distance: UInt32 = 0) { (self.node, self.distance) = (node, distance) }
    }

    /// A way that was found.
    struct Way: Equatable {
        let distance: UInt32
        /// The highest node on it.
        fileprivate let top: UInt32
    }

    /// How far a node is from each end.
    private struct Label {
        var distance = Distance.none
        var distanceBack = Distance.none
    }

    /// Over which node a node is reached from each end: apart, for they are looked at last.
    private struct Neighbors {
        var previous = UInt32.max
        var next = UInt32.max
    }

    private let labels: UnsafeMutablePointer<Label>
    private let neighbors: UnsafeMutablePointer<Neighbors>
    private let touched: UnsafeMutablePointer<UInt32>
    private var touchedCount = 0
    private var forward = DistanceHeap()
    private var backward = DistanceHeap()
    private var best = Distance.none
    private var top = UInt32.max
    /// How many nodes the last search settled.
    private(set) var settledCount = 0
    private var unpacking = PathUnpacking()

    init(nodeCount: Int) {
        labels = .allocate(capacity: max(1, nodeCount))
        labels.initialize(repeating: Label(), count: max(1, nodeCount))
        neighbors = .allocate(capacity: max(1, nodeCount))
        neighbors.initialize(repeating: Neighbors(), count: max(1, nodeCount))
        touched = .allocate(capacity: max(1, nodeCount))
    }

    deinit {
        labels.deallocate()
        neighbors.deallocate()
        touched.deallocate()
    }

    /// The shortest way from one of some nodes to one of others; nil if there is none. ``path(of:in:_:)`` can be asked for it until the next search.
    mutating func search(_ hierarchy: Hierarchy, from sources: some Sequence<Seed>, to targets: some Sequence<Seed>) -> Way? {
        begin()
        for seed in sources { reach(seed.node, seed.distance, over: .max) }
        for seed in targets { reachBack(seed.node, seed.distance, over: .max) }
        // The nearer of both goes on. That lets the first way that is found be a good one.
        while case let (ahead, back) = (forward.nearest, backward.nearest), min(ahead, back) < best {
            if ahead <= back { settle(hierarchy) } else { settleBack(hierarchy) }
        }
        return best < Distance.none ? Way(distance: best, top: top) : nil
    }

    private mutating func begin() {
        for place in 0..<touchedCount { labels[Int(touched[place])] = Label() }
        touchedCount = 0
        forward.removeAll()
        backward.removeAll()
        (best, top, settledCount) = (Distance.none, .max, 0)
    }

    @inline(__always)
    private mutating func settle(_ hierarchy: Hierarchy) {
        let (node, distance) = forward.pop()
        if distance > labels[Int(node)].distance { return }
        settledCount &+= 1
        let range = hierarchy.range(of: Int(node))
        // A higher node that leads here on a shorter way: whatever goes on from here is not the shortest either.
        for place in range where labels[Int(hierarchy.arcs[place].node)].distance &+ hierarchy.arcs[place].downward < distance {
            return
        }
        for place in range { reach(hierarchy.arcs[place].node, distance &+ hierarchy.arcs[place].upward, over: node) }
    }

    @inline(__always)
    private mutating func settleBack(_ hierarchy: Hierarchy) {
        let (node, distance) = backward.pop()
        if distance > labels[Int(node)].distanceBack { return }
        settledCount &+= 1
        let range = hierarchy.range(of: Int(node))
        for place in range where labels[Int(hierarchy.arcs[place].node)].distanceBack &+ hierarchy.arcs[place].upward < distance {
            return
        }
        for place in range { reachBack(hierarchy.arcs[place].node, distance &+ hierarchy.arcs[place].downward, over: node) }
    }

    /// Labels a node if it is reached on a shorter way, and one that may be part of a shorter way than the best that is known.
    @inline(__always)
    private mutating func reach(_ node: UInt32, _ distance: UInt32, over previous: UInt32) {
        let label = labels + Int(node)
        guard distance < label.pointee.distance, distance < best else { return }
        touch(node, label)
        label.pointee.distance = distance
        neighbors[Int(node)].previous = previous
        forward.push(node, at: distance)
        meet(node, distance &+ label.pointee.distanceBack)
    }

    @inline(__always)
    private mutating func reachBack(_ node: UInt32, _ distance: UInt32, over next: UInt32) {
        let label = labels + Int(node)
        guard distance < label.pointee.distanceBack, distance < best else { return }
        touch(node, label)
        label.pointee.distanceBack = distance
        neighbors[Int(node)].next = next
        backward.push(node, at: distance)
        meet(node, distance &+ label.pointee.distance)
    }

    @inline(__always)
    private mutating func meet(_ node: UInt32, _ distance: UInt32) {
        if distance < best { (best, top) = (distance, node) }
    }

    @inline(__always)
    private mutating func touch(_ node: UInt32, _ label: UnsafeMutablePointer<Label>) {
        guard label.pointee.distance == Distance.none, label.pointee.distanceBack == Distance.none else { return }
        touched[touchedCount] = node
        touchedCount &+= 1
    }
}

extension HierarchySearch {
    /// The nodes of a way in the hierarchy, from its beginning over its highest one to its end.
    func nodes(of way: Way) -> [UInt32] {
        var nodes: [UInt32] = []
        var node = way.top
        while node != .max {
            nodes.append(node)
            node = neighbors[Int(node)].previous
        }
        nodes.reverse()
        node = neighbors[Int(way.top)].next
        while node != .max {
            nodes.append(node)
            node = neighbors[Int(node)].next
        }
        return nodes
    }

    /// The first and the last node of a way.
    func ends(of way: Way) -> (first: UInt32, last: UInt32) {
        var (first, last) = (way.top, way.top)
        while case let previous = neighbors[Int(first)].previous, previous != .max { first = previous }
        while case let next = neighbors[Int(last)].next, next != .max { last = next }
        return (first, last)
    }

    /// Adds what stands for the arcs of the input that a way consists of to `path`, in their order.
    ///
    /// - Throws: `PathDamage` if the hierarchy's shortcuts lead to more arcs than a way can have.
    mutating func path(of way: Way, in hierarchy: Hierarchy, _ path: inout [UInt32]) throws(PathDamage) {
        let nodes = nodes(of: way)
        for (tail, head) in zip(nodes, nodes.dropFirst()) { try unpacking.append(from: tail, to: head, in: hierarchy, to: &path) }
    }
}

/// Shortcuts that are not of this hierarchy.
struct PathDamage: Error {}
