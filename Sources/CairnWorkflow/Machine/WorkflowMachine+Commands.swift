import CairnCore

/// Cancel, reset and retry reach everything that depends on a step, whatever the step's own state; each step takes the
/// command as its own state allows.
extension WorkflowMachine {
    /// Cancels what has not ended.
    package mutating func cancel(_ step: Int32) {
        sweep(from: step) { $0.cancelOne($1) }
    }

    package mutating func cancelAll() {
        sweepAll { $0.cancelOne($1) }
    }

    /// Takes steps back to where they can be run again. Starts nothing.
    package mutating func reset(_ step: Int32) {
        sweep(from: step) { $0.resetOne($1) }
    }

    package mutating func resetAll() {
        sweepAll { $0.resetOne($1) }
    }

    /// Goes on from what failed or was cancelled: such a step is started again, at once if its prerequisites have finished,
    /// else as soon as they have.
    package mutating func retry(_ step: Int32) {
        sweep(from: step) { $0.retryOne($1) }
    }

    package mutating func retryAll() {
        sweepAll { $0.retryOne($1) }
    }

    package mutating func cancelOne(_ step: Int32) {
        switch nodes[Int(step)].phase {
        case .pending, .ready, .waiting, .executing:
            unqueue(step)
            move(step, to: .cancelled, by: .cancellation)
        case .finished, .failed, .cancelled: break
        }
    }

    package mutating func resetOne(_ step: Int32) {
        let phase = nodes[Int(step)].phase
        if phase == .pending { return }
        unqueue(step)
        discardOutcome(of: step)
        if phase == .finished { prerequisiteLost(step) }
        move(step, to: .pending, by: .reset)
        becomeReady(step)
    }

    package mutating func retryOne(_ step: Int32) {
        switch nodes[Int(step)].phase {
        case .cancelled, .failed:
            discardOutcome(of: step)
            move(step, to: .pending, by: .retry)
            if becomeReady(step) { start(step) }
        default: break
        }
    }

    @discardableResult
    private mutating func becomeReady(_ step: Int32) -> Bool {
        guard nodes[Int(step)].remaining == 0 else { return false }
        move(step, to: .ready, by: .readiness)
        return true
    }

    private mutating func prerequisiteLost(_ step: Int32) {
        var edge = nodes[Int(step)].firstEdge
        while edge >= 0 {
            nodes[Int(edges[Int(edge)].dependent)].remaining += 1
            edge = edges[Int(edge)].next
        }
    }
}
