import CairnCore

/// Ways between junctions by their numbers: what a hierarchy is measured by.
extension TravelNetwork {
    /// What a way costs, and how many nodes were settled to know it.
    package struct Probe: Sendable {
        /// Milliseconds, or centimetres; nil if there is no way.
        package let cost: UInt32?
        package let settledCount: Int
    }

    /// How many states the graph has: junctions, and one more for each way to come to one from which a turn is forbidden.
    package var stateCount: Int { memory.stateCount }
    /// How many junctions there are.
    package var junctionCount: Int { memory.vertexCount }

    /// What a way between two junctions costs. Both must be below ``junctionCount``.
    package func probe(from start: UInt32, to end: UInt32) throws -> Probe {
        searches.withSearch { (search: inout sending HierarchySearch) in
            let way = search.search(
                memory.hierarchy, from: CollectionOfOne(seed(start)), to: memory.states(of: end).lazy.map { self.seed($0) })
            return Probe(cost: way?.distance, settledCount: search.settledCount)
        }
    }

    /// The roads of a way between two junctions, in their order and direction; nil if there is none.
    package func roads(from start: UInt32, to end: UInt32) throws -> [UInt32]? {
        try searches.withSearch { (search: inout sending HierarchySearch) throws(BlockDamage) -> [UInt32]? in
            let ends = memory.states(of: end).map { seed($0) }
            guard let way = search.search(memory.hierarchy, from: CollectionOfOne(seed(start)), to: ends) else { return nil }
            return try roads(of: way, from: start, search: &search)
        }
    }

    /// The roads of the last way that was found.
    ///
    /// - Parameter state: Where it begins.
    func roads(
        of way: HierarchySearch.Way, from state: UInt32, search: inout HierarchySearch
    ) throws(BlockDamage) -> [UInt32] {
        var roads: [UInt32] = []
        do throws(PathDamage) { try search.path(of: way, in: memory.hierarchy, &roads) } catch { throw BlockDamage() }
        // One leads there, and another back.
        let freeRoads = roads.lazy.filter(memory.freeRoads.contains).prefix(2)
        return freeRoads.count > 1 ? try withoutLoops(roads, from: state) : roads
    }

    /// What costs nothing may lead to and fro on a way as cheap as any: each part of which is the shortest, but not all of them one after the other.
    private func withoutLoops(_ roads: [UInt32], from start: UInt32) throws(BlockDamage) -> [UInt32] {
        let graph = memory.graph
        var (kept, states, places) = ([UInt32](), [start], [start: 0])
        for road in roads {
            guard let last = states.last, let arc = graph.leaving(last).first(where: { graph.roads[$0] == road }) else {
                throw BlockDamage()
            }
            let state = graph.heads[arc]
            kept.append(road)
            states.append(state)
            if let place = places[state] {
                for left in states[(place + 1)...] where left != state { places[left] = nil }
                kept.removeLast(kept.count - place)
                states.removeLast(states.count - 1 - place)
            } else {
                places[state] = kept.count
            }
        }
        return kept
    }

    /// Calls `body` with each arc of the graph of states.
    package func forEachArc(_ body: (_ tail: UInt32, _ head: UInt32, _ weight: UInt32) -> Void) {
        let graph = memory.graph
        for arc in 0..<memory.arcCount { body(graph.tails[arc], graph.heads[arc], graph.weights[arc]) }
    }

    /// The junction that a state is at.
    package func junction(of state: UInt32) -> UInt32 { memory.vertex(state) }
}

extension TravelNetwork {
    /// What the ways from some junctions to others cost, a row for each of the first; nil where there is none.
    package func costs(from starts: [UInt32], to ends: [UInt32]) -> [[UInt32?]] {
        var table = CostTable(memory.hierarchy, to: ends.map { memory.states(of: $0).map { seed($0) } })
        var rows: [[UInt32?]] = []
        for start in starts { rows.append(table.distances(from: [seed(start)]).map { $0 == Distance.none ? nil : $0 }) }
        return rows
    }

    /// How many states are within a cost of a junction.
    package func countStates(within limit: UInt32, of start: UInt32) -> Int {
        reachSearches.withSearch { (search: inout sending ReachSearch) in
            let weights = memory.graph.weights
            search.search(memory.graph, from: CollectionOfOne(HierarchySearch.Seed(start)), within: limit) { weights[$0] }
            return search.reachedCount
        }
    }
}
