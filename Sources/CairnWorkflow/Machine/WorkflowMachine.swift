import CairnCore

/// The states of all steps and the rules by which they change: a value, without tasks, locks or clocks.
///
/// Steps are numbered in the order they were added, and a prerequisite is added before its dependents, so that no cycle can
/// be made. Every command costs O(V + E) at most, touches each step at most once, and appends what it did to
/// `changes`, in order, for its owner to act upon. Nothing recurses.
///
/// Attempts are fenced: beginning and ending name the attempt they belong to, and a stale one changes nothing.
package struct WorkflowMachine: Sendable {
    struct Node: Sendable {
        var phase = StepState.ready
        /// Asked to start, and begins once it is ready and no earlier body is left.
        var isQueued = false
        /// A body, of this attempt or an abandoned one, has not returned yet.
        var isLive = false
        var attempt: Int32 = 0
        /// Prerequisites that have not finished.
        var remaining: Int32 = 0
        var firstEdge: Int32 = -1
        var lastEdge: Int32 = -1
        /// The sweep that came by last.
        var visit: Int32 = 0
        var outcome = StepOutcome.none
    }

    /// The dependents of a step are a linked list within one array: in the order they were added, at O(1) each.
    struct Edge: Sendable {
        let dependent: Int32
        var next: Int32
    }

    package internal(set) var changes: [StepChange] = []
    /// Outcomes that were taken back. They are the user's, and so to be let go where no lock is held.
    package internal(set) var discarded: [StepOutcome] = []
    var nodes: [Node] = []
    var edges: [Edge] = []
    /// How many steps stand in each phase: room for eight, within the machine itself.
    private var counts = SIMD8<Int32>()
    /// How many steps have begun a body that has not returned.
    package internal(set) var liveCount = 0
    /// How many steps are asked to start and have not begun.
    package internal(set) var queuedCount = 0
    var leafCount = 0
    var finishedLeafCount = 0
    private var lastVisit: Int32 = 0

    package init() {}

    package mutating func reserve(steps: Int, edges edgeCount: Int) {
        nodes.reserveCapacity(steps)
        edges.reserveCapacity(edgeCount)
    }

    /// Adds a step after `prerequisites`, which must be there already; one may be named twice.
    @discardableResult
    package mutating func add(
        after prerequisites: some Sequence<Int32>, state: StepState = .ready, outcome: StepOutcome = .none
    ) -> Int32 {
        let step = beginAddition(state, outcome)
        for prerequisite in prerequisites { depend(step, on: prerequisite) }
        endAddition(step)
        return step
    }

    /// The parts of an addition, for who has no sequence: begin, any number of prerequisites, end.
    mutating func beginAddition(_ state: StepState = .ready, _ outcome: StepOutcome = .none) -> Int32 {
        nodes.append(Node(phase: state, outcome: outcome))
        return Int32(nodes.count - 1)
    }

    mutating func depend(_ step: Int32, on prerequisite: Int32) {
        link(prerequisite, to: step)
        if nodes[Int(prerequisite)].phase != .finished { nodes[Int(step)].remaining += 1 }
    }

    /// - Parameter isSilent: Whether nobody wants to know of it.
    mutating func endAddition(_ step: Int32, isSilent: Bool = false) {
        let from = nodes[Int(step)].phase
        if from == .ready, nodes[Int(step)].remaining > 0 { nodes[Int(step)].phase = .pending }
        let phase = nodes[Int(step)].phase
        counts[Int(phase.rawValue)] += 1
        leafCount += 1
        if phase == .finished { finishedLeafCount += 1 }
        if isSilent { return }
        changes.append(StepChange(step: step, from: from, to: phase, cause: .addition, attempt: 0))
    }

    private mutating func link(_ prerequisite: Int32, to step: Int32) {
        let (edge, last) = (Int32(edges.count), nodes[Int(prerequisite)].lastEdge)
        edges.append(Edge(dependent: step, next: -1))
        nodes[Int(prerequisite)].lastEdge = edge
        if last >= 0 {
            edges[Int(last)].next = edge
        } else {
            nodes[Int(prerequisite)].firstEdge = edge
            leafCount -= 1
            if nodes[Int(prerequisite)].phase == .finished { finishedLeafCount -= 1 }
        }
    }

    /// Hands over what has been done since the last time.
    package mutating func takeChanges() -> [StepChange] {
        defer { changes = [] }
        return changes
    }

    /// Hands over what was taken back since the last time.
    package mutating func takeDiscarded() -> [StepOutcome] {
        if discarded.isEmpty { return [] }
        defer { discarded = [] }
        return discarded
    }

    mutating func discardOutcome(of step: Int32) {
        if case .none = nodes[Int(step)].outcome { return }
        discarded.append(nodes[Int(step)].outcome)
        nodes[Int(step)].outcome = .none
    }

    /// Forgets what has been done, and keeps the room it took.
    package mutating func forgetChanges() {
        changes.removeAll(keepingCapacity: changes.capacity <= 1024)
    }

    mutating func move(_ step: Int32, to phase: StepState, by cause: StepChange.Cause) {
        let index = Int(step)
        let from = nodes[index].phase
        nodes[index].phase = phase
        counts[Int(from.rawValue)] -= 1
        counts[Int(phase.rawValue)] += 1
        if nodes[index].firstEdge < 0, (from == .finished) != (phase == .finished) {
            finishedLeafCount += phase == .finished ? 1 : -1
        }
        changes.append(StepChange(step: step, from: from, to: phase, cause: cause, attempt: nodes[index].attempt))
    }

    /// Visits a step and everything that depends on it, each once, a step before its dependents and these in the order they
    /// were added.
    mutating func sweep(from root: Int32, _ visit: (inout WorkflowMachine, Int32) -> Void) {
        lastVisit &+= 1
        sweepOn(from: root, visit)
    }

    /// Visits every step, from each that has no prerequisite.
    mutating func sweepAll(_ visit: (inout WorkflowMachine, Int32) -> Void) {
        lastVisit &+= 1
        // A step comes after its prerequisites: what an earlier root has reached is skipped.
        for step in nodes.indices where nodes[step].visit != lastVisit { sweepOn(from: Int32(step), visit) }
    }

    private mutating func sweepOn(from root: Int32, _ visit: (inout WorkflowMachine, Int32) -> Void) {
        let stamp = lastVisit
        nodes[Int(root)].visit = stamp
        visit(&self, root)
        var path = [nodes[Int(root)].firstEdge]
        while let edge = path.popLast() {
            guard edge >= 0 else { continue }
            path.append(edges[Int(edge)].next)
            let step = edges[Int(edge)].dependent
            guard nodes[Int(step)].visit != stamp else { continue }
            nodes[Int(step)].visit = stamp
            visit(&self, step)
            path.append(nodes[Int(step)].firstEdge)
        }
    }

    /// Makes every step stand alone.
    package mutating func removeDependencies() {
        edges = []
        leafCount = nodes.count
        finishedLeafCount = count(in: .finished)
        for step in nodes.indices { (nodes[step].firstEdge, nodes[step].lastEdge, nodes[step].remaining) = (-1, -1, 0) }
    }
}

extension WorkflowMachine {
    package var count: Int { nodes.count }
    package func phase(of step: Int32) -> StepState { nodes[Int(step)].phase }
    package func outcome(of step: Int32) -> StepOutcome { nodes[Int(step)].outcome }
    package func attempt(of step: Int32) -> Int32 { nodes[Int(step)].attempt }
    package func isLive(_ step: Int32) -> Bool { nodes[Int(step)].isLive }
    package func isQueued(_ step: Int32) -> Bool { nodes[Int(step)].isQueued }
    package func hasDependents(_ step: Int32) -> Bool { nodes[Int(step)].firstEdge >= 0 }
    package func count(in phase: StepState) -> Int { Int(counts[Int(phase.rawValue)]) }
    /// Whether every step on which nothing depends has finished; so has then everything before it.
    package var areAllLeavesFinished: Bool { finishedLeafCount == leafCount }

    /// A step and everything that depends on it, each once, in the order in which commands reach them; from nil everything, from each step
    /// that has no prerequisite.
    package mutating func reach(of root: Int32?) -> [Int32] {
        var reach: [Int32] = []
        if let root {
            sweep(from: root) { reach.append($1) }
        } else {
            sweepAll { reach.append($1) }
        }
        return reach
    }

    /// Whether nothing runs, nothing is about to, and nothing is waited for.
    var isIdle: Bool { liveCount == 0 && queuedCount == 0 && count(in: .waiting) == 0 }

    /// Whether every step has finished.
    var isFinished: Bool { count(in: .finished) == nodes.count }

    /// The same graph in the same states, without what the steps have come to.
    var withoutOutcomes: WorkflowMachine {
        var machine = self
        for step in machine.nodes.indices { machine.nodes[step].outcome = .none }
        return machine
    }

    package func dependents(of step: Int32) -> [Int32] {
        var dependents: [Int32] = []
        var edge = nodes[Int(step)].firstEdge
        while edge >= 0 {
            dependents.append(edges[Int(edge)].dependent)
            edge = edges[Int(edge)].next
        }
        return dependents
    }
}
