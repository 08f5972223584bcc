import CairnCore
import CairnWorkflow

/// What comes after the handlers of a finish: the end of all, and the starts of dependents.
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

    private mutating func hold(_ change: StepChange) -> Bool {
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
