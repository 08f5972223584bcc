import CairnCore
import CairnGeo
import CairnTasks

/// Finds the costs of one question on an open network.
struct CostMatrixSolver {
    private var query: NetworkQuery
    private let parameters: CostMatrixParameters
    private let origins: [MatchedStop]
    private let destinations: [MatchedStop]
    /// What is told beside the impedance: each takes a way for each pair.
    private let accumulated: [String]

    /// - Throws: As ``NetworkQuery``.
    init(_ image: NetworkImage, _ parameters: CostMatrixParameters) throws {
        self.parameters = parameters
        query = try NetworkQuery(image, parameters)
        origins = try query.matched(parameters.origins, "Origin")
        destinations = try query.matched(parameters.destinations, "Destination")
        let kind = query.kind
        accumulated = parameters.accumulateAttributeNames.uniqued().filter {
            $0 != kind.costName && RoadNetworkInfo.costNames(kind).contains($0)
        }
    }

    /// - Throws: ``BlockDamage``; `CancellationError` if the calling task is cancelled.
    mutating func solve() throws -> CostMatrix {
        let (from, to) = (
            origins.indices.filter { origins[$0].match != nil }, destinations.indices.filter { destinations[$0].match != nil }
        )
        let (starts, ends) = (
            from.compactMap { origins[$0].terminal },
            to.compactMap { destinations[$0].terminal }
        )
        var matrix = CostMatrix(
            origins: zip(parameters.origins, origins).map { $0.told($1) },
            destinations: zip(parameters.destinations, destinations).map { $0.told($1) },
            costAttributeNames: [query.kind.costName] + accumulated)
        let limits = from.map { query.limit(parameters.origins[$0].impedanceCutoff ?? parameters.defaultImpedanceCutoff) }
        try query.network.forEachCostRow(from: starts, to: ends, around: query.obstacles, within: { limits[$0] }) { row, costs in
            let places = to.map { [origins[from[row]].stop.addedCosts, destinations[$0].stop.addedCosts] }
            let sums = zip(costs, places).map { cost, added in added.reduce(cost) { query.sum($0, $1) } }
            for column in closest(sums, within: limits[row], of: from[row]) {
                let cost = Double(sums[column]) / query.kind.unitsPerCost
                let others = accumulated.isEmpty ? [] : try self.sums(starts[row], ends[column], adding: places[column])
                matrix.setCosts([cost] + others, from: from[row], to: to[column])
            }
        }
        matrix.messages = query.messages
        return matrix
    }

    /// The columns that are wanted, in their order.
    private func closest(_ costs: [UInt32], within limit: UInt32, of origin: Int) -> [Int] {
        let reached = costs.indices.filter { costs[$0] <= limit }
        guard let count = parameters.origins[origin].targetDestinationCount ?? parameters.defaultTargetDestinationCount,
            count < reached.count
        else { return reached }
        return reached.sorted { (costs[$0], $0) < (costs[$1], $1) }.prefix(max(0, count)).sorted()
    }

    /// - Parameter added: What the places themselves cost.
    private func sums(_ start: Terminal, _ end: Terminal, adding added: [[String: Double]]) throws -> [Double] {
        try Task.checkCancellation()
        let way = try query.network.way(
            from: start.point, to: end.point, around: query.obstacles, leaving: start.mayUse, arriving: end.mayUse)
        guard let way else { return [] }
        let steps = try query.network.steps(of: way, around: query.obstacles)
        let costs = query.network.costs(of: steps, adding: added)
        return accumulated.map { costs[$0] ?? .infinity }
    }
}
