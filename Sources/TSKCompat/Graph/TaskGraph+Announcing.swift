import CairnCore
import CairnWorkflow

/// What comes after the handlers of a finish: the end of all, and the starts of dependents; and after those of a retry: the start.
///
/// A task that becomes ready by a finish is started by whoever calls the handlers of that. But one whose abandoned `main` is still running is
/// started when that returns, by somebody else, and must wait for them. Whatever has finished is announced, or taken back before that.
extension TaskGraph.State {
    /// A task has finished, and its handlers are to be called.
    mutating func announce(_ place: Int32, _ attempt: Int32) {
        unannounced[Int(place)] = attempt
        unannouncedCount += 1
    }

    /// The finish of a task has been announced, or taken back before it was.
    mutating func settle(_ place: Int32) {
        guard unannounced[Int(place)] != 0 else { return }
        unannounced[Int(place)] = 0
        unannouncedCount -= 1
        if !held.isEmpty { held[place] = nil }
    }

    /// A `main` has returned. Gives the attempt that was waiting for it, unless that waits for handlers too.
    mutating func bodyEnded(_ place: Int32) -> Int32? {
        machine.bodyEnded(place)
        defer { machine.forgetChanges() }
        guard let change = machine.changes.last, change.cause == .queued, !hold(change) else { return nil }
        return change.attempt
    }

    /// A task has been retried. Gives the attempt if that waits for a `main`, whose thread would start it whether or not anybody was told.
    mutating func announceRetry(_ place: Int32) -> Int32? {
        guard machine.isQueued(place), machine.changes.last?.cause != .queued else { return nil }
        let attempt = machine.attempt(of: place)
        retries[place, default: []].insert(attempt)
        return attempt
    }

    /// The handlers of a retry have been called.
    ///
    /// - Returns: Whether the attempt has waited for them alone.
    mutating func retryAnnounced(_ place: Int32, _ attempt: Int32) -> Bool {
        retries[place]?.remove(attempt)
        if retries[place]?.isEmpty == true { retries[place] = nil }
        guard let change = heldRetries[place], change.attempt == attempt else { return false }
        heldRetries[place] = nil
        return !hold(change)
    }

    private mutating func hold(_ change: StepChange) -> Bool {
        if retries[change.step]?.contains(change.attempt) == true {
            heldRetries[change.step] = change
            return true
        }
        guard unannouncedCount > 0,
            let prerequisite = prerequisites[Int(change.step)].first(where: { unannounced[Int($0)] != 0 })
        else { return false }
        held[prerequisite, default: []].append(change)
        return true
    }

    /// The handlers of a finished attempt have been called.
    ///
    /// - Returns: The starts that have waited for them alone; nil if the finish was taken back meanwhile.
    mutating func announced(_ place: Int32, _ attempt: Int32) -> [TaskGraph.Start]? {
        guard unannounced[Int(place)] == attempt else { return nil }
        let waiting = held.isEmpty ? [] : held[place] ?? []
        settle(place)
        return waiting.isEmpty ? [] : starts(waiting.filter { !hold($0) })
    }

    /// Whether everything has finished, and everybody has been told.
    var isAtEnd: Bool { unannouncedCount == 0 && machine.areAllLeavesFinished }
}
