import CairnCore

/// Everything that is within a distance of some states, by Dijkstra's algorithm on the graph itself.
///
/// It keeps its memory for the next search; whoever has it has it alone.
struct ReachSearch: ~Copyable {
    private let labels: UnsafeMutablePointer<UInt32>
    /// By which arc a state is reached; none at a seed.
    private let arcs: UnsafeMutablePointer<UInt32>
    private let touched: UnsafeMutablePointer<UInt32>
    private(set) var reachedCount = 0
    private var limit = Distance.none - 1
    private var heap = DistanceHeap(room: 4096)
    private static let noArc = UInt32.max

    init(stateCount: Int) {
        labels = .allocate(capacity: max(1, stateCount))
        labels.initialize(repeating: Distance.none, count: max(1, stateCount))
        arcs = .allocate(capacity: max(1, stateCount))
        arcs.initialize(repeating: Self.noArc, count: max(1, stateCount))
        touched = .allocate(capacity: max(1, stateCount))
    }

    deinit {
        labels.deallocate()
        arcs.deallocate()
        touched.deallocate()
    }

    /// The states that the last search came to.
    var reached: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(start: touched, count: reachedCount) }

    /// How far a state is; ``Distance/none`` if it is farther than the limit.
    func distance(_ state: UInt32) -> UInt32 { labels[Int(state)] }

    /// By which arc a state is reached; nil at a seed. It must have been reached.
    func arc(to state: UInt32) -> Int? { arcs[Int(state)] == Self.noArc ? nil : Int(arcs[Int(state)]) }

    /// How far what is settled next is at least; ``Distance/none`` if there is nothing left.
    var nearest: UInt32 { heap.nearest }

    /// Labels all that is within `limit`.
    ///
    /// - Parameters:
    ///   - isBackward: Whether to find from where the seeds are reached, and not what they reach.
    ///   - cost: What an arc costs, by its number; ``Distance/none`` for one that is closed.
    mutating func search(
        _ graph: StateGraph, from seeds: some Sequence<HierarchySearch.Seed>, within limit: UInt32, isBackward: Bool = false,
        cost: (Int) -> UInt32
    ) {
        begin(seeds, within: limit)
        while heap.count > 0 { _ = settle(graph, isBackward: isBackward, cost: cost) }
    }

    /// Forgets the last search, and begins another.
    mutating func begin(_ seeds: some Sequence<HierarchySearch.Seed>, within limit: UInt32 = Distance.none - 1) {
        for place in 0..<reachedCount { labels[Int(touched[place])] = Distance.none }
        (reachedCount, self.limit) = (0, min(limit, Distance.none - 1))
        heap.removeAll()
        for seed in seeds { reach(seed.node, seed.distance, Self.noArc) }
    }

    /// Looks at the nearest state, which there must be, and at what leads on from it; nil if that had been done.
    @inline(__always)
    mutating func settle(_ graph: StateGraph, isBackward: Bool = false, cost: (Int) -> UInt32) -> UInt32? {
        let (state, distance) = heap.pop()
        if distance > labels[Int(state)] { return nil }
        if isBackward {
            for place in graph.enteringRange(state) {
                let arc = Int(graph.entering[place])
                reach(graph.tails[arc], distance &+ cost(arc), UInt32(truncatingIfNeeded: arc))
            }
        } else {
            for arc in graph.leaving(state) {
                reach(graph.heads[arc], distance &+ cost(arc), UInt32(truncatingIfNeeded: arc))
            }
        }
        return state
    }

    @inline(__always)
    private mutating func reach(_ state: UInt32, _ distance: UInt32, _ arc: UInt32) {
        guard distance <= limit, distance < labels[Int(state)] else { return }
        if labels[Int(state)] == Distance.none {
            touched[reachedCount] = state
            reachedCount &+= 1
        }
        labels[Int(state)] = distance
        arcs[Int(state)] = arc
        heap.push(state, at: distance)
    }
}
