import CairnTesting
import Testing

@testable import CairnOffline

struct VisitOrderTests {
    private func costs(_ count: Int, _ random: inout FixedRandom) -> [[UInt32?]] {
        let gap = Int.random(in: 0...3, using: &random)
        return (0..<count).map { from in
            (0..<count).map { to in
                from == to ? 0 : Int.random(in: 0...9, using: &random) < gap ? nil : UInt32.random(in: 0...100, using: &random)
            }
        }
    }

    private func cost(_ order: [Int], _ costs: [[UInt32?]]) -> Int {
        zip(order, order.dropFirst()).reduce(0) { $0 + (costs[$1.0][$1.1].map { Int($0) } ?? 1 << 40) }
    }

    private func permutations(_ places: [Int]) -> [[Int]] {
        places.count < 2 ? [places] : places.flatMap { first in permutations(places.filter { $0 != first }).map { [first] + $0 } }
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `of few places no order is shorter`(_ keepsFirst: Bool, _ keepsLast: Bool) throws {
        var random = FixedRandom(seed: 51)
        for _ in 0..<40 {
            let count = Int.random(in: 0...6, using: &random)
            let costs = costs(count, &random)
            let order = try VisitOrder.shortest(costs, keepsFirst: keepsFirst, keepsLast: keepsLast)
            #expect(order.sorted() == Array(0..<count))
            let others = permutations(Array(0..<count)).filter {
                count == 0 || (!keepsFirst || $0.first == 0) && (!keepsLast || $0.last == count - 1)
            }
            #expect(others.allSatisfy { cost(order, costs) <= cost($0, costs) })
            if count > 1 { #expect((!keepsFirst || order.first == 0) && (!keepsLast || order.last == count - 1)) }
        }
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `of many places the order is good, and keeps its ends`(_ keepsFirst: Bool, _ keepsLast: Bool) throws {
        var random = FixedRandom(seed: 52)
        // On a circle the shortest way goes round, from wherever.
        let places = Array(0..<30).shuffled(using: &random)
        let costs = places.map { from in places.map { to in UInt32(min((from - to + 30) % 30, (to - from + 30) % 30)) as UInt32? }
        }
        let order = try VisitOrder.shortest(costs, keepsFirst: keepsFirst, keepsLast: keepsLast)
        #expect(order.sorted() == Array(0..<30))
        #expect((!keepsFirst || order.first == 0) && (!keepsLast || order.last == 29))
        let apart = Int(costs[0][29]!)
        // To the neighbour of the end on one side, back past the beginning, and round: what lies between is passed twice at most.
        #expect(cost(order, costs) <= (keepsFirst && keepsLast ? 29 + min(apart, 30 - apart) : keepsFirst || keepsLast ? 30 : 30))
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `along one-way streets an order is found wherever there is one`(_ keepsFirst: Bool, _ keepsLast: Bool) throws {
        var random = FixedRandom(seed: 56)
        for round in 0..<200 {
            // Places along a street in one direction, here and there several that lead to each other.
            let count = Int.random(in: 13...22, using: &random)
            var along = (0..<count).map { _ in Int.random(in: 0...count, using: &random) }.sorted()
            if !keepsFirst || !keepsLast {
                along.shuffle(using: &random)
            } else {
                along = [along[0]] + along[1..<count - 1].shuffled(using: &random) + [along[count - 1]]
            }
            if keepsFirst != keepsLast {
                let end = along.firstIndex(of: keepsFirst ? along.min()! : along.max()!)!
                along.swapAt(end, keepsFirst ? 0 : count - 1)
            }
            let costs = (0..<count).map { from in
                (0..<count).map { to in along[from] <= along[to] ? UInt32(along[to] - along[from]) * 10 + 1 : nil }
            }
            let order = try VisitOrder.shortest(costs, keepsFirst: keepsFirst, keepsLast: keepsLast)
            #expect(order.sorted() == Array(0..<count))
            #expect(
                zip(order, order.dropFirst()).allSatisfy { costs[$0.0][$0.1] != nil },
                "round \(round): \(order.map { along[$0] })")
        }
    }

    // MARK: - Work

    /// Every order with a run turned round, or one of three places at most moved.
    private func changed(_ order: [Int], _ movable: Range<Int>) -> [[Int]] {
        movable.flatMap { start in
            (start + 1...movable.upperBound).flatMap { end in
                var (others, turned) = (order, order)
                let run = Array(order[start..<end])
                turned.replaceSubrange(start..<end, with: run.reversed())
                others.removeSubrange(start..<end)
                let targets = end - start > 3 ? [] : Array(movable.lowerBound...movable.upperBound - run.count)
                return [turned] + targets.map { others[..<$0] + run + others[$0...] }
            }
        }
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `of many places no change of one run is shorter, whatever ways cost back`(_ keepsFirst: Bool, _ keepsLast: Bool) throws {
        var random = FixedRandom(seed: 53)
        for count in [13, 14, 20] {
            let costs = costs(count, &random)
            let order = try VisitOrder.shortest(costs, keepsFirst: keepsFirst, keepsLast: keepsLast)
            #expect(order.sorted() == Array(0..<count))
            let movable = (keepsFirst ? 1 : 0)..<(keepsLast ? count - 1 : count)
            #expect(changed(order, movable).allSatisfy { cost(order, costs) <= cost($0, costs) })
        }
    }

    @Test func `a pass looks at no more changes than the square of the places, each by its ends`() throws {
        var random = FixedRandom(seed: 54)
        let costs = costs(100, &random).map { $0.map { $0.map { Int($0) } ?? 1 << 40 } }
        var improvement = VisitImprovement(Array(0..<100), costs, movable: 1..<99)
        try improvement.run()
        #expect(improvement.made > 0)
        var again = VisitImprovement(improvement.order, costs, movable: 1..<99)
        try again.run()
        #expect(again.made == 0 && again.order == improvement.order && again.lookedAt < 4 * 100 * 100)
    }

    @Test func `who cancels is heard while an order is looked for`() async throws {
        var random = FixedRandom(seed: 55)
        let costs = costs(40, &random)
        let gate = Gate()
        let looking = Task {
            await gate.passUncancelled()
            return try VisitOrder.shortest(costs, keepsFirst: true, keepsLast: true)
        }
        looking.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await looking.value }
    }
}
