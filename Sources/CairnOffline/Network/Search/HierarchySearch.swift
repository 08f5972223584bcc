import CairnCore

/// Searches a hierarchy for the shortest way between two places: upward from both ends, to the highest nodes, between which a table knows the way.
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
        /// The node at which both halves of the search met; or two between which the table knows the way.
        fileprivate let (first, last): (UInt32, UInt32)
    }

    /// How far a node is from each end, and over which node.
    private struct Label {
        var distance = Distance.none
        var distanceBack = Distance.none
        var previous = UInt32.max
        var next = UInt32.max
    }

    /// Where the label of each node is. That of nodes that were not come to is the first, which stays as it is.
    private let places: UnsafeMutablePointer<UInt32>
    /// Side by side, in the order in which nodes are come to: a search reads few of them many times.
    private var labels: UnsafeMutablePointer<Label>
    private var nodes: UnsafeMutablePointer<UInt32>
    private var labelCount = 1
    private var room = 1024
    private var forward = DistanceHeap()
    private var backward = DistanceHeap()
    /// The nodes of the table that are reached from each end: as many as there are, at the most.
    private let (entries, exits): (UnsafeMutablePointer<Seed>, UnsafeMutablePointer<Seed>)
    private var (entryCount, exitCount) = (0, 0)
    private var best = Way(distance: Distance.none, first: .max, last: .max)
    /// How many nodes the last search settled.
    private(set) var settledCount = 0
    private var unpacking = PathUnpacking()

    init(nodeCount: Int) {
        places = .allocate(capacity: max(1, nodeCount))
        places.initialize(repeating: 0, count: max(1, nodeCount))
        (labels, nodes) = (.allocate(capacity: room), .allocate(capacity: room))
        labels.initialize(to: Label())
        let most = max(1, min(nodeCount, TransitTable.mostNodes))
        (entries, exits) = (.allocate(capacity: most), .allocate(capacity: most))
    }

    deinit {
        places.deallocate()
        labels.deallocate()
        nodes.deallocate()
        entries.deallocate()
        exits.deallocate()
    }

    /// The shortest way from one of some nodes to one of others; nil if there is none. ``path(of:in:_:)`` can be asked for it until the next search.
    mutating func search(_ hierarchy: Hierarchy, from sources: some Sequence<Seed>, to targets: some Sequence<Seed>) -> Way? {
        begin()
        for seed in sources { reach(seed.node, seed.distance, over: .max) }
        for seed in targets { reachBack(seed.node, seed.distance, over: .max) }
        // The nearer of both goes on. That lets the first way that is found be a good one.
        while case let (ahead, back) = (forward.nearest, backward.nearest), min(ahead, back) < best.distance {
            if ahead <= back { settle(hierarchy) } else { settleBack(hierarchy) }
        }
        return best.distance < Distance.none ? best : nil
    }

    private mutating func begin() {
        for place in 1..<labelCount { places[Int(nodes[place])] = 0 }
        labelCount = 1
        forward.removeAll()
        backward.removeAll()
        (entryCount, exitCount, settledCount) = (0, 0, 0)
        best = Way(distance: Distance.none, first: .max, last: .max)
    }

    @inline(__always)
    private mutating func settle(_ hierarchy: Hierarchy) {
        let (node, distance) = forward.pop()
        if distance > label(node).distance { return }
        settledCount &+= 1
        if node < hierarchy.transits.nodeCount { return enter(node, distance, hierarchy.transits) }
        let range = hierarchy.range(of: Int(node))
        // A higher node that leads here on a shorter way: whatever goes on from here is not the shortest either.
        for place in range where label(hierarchy.arcs[place].node).distance &+ hierarchy.arcs[place].downward < distance {
            return
        }
        for place in range { reach(hierarchy.arcs[place].node, distance &+ hierarchy.arcs[place].upward, over: node) }
    }

    @inline(__always)
    private mutating func settleBack(_ hierarchy: Hierarchy) {
        let (node, distance) = backward.pop()
        if distance > label(node).distanceBack { return }
        settledCount &+= 1
        if node < hierarchy.transits.nodeCount { return leave(node, distance, hierarchy.transits) }
        let range = hierarchy.range(of: Int(node))
        for place in range where label(hierarchy.arcs[place].node).distanceBack &+ hierarchy.arcs[place].upward < distance {
            return
        }
        for place in range { reachBack(hierarchy.arcs[place].node, distance &+ hierarchy.arcs[place].downward, over: node) }
    }

    /// Labels a node if it is reached on a shorter way, and one that may be part of a shorter way than the best that is known.
    @inline(__always)
    private mutating func reach(_ node: UInt32, _ distance: UInt32, over previous: UInt32) {
        guard distance < label(node).distance, distance < best.distance else { return }
        let label = ownLabel(node)
        (label.pointee.distance, label.pointee.previous) = (distance, previous)
        forward.push(node, at: distance)
        meet(node, distance &+ label.pointee.distanceBack)
    }

    @inline(__always)
    private mutating func reachBack(_ node: UInt32, _ distance: UInt32, over next: UInt32) {
        guard distance < label(node).distanceBack, distance < best.distance else { return }
        let label = ownLabel(node)
        (label.pointee.distanceBack, label.pointee.next) = (distance, next)
        backward.push(node, at: distance)
        meet(node, distance &+ label.pointee.distance)
    }

    @inline(__always)
    private func label(_ node: UInt32) -> Label { labels[Int(places[Int(node)])] }

    /// The label of a node, which has one from now on.
    @inline(__always)
    private mutating func ownLabel(_ node: UInt32) -> UnsafeMutablePointer<Label> {
        if places[Int(node)] == 0 {
            if labelCount == room { grow() }
            (labels + labelCount).initialize(to: Label())
            nodes[labelCount] = node
            places[Int(node)] = UInt32(truncatingIfNeeded: labelCount)
            labelCount &+= 1
        }
        return labels + Int(places[Int(node)])
    }

    @inline(never)
    private mutating func grow() {
        let (moreLabels, moreNodes) = (
            UnsafeMutablePointer<Label>.allocate(capacity: room * 2), UnsafeMutablePointer<UInt32>.allocate(capacity: room * 2)
        )
        moreLabels.moveInitialize(from: labels, count: labelCount)
        // The first stands for no node.
        (moreNodes + 1).moveInitialize(from: nodes + 1, count: labelCount - 1)
        labels.deallocate()
        nodes.deallocate()
        (labels, nodes, room) = (moreLabels, moreNodes, room * 2)
    }

    @inline(__always)
    private mutating func meet(_ node: UInt32, _ distance: UInt32) {
        if distance < best.distance { best = Way(distance: distance, first: node, last: node) }
    }

    /// Joins a node of the table to those from which the end is reached, unless the way to it leads over another.
    @inline(__always)
    private mutating func enter(_ node: UInt32, _ distance: UInt32, _ transits: TransitCosts) {
        for place in 0..<entryCount
        where entries[place].distance &+ transits.cost(from: entries[place].node, to: node) <= distance { return }
        entries[entryCount] = Seed(node, at: distance)
        entryCount &+= 1
        for place in 0..<exitCount { join(Seed(node, at: distance), exits[place], transits) }
    }

    @inline(__always)
    private mutating func leave(_ node: UInt32, _ distance: UInt32, _ transits: TransitCosts) {
        for place in 0..<exitCount
        where exits[place].distance &+ transits.cost(from: node, to: exits[place].node) <= distance { return }
        exits[exitCount] = Seed(node, at: distance)
        exitCount &+= 1
        for place in 0..<entryCount { join(entries[place], Seed(node, at: distance), transits) }
    }

    @inline(__always)
    private mutating func join(_ entry: Seed, _ exit: Seed, _ transits: TransitCosts) {
        let sum = entry.distance &+ transits.cost(from: entry.node, to: exit.node)
        // Two have room in 32 bits, three need not.
        guard sum < best.distance, sum &+ exit.distance < best.distance else { return }
        best = Way(distance: sum &+ exit.distance, first: entry.node, last: exit.node)
    }
}

extension HierarchySearch {
    /// The nodes of a way in the hierarchy, from its beginning over its highest one to its end.
    private func nodes(of way: Way, in hierarchy: Hierarchy) throws(PathDamage) -> [UInt32] {
        var nodes: [UInt32] = []
        var node = label(way.first).previous
        while node != .max {
            nodes.append(node)
            node = label(node).previous
        }
        nodes.reverse()
        nodes += try hierarchy.transits.nodes(from: way.first, to: way.last, in: hierarchy)
        node = label(way.last).next
        while node != .max {
            nodes.append(node)
            node = label(node).next
        }
        return nodes
    }

    /// The first and the last node of a way.
    func ends(of way: Way) -> (first: UInt32, last: UInt32) {
        var (first, last) = (way.first, way.last)
        while case let previous = label(first).previous, previous != .max { first = previous }
        while case let next = label(last).next, next != .max { last = next }
        return (first, last)
    }

    /// Adds what stands for the arcs of the input that a way consists of to `path`, in their order.
    ///
    /// - Throws: `PathDamage` if the hierarchy's shortcuts lead to more arcs than a way can have.
    mutating func path(of way: Way, in hierarchy: Hierarchy, _ path: inout [UInt32]) throws(PathDamage) {
        let nodes = try nodes(of: way, in: hierarchy)
        var left = PathUnpacking.mostArcs(hierarchy)
        for (tail, head) in zip(nodes, nodes.dropFirst()) {
            try unpacking.append(from: tail, to: head, in: hierarchy, to: &path, &left)
        }
    }
}

/// Shortcuts that are not of this hierarchy.
struct PathDamage: Error {}
