/// A directed graph as a hierarchy is made of it: what each arc leads from, to, and costs.
struct WeightedArcs: Sendable {
    /// How many nodes there are; the arcs' ends are below it.
    let nodeCount: Int
    private(set) var tails: [UInt32] = []
    private(set) var heads: [UInt32] = []
    /// Below ``Distance/none``.
    private(set) var weights: [UInt32] = []

    init(nodeCount: Int) { self.nodeCount = nodeCount }

    var count: Int { tails.count }

    mutating func reserve(_ count: Int) {
        tails.reserveCapacity(count)
        heads.reserveCapacity(count)
        weights.reserveCapacity(count)
    }

    mutating func append(from tail: UInt32, to head: UInt32, weight: UInt32) {
        tails.append(tail)
        heads.append(head)
        weights.append(weight)
    }
}
