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

    /// Whether it is the road from end to end.
    var isWhole: Bool { from <= 0 && to >= 1 }

    /// Shares of its edge, as that was drawn.
    var sharesAsDrawn: (from: Double, to: Double) { road & 1 == 0 ? (from, to) : (1 - to, 1 - from) }

    func later(by cost: Double) -> ReachedPart {
        ReachedPart(road: road, from: from, to: to, fromCost: fromCost + cost, toCost: toCost + cost)
    }

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
            Self.append(road, weight, at: share, cost: 0, isToward, limit, obstacles, to: &parts)
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
                    Self.append(
                        graph.roads[arc], graph.weights[arc], at: isToward ? 1 : 0, cost: distance, isToward, limit, obstacles,
                        to: &parts)
                }
            }
            return parts
        }
        return parts
    }

    /// Appends what of a road is within the limit, going on from a share of it or back from there.
    private static func append(
        _ road: Road, _ weight: UInt32, at share: Double, cost: UInt32, _ isToward: Bool, _ limit: UInt32,
        _ obstacles: RoadObstacles, to parts: inout [ReachedPart]
    ) {
        guard weight < Distance.none else { return }
        func append(from last: Double, _ lastCost: Double, to next: Double, _ nextCost: Double) {
            let part =
                isToward
                ? ReachedPart(road: road, from: next, to: last, fromCost: nextCost, toCost: lastCost)
                : ReachedPart(road: road, from: last, to: next, fromCost: lastCost, toCost: nextCost)
            if let part = part.within(Double(limit)) { parts.append(part) }
        }
        if obstacles.isEmpty, share == (isToward ? 1 : 0) {
            return append(from: share, Double(cost), to: 1 - share, Double(cost) + Double(weight))
        }
        var (last, lastCost) = (share, Double(cost))
        for next in obstacles.bends(of: road, from: share, isBackward: isToward) where lastCost <= Double(limit) {
            let travelled = obstacles.cost(of: road, weight, from: min(next, share), to: max(next, share))
            guard travelled < Distance.none else { return }
            // What is shorter is where somebody pays.
            if abs(next - last) > 2 * RoadObstacles.gap {
                append(from: last, lastCost, to: next, Double(cost) + Double(travelled))
            }
            (last, lastCost) = (next, Double(cost) + Double(travelled))
        }
    }
}

extension RoadObstacles {
    /// Where one comes on a road from a share of it, or back from there, before a closed stretch: between one and the next the cost rises evenly.
    func bends(of road: TravelNetwork.Road, from share: Double, isBackward: Bool) -> [Double] {
        guard let found = stretches[road / 2] else {
            return (share < 1 && !isBackward) ? [1] : share > 0 && isBackward ? [0] : []
        }
        let open = open(found, road, from: share, isBackward: isBackward)
        guard open != share else { return [] }
        let within = min(open, share)...max(open, share)
        var bends = [open]
        for stretch in found where stretch.effect != .closed {
            let (from, to) = road & 1 == 0 ? (stretch.from, stretch.to) : (1 - stretch.to, 1 - stretch.from)
            // Whoever comes past pays at once.
            bends += [from - Self.gap, from, to, to + Self.gap].filter { within.contains($0) && $0 != share }
        }
        let ordered = Set(bends).sorted()
        return isBackward ? ordered.reversed() : ordered
    }

    /// How far one comes from a share, or from how far back, before a closed stretch.
    private func open(_ found: [Stretch], _ road: TravelNetwork.Road, from share: Double, isBackward: Bool) -> Double {
        // Just before, for who touches a closed stretch does not pass.
        let closed = found.filter { $0.effect == .closed }.map { road & 1 == 0 ? ($0.from, $0.to) : (1 - $0.to, 1 - $0.from) }
        if closed.contains(where: { $0.0 <= share && share <= $0.1 }) { return share }
        let behind = closed.filter { $0.1 < share }.map { $0.1 + Self.gap }.max() ?? 0
        let ahead = closed.filter { $0.0 > share }.map { $0.0 - Self.gap }.min() ?? 1
        return isBackward ? min(share, behind) : max(share, ahead)
    }

    /// As good as nothing, in shares of a road.
    static let gap = 1e-9
}
