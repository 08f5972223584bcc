/// A junction on the way: by how much one turns there, and where else one might go.
struct Crossing {
    /// -180 to 180 degrees, to the right above zero.
    let turn: Double
    /// The other ways on, but for the one back.
    let others: [Other]

    /// Another way on.
    struct Other {
        let turn: Double
        let edge: RoadTable.Edge
    }

    /// - Parameter bridges: Roads of no length between the two.
    /// - Throws: ``BlockDamage``.
    init(
        from step: RouteStep, over bridges: ArraySlice<RouteStep> = [], to next: RouteStep, in network: TravelNetwork
    ) throws(BlockDamage) {
        guard let incoming = Bearing(entering: step.line), let outgoing = Bearing(leaving: next.line) else {
            (turn, others) = (0, [])
            return
        }
        turn = next.road == step.road ^ 1 ? 180 : incoming.turn(to: outgoing)
        let own = [next.road, step.road ^ 1] + bridges.flatMap { [$0.road, $0.road ^ 1] }
        var others: [Other] = []
        for head in [step.head] + bridges.map(\.head) {
            for road in try network.roads.roads(at: head) where !own.contains(road) {
                guard try network.weight(road) != nil else { continue }
                let edge = try network.roads.edge(road / 2)
                let line = try network.roads.line(of: edge)
                guard let bearing = Bearing(leaving: road & 1 == 0 ? line : line.reversed()) else { continue }
                others.append(Other(turn: incoming.turn(to: bearing), edge: edge))
            }
        }
        self.others = others
    }
}
