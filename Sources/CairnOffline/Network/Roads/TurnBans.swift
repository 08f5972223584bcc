import CairnCore

/// Which roads may not be taken by whom.
///
/// What is kept is what is left to each, so that a bollard where many roads meet costs no more than these: of each nothing leads on but itself.
struct TurnBans {
    /// A vertex as it is for those who may not take some of its roads.
    struct State: Hashable {
        let vertex: UInt32
        /// The roads that lead on, in their order.
        let leaving: [UInt32]
    }

    private(set) var states: [State] = []
    /// The state that a road leads to, if it is not the vertex's own.
    private(set) var arrivals: [UInt32: Int] = [:]

    init() {}

    init(_ draft: RoadDraft, _ streets: Streets) {
        let (rules, blocked) = (Rules(draft, streets), Set(draft.blocked))
        let entering = Set(rules.roads).union(blocked.flatMap { streets.entering[Int($0)] })
        var numbers: [State: Int] = [:]
        // Ordered by their vertices, so that a vertex's are found.
        for road in entering.sorted(by: { (streets.head($0), $0) < (streets.head($1), $1) }) {
            let vertex = streets.head(road)
            let leaving = rules.leaving(after: road, isBlocked: blocked.contains(vertex), streets)
            if leaving.count == streets.leaving[Int(vertex)].count { continue }
            arrivals[road] = number(of: State(vertex: vertex, leaving: leaving), &numbers)
        }
    }

    private mutating func number(of state: State, _ numbers: inout [State: Int]) -> Int {
        if let number = numbers[state] { return number }
        numbers[state] = states.count
        states.append(state)
        return states.count - 1
    }

    /// What is said of turns, by the roads that lead to them.
    private struct Rules {
        private var forbidden: [UInt32: Set<UInt32>] = [:]
        /// Without rules that lead nowhere.
        private var only: [UInt32: Set<UInt32>] = [:]

        var roads: [UInt32] { Array(forbidden.keys) + Array(only.keys) }

        init(_ draft: RoadDraft, _ streets: Streets) {
            func open(_ edge: UInt32) -> [UInt32] { [edge * 2, edge * 2 + 1].filter(streets.isOpen) }
            for restriction in draft.restrictions {
                let leaving = open(restriction.to).filter { streets.tail($0) == restriction.over }
                if leaving.isEmpty { continue }
                for road in open(restriction.from) where streets.head(road) == restriction.over {
                    if restriction.isOnly {
                        only[road, default: []].formUnion(leaving)
                    } else {
                        forbidden[road, default: []].formUnion(leaving)
                    }
                }
            }
        }

        /// The roads that lead on for who comes by one.
        func leaving(after road: UInt32, isBlocked: Bool, _ streets: Streets) -> [UInt32] {
            let (forbidden, only, back) = (forbidden[road] ?? [], only[road], road ^ 1)
            let left = isBlocked ? streets.isOpen(back) ? [back] : [] : only?.sorted() ?? streets.leaving[Int(streets.head(road))]
            return left.filter { !forbidden.contains($0) && only?.contains($0) ?? true }
        }
    }
}
