import CairnCore

/// A network as one kind of travel sees it: what can be reached from where, and the turns that may not be taken.
///
/// Each vertex is a state, with the vertex's own number. Where turns are forbidden the vertex has more: whoever comes by a road from which something
/// is forbidden comes to a state of its own, from which less leads on. What is left is a plain graph, with as many states more as there are such turns.
struct RoadGraph: Sendable {
    let kind: TravelKind
    let vertexCount: Int
    /// The vertex of each state behind those of the vertices.
    private(set) var copies: [UInt32] = []
    /// Ordered by the states they leave.
    private(set) var arcs: WeightedArcs
    /// The road of each arc, twice, and one more for backward.
    private(set) var roads: [UInt32] = []

    var stateCount: Int { vertexCount + copies.count }

    init(_ draft: RoadDraft, _ kind: TravelKind) {
        (self.kind, vertexCount) = (kind, draft.vertices.count)
        let streets = Streets(draft, kind)
        let bans = kind.isDriving ? TurnBans(draft, streets) : TurnBans()
        copies = bans.states.map(\.vertex)
        arcs = WeightedArcs(nodeCount: draft.vertices.count + bans.states.count)
        arcs.reserve(streets.count)
        for vertex in draft.vertices.indices {
            append(streets.leaving[vertex], from: UInt32(truncatingIfNeeded: vertex), [], bans, streets)
        }
        for (index, state) in bans.states.enumerated() {
            append(
                streets.leaving[Int(state.vertex)], from: UInt32(truncatingIfNeeded: vertexCount + index), state.forbidden, bans,
                streets)
        }
    }

    private mutating func append(
        _ roads: [UInt32], from state: UInt32, _ forbidden: Set<UInt32>, _ bans: TurnBans, _ streets: Streets
    ) {
        for road in roads where !forbidden.contains(road) {
            let head = bans.arrivals[road].map { UInt32(truncatingIfNeeded: vertexCount + $0) } ?? streets.head(road)
            arcs.append(from: state, to: head, weight: streets.weight(road))
            self.roads.append(road)
        }
    }
}

/// The roads of a draft in the directions in which they are open: each by the number of its edge, twice, and one more for backward.
struct Streets {
    private let draft: RoadDraft
    private let kind: TravelKind
    /// By vertex.
    private(set) var leaving: [[UInt32]]
    private(set) var entering: [[UInt32]]
    private(set) var count = 0

    init(_ draft: RoadDraft, _ kind: TravelKind) {
        (self.draft, self.kind) = (draft, kind)
        leaving = Array(repeating: [], count: draft.vertices.count)
        entering = leaving
        for index in draft.edges.indices {
            let (weights, road) = (kind.weights(of: draft.edges[index]), UInt32(truncatingIfNeeded: index) * 2)
            if weights.forward < Distance.none { open(road) }
            if weights.backward < Distance.none { open(road + 1) }
        }
    }

    private mutating func open(_ road: UInt32) {
        leaving[Int(tail(road))].append(road)
        entering[Int(head(road))].append(road)
        count += 1
    }

    func head(_ road: UInt32) -> UInt32 { road & 1 == 0 ? draft.edges[Int(road / 2)].to : draft.edges[Int(road / 2)].from }
    func tail(_ road: UInt32) -> UInt32 { head(road ^ 1) }

    func weight(_ road: UInt32) -> UInt32 {
        let weights = kind.weights(of: draft.edges[Int(road / 2)])
        return road & 1 == 0 ? weights.forward : weights.backward
    }
}

/// Which roads may not be taken by whom.
struct TurnBans {
    /// A vertex as it is for those who may not take some of its roads.
    struct State: Hashable {
        let vertex: UInt32
        let forbidden: Set<UInt32>
    }

    private(set) var states: [State] = []
    /// The state that a road leads to, if it is not the vertex's own.
    private(set) var arrivals: [UInt32: Int] = [:]

    init() {}

    init(_ draft: RoadDraft, _ streets: Streets) {
        var forbidden: [UInt32: Set<UInt32>] = [:]
        var only: [UInt32: Set<UInt32>] = [:]
        for restriction in draft.restrictions {
            let leaving = streets.leaving[Int(restriction.over)].filter { $0 / 2 == restriction.to }
            for road in streets.entering[Int(restriction.over)] where road / 2 == restriction.from {
                if restriction.isOnly {
                    only[road, default: []].formUnion(leaving)
                } else {
                    forbidden[road, default: []].formUnion(leaving)
                }
            }
        }
        for (road, allowed) in only where !allowed.isEmpty {
            forbidden[road, default: []].formUnion(streets.leaving[Int(streets.head(road))].filter { !allowed.contains($0) })
        }
        for vertex in draft.blocked {
            for road in streets.entering[Int(vertex)] {
                forbidden[road, default: []].formUnion(streets.leaving[Int(vertex)].filter { $0 != road ^ 1 })
            }
        }
        number(forbidden, streets)
    }

    private mutating func number(_ forbidden: [UInt32: Set<UInt32>], _ streets: Streets) {
        var numbers: [State: Int] = [:]
        // Ordered by their vertices, so that a vertex's are found.
        let ordered = forbidden.sorted { (streets.head($0.key), $0.key) < (streets.head($1.key), $1.key) }
        for (road, forbidden) in ordered where !forbidden.isEmpty {
            let state = State(vertex: streets.head(road), forbidden: forbidden)
            if numbers[state] == nil {
                numbers[state] = states.count
                states.append(state)
            }
            arrivals[road] = numbers[state]
        }
    }
}
