import CairnCore
import CairnGeo

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
            append(streets.leaving[vertex], from: UInt32(truncatingIfNeeded: vertex), bans, streets)
        }
        for (index, state) in bans.states.enumerated() {
            append(state.leaving, from: UInt32(truncatingIfNeeded: vertexCount + index), bans, streets)
        }
    }

    /// The states by the places of their vertices, along a curve on which neighbours are near.
    func order(at places: [RoadDraft.Place]) -> [UInt32] {
        let indexes = (0..<stateCount).map { state in
            let place = places[state < vertexCount ? state : Int(copies[state - vertexCount])]
            return HilbertCurve.index(ofX: place.longitude, y: place.latitude)
        }
        return (0..<UInt32(truncatingIfNeeded: stateCount)).sorted { (indexes[Int($0)], $0) < (indexes[Int($1)], $1) }
    }

    private mutating func append(_ roads: [UInt32], from state: UInt32, _ bans: TurnBans, _ streets: Streets) {
        for road in roads {
            let head = bans.arrivals[road].map { UInt32(truncatingIfNeeded: vertexCount + $0) } ?? streets.head(road)
            arcs.append(from: state, to: head, weight: streets.weight(road))
            self.roads.append(road)
        }
    }
}
