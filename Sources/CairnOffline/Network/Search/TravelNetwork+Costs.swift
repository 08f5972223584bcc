import CairnCore

/// A place on a road, and along which roads it may be left, or come to.
struct Terminal: Sendable {
    let point: EdgePoint
    let mayUse: @Sendable (TravelNetwork.Road) -> Bool

    init(_ point: EdgePoint, _ mayUse: @escaping @Sendable (TravelNetwork.Road) -> Bool = { _ in true }) {
        (self.point, self.mayUse) = (point, mayUse)
    }
}

/// What ways from many places to many others cost.
extension TravelNetwork {
    /// Calls `body` with a row for each beginning: what the way to each end costs, ``Distance/none`` where there is none.
    ///
    /// - Parameters:
    ///   - obstacles: What is in the way: then each row is a search of the roads themselves, which takes longer.
    ///   - limit: What costs more, from each beginning, is no way.
    /// - Throws: ``BlockDamage``; `CancellationError` if the calling task is cancelled; what `body` throws.
    func forEachCostRow(
        from starts: [Terminal], to ends: [Terminal], around obstacles: RoadObstacles = RoadObstacles(),
        within limit: (Int) -> UInt32 = { _ in Distance.none - 1 }, _ body: (Int, [UInt32]) throws -> Void
    ) throws {
        let arrivals = try ends.map { try self.arrivals($0.point, obstacles, $0.mayUse) }
        // Along one road no junction is passed, and so the searches know nothing of it.
        let neighbours = Dictionary(grouping: ends.indices) { ends[$0].point.edge }
        var table = obstacles.isEmpty ? CostTable(memory.hierarchy, to: arrivals.map { $0.filter(\.isOpen).map(seed) }) : nil
        for (index, start) in starts.enumerated() {
            try Task.checkCancellation()
            let limit = limit(index)
            let departures = try departures(start.point, obstacles, start.mayUse)
            let open = departures.filter(\.isOpen)
            var row = table?.distances(from: open.map(seed)) ?? detourCosts(open, arrivals, obstacles, within: limit)
            for end in neighbours[start.point.edge] ?? [] {
                let direct = try directWay(departures, arrivals[end], obstacles)
                row[end] = min(row[end], direct?.cost ?? Distance.none)
            }
            for end in row.indices where row[end] > limit { row[end] = Distance.none }
            try body(index, row)
        }
    }

    private func detourCosts(_ starts: [End], _ ends: [[End]], _ obstacles: RoadObstacles, within limit: UInt32) -> [UInt32] {
        reachSearches.withSearch { (search: inout sending ReachSearch) in
            let graph = memory.graph
            search.search(graph, from: starts.map(Self.plainSeed), within: limit) {
                obstacles.cost(of: graph.roads[$0], graph.weights[$0])
            }
            var row: [UInt32] = []
            for ends in ends {
                row.append(ends.reduce(Distance.none) { min($0, search.distance($1.state) &+ $1.distance) })
            }
            return row
        }
    }
}
