extension WorkflowSnapshot {
    /// Why a step stands as it does, in words: a line for the step, then one for each step that holds it up, down to where the trouble
    /// is.
    ///
    /// ```text
    /// "Page" is pending.
    ///   It needs "Images", which has failed: The server did not answer.
    /// ```
    public func explain(_ step: some WorkflowStep) -> String {
        explain(step, slotHolders: slotHolders)
    }

    func explain(_ step: some WorkflowStep, slotHolders: [StepSnapshot]) -> String {
        guard let snapshot = self[step] else { return "There is no such step in \"\(name)\"." }
        var lines = ["\"\(snapshot.name)\" " + snapshot.situation + "."]
        if snapshot.waitsForSlot {
            lines += slotHolders.prefix(5).map { "  \"\($0.name)\", which \($0.occupation), has a slot." }
            if slotHolders.count > 5 { lines.append("  \(slotHolders.count - 5) more have one.") }
        }
        var seen: Set<StepID> = [snapshot.id]
        var open = blockers(of: step).map { (blocker: $0, depth: 1) }
        open.reverse()
        while let (blocker, depth) = open.popLast() {
            guard seen.insert(blocker.id).inserted else { continue }
            let indentation = String(repeating: "  ", count: min(depth, 20))
            lines.append("\(indentation)It needs \"\(blocker.name)\", which \(blocker.situation).")
            if blocker.state == .pending || blocker.state == .cancelled {
                open.append(contentsOf: blockers(of: blocker.id).reversed().map { (blocker: $0, depth: depth + 1) })
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension StepSnapshot {
    /// The state as the end of a sentence.
    var situation: String {
        switch state {
        case .pending: "is pending"
        case .ready where !isQueued: "is ready and has not been started"
        case .ready:
            bodyAttempt.map { "is ready, and waits for the body of attempt \($0), which does not count any more, to return" }
                ?? "is ready, and waits for a slot"
        case .waiting:
            kind == .gate ? "waits to be fulfilled" : "waits for its next attempt, after \(attempt) failed"
        case .executing: attempt > 1 ? "is executing, attempt \(attempt)" : "is executing"
        case .finished: "has finished"
        case .failed: "has failed: \(error?.localizedText ?? "no reason was given")"
        case .cancelled: "was cancelled"
        }
    }

    fileprivate var waitsForSlot: Bool { state == .ready && isQueued && bodyAttempt == nil && kind == .task }

    /// What a step does whose body has a slot.
    fileprivate var occupation: String {
        state == .executing && bodyAttempt == attempt ? situation : "\(situation) and has not returned"
    }
}
