import CairnCore

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

    func isOpen(_ road: UInt32) -> Bool { weight(road) < Distance.none }

    func weight(_ road: UInt32) -> UInt32 {
        let weights = kind.weights(of: draft.edges[Int(road / 2)])
        return road & 1 == 0 ? weights.forward : weights.backward
    }
}
