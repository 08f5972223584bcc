import CairnCore

/// Where ways begin and end.
extension TravelNetwork {
    /// An end of a way: where the search begins or ends, how far that is from the place, and along which road it is until there.
    struct End: Sendable {
        let state: UInt32
        /// ``Distance/none`` if something closed is between: then only another place on the same road may be reached.
        let distance: UInt32
        /// Nil at a vertex.
        var road: Road?
        /// Where on the road the place is, in the direction of travel.
        var share = 0.0

        var isOpen: Bool { distance < Distance.none }
    }

    /// The ways on from a place.
    ///
    /// - Parameter isAllowed: Whether one may leave along a road.
    func departures(
        _ place: EdgePoint, _ obstacles: RoadObstacles = RoadObstacles(), _ isAllowed: (Road) -> Bool = { _ in true }
    ) throws(BlockDamage) -> [End] {
        if let vertex = try vertex(place) { return [End(state: vertex, distance: 0)] }
        var ends: [End] = []
        for road in [place.edge * 2, place.edge * 2 + 1] where isAllowed(road) {
            guard let arc = try arc(road) else { continue }
            let share = Self.share(place, along: road)
            let cost = obstacles.cost(of: road, memory.graph.weights[arc], from: share, to: 1)
            ends.append(End(state: memory.graph.heads[arc], distance: cost, road: road, share: share))
        }
        return ends
    }

    /// The ways to a place.
    func arrivals(
        _ place: EdgePoint, _ obstacles: RoadObstacles = RoadObstacles(), _ isAllowed: (Road) -> Bool = { _ in true }
    ) throws(BlockDamage) -> [End] {
        if let vertex = try vertex(place) { return memory.states(of: vertex).map { End(state: $0, distance: 0) } }
        var ends: [End] = []
        for road in [place.edge * 2, place.edge * 2 + 1] where isAllowed(road) {
            ends += try arrivals(along: road, to: Self.share(place, along: road), obstacles)
        }
        return ends
    }

    private func arrivals(along road: Road, to share: Double, _ obstacles: RoadObstacles) throws(BlockDamage) -> [End] {
        guard let arc = try arc(road) else { return [] }
        let cost = obstacles.cost(of: road, memory.graph.weights[arc], from: 0, to: share)
        return memory.states(of: memory.graph.tails[arc]).filter { leaves($0, along: road) }.map {
            End(state: $0, distance: cost, road: road, share: share)
        }
    }

    private func leaves(_ state: UInt32, along road: Road) -> Bool {
        memory.graph.leaving(state).contains { memory.graph.roads[$0] == road }
    }

    // MARK: - Passages

    /// How one comes to a place, and goes on from it.
    enum Passage: Equatable, Sendable {
        /// By any road, and perhaps back by the same.
        case any(EdgePoint)
        /// Along a road on which it is, and on along that.
        case along(Road, EdgePoint)
        /// At a junction, in one of its states: certain turns are forbidden to who comes by certain roads.
        case at(state: UInt32)
        /// At a junction, by a road along which one does not go back.
        case into(Road)
    }

    func arrivals(_ passage: Passage, _ obstacles: RoadObstacles) throws(BlockDamage) -> [End] {
        switch passage {
        case .any(let place): try arrivals(place, obstacles)
        case .along(let road, let place): try arrivals(place, obstacles) { $0 == road }
        case .at(let state): [End(state: state, distance: 0)]
        case .into(let road): try arrivals(along: road, to: 1, obstacles)
        }
    }

    func departures(_ passage: Passage, _ obstacles: RoadObstacles) throws(BlockDamage) -> [End] {
        switch passage {
        case .any(let place): return try departures(place, obstacles)
        case .along(let road, let place): return try departures(place, obstacles) { $0 == road }
        case .at(let state): return [End(state: state, distance: 0)]
        case .into(let road):
            guard let arc = try arc(road) else { return [] }
            let graph = memory.graph
            return graph.leaving(graph.heads[arc]).filter { graph.roads[$0] != road ^ 1 }.map {
                End(
                    state: graph.heads[$0], distance: obstacles.cost(of: graph.roads[$0], graph.weights[$0]),
                    road: graph.roads[$0])
            }
        }
    }

    /// Each way to come to a junction and go on from there.
    ///
    /// - Parameter mayTurnRound: Whether one may go back by the road by which one came.
    func passages(atJunction place: EdgePoint, mayTurnRound: Bool) throws(BlockDamage) -> [Passage] {
        guard let vertex = try vertex(place) else { return [] }
        if mayTurnRound { return memory.states(of: vertex).map { .at(state: $0) } }
        var passages: [Passage] = []
        for road in try roads.roads(at: vertex) where try arc(road ^ 1) != nil { passages.append(.into(road ^ 1)) }
        return passages
    }

    /// The shortest way from a place, as one came to it, to another; nil if there is none.
    func way(from start: Passage, to end: Passage, around obstacles: RoadObstacles) throws(BlockDamage) -> Way? {
        // Who is there does not come once more.
        if case .into = start, start == end { return Way(cost: 0, roads: [], start: 0, end: 1) }
        return try way(departures(start, obstacles), arrivals(end, obstacles), around: obstacles)
    }

    // MARK: - Seeds

    func seed(_ state: UInt32) -> HierarchySearch.Seed { HierarchySearch.Seed(memory.number(state)) }

    /// Where the hierarchy is searched from.
    func seed(_ end: End) -> HierarchySearch.Seed { HierarchySearch.Seed(memory.number(end.state), at: end.distance) }

    /// Where the graph itself is searched from.
    static func plainSeed(_ end: End) -> HierarchySearch.Seed { HierarchySearch.Seed(end.state, at: end.distance) }

    /// The vertex that a place is, if it is one.
    private func vertex(_ place: EdgePoint) throws(BlockDamage) -> UInt32? {
        guard place.isAtJunction else { return nil }
        let edge = try roads.edge(place.edge)
        let vertex = place.share <= 0 ? edge.from : edge.to
        guard Int(vertex) < memory.vertexCount else { throw BlockDamage() }
        return vertex
    }
}

extension EdgePoint {
    var isAtJunction: Bool { share <= 0 || share >= 1 }

    /// A place at a junction can be come to and left by any of its roads; one just beside it only by its own.
    var awayFromJunctions: EdgePoint { EdgePoint(edge: edge, share: share.clamped(to: Self.step...1 - Self.step)) }

    private static let step = 1e-6

    /// The share of the junction that a place was put beside, or its own.
    static func ofJunctionBeside(_ share: Double) -> Double {
        abs(share - step) < 1e-12 ? 0 : abs(1 - step - share) < 1e-12 ? 1 : share
    }
}
