import CairnCore

/// A hierarchy as it is searched and written: its nodes numbered anew, the highest first; see ``Hierarchy``.
struct HierarchyArrays: Sendable {
    /// The number here of each node of the input.
    let numbers: [UInt32]
    private(set) var starts: [UInt32] = [0]
    private(set) var arcs: [Hierarchy.Arc] = []
    private(set) var parts: [Hierarchy.Parts] = []

    var nodeCount: Int { numbers.count }

    init(_ draft: HierarchyDraft) {
        let count = draft.order.count
        var numbers = [UInt32](repeating: 0, count: count)
        for (place, node) in draft.order.enumerated() { numbers[Int(node)] = UInt32(truncatingIfNeeded: count - 1 - place) }
        self.numbers = numbers
        starts.reserveCapacity(count + 1)
        arcs.reserveCapacity(max(draft.upward.count, draft.downward.count))
        var origins: [(upward: UInt32, downward: UInt32)] = []
        for place in draft.order.indices.reversed() { append(draft, place, &origins) }
        findParts(origins)
    }

    /// What an arc that is not there comes from: nothing.
    private static let none = UInt32.max

    /// Joins what leads up from a node and down to it.
    private mutating func append(_ draft: HierarchyDraft, _ place: Int, _ origins: inout [(upward: UInt32, downward: UInt32)]) {
        let up = sorted(draft.upward, draft.upwardEnds, place)
        let down = sorted(draft.downward, draft.downwardEnds, place)
        var (one, other) = (0, 0)
        while one < up.count || other < down.count {
            let (ahead, back) = (one < up.count ? up[one].node : .max, other < down.count ? down[other].node : .max)
            let (isUp, isDown) = (ahead <= back, back <= ahead)
            arcs.append(
                Hierarchy.Arc(
                    node: min(ahead, back), upward: isUp ? up[one].weight : Distance.none,
                    downward: isDown ? down[other].weight : Distance.none))
            origins.append((isUp ? up[one].origin : Self.none, isDown ? down[other].origin : Self.none))
            if isUp { one += 1 }
            if isDown { other += 1 }
        }
        starts.append(UInt32(truncatingIfNeeded: arcs.count))
    }

    /// The arcs of a node, by the new numbers of their other ends, the highest first.
    private func sorted(_ arcs: [HierarchyDraft.Arc], _ ends: [Int], _ place: Int) -> [HierarchyDraft.Arc] {
        arcs[(place > 0 ? ends[place - 1] : 0)..<ends[place]].map {
            HierarchyDraft.Arc(node: numbers[Int($0.node)], weight: $0.weight, origin: $0.origin)
        }.sorted { $0.node < $1.node }
    }

    /// Looks for the arcs that shortcuts consist of at the nodes they lead over: those have their places only now.
    private mutating func findParts(_ origins: [(upward: UInt32, downward: UInt32)]) {
        parts.reserveCapacity(arcs.count * 2)
        for node in 0..<UInt32(truncatingIfNeeded: nodeCount) {
            for place in Int(starts[Int(node)])..<Int(starts[Int(node) + 1]) {
                parts.append(parts(origins[place].upward, from: node, to: arcs[place].node))
                parts.append(parts(origins[place].downward, from: arcs[place].node, to: node))
            }
        }
    }

    private func parts(_ origin: UInt32, from tail: UInt32, to head: UInt32) -> Hierarchy.Parts {
        if origin == Self.none { return .none }
        if let input = ArcOrigin.inputArc(origin) { return Hierarchy.Parts(input: input) }
        let middle = Int(numbers[Int(origin)])
        return Hierarchy.Parts(downward: place(of: tail, at: middle), upward: place(of: head, at: middle))
    }

    /// The place of the arc between two nodes, among those of the lower one, which are in order. There is one: it was there when that was contracted.
    private func place(of far: UInt32, at node: Int) -> UInt32 {
        var (low, high) = (starts[node], starts[node + 1])
        while low < high {
            let middle = low + (high - low) / 2
            if arcs[Int(middle)].node < far { low = middle + 1 } else { high = middle }
        }
        precondition(low < starts[node + 1] && arcs[Int(low)].node == far, "a shortcut over what is not there")
        return low
    }

    /// Calls `body` with the hierarchy, without a table of its highest nodes, which is not to be kept.
    func withHierarchy<Result, Failure: Error>(_ body: (Hierarchy) throws(Failure) -> Result) throws(Failure) -> Result {
        try starts.withUnsafeBufferPointer { (starts) throws(Failure) in
            try arcs.withUnsafeBufferPointer { (arcs) throws(Failure) in
                try parts.withUnsafeBufferPointer { (parts) throws(Failure) in
                    // An empty array has no memory, and no node that would lead into it.
                    let nowhere = UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
                    return try body(
                        Hierarchy(
                            nodeCount: nodeCount, starts: starts.baseAddress.unsafelyUnwrapped,
                            arcs: arcs.baseAddress ?? nowhere.assumingMemoryBound(to: Hierarchy.Arc.self),
                            parts: parts.baseAddress ?? nowhere.assumingMemoryBound(to: Hierarchy.Parts.self)))
                }
            }
        }
    }
}
