import CairnCore

extension WorkflowMachine {
    /// Asks a ready step to begin; anything else is left alone. The change `queued` tells when it may.
    package mutating func start(_ step: Int32) {
        let index = Int(step)
        guard nodes[index].phase == .ready, !nodes[index].isQueued else { return }
        nodes[index].isQueued = true
        nodes[index].attempt += 1
        queuedCount += 1
        announceIfQueued(step)
    }

    /// Asks every ready step to begin, in order.
    package mutating func startAll() {
        guard count(in: .ready) > 0 else { return }
        for step in nodes.indices { start(Int32(step)) }
    }

    /// An abandoned body goes first: two bodies of one step never run side by side.
    private mutating func announceIfQueued(_ step: Int32) {
        let index = Int(step)
        guard nodes[index].isQueued, nodes[index].phase == .ready, !nodes[index].isLive else { return }
        changes.append(StepChange(step: step, from: .ready, to: .ready, cause: .queued, attempt: nodes[index].attempt))
    }

    /// Begins the body of a queued attempt.
    ///
    /// - Returns: Whether it is the current one and may run.
    package mutating func begin(_ step: Int32, attempt: Int32) -> Bool {
        let index = Int(step)
        guard nodes[index].isQueued, nodes[index].attempt == attempt, !nodes[index].isLive else { return false }
        unqueue(step)
        nodes[index].isLive = true
        liveCount += 1
        move(step, to: .executing, by: .start)
        return true
    }

    /// Takes back that a step was asked to begin, if this attempt has not begun: it can be asked anew.
    package mutating func unqueue(_ step: Int32, attempt: Int32) {
        if nodes[Int(step)].attempt == attempt { unqueue(step) }
    }

    mutating func unqueue(_ step: Int32) {
        guard nodes[Int(step)].isQueued else { return }
        nodes[Int(step)].isQueued = false
        queuedCount -= 1
    }

    /// Makes a queued step wait for something outside, without a body.
    package mutating func wait(_ step: Int32) {
        unqueue(step)
        move(step, to: .waiting, by: .waiting)
    }

    /// Makes an executing attempt wait for another to be worth trying.
    package mutating func waitForRetry(_ step: Int32, attempt: Int32) {
        guard nodes[Int(step)].phase == .executing, nodes[Int(step)].attempt == attempt else { return }
        move(step, to: .waiting, by: .waiting)
    }

    /// Starts a waiting step anew.
    package mutating func startAgain(_ step: Int32, attempt: Int32) {
        guard nodes[Int(step)].phase == .waiting, nodes[Int(step)].attempt == attempt else { return }
        move(step, to: .ready, by: .readiness)
        start(step)
    }

    /// Finishes an executing or waiting step, and starts what was only waiting for it.
    ///
    /// - Parameter attempt: The attempt that has finished; nil for whichever is current.
    /// - Returns: Whether it was current.
    @discardableResult
    package mutating func finish(_ step: Int32, attempt: Int32? = nil, with value: any Sendable) -> Bool {
        guard isCurrent(step, attempt) else { return false }
        nodes[Int(step)].outcome = .value(value)
        move(step, to: .finished, by: .completion)
        var edge = nodes[Int(step)].firstEdge
        while edge >= 0 {
            let (dependent, next) = (edges[Int(edge)].dependent, edges[Int(edge)].next)
            edge = next
            nodes[Int(dependent)].remaining -= 1
            guard nodes[Int(dependent)].remaining == 0, nodes[Int(dependent)].phase == .pending else { continue }
            move(dependent, to: .ready, by: .readiness)
            start(dependent)
        }
        return true
    }

    /// Fails an executing or waiting step; what depends on it stays as it is.
    @discardableResult
    package mutating func fail(_ step: Int32, attempt: Int32? = nil, with error: any Error) -> Bool {
        guard isCurrent(step, attempt) else { return false }
        nodes[Int(step)].outcome = .failure(error)
        move(step, to: .failed, by: .completion)
        return true
    }

    private func isCurrent(_ step: Int32, _ attempt: Int32?) -> Bool {
        let phase = nodes[Int(step)].phase
        return (phase == .executing || phase == .waiting) && (attempt == nil || attempt == nodes[Int(step)].attempt)
    }

    /// Tells that a body has returned, whatever became of its attempt.
    package mutating func bodyEnded(_ step: Int32) {
        guard nodes[Int(step)].isLive else { return }
        nodes[Int(step)].isLive = false
        liveCount -= 1
        announceIfQueued(step)
    }
}
