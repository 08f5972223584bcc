/// A hierarchy as its nodes are contracted, the lowest first: of each node the arcs to higher ones, and those from higher ones.
struct HierarchyDraft {
    struct Arc {
        let node: UInt32
        let weight: UInt32
        let origin: UInt32
    }

    /// The nodes in the order in which they were contracted.
    private(set) var order: [UInt32] = []
    private(set) var upward: [Arc] = []
    private(set) var downward: [Arc] = []
    /// Where the arcs of each node of ``order`` end.
    private(set) var upwardEnds: [Int] = []
    private(set) var downwardEnds: [Int] = []

    init(nodeCount: Int, arcCount: Int) {
        order.reserveCapacity(nodeCount)
        upwardEnds.reserveCapacity(nodeCount)
        downwardEnds.reserveCapacity(nodeCount)
        upward.reserveCapacity(arcCount)
        downward.reserveCapacity(arcCount)
    }

    mutating func append(
        _ node: UInt32, upward leaving: UnsafeBufferPointer<RemainingGraph.Arc>,
        downward entering: UnsafeBufferPointer<RemainingGraph.Arc>
    ) {
        order.append(node)
        for arc in leaving { upward.append(Arc(node: arc.node, weight: arc.weight, origin: arc.origin)) }
        for arc in entering { downward.append(Arc(node: arc.node, weight: arc.weight, origin: arc.origin)) }
        upwardEnds.append(upward.count)
        downwardEnds.append(downward.count)
    }
}
