import CairnCore

/// The order in which some places are visited so that the way is shortest.
///
/// Exact for up to twelve places, of which the first and the last may be fixed; beyond, a good one: each place is put where it costs least, and then
/// runs of places are moved and turned round as long as that makes the way shorter.
///
/// - Source: M. Held, R. M. Karp, *A Dynamic Programming Approach to Sequencing Problems* (1962); I. Or's exchanges of 1976.
struct VisitOrder {
    /// By place and next place. A way that is not there costs more than all that are.
    private let costs: [[Int]]
    private let keepsFirst: Bool
    private let keepsLast: Bool

    private static let none = 1 << 40
    private static let mostExact = 12

    private var count: Int { costs.count }

    private init(_ costs: [[UInt32?]], keepsFirst: Bool, keepsLast: Bool) {
        self.costs = costs.map { $0.map { $0.map { Int($0) } ?? Self.none } }
        (self.keepsFirst, self.keepsLast) = (keepsFirst, keepsLast)
    }

    /// - Parameters:
    ///   - costs: What the way from each place to each other costs; nil where there is none.
    ///   - keepsFirst: Whether the first place stays the first.
    ///   - keepsLast: Whether the last place stays the last.
    /// - Returns: The places' numbers in the order in which they are visited.
    /// - Throws: `CancellationError` if the calling task is cancelled.
    static func shortest(_ costs: [[UInt32?]], keepsFirst: Bool, keepsLast: Bool) throws -> [Int] {
        guard costs.count > 1 else { return Array(costs.indices) }
        let order = VisitOrder(costs, keepsFirst: keepsFirst, keepsLast: keepsLast)
        if costs.count <= mostExact { return order.exact() }
        let found = try order.improved(try order.inserted())
        return order.cost(of: found) < none ? found : try order.improved(order.byReach(found))
    }

    // MARK: - Few

    /// By sets of visited places, and the last of them: the shortest way that visits these.
    private func exact() -> [Int] {
        let full = 1 << count
        var best = [Int](repeating: .max, count: full * count)
        var previous = [Int8](repeating: -1, count: full * count)
        for place in 0..<count where !keepsFirst || place == 0 { best[(1 << place) * count + place] = 0 }
        for set in 1..<full {
            for last in 0..<count where best[set * count + last] < .max {
                extend(set, last, &best, &previous)
            }
        }
        let ends = keepsLast ? count - 1..<count : 0..<count
        let last = ends.min { best[(full - 1) * count + $0] < best[(full - 1) * count + $1] } ?? count - 1
        return path(to: last, previous)
    }

    private func extend(_ set: Int, _ last: Int, _ best: inout [Int], _ previous: inout [Int8]) {
        // Who is to be the last is not passed before.
        if keepsLast, last == count - 1 { return }
        for next in 0..<count where set & 1 << next == 0 {
            let (key, cost) = ((set | 1 << next) * count + next, best[set * count + last] + costs[last][next])
            if cost < best[key] { (best[key], previous[key]) = (cost, Int8(truncatingIfNeeded: last)) }
        }
    }

    private func path(to last: Int, _ previous: [Int8]) -> [Int] {
        var (set, place, path) = ((1 << count) - 1, last, [last])
        while case let before = Int(previous[set * count + place]), before >= 0 {
            set &= ~(1 << place)
            place = before
            path.append(place)
        }
        return path.reversed()
    }

    // MARK: - Many

    /// Each place is put in where it costs least, the one first that is farthest from those that are in.
    private func inserted() throws -> [Int] {
        var order = [0, count - 1]
        var near = (0..<count).map { min(costs[0][$0], costs[count - 1][$0]) }
        var left = Set(1..<count - 1)
        while let next = left.max(by: { (near[$0], $1) < (near[$1], $0) }) {
            try Task.checkCancellation()
            left.remove(next)
            order.insert(next, at: cheapestPlace(for: next, in: order))
            for place in left { near[place] = min(near[place], costs[next][place]) }
        }
        return order
    }

    private func cost(of order: [Int]) -> Int { zip(order, order.dropFirst()).reduce(0) { $0 + costs[$1.0][$1.1] } }

    /// Those first that lead to the most others. Where ways join, so do what they lead to: if there is an order without a way that is not there, this
    /// is one.
    private func byReach(_ order: [Int]) -> [Int] {
        let reach = costs.map { row in row.count { $0 < Self.none } }
        let movable = order[(keepsFirst ? 1 : 0)..<(keepsLast ? count - 1 : count)]
        let sorted = movable.enumerated().sorted { (reach[$1.element], $0.offset) < (reach[$0.element], $1.offset) }
        return order.prefix(keepsFirst ? 1 : 0) + sorted.map(\.element) + order.suffix(keepsLast ? 1 : 0)
    }

    private func cheapestPlace(for next: Int, in order: [Int]) -> Int {
        let places = (keepsFirst ? 1 : 0)...(keepsLast ? order.count - 1 : order.count)
        return places.min { added(next, at: $0, in: order) < added(next, at: $1, in: order) } ?? 1
    }

    private func added(_ next: Int, at place: Int, in order: [Int]) -> Int {
        if place == 0 { return costs[next][order[0]] }
        if place == order.count { return costs[order[place - 1]][next] }
        let (before, after) = (order[place - 1], order[place])
        return costs[before][next] + costs[next][after] - costs[before][after]
    }

    /// Moves and turns runs of places until nothing makes the way shorter.
    private func improved(_ order: [Int]) throws -> [Int] {
        var improvement = VisitImprovement(
            order, costs, movable: (keepsFirst ? 1 : 0)..<(keepsLast ? count - 1 : count))
        try improvement.run()
        return improvement.order
    }
}
