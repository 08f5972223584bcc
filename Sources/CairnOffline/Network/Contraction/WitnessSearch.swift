import CairnCore

/// Looks which shortcuts are needed for a node to be contracted: those between two neighbours that no other way joins as shortly.
///
/// The searches are short: each goes from one neighbour that leads into the node, as far as its longest way over the node, and settles no more than
/// a number of nodes. A witness that is not found costs a shortcut too many, and never a wrong distance. Each worker has one of its own.
struct WitnessSearch: ~Copyable {
    struct Shortcut: BitwiseCopyable {
        let tail: UInt32
        let head: UInt32
        let weight: UInt32
        let node: UInt32
        let hops: UInt32
    }

    private let graph: RemainingGraph
    /// Whether a node is contracted together with others. Ways over those are no witnesses: of two that are as short each would be the other's.
    private let hidden: SharedMemory<Bool>
    private let labels: UnsafeMutablePointer<UInt32>
    private let isTarget: UnsafeMutablePointer<Bool>
    private let touched: UnsafeMutablePointer<UInt32>
    private var touchedCount = 0
    private var heap = DistanceHeap()
    private(set) var shortcuts: [Shortcut] = []

    init(_ graph: RemainingGraph, hidden: SharedMemory<Bool>) {
        (self.graph, self.hidden) = (graph, hidden)
        let count = max(1, graph.nodeCount)
        labels = .allocate(capacity: count)
        labels.initialize(repeating: Distance.none, count: count)
        isTarget = .allocate(capacity: count)
        isTarget.initialize(repeating: false, count: count)
        touched = .allocate(capacity: count)
    }

    deinit {
        labels.deallocate()
        isTarget.deallocate()
        touched.deallocate()
    }

    mutating func removeShortcuts() { shortcuts.removeAll(keepingCapacity: true) }

    /// Adds the shortcuts that a node needs to ``shortcuts``.
    mutating func findShortcuts(over node: UInt32, settling bound: Int) {
        forEachShortcut(over: node, settling: bound) { $0.shortcuts.append($1) }
    }

    /// How many shortcuts a node needs, and of how many arcs of the input they consist.
    mutating func countShortcuts(over node: UInt32, settling bound: Int) -> (count: Int, hops: Int) {
        var (count, hops) = (0, 0)
        forEachShortcut(over: node, settling: bound) { _, shortcut in
            count &+= 1
            hops &+= Int(shortcut.hops)
        }
        return (count, hops)
    }

    @inline(__always)
    private mutating func forEachShortcut(over node: UInt32, settling bound: Int, _ visit: (inout Self, Shortcut) -> Void) {
        let leaving = graph.leaving(node)
        for entry in graph.entering(node) {
            guard search(from: entry, past: node, to: leaving, settling: bound) else { continue }
            for exit in leaving where exit.node != entry.node {
                isTarget[Int(exit.node)] = false
                let weight = entry.weight &+ exit.weight
                guard weight < Distance.none, !isReached(exit.node, within: weight, past: node) else { continue }
                visit(
                    &self, Shortcut(tail: entry.node, head: exit.node, weight: weight, node: node, hops: entry.hops &+ exit.hops))
            }
            forget()
        }
    }

    /// Labels what is near a neighbour, until all targets have their distances; false if there is no target.
    @inline(__always)
    private mutating func search(
        from entry: RemainingGraph.Arc, past node: UInt32, to leaving: UnsafeBufferPointer<RemainingGraph.Arc>,
        settling bound: Int
    ) -> Bool {
        var (farthest, targets) = (UInt32(0), 0)
        for exit in leaving where exit.node != entry.node {
            farthest = max(farthest, entry.weight &+ exit.weight)
            targets &+= 1
            isTarget[Int(exit.node)] = true
        }
        guard targets > 0 else { return false }
        heap.removeAll()
        label(entry.node, 0)
        var left = bound
        while heap.count > 0 {
            let (place, distance) = heap.pop()
            if distance > labels[Int(place)] { continue }
            if isTarget[Int(place)] { targets &-= 1 }
            left &-= 1
            if targets == 0 || left < 0 { break }
            for arc in graph.leaving(place) {
                let reached = distance &+ arc.weight
                if reached > farthest || reached >= labels[Int(arc.node)] || arc.node == node || hidden[arc.node] { continue }
                label(arc.node, reached)
            }
        }
        return true
    }

    @inline(__always)
    private mutating func label(_ node: UInt32, _ distance: UInt32) {
        if labels[Int(node)] == Distance.none {
            touched[touchedCount] = node
            touchedCount &+= 1
        }
        labels[Int(node)] = distance
        heap.push(node, at: distance)
    }

    /// Whether a target has been labelled, or what leads to it directly has.
    @inline(__always)
    private func isReached(_ target: UInt32, within weight: UInt32, past node: UInt32) -> Bool {
        if labels[Int(target)] <= weight { return true }
        for arc in graph.entering(target) where labels[Int(arc.node)] &+ arc.weight <= weight && arc.node != node {
            return true
        }
        return false
    }

    private mutating func forget() {
        for place in 0..<touchedCount { labels[Int(touched[place])] = Distance.none }
        touchedCount = 0
    }
}
