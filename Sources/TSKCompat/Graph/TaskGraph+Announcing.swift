import CairnWorkflow

/// What comes after the handlers of a finish: the end of all, and the starts of dependents.
///
/// A task that becomes ready by a finish is started by whoever calls its handlers. But one whose abandoned `main` is still running is started
/// when that returns, by somebody else, and must wait for them.
extension TaskGraph.State {
    /// A task has finished, and its handlers are to be called.
    ///
    /// - Returns: Whether somebody must be told when they have been.
    mutating func await(_ place: Int32, _ attempt: Int32) -> Bool {
        let isLeaf = !machine.hasDependents(place)
        guard isLeaf || machine.changes.contains(where: { $0.cause == .readiness && machine.isLive($0.step) }) else {
            return false
        }
        unannounced[place] = attempt
        return true
    }

    /// Handlers are not waited for any more.
    mutating func settle(_ place: Int32) {
        unannounced[place] = nil
        held[place] = nil
    }

    /// A `main` has returned. Gives the attempt that was waiting for it, unless that waits for handlers too.
    mutating func bodyEnded(_ place: Int32) -> Int32? {
        machine.bodyEnded(place)
        defer { machine.forgetChanges() }
        guard let attempt = machine.changes.last(where: { $0.cause == .queued })?.attempt else { return nil }
        if let task = task(place), hold((task, place, attempt)) { return nil }
        return attempt
    }

    private mutating func hold(_ start: TaskGraph.Start) -> Bool {
        guard !unannounced.isEmpty, let prerequisite = prerequisites[Int(start.place)].first(where: { unannounced[$0] != nil })
        else {
            return false
        }
        held[prerequisite, default: []].append(start)
        return true
    }

    /// The handlers of a finished attempt have been called.
    ///
    /// - Returns: The starts that have waited for them alone; nil if the finish was taken back meanwhile.
    mutating func announced(_ place: Int32, _ attempt: Int32) -> [TaskGraph.Start]? {
        guard unannounced[place] == attempt else { return nil }
        let waiting = held[place] ?? []
        settle(place)
        return waiting.filter { !hold($0) }
    }

    /// Whether everything has finished, and everybody has been told.
    var isAtEnd: Bool { machine.areAllLeavesFinished && unannounced.isEmpty }
}
