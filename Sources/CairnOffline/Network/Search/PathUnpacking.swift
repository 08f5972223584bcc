import CairnCore

/// Takes shortcuts apart, into the arcs of the input. It keeps what is still to be taken apart itself: a shortcut can be deeper than a stack.
struct PathUnpacking {
    private let hierarchy: Hierarchy
    /// Places of arcs, twice: the lowest bit says whether it is an upward one.
    private var pending: [UInt64] = []
    private var count = 0
    /// A shortest way passes no node twice.
    private let bound: Int

    init(_ hierarchy: Hierarchy) {
        self.hierarchy = hierarchy
        bound = hierarchy.nodeCount
    }

    /// Adds the arcs between two neighbours in the hierarchy.
    mutating func append(from tail: UInt32, to head: UInt32, to path: inout [UInt32]) throws(PathDamage) {
        // Lower nodes have the greater numbers.
        if tail > head {
            pending.append(try place(of: head, at: tail, hierarchy.upward) << 1 | 1)
        } else {
            pending.append(try place(of: tail, at: head, hierarchy.downward) << 1)
        }
        while let next = pending.popLast() {
            let side = next & 1 == 1 ? hierarchy.upward : hierarchy.downward
            let parts = side.parts[Int(next >> 1)]
            if let arc = parts.inputArc {
                path.append(arc)
                count &+= 1
                if count > bound { throw PathDamage() }
                continue
            }
            pending.append(UInt64(parts.second) << 1 | 1)
            pending.append(UInt64(parts.first) << 1)
        }
    }

    private func place(of far: UInt32, at node: UInt32, _ side: HierarchySide) throws(PathDamage) -> UInt64 {
        var found: (place: Int, weight: UInt32)?
        for place in side.range(of: Int(node)) where side.arcs[place].node == far {
            if side.arcs[place].weight < found?.weight ?? .max { found = (place, side.arcs[place].weight) }
        }
        guard let found else { throw PathDamage() }
        return UInt64(found.place)
    }
}
