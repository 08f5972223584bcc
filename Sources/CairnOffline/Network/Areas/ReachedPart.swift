import CairnCore
import CairnGeo

/// A part of a road within the limit of a search. What it costs to be there rises, or falls, evenly along it.
struct ReachedPart: Sendable {
    let road: TravelNetwork.Road
    /// Shares in the direction of travel.
    let from: Double
    let to: Double
    let fromCost: Double
    let toCost: Double

    /// What of it costs no more than a limit; nil if nothing does.
    func within(_ limit: Double) -> ReachedPart? {
        if max(fromCost, toCost) <= limit { return self }
        guard min(fromCost, toCost) <= limit, fromCost != toCost else { return nil }
        let share = from + (to - from) * (limit - fromCost) / (toCost - fromCost)
        guard from < share, share < to else { return nil }
        return fromCost < toCost
            ? ReachedPart(road: road, from: from, to: share, fromCost: fromCost, toCost: limit)
            : ReachedPart(road: road, from: share, to: to, fromCost: limit, toCost: toCost)
    }
}

extension TravelNetwork {
    /// All parts of roads that are within a cost of a place, or from which it is.
    ///
    /// - Parameters:
    ///   - isToward: Whether the place is travelled to, and not from.
    ///   - limit: Milliseconds, or centimetres.
    func reachedParts(
        of terminal: Terminal, isToward: Bool, within limit: UInt32, around obstacles: RoadObstacles = RoadObstacles()
    ) throws(BlockDamage) -> [ReachedPart] {
        let ends =
            isToward
            ? try arrivals(terminal.point, obstacles, terminal.mayUse)
            : try departures(terminal.point, obstacles, terminal.mayUse)
        // From a junction all its roads are searched.
        let isAtJunction = terminal.point.share <= 0 || terminal.point.share >= 1
        var parts: [ReachedPart] = []
        for road in [terminal.point.edge * 2, terminal.point.edge * 2 + 1] where terminal.mayUse(road) && !isAtJunction {
            guard let weight = try weight(road) else { continue }
            let share = Self.share(terminal.point, along: road)
            if let part = Self.part(of: road, weight, at: share, cost: 0, isToward, limit, obstacles) { parts.append(part) }
        }
        parts += reachSearches.withSearch { (search: inout sending ReachSearch) in
            let graph = memory.graph
            let seeds = ends.filter { $0.distance <= limit }.map(Self.plainSeed)
            if obstacles.isEmpty {
                search.search(graph, from: seeds, within: limit, isBackward: isToward) { graph.weights[$0] }
            } else {
                search.search(graph, from: seeds, within: limit, isBackward: isToward) {
                    obstacles.cost(of: graph.roads[$0], graph.weights[$0])
                }
            }
            var parts: [ReachedPart] = []
            parts.reserveCapacity(search.reachedCount * 2)
            for state in search.reached {
                let distance = search.distance(state)
                let arcs = isToward ? graph.enteringRange(state) : graph.leaving(state)
                for place in arcs {
                    let arc = isToward ? Int(graph.entering[place]) : place
                    let part = Self.part(
                        of: graph.roads[arc], graph.weights[arc], at: isToward ? 1 : 0, cost: distance, isToward, limit, obstacles
                    )
                    if let part { parts.append(part) }
                }
            }
            return parts
        }
        return parts
    }

    /// What of a road is within the limit, going on from a share of it or back from there.
    private static func part(
        of road: Road, _ weight: UInt32, at share: Double, cost: UInt32, _ isToward: Bool, _ limit: UInt32,
        _ obstacles: RoadObstacles
    ) -> ReachedPart? {
        let open = obstacles.open(road, from: share, isBackward: isToward)
        let (low, high) = isToward ? (open, share) : (share, open)
        guard low < high, weight < Distance.none else { return nil }
        let whole = Double(obstacles.cost(of: road, weight, from: low, to: high))
        guard whole < Double(Distance.none) else { return nil }
        let end = Double(cost) + whole
        let part =
            isToward
            ? ReachedPart(road: road, from: low, to: high, fromCost: end, toCost: Double(cost))
            : ReachedPart(road: road, from: low, to: high, fromCost: Double(cost), toCost: end)
        return part.within(Double(limit))
    }
}

extension RoadObstacles {
    /// How far one comes on a road from a share of it, or from how far back, before a closed stretch.
    func open(_ road: TravelNetwork.Road, from share: Double, isBackward: Bool) -> Double {
        guard let found = stretches[road / 2] else { return isBackward ? 0 : 1 }
        // Just before, for who touches a closed stretch does not pass.
        let closed = found.filter { $0.effect == .closed }.map { road & 1 == 0 ? ($0.from, $0.to) : (1 - $0.to, 1 - $0.from) }
        if closed.contains(where: { $0.0 <= share && share <= $0.1 }) { return share }
        let behind = closed.filter { $0.1 < share }.map { $0.1 + Self.gap }.max() ?? 0
        let ahead = closed.filter { $0.0 > share }.map { $0.0 - Self.gap }.min() ?? 1
        return isBackward ? min(share, behind) : max(share, ahead)
    }

    private static let gap = 1e-9
}
