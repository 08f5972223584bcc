import CairnCore

/// What it costs from each of the highest nodes of a hierarchy to each other one, reckoned when a kind of travel is first asked for.
///
/// Nearly every long way leads over some of them, and they have the most arcs: two thirds of those that a search would look at in a town. So a search
/// ends where it comes to one of these, and looks up here what lies between. A table of 512 nodes takes a megabyte, and is made in some milliseconds.
///
/// - Source: J. Arz, D. Luxen, P. Sanders, *Transit Node Routing Reconsidered* (2013). Its filter for what is near is not needed: a search goes through all
///   that lies below, where ways that lead over none of these meet.
final class TransitTable: Sendable {
    static let mostNodes = 512

    private let count: Int
    private let address: UInt

    /// - Parameter hierarchy: What is not kept.
    init(_ hierarchy: Hierarchy, mostNodes: Int = TransitTable.mostNodes) {
        count = min(mostNodes, hierarchy.nodeCount)
        let costs = Self.memory(count * count)
        address = UInt(bitPattern: costs)
        // The same with both ends exchanged, so that each of the two is filled row by row.
        let costsBack = Self.memory(count * count)
        defer { costsBack.deallocate() }
        for node in 0..<count { Self.fill(node, of: count, costs, costsBack, hierarchy) }
    }

    deinit { UnsafeMutablePointer<UInt32>(bitPattern: address)?.deallocate() }

    /// As long as this object is kept.
    var costs: TransitCosts {
        TransitCosts(nodeCount: UInt32(truncatingIfNeeded: count), costs: UnsafePointer(bitPattern: address).unsafelyUnwrapped)
    }

    private static func memory(_ count: Int) -> UnsafeMutablePointer<UInt32> {
        let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, count))
        memory.initialize(repeating: Distance.none, count: max(1, count))
        return memory
    }

    /// From and to a node whose neighbours above have their rows: of all ways between it and one above, the shortest leads over one of them.
    private static func fill(
        _ node: Int, of count: Int, _ costs: UnsafeMutablePointer<UInt32>, _ costsBack: UnsafeMutablePointer<UInt32>,
        _ hierarchy: Hierarchy
    ) {
        let (row, rowBack) = (costs + node * count, costsBack + node * count)
        (row[node], rowBack[node]) = (0, 0)
        for place in hierarchy.range(of: node) {
            let arc = hierarchy.arcs[place]
            lower(row, to: costs + Int(arc.node) * count, over: arc.upward, node)
            lower(rowBack, to: costsBack + Int(arc.node) * count, over: arc.downward, node)
        }
        for other in 0..<node {
            costs[other * count + node] = rowBack[other]
            costsBack[other * count + node] = row[other]
        }
    }

    @inline(__always)
    private static func lower(
        _ row: UnsafeMutablePointer<UInt32>, to above: UnsafeMutablePointer<UInt32>, over cost: UInt32, _ count: Int
    ) {
        guard cost < Distance.none else { return }
        for other in 0..<count { row[other] = min(row[other], cost &+ above[other]) }
    }
}

/// A table of costs between the highest nodes, whose memory is kept by others; see ``TransitTable``.
struct TransitCosts {
    /// The nodes with lower numbers than this one are in the table.
    let nodeCount: UInt32
    fileprivate let costs: UnsafePointer<UInt32>

    /// Of no nodes: it is never looked into.
    static var none: TransitCosts { TransitCosts(nodeCount: 0, costs: UnsafePointer(bitPattern: 8).unsafelyUnwrapped) }

    /// ``Distance/none`` if there is no way.
    @inline(__always)
    func cost(from tail: UInt32, to head: UInt32) -> UInt32 { costs[Int(tail) &* Int(nodeCount) &+ Int(head)] }

    /// The nodes of a way between two that are in the table, both with it.
    ///
    /// The lower one of two has a neighbour above over which the shortest way leads: that is how the cost was found.
    ///
    /// - Throws: `PathDamage` if there is none.
    func nodes(from tail: UInt32, to head: UInt32, in hierarchy: Hierarchy) throws(PathDamage) -> [UInt32] {
        var (tail, head) = (tail, head)
        var (nodes, last) = ([tail], [head])
        while tail != head {
            let total = cost(from: tail, to: head)
            if tail > head {
                tail = try neighbor(of: tail, hierarchy) { total == $0.upward &+ cost(from: $0.node, to: head) }
                nodes.append(tail)
            } else {
                head = try neighbor(of: head, hierarchy) { total == cost(from: tail, to: $0.node) &+ $0.downward }
                last.append(head)
            }
        }
        return nodes + last.dropLast().reversed()
    }

    private func neighbor(
        of node: UInt32, _ hierarchy: Hierarchy, where isOnTheWay: (Hierarchy.Arc) -> Bool
    ) throws(PathDamage) -> UInt32 {
        for place in hierarchy.range(of: Int(node)) where isOnTheWay(hierarchy.arcs[place]) { return hierarchy.arcs[place].node }
        throw PathDamage()
    }
}
