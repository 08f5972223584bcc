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
        var own: Set = [next.road, step.road ^ 1]
        for bridge in bridges { own.formUnion([bridge.road, bridge.road ^ 1]) }
        var (others, heads) = ([Other](), [step.head] + bridges.map(\.head))
        while let head = heads.popLast() {
            for road in try network.roads.roads(at: head) where !own.contains(road) {
                guard let weight = try network.weight(road) else { continue }
                let edge = try network.roads.edge(road / 2)
                let line = try network.roads.line(of: edge)
                if weight == 0, line.allSatisfy({ DateLine.isSame($0, line[0]) }) {
                    // What leads on beyond a road that is none leads on from here.
                    own.formUnion([road, road ^ 1])
                    heads.append(road & 1 == 0 ? edge.to : edge.from)
                    continue
                }
                guard let bearing = Bearing(leaving: road & 1 == 0 ? line : line.reversed()) else { continue }
                others.append(Other(turn: incoming.turn(to: bearing), edge: edge))
            }
        }
        self.others = others
    }
}
