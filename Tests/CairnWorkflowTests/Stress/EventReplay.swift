import CairnWorkflow

/// A run as its events tell it, held against the rules by which one step may change at a time.
struct EventReplay {
    private(set) var snapshot: WorkflowSnapshot?
    private(set) var violations: [String] = []
    private var isFinished = false

    /// Whether a step of that name has finished.
    func hasFinished(_ name: String) -> Bool {
        snapshot?.steps.last { $0.name == name }?.state == .finished
    }

    mutating func take(_ event: WorkflowEvent) {
        if let snapshot, !isSnapshot(event), !isTold(event), event.sequence != snapshot.sequence + 1 {
            violations.append("event \(event.sequence) after \(snapshot.sequence)")
        }
        check(event)
        if case .snapshot(let first) = event.kind { snapshot = first } else { snapshot?.apply(event) }
    }

    private func isSnapshot(_ event: WorkflowEvent) -> Bool { if case .snapshot = event.kind { true } else { false } }

    /// What may be told again with a snapshot.
    private func isTold(_ event: WorkflowEvent) -> Bool {
        switch event.kind {
        case .finished, .quiescent: event.sequence == snapshot?.sequence
        default: false
        }
    }

    private mutating func check(_ event: WorkflowEvent) {
        guard let snapshot else { return }
        switch event.kind {
        case .changed(let change):
            guard let step = snapshot[change.step] else { return violations.append("\(change.name) is not there") }
            if let reason = violation(change, of: step, in: snapshot) {
                violations.append("\(change.name) \(step.state)→\(change.from)→\(change.to): \(reason)")
            }
        case .finished:
            if snapshot.steps.contains(where: { $0.state != .finished }) { violations.append("finished before its end") }
        case .quiescent:
            if snapshot.steps.contains(where: { $0.state == .executing || $0.state == .waiting }) {
                violations.append("quiescent while something runs or waits")
            }
        case .snapshot, .added, .progressed, .message: break
        }
    }

    private func violation(_ change: StepTransition, of step: StepSnapshot, in snapshot: WorkflowSnapshot) -> String? {
        if change.from != step.state { return "it stood elsewhere" }
        if change.attempt < step.attempt { return "an earlier attempt" }
        let isFree = step.prerequisites.allSatisfy { snapshot[$0]?.state == .finished }
        switch (change.from, change.to) {
        case (.pending, .ready), (.ready, .executing), (.ready, .waiting):
            return isFree ? nil : "its prerequisites have not finished"
        case (.executing, .finished), (.executing, .failed), (.executing, .waiting): return nil
        case (.waiting, .finished), (.waiting, .failed), (.waiting, .ready): return nil
        case (.pending, .cancelled), (.ready, .cancelled), (.executing, .cancelled), (.waiting, .cancelled): return nil
        case (.failed, .pending), (.cancelled, .pending): return nil
        case (.finished, .pending), (.ready, .pending), (.executing, .pending), (.waiting, .pending): return nil
        default: return "no such change"
        }
    }
}
