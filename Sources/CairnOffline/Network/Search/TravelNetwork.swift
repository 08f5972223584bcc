import CairnCore

/// One kind of travel on an open network: finds ways between places on its roads.
///
/// Any number of tasks may search at once; see ``SearchPool``.
package final class TravelNetwork: Sendable {
    let roads: RoadTable
    let memory: TravelMemory
    let searches: SearchPool<HierarchySearch>
    let reachSearches: SearchPool<ReachSearch>
    let detourSearches: SearchPool<DetourSearch>

    init(_ roads: RoadTable, _ memory: TravelMemory) {
        (self.roads, self.memory) = (roads, memory)
        let count = memory.stateCount
        searches = SearchPool { HierarchySearch(nodeCount: count) }
        reachSearches = SearchPool { ReachSearch(stateCount: count) }
        detourSearches = SearchPool { DetourSearch(stateCount: count) }
    }

    // MARK: - Roads

    /// A road in the direction in which it is travelled: the number of its edge twice, and one more for backward.
    typealias Road = UInt32

    /// What a whole road costs; nil where one may not go that way.
    func weight(_ road: Road) throws(BlockDamage) -> UInt32? { try arc(road).map { memory.graph.weights[$0] } }

    /// The arc of a road from the state that forbids nothing.
    func arc(_ road: Road) throws(BlockDamage) -> Int? {
        let edge = try roads.edge(road / 2)
        let tail = road & 1 == 0 ? edge.from : edge.to
        guard Int(tail) < memory.vertexCount else { throw BlockDamage() }
        return memory.graph.leaving(tail).first { memory.graph.roads[$0] == road }
    }

    /// Which part of a road lies before a place, in the direction of travel.
    static func share(_ place: EdgePoint, along road: Road) -> Double { road & 1 == 0 ? place.share : 1 - place.share }

    static func part(_ weight: UInt32, _ share: Double) -> UInt32 {
        UInt32(rounding: Double(weight) * share.clamped(to: 0...1)) ?? 0
    }

    // MARK: - Ways

    /// A way along roads, the first and the last of which may be travelled in part.
    struct Way: Equatable, Sendable {
        /// Milliseconds, or centimetres.
        let cost: UInt32
        let roads: [Road]
        /// From where on the first road, and to where on the last, in the direction of travel.
        let start: Double
        let end: Double
    }

    /// The shortest way between two places; nil if there is none.
    ///
    /// - Parameters:
    ///   - obstacles: What is in the way: then the roads themselves are searched, which takes longer.
    ///   - mayLeave: Whether one may set out along a road, where the beginning is not at a junction.
    ///   - mayArrive: Whether one may arrive along a road, where the end is not at a junction.
    func way(
        from start: EdgePoint, to end: EdgePoint, around obstacles: RoadObstacles = RoadObstacles(),
        leaving mayLeave: (Road) -> Bool = { _ in true }, arriving mayArrive: (Road) -> Bool = { _ in true }
    ) throws(BlockDamage) -> Way? {
        try way(departures(start, obstacles, mayLeave), arrivals(end, obstacles, mayArrive), around: obstacles)
    }

    /// The shortest way from one of some ends to one of others; nil if there is none.
    func way(_ departures: [End], _ arrivals: [End], around obstacles: RoadObstacles) throws(BlockDamage) -> Way? {
        let direct = try directWay(departures, arrivals, obstacles)
        let limit = direct?.cost ?? .max
        let (starts, ends) = (departures.filter(\.isOpen), arrivals.filter(\.isOpen))
        let found =
            obstacles.isEmpty ? try hierarchyWay(starts, ends, within: limit) : try detour(starts, ends, obstacles, within: limit)
        guard let found else { return direct }
        var (first, last) = (Self.end(starts, at: found.first), Self.end(ends, at: found.last))
        var roads = found.roads[...]
        // Where a road costs nothing one may as well set out the other way, and not come past where one was.
        if let road = roads.first, road ^ 1 == first?.road, let other = starts.first(where: { $0.road == road }) {
            (first, roads) = (other, roads.dropFirst())
        }
        if let road = roads.last, road ^ 1 == last?.road, let other = ends.first(where: { $0.road == road }) {
            (last, roads) = (other, roads.dropLast())
        }
        return Way(
            cost: found.cost, roads: [first?.road].compactMap(\.self) + roads + [last?.road].compactMap(\.self),
            start: first?.road == nil ? 0 : first?.share ?? 0, end: last?.road == nil ? 1 : last?.share ?? 1)
    }

    private func hierarchyWay(
        _ departures: [End], _ arrivals: [End], within limit: UInt32
    ) throws(BlockDamage) -> DetourSearch.Way? {
        try searches.withSearch { (search: inout sending HierarchySearch) throws(BlockDamage) -> DetourSearch.Way? in
            guard let found = search.search(memory.hierarchy, from: departures.map(seed), to: arrivals.map(seed)),
                found.distance < limit
            else { return nil }
            let nodes = search.ends(of: found)
            guard let first = departures.first(where: { memory.number($0.state) == nodes.first }),
                let last = arrivals.first(where: { memory.number($0.state) == nodes.last })
            else { throw BlockDamage() }
            let roads = try roads(of: found, from: first.state, search: &search)
            return DetourSearch.Way(cost: found.distance, roads: roads, first: first.state, last: last.state)
        }
    }

    private func detour(
        _ departures: [End], _ arrivals: [End], _ obstacles: RoadObstacles, within limit: UInt32
    ) throws(BlockDamage) -> DetourSearch.Way? {
        detourSearches.withSearch { (search: inout sending DetourSearch) in
            let graph = memory.graph
            let way = search.search(graph, from: departures.map(Self.plainSeed), to: arrivals.map(Self.plainSeed)) {
                obstacles.cost(of: graph.roads[$0], graph.weights[$0])
            }
            return way.flatMap { $0.cost < limit ? $0 : nil }
        }
    }

    /// What a way between two places costs, without the way itself; nil if there is none.
    func cost(from start: EdgePoint, to end: EdgePoint) throws(BlockDamage) -> UInt32? {
        let (departures, arrivals) = (try departures(start), try arrivals(end))
        let direct = try directWay(departures, arrivals, RoadObstacles())?.cost
        let found = searches.withSearch { (search: inout sending HierarchySearch) in
            search.search(memory.hierarchy, from: departures.map(seed), to: arrivals.map(seed))?.distance
        }
        return [direct, found].compactMap(\.self).min()
    }

    private static func end(_ ends: [End], at state: UInt32) -> End? {
        ends.filter { $0.state == state }.min { $0.distance < $1.distance }
    }

    /// Along one road from one place to another further on.
    func directWay(_ departures: [End], _ arrivals: [End], _ obstacles: RoadObstacles) throws(BlockDamage) -> Way? {
        var best: Way?
        for start in departures {
            for end in arrivals where end.road == start.road && end.road != nil {
                // Who is at a junction does not go along a road to be there.
                guard start.share < end.share || start.share == end.share && start.share > 0 && end.share < 1,
                    let road = start.road, let weight = try weight(road)
                else { continue }
                let cost = obstacles.cost(of: road, weight, from: start.share, to: end.share)
                if cost < best?.cost ?? Distance.none {
                    best = Way(cost: cost, roads: [road], start: start.share, end: end.share)
                }
            }
        }
        return best
    }
}
