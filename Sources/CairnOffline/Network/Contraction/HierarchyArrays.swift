/// A hierarchy as it is searched and written: its nodes numbered anew, the highest first.
struct HierarchyArrays: Sendable {
    /// One direction of it; see ``HierarchySide``.
    struct Side: Sendable {
        fileprivate(set) var starts: [UInt32] = [0]
        fileprivate(set) var arcs: [HierarchySide.Arc] = []
        fileprivate(set) var parts: [HierarchySide.Parts] = []
    }

    /// The number here of each node of the input.
    let numbers: [UInt32]
    private(set) var upward = Side()
    private(set) var downward = Side()

    var nodeCount: Int { numbers.count }

    init(_ draft: HierarchyDraft) {
        let count = draft.order.count
        var numbers = [UInt32](repeating: 0, count: count)
        for (place, node) in draft.order.enumerated() { numbers[Int(node)] = UInt32(truncatingIfNeeded: count - 1 - place) }
        self.numbers = numbers
        for place in draft.order.indices.reversed() {
            upward.append(Self.arcs(draft.upward, draft.upwardEnds, place), numbers)
            downward.append(Self.arcs(draft.downward, draft.downwardEnds, place), numbers)
        }
        upward.parts = parts(of: draft.upward, draft.upwardEnds, draft.order) { ($1, $0) }
        downward.parts = parts(of: draft.downward, draft.downwardEnds, draft.order) { ($0, $1) }
    }

    private static func arcs(_ arcs: [HierarchyDraft.Arc], _ ends: [Int], _ place: Int) -> ArraySlice<HierarchyDraft.Arc> {
        arcs[(place > 0 ? ends[place - 1] : 0)..<ends[place]]
    }

    /// What each arc consists of. Of a shortcut the arcs are looked for at the node it leads over: those have their places only now.
    private func parts(
        of arcs: [HierarchyDraft.Arc], _ ends: [Int], _ order: [UInt32],
        _ direction: (_ near: UInt32, _ far: UInt32) -> (UInt32, UInt32)
    ) -> [HierarchySide.Parts] {
        var parts: [HierarchySide.Parts] = []
        parts.reserveCapacity(arcs.count)
        for place in order.indices.reversed() {
            let near = numbers[Int(order[place])]
            for arc in Self.arcs(arcs, ends, place) {
                if let input = ArcOrigin.inputArc(arc.origin) {
                    parts.append(HierarchySide.Parts(inputArc: input))
                    continue
                }
                let (head, tail) = direction(near, numbers[Int(arc.node)])
                let middle = Int(numbers[Int(arc.origin)])
                parts.append(
                    HierarchySide.Parts(
                        downward: downward.place(of: tail, at: middle), upward: upward.place(of: head, at: middle)))
            }
        }
        return parts
    }

    /// Calls `body` with the hierarchy, which is not to be kept.
    func withHierarchy<Result, Failure: Error>(_ body: (Hierarchy) throws(Failure) -> Result) throws(Failure) -> Result {
        try upward.withSide { (upward) throws(Failure) in
            try downward.withSide { (downward) throws(Failure) in
                try body(Hierarchy(nodeCount: nodeCount, upward: upward, downward: downward))
            }
        }
    }
}

extension HierarchyArrays.Side {
    fileprivate mutating func append(_ added: ArraySlice<HierarchyDraft.Arc>, _ numbers: [UInt32]) {
        for arc in added { arcs.append(HierarchySide.Arc(node: numbers[Int(arc.node)], weight: arc.weight)) }
        starts.append(UInt32(truncatingIfNeeded: arcs.count))
    }

    /// The place of the arc between two nodes. There is one: it was there when the lower of them was contracted.
    fileprivate func place(of far: UInt32, at node: Int) -> UInt32 {
        for place in starts[node]..<starts[node + 1] where arcs[Int(place)].node == far { return place }
        preconditionFailure("a shortcut over what is not there")
    }

    fileprivate func withSide<Result, Failure: Error>(_ body: (HierarchySide) throws(Failure) -> Result) throws(Failure) -> Result
    {
        try starts.withUnsafeBufferPointer { (starts) throws(Failure) in
            try arcs.withUnsafeBufferPointer { (arcs) throws(Failure) in
                try parts.withUnsafeBufferPointer { (parts) throws(Failure) in
                    // An empty array has no memory, and no node that would lead into it.
                    let nowhere = UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
                    return try body(
                        HierarchySide(
                            starts: starts.baseAddress.unsafelyUnwrapped,
                            arcs: arcs.baseAddress ?? nowhere.assumingMemoryBound(to: HierarchySide.Arc.self),
                            parts: parts.baseAddress ?? nowhere.assumingMemoryBound(to: HierarchySide.Parts.self)))
                }
            }
        }
    }
}
