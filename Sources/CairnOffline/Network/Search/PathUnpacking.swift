import CairnCore

/// Takes shortcuts apart, into the arcs of the input. It keeps what is still to be taken apart itself: a shortcut can be deeper than a stack.
///
/// It keeps its memory for the next one; whoever has it has it alone.
struct PathUnpacking: ~Copyable {
    /// Places of parts.
    private var pending: UnsafeMutablePointer<UInt64>
    private var room = 256

    init() { pending = .allocate(capacity: room) }

    deinit { pending.deallocate() }

    /// How many arcs of the input a way has at the most. A shortest way passes no node twice, but for arcs that cost nothing: those may lead to and fro.
    static func mostArcs(_ hierarchy: Hierarchy) -> Int { hierarchy.nodeCount * 16 + 1024 }

    /// Adds what stands for the arcs between two neighbours in the hierarchy.
    ///
    /// - Parameter left: How many the way may still have.
    mutating func append(
        from tail: UInt32, to head: UInt32, in hierarchy: Hierarchy, to path: inout [UInt32], _ left: inout Int
    ) throws(PathDamage) {
        // Lower nodes have the greater numbers.
        let isUpward = tail > head
        let place = try place(of: isUpward ? head : tail, at: isUpward ? tail : head, hierarchy)
        pending[0] = UInt64(place) << 1 | (isUpward ? 0 : 1)
        var count = 1
        while count > 0 {
            count &-= 1
            let parts = hierarchy.parts[Int(pending[count])]
            if let input = parts.input {
                path.append(input)
                left &-= 1
                if left < 0 { throw PathDamage() }
                continue
            }
            if count &+ 2 > room { grow() }
            pending[count] = UInt64(parts.second) << 1
            pending[count &+ 1] = UInt64(parts.first) << 1 | 1
            count &+= 2
        }
    }

    private func place(of far: UInt32, at node: UInt32, _ hierarchy: Hierarchy) throws(PathDamage) -> Int {
        for place in hierarchy.range(of: Int(node)) where hierarchy.arcs[place].node == far { return place }
        throw PathDamage()
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: room * 2)
        larger.update(from: pending, count: room)
        pending.deallocate()
        (pending, room) = (larger, room * 2)
    }
}
