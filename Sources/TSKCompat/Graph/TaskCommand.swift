import CairnCore
import CairnWorkflow
import Foundation

/// What is asked of a task, and then of everything that depends on it.
enum TaskCommand: Sendable {
    case cancel, reset, retry

    func apply(to place: Int32, in machine: inout WorkflowMachine) {
        switch self {
        case .cancel: machine.cancelOne(place)
        case .reset: machine.resetOne(place)
        case .retry: machine.retryOne(place)
        }
    }

    /// Asks a task by the method that its class may have overridden.
    func send(to task: TSKTask) {
        switch self {
        case .cancel: task.cancel()
        case .reset: task.reset()
        case .retry: task.retry()
        }
    }
}

/// A command that has reached a task: its state has changed already, if it was to, and its handlers are to be called.
struct Arrival: Sendable {
    let task: TSKTask
    let command: TaskCommand
    let changes: ArraySlice<StepChange>
    /// The attempt that a retry has made and that waits for an abandoned `main`, and for this one's handlers; nil if there is none.
    var waiting: Int32?
    /// Whom the command has reached in the workflow that is the task's work; nil if it has not reached that.
    var within: [Arrival]?
}

extension TaskGraph {
    /// Does a command to a task, or to all, and to everything that depends on it, in one go.
    ///
    /// - Parameter isWhole: Whether it reaches into the workflow that is the work of the task it is given to, too.
    /// - Returns: Whom it has reached, in order, each once, with what it did to them.
    func perform(_ command: TaskCommand, on root: Int32?, or alone: TSKTask? = nil, isWhole: Bool = true) -> [Arrival] {
        // What was taken back is the callers', and so let go where no lock is held.
        var discarded: [Any] = []
        return state.withLock { state in Self.perform(command, on: root, or: alone, isWhole, &state, &discarded) }
    }

    /// The same under the lock.
    static func perform(
        _ command: TaskCommand, on root: Int32?, or alone: TSKTask? = nil, _ isWhole: Bool, _ state: inout State,
        _ discarded: inout [Any]
    ) -> [Arrival] {
        let reach = state.tasks.isEmpty ? root.map { [$0] } ?? [] : state.machine.reach(of: root)
        var arrivals: [Arrival] = []
        var ends: [Int] = []
        for place in reach {
            let task = state.task(place) ?? alone
            let hasMoved = apply(command, to: place, task, &state, &discarded)
            ends.append(state.machine.changes.count)
            guard let task else { continue }
            var arrival = Arrival(task: task, command: command, changes: [])
            if command == .retry, hasMoved { arrival.waiting = state.announceRetry(place) }
            if isWhole || place != root { arrival.within = task.reachIn(command, hasMoved, &state, place, &discarded) }
            arrivals.append(arrival)
        }
        let changes = state.machine.takeChanges()
        discarded += state.machine.takeDiscarded()
        // Without tasks there is one arrival at most.
        for (index, start) in zip(arrivals.indices, [0] + ends) {
            arrivals[index] = arrivals[index].with(changes[start..<ends[index]])
        }
        return arrivals
    }

    /// - Returns: Whether it has changed the task's state.
    private static func apply(
        _ command: TaskCommand, to place: Int32, _ task: TSKTask?, _ state: inout State, _ discarded: inout [Any]
    ) -> Bool {
        let count = state.machine.changes.count
        command.apply(to: place, in: &state.machine)
        let hasMoved = state.machine.changes.count > count
        if command != .cancel, hasMoved {
            state.finishDates[Int(place)] = nil
            state.settle(place)
        }
        if command == .reset, let fulfillment = (task as? TSKExternalConditionTask)?.forgetFulfillment() {
            discarded.append(fulfillment)
        }
        return hasMoved
    }

    /// Ends an attempt, with what follows from it for others, if `condition` holds.
    func end(
        _ place: Int32, attempt: Int32?, with outcome: StepOutcome, where condition: () -> Bool = { true }
    ) -> Ending? {
        state.withLock { state in condition() ? Self.end(place, attempt: attempt, with: outcome, &state) : nil }
    }

    /// The same under the lock.
    static func end(_ place: Int32, attempt: Int32?, with outcome: StepOutcome, _ state: inout State) -> Ending? {
        let hasEnded =
            switch outcome {
            case .value(let value): state.machine.finish(place, attempt: attempt, with: value)
            case .failure(let error): state.machine.fail(place, attempt: attempt, with: error)
            case .none: false
            }
        guard hasEnded else { return nil }
        state.finishDates[Int(place)] = Date()
        let attempt = state.machine.attempt(of: place)
        if case .value = outcome { state.announce(place, attempt) }
        // Not with all tasks: who adds one in a handler would have to copy them.
        return Ending(attempt: attempt, outcome: outcome, started: state.takeStarted())
    }
}

extension Arrival {
    fileprivate func with(_ changes: ArraySlice<StepChange>) -> Arrival {
        Arrival(task: task, command: command, changes: changes, waiting: waiting, within: within)
    }
}

/// What the end of an attempt has brought about.
struct Ending: Sendable {
    let attempt: Int32
    let outcome: StepOutcome
    /// The tasks that have become ready by it.
    let started: [TaskGraph.Start]
}
