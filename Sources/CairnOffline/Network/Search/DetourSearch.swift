import CairnCore

/// The shortest way where roads cost other than the hierarchy knows: from both ends at once, by Dijkstra's algorithm on the graph itself, until no way
/// that has not been found can be shorter.
///
/// It keeps its memory for the next search; whoever has it has it alone.
struct DetourSearch: ~Copyable {
    private var forward: ReachSearch
    private var backward: ReachSearch

    /// A way that was found.
    struct Way: Sendable {
        let cost: UInt32
        /// The whole roads on it.
        let roads: [UInt32]
        /// The states where it begins and ends.
        let first: UInt32
        let last: UInt32
    }

    init(stateCount: Int) {
        forward = ReachSearch(stateCount: stateCount)
        backward = ReachSearch(stateCount: stateCount)
    }

    /// The shortest way from one of some states to one of others; nil if there is none.
    ///
    /// - Parameter cost: What an arc costs, by its number; ``Distance/none`` for one that is closed.
    mutating func search(
        _ graph: StateGraph, from starts: [HierarchySearch.Seed], to ends: [HierarchySearch.Seed], cost: (Int) -> UInt32
    ) -> Way? {
        forward.begin(starts)
        backward.begin(ends)
        var (best, meeting) = (Distance.none, UInt32.max)
        while forward.nearest &+ backward.nearest < best {
            let isForward = forward.nearest <= backward.nearest
            let settled = isForward ? forward.settle(graph, cost: cost) : backward.settle(graph, isBackward: true, cost: cost)
            guard let state = settled else { continue }
            let sum = forward.distance(state) &+ backward.distance(state)
            if sum < best { (best, meeting) = (sum, state) }
        }
        return meeting == .max ? nil : way(over: meeting, best, graph)
    }

    private func way(over meeting: UInt32, _ cost: UInt32, _ graph: StateGraph) -> Way {
        var (roads, first, last) = ([UInt32](), meeting, meeting)
        while let arc = forward.arc(to: first) {
            roads.append(graph.roads[arc])
            first = graph.tails[arc]
        }
        roads.reverse()
        while let arc = backward.arc(to: last) {
            roads.append(graph.roads[arc])
            last = graph.heads[arc]
        }
        return Way(cost: cost, roads: roads, first: first, last: last)
    }
}
