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
    func `of few places no order is shorter`(_ keepsFirst: Bool, _ keepsLast: Bool) {
        var random = FixedRandom(seed: 51)
        for _ in 0..<40 {
            let count = Int.random(in: 0...6, using: &random)
            let costs = costs(count, &random)
            let order = VisitOrder.shortest(costs, keepsFirst: keepsFirst, keepsLast: keepsLast)
            #expect(order.sorted() == Array(0..<count))
            let others = permutations(Array(0..<count)).filter {
                count == 0 || (!keepsFirst || $0.first == 0) && (!keepsLast || $0.last == count - 1)
            }
            #expect(others.allSatisfy { cost(order, costs) <= cost($0, costs) })
            if count > 1 { #expect((!keepsFirst || order.first == 0) && (!keepsLast || order.last == count - 1)) }
        }
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `of many places the order is good, and keeps its ends`(_ keepsFirst: Bool, _ keepsLast: Bool) {
        var random = FixedRandom(seed: 52)
        // On a circle the shortest way goes round, from wherever.
        let places = Array(0..<30).shuffled(using: &random)
        let costs = places.map { from in places.map { to in UInt32(min((from - to + 30) % 30, (to - from + 30) % 30)) as UInt32? }
        }
        let order = VisitOrder.shortest(costs, keepsFirst: keepsFirst, keepsLast: keepsLast)
        #expect(order.sorted() == Array(0..<30))
        #expect((!keepsFirst || order.first == 0) && (!keepsLast || order.last == 29))
        let apart = Int(costs[0][29]!)
        // To the neighbour of the end on one side, back past the beginning, and round: what lies between is passed twice at most.
        #expect(cost(order, costs) <= (keepsFirst && keepsLast ? 29 + min(apart, 30 - apart) : keepsFirst || keepsLast ? 30 : 30))
    }
}
