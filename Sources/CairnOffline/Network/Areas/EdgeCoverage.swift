import CairnCore

/// Which edges are reached from end to end, and what is reached of others, whichever way it is travelled.
struct EdgeCoverage {
    /// From one share of an edge to another, as it was drawn.
    struct Stretch {
        let edge: UInt32
        let from: Double
        var to: Double
    }

    private(set) var whole: EdgeSet
    private(set) var stretches: [Stretch] = []

    init(_ parts: [ReachedPart], edgeCount: Int) {
        whole = EdgeSet(count: edgeCount)
        for part in parts where part.isWhole { whole.insert(part.road / 2) }
        var found: [Stretch] = []
        for part in parts where !part.isWhole && !whole.contains(part.road / 2) {
            let (from, to) = part.sharesAsDrawn
            found.append(Stretch(edge: part.road / 2, from: from, to: to))
        }
        found.sort { ($0.edge, $0.from) < ($1.edge, $1.from) }
        join(found)
    }

    private mutating func join(_ found: [Stretch]) {
        for stretch in found {
            if let last = stretches.last, last.edge == stretch.edge, stretch.from <= last.to + Self.gap {
                stretches[stretches.count - 1].to = max(last.to, stretch.to)
            } else {
                stretches.append(stretch)
            }
        }
        for stretch in stretches where stretch.from <= 0 && stretch.to >= 1 { whole.insert(stretch.edge) }
        stretches.removeAll { whole.contains($0.edge) }
    }

    /// What rounding leaves between two stretches that meet.
    private static let gap = 1e-9
}

/// A set of edges, by their numbers, in the order in which they came.
struct EdgeSet {
    private var isMember: [Bool]
    private(set) var members: [UInt32] = []

    init(count: Int) { isMember = Array(repeating: false, count: count) }

    /// Does nothing with what is no edge.
    mutating func insert(_ edge: UInt32) {
        guard isMember.indices.contains(Int(edge)), !isMember[Int(edge)] else { return }
        isMember[Int(edge)] = true
        members.append(edge)
    }

    func contains(_ edge: UInt32) -> Bool { isMember.indices.contains(Int(edge)) && isMember[Int(edge)] }
}
