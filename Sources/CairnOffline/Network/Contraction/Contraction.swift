import CairnCore
import Synchronization

/// Makes a hierarchy of a graph: contracts its nodes, those first that need few shortcuts and lie in no one's way.
///
/// It goes by rounds. In each, all nodes are contracted that come before each of their neighbours: they do not touch each other, and so can be
/// looked at side by side. What follows from them is applied in their order, so that the outcome does not depend on threads.
///
/// - Source: R. Geisberger, P. Sanders, D. Schultes, D. Delling, *Contraction Hierarchies* (2008); rounds as in C. Vetter, *Parallel
///   Time-Dependent Contraction Hierarchies* (2009).
struct Contraction {
    private let graph: RemainingGraph
    private let workers: Workers
    private let searches: [WorkerSearch]
    private let hidden: SharedMemory<Bool>
    /// By node; whoever has the lower one is contracted first.
    private let priorities: SharedMemory<UInt64>
    private let levels: SharedMemory<UInt32>
    private var isChanged: [Bool]
    private var remaining: [UInt32]
    private var draft: HierarchyDraft

    private enum Bound {
        /// How many nodes a witness search settles: few where a node is only looked at, for that is done several times for each.
        static let looking = 10
        static let contracting = 500
        /// How many are looked at before it is asked whether to go on.
        static let unheard = 4096
    }

    /// The search of one worker. Each has its own, so that the lock is always free.
    private final class WorkerSearch: Sendable {
        let search: Mutex<WitnessSearch>

        init(_ graph: RemainingGraph, _ hidden: SharedMemory<Bool>) { search = Mutex(WitnessSearch(graph, hidden: hidden)) }
    }

    /// Where the shortcuts of a node stand that is contracted: with which worker, and from where to where.
    private struct Found: BitwiseCopyable {
        var worker = 0
        var first = 0
        var end = 0
    }

    private init(_ arcs: WeightedArcs, _ order: [UInt32], threads: Int) {
        let (graph, count) = (RemainingGraph(arcs), arcs.nodeCount)
        let hidden = SharedMemory(repeating: false, count: count)
        (self.graph, self.hidden, workers) = (graph, hidden, Workers(count: max(1, threads)))
        searches = (0..<workers.count).map { _ in WorkerSearch(graph, hidden) }
        priorities = SharedMemory(repeating: 0, count: count)
        levels = SharedMemory(repeating: 0, count: count)
        isChanged = Array(repeating: false, count: count)
        remaining = order
        draft = HierarchyDraft(nodeCount: count, arcCount: arcs.count)
    }

    /// The hierarchy of a graph.
    ///
    /// - Parameters:
    ///   - arcs: The graph.
    ///   - order: All its nodes, in the order in which those of one round are numbered: what searches pass together is to stand together in memory.
    ///   - threads: So many threads work at once.
    ///   - progress: Is told which part of the nodes has been contracted, after each round and several times in a long one. What it throws ends the work.
    static func hierarchy<Failure: Error>(
        of arcs: WeightedArcs, in order: [UInt32]? = nil, threads: Int, progress: (Double) throws(Failure) -> Void
    ) throws(Failure) -> HierarchyArrays {
        let order = order ?? Array(0..<UInt32(truncatingIfNeeded: arcs.nodeCount))
        var contraction = Contraction(arcs, order, threads: threads)
        try contraction.look(at: contraction.remaining) { () throws(Failure) in try progress(0) }
        while !contraction.remaining.isEmpty {
            let share = contraction.share
            try contraction.contract(contraction.independentNodes()) { () throws(Failure) in try progress(share) }
            try progress(contraction.share)
        }
        return HierarchyArrays(contraction.draft)
    }

    /// Which part of the nodes has been contracted.
    private var share: Double { 1 - Double(remaining.count) / Double(max(1, levels.count)) }

    /// Does the same for many nodes, and asks now and then whether to go on.
    private func forEach<Failure: Error>(
        _ count: Int, _ goOn: () throws(Failure) -> Void, _ body: @Sendable (_ worker: Int, _ index: Int) -> Void
    ) throws(Failure) {
        for start in stride(from: 0, to: count, by: Bound.unheard) {
            workers.forEach(min(Bound.unheard, count - start)) { worker, index in body(worker, start + index) }
            try goOn()
        }
    }

    /// The nodes that come before all their neighbours.
    private func independentNodes() -> [UInt32] {
        let isFirst = SharedMemory(repeating: false, count: remaining.count)
        let (remaining, graph, priorities) = (remaining, graph, priorities)
        workers.forEach(remaining.count) { _, index in
            isFirst[index] = Self.comesFirst(remaining[index], graph, priorities)
        }
        return remaining.indices.lazy.filter { isFirst[$0] }.map { remaining[$0] }
    }

    @inline(__always)
    private static func comesFirst(_ node: UInt32, _ graph: RemainingGraph, _ priorities: SharedMemory<UInt64>) -> Bool {
        let own = priorities[node]
        for arc in graph.leaving(node) where priorities[arc.node] < own { return false }
        for arc in graph.entering(node) where priorities[arc.node] < own { return false }
        return true
    }

    private mutating func contract<Failure: Error>(_ nodes: [UInt32], _ goOn: () throws(Failure) -> Void) throws(Failure) {
        for node in nodes { hidden[node] = true }
        let shortcuts = try findShortcuts(nodes, goOn)
        var changed: [UInt32] = []
        for (node, shortcuts) in zip(nodes, shortcuts) {
            draft.append(node, upward: graph.leaving(node), downward: graph.entering(node))
            raise(neighbours: node, &changed)
            graph.remove(node)
            for new in shortcuts {
                graph.insert(from: new.tail, to: new.head, new.weight, ArcOrigin.shortcut(over: node), hops: new.hops)
            }
        }
        for node in changed { isChanged[Int(node)] = false }
        remaining.removeAll { hidden[$0] }
        try look(at: changed, goOn)
    }

    /// The shortcuts of each node.
    private func findShortcuts<Failure: Error>(_ nodes: [UInt32], _ goOn: () throws(Failure) -> Void) throws(Failure)
        -> [ArraySlice<WitnessSearch.Shortcut>]
    {
        let found = SharedMemory(repeating: Found(), count: nodes.count)
        let searches = searches
        for worker in searches { worker.search.withLock { $0.removeShortcuts() } }
        try forEach(nodes.count, goOn) { worker, index in
            searches[worker].search.withLock { search in
                let first = search.shortcuts.count
                search.findShortcuts(over: nodes[index], settling: Bound.contracting)
                found[index] = Found(worker: worker, first: first, end: search.shortcuts.count)
            }
        }
        let shortcuts = searches.map { $0.search.withLock { $0.shortcuts } }
        return nodes.indices.map { shortcuts[found[$0].worker][found[$0].first..<found[$0].end] }
    }

    /// Puts the neighbours of a node that goes a level above it.
    private mutating func raise(neighbours node: UInt32, _ changed: inout [UInt32]) {
        let level = levels[node] + 1
        for arcs in [graph.leaving(node), graph.entering(node)] {
            for arc in arcs {
                levels[arc.node] = max(levels[arc.node], level)
                if isChanged[Int(arc.node)] { continue }
                isChanged[Int(arc.node)] = true
                changed.append(arc.node)
            }
        }
    }

    private func look<Failure: Error>(at nodes: [UInt32], _ goOn: () throws(Failure) -> Void) throws(Failure) {
        let (graph, searches, priorities, levels) = (graph, searches, priorities, levels)
        try forEach(nodes.count, goOn) { worker, index in
            let node = nodes[index]
            let added = searches[worker].search.withLock { $0.countShortcuts(over: node, settling: Bound.looking) }
            priorities[node] = Self.priority(of: node, level: levels[node], added: added, graph)
        }
    }

    /// A node's level, and what it adds to the arcs and to the arcs of the input in them, for each that goes; ties are broken as by lot.
    private static func priority(of node: UInt32, level: UInt32, added: (count: Int, hops: Int), _ graph: RemainingGraph)
        -> UInt64
    {
        var (arcs, hops) = (0, 0)
        for arc in graph.leaving(node) { (arcs, hops) = (arcs + 1, hops + Int(arc.hops)) }
        for arc in graph.entering(node) { (arcs, hops) = (arcs + 1, hops + Int(arc.hops)) }
        let cost = 1000 * Int(level) + 2000 * added.count / max(1, arcs) + 2000 * added.hops / max(1, hops)
        return UInt64(UInt32(clamping: cost)) << 32 | UInt64(node &* 2_654_435_769)
    }
}
