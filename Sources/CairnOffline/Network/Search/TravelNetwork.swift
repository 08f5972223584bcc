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

    // MARK: - Ends

    /// A road in the direction in which it is travelled: the number of its edge twice, and one more for backward.
    typealias Road = UInt32

    /// What a whole road costs; nil where one may not go that way.
    func weight(_ road: Road) throws(BlockDamage) -> UInt32? { try arc(road).map { memory.graph.weights[$0] } }

    /// The arc of a road from the state that forbids nothing.
    private func arc(_ road: Road) throws(BlockDamage) -> Int? {
        let edge = try roads.edge(road / 2)
        let tail = road & 1 == 0 ? edge.from : edge.to
        guard Int(tail) < memory.vertexCount else { throw BlockDamage() }
        return memory.graph.leaving(tail).first { memory.graph.roads[$0] == road }
    }

    /// An end of a way: where the search begins or ends, how far that is from the place, and along which road it is until there.
    struct End: Sendable {
        let state: UInt32
        let distance: UInt32
        /// Nil at a vertex.
        let road: Road?
    }

    /// The ways on from a place.
    ///
    /// - Parameter isAllowed: Whether one may leave along a road.
    func departures(
        _ place: EdgePoint, _ obstacles: RoadObstacles = RoadObstacles(), _ isAllowed: (Road) -> Bool = { _ in true }
    ) throws(BlockDamage) -> [End] {
        if let vertex = try vertex(place) { return [End(state: vertex, distance: 0, road: nil)] }
        var ends: [End] = []
        for road in [place.edge * 2, place.edge * 2 + 1] where isAllowed(road) {
            guard let arc = try arc(road) else { continue }
            let cost = obstacles.cost(of: road, memory.graph.weights[arc], from: Self.share(place, along: road), to: 1)
            if cost < Distance.none { ends.append(End(state: memory.graph.heads[arc], distance: cost, road: road)) }
        }
        return ends
    }

    /// The ways to a place.
    func arrivals(
        _ place: EdgePoint, _ obstacles: RoadObstacles = RoadObstacles(), _ isAllowed: (Road) -> Bool = { _ in true }
    ) throws(BlockDamage) -> [End] {
        if let vertex = try vertex(place) { return memory.states(of: vertex).map { End(state: $0, distance: 0, road: nil) } }
        var ends: [End] = []
        for road in [place.edge * 2, place.edge * 2 + 1] where isAllowed(road) {
            guard let arc = try arc(road) else { continue }
            let cost = obstacles.cost(of: road, memory.graph.weights[arc], from: 0, to: Self.share(place, along: road))
            if cost >= Distance.none { continue }
            for state in memory.states(of: memory.graph.tails[arc]) where leaves(state, along: road) {
                ends.append(End(state: state, distance: cost, road: road))
            }
        }
        return ends
    }

    private func leaves(_ state: UInt32, along road: Road) -> Bool {
        memory.graph.leaving(state).contains { memory.graph.roads[$0] == road }
    }

    func seed(_ state: UInt32, _ distance: UInt32 = 0) -> HierarchySearch.Seed {
        HierarchySearch.Seed(memory.number(state), at: distance)
    }

    /// The vertex that a place is, if it is one.
    private func vertex(_ place: EdgePoint) throws(BlockDamage) -> UInt32? {
        guard place.share <= 0 || place.share >= 1 else { return nil }
        let edge = try roads.edge(place.edge)
        let vertex = place.share <= 0 ? edge.from : edge.to
        guard Int(vertex) < memory.vertexCount else { throw BlockDamage() }
        return vertex
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
        let (departures, arrivals) = (try departures(start, obstacles, mayLeave), try arrivals(end, obstacles, mayArrive))
        let direct = try directWay(from: start, to: end, obstacles) { mayLeave($0) && mayArrive($0) }
        let limit = direct?.cost ?? .max
        let found =
            obstacles.isEmpty
            ? try hierarchyWay(departures, arrivals, within: limit) : try detour(departures, arrivals, obstacles, within: limit)
        guard let found else { return direct }
        let (first, last) = (Self.end(departures, at: found.first)?.road, Self.end(arrivals, at: found.last)?.road)
        return Way(
            cost: found.cost, roads: [first].compactMap(\.self) + found.roads + [last].compactMap(\.self),
            start: first.map { Self.share(start, along: $0) } ?? 0, end: last.map { Self.share(end, along: $0) } ?? 1)
    }

    private func hierarchyWay(
        _ departures: [End], _ arrivals: [End], within limit: UInt32
    ) throws(BlockDamage) -> DetourSearch.Way? {
        try searches.withSearch { (search: inout sending HierarchySearch) throws(BlockDamage) -> DetourSearch.Way? in
            guard let found = search.search(memory.hierarchy, from: departures.map(seed), to: arrivals.map(seed)),
                found.distance < limit
            else { return nil }
            let roads = try roads(of: found, search: &search)
            let nodes = search.ends(of: found)
            guard let first = departures.first(where: { memory.number($0.state) == nodes.first }),
                let last = arrivals.first(where: { memory.number($0.state) == nodes.last })
            else { throw BlockDamage() }
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

    /// Where the hierarchy is searched from.
    func seed(_ end: End) -> HierarchySearch.Seed { HierarchySearch.Seed(memory.number(end.state), at: end.distance) }

    /// Where the graph itself is searched from.
    static func plainSeed(_ end: End) -> HierarchySearch.Seed { HierarchySearch.Seed(end.state, at: end.distance) }

    /// What a way between two places costs, without the way itself; nil if there is none.
    func cost(from start: EdgePoint, to end: EdgePoint) throws(BlockDamage) -> UInt32? {
        let (departures, arrivals) = (try departures(start), try arrivals(end))
        let direct = try directWay(from: start, to: end, RoadObstacles())?.cost
        let found = searches.withSearch { (search: inout sending HierarchySearch) in
            search.search(memory.hierarchy, from: departures.map(seed), to: arrivals.map(seed))?.distance
        }
        return [direct, found].compactMap(\.self).min()
    }

    private static func end(_ ends: [End], at state: UInt32) -> End? {
        ends.filter { $0.state == state }.min { $0.distance < $1.distance }
    }

    /// Along one road from one place to another further on.
    func directWay(
        from start: EdgePoint, to end: EdgePoint, _ obstacles: RoadObstacles, _ isAllowed: (Road) -> Bool = { _ in true }
    ) throws(BlockDamage) -> Way? {
        guard start.edge == end.edge else { return nil }
        var best: Way?
        for road in [start.edge * 2, start.edge * 2 + 1] where isAllowed(road) {
            let (from, to) = (Self.share(start, along: road), Self.share(end, along: road))
            // At a junction nobody has to go along any road to be there.
            guard from < to || from == to && from > 0 && to < 1, let weight = try weight(road) else { continue }
            let way = Way(cost: obstacles.cost(of: road, weight, from: from, to: to), roads: [road], start: from, end: to)
            if way.cost < best?.cost ?? Distance.none { best = way }
        }
        return best
    }
}
