import CairnCore

/// Everything that is within a distance of some states, by Dijkstra's algorithm on the graph itself.
///
/// It keeps its memory for the next search; whoever has it has it alone.
struct ReachSearch: ~Copyable {
    private let labels: UnsafeMutablePointer<UInt32>
    private let touched: UnsafeMutablePointer<UInt32>
    private(set) var reachedCount = 0
    private var heap = DistanceHeap(room: 4096)

    init(stateCount: Int) {
        labels = .allocate(capacity: max(1, stateCount))
        labels.initialize(repeating: Distance.none, count: max(1, stateCount))
        touched = .allocate(capacity: max(1, stateCount))
    }

    deinit {
        labels.deallocate()
        touched.deallocate()
    }

    /// The states that the last search came to.
    var reached: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(start: touched, count: reachedCount) }

    /// How far a state is; ``Distance/none`` if it is farther than the limit.
    func distance(_ state: UInt32) -> UInt32 { labels[Int(state)] }

    /// Labels all that is within `limit`.
    ///
    /// - Parameters:
    ///   - isBackward: Whether to find from where the seeds are reached, and not what they reach.
    ///   - cost: What an arc costs, by its number; ``Distance/none`` for one that is closed.
    mutating func search(
        _ graph: StateGraph, from seeds: some Sequence<HierarchySearch.Seed>, within limit: UInt32, isBackward: Bool = false,
        cost: (Int) -> UInt32
    ) {
        for place in 0..<reachedCount { labels[Int(touched[place])] = Distance.none }
        reachedCount = 0
        heap.removeAll()
        for seed in seeds { reach(seed.node, seed.distance, limit) }
        while heap.count > 0 {
            let (state, distance) = heap.pop()
            if distance > labels[Int(state)] { continue }
            if isBackward {
                for place in graph.enteringRange(state) {
                    let arc = Int(graph.entering[place])
                    reach(graph.tails[arc], distance &+ cost(arc), limit)
                }
            } else {
                for arc in graph.leaving(state) { reach(graph.heads[arc], distance &+ cost(arc), limit) }
            }
        }
    }

    @inline(__always)
    private mutating func reach(_ state: UInt32, _ distance: UInt32, _ limit: UInt32) {
        guard distance <= limit, distance < labels[Int(state)] else { return }
        if labels[Int(state)] == Distance.none {
            touched[reachedCount] = state
            reachedCount &+= 1
        }
        labels[Int(state)] = distance
        heap.push(state, at: distance)
    }
}
