import CairnCore
import CairnWorkflow
import Foundation
import Synchronization

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
}

extension TaskGraph {
    /// Does a command to a task, or to all, and to everything that depends on it, in one go.
    ///
    /// - Returns: Whom it has reached, in order, each once, with what it did to them.
    func perform(_ command: TaskCommand, on root: Int32?, or alone: TSKTask? = nil) -> [Arrival] {
        // What was taken back is the callers', and let go where no lock is held.
        let (arrivals, discarded) = state.withLock { state in
            var fulfillments: [LegacyValue] = []
            let arrivals = perform(command, on: root, or: alone, &state, &fulfillments)
            return (arrivals, (state.machine.takeDiscarded(), fulfillments))
        }
        withExtendedLifetime(discarded) {}
        return arrivals
    }

    private func perform(
        _ command: TaskCommand, on root: Int32?, or alone: TSKTask?, _ state: inout State, _ fulfillments: inout [LegacyValue]
    ) -> [Arrival] {
        let reach = state.tasks.isEmpty ? root.map { [$0] } ?? [] : state.machine.reach(of: root)
        var ends: [Int] = []
        for place in reach {
            let phase = state.machine.phase(of: place)
            command.apply(to: place, in: &state.machine)
            if command != .cancel, state.machine.phase(of: place) != phase { state.finishDates[Int(place)] = nil }
            if command == .reset, let condition = state.task(place) as? TSKExternalConditionTask {
                condition.forgetFulfillment().map { fulfillments.append($0) }
            }
            ends.append(state.machine.changes.count)
        }
        let changes = state.machine.takeChanges()
        return zip(reach, zip([0] + ends, ends)).compactMap { place, range in
            guard let task = state.task(place) ?? alone else { return nil }
            return Arrival(task: task, command: command, changes: changes[range.0..<range.1])
        }
    }

    /// Ends an attempt, with what follows from it for others.
    func end(_ place: Int32, attempt: Int32?, with outcome: StepOutcome) -> Ending? {
        state.withLock { state in
            let hasEnded =
                switch outcome {
                case .value(let value): state.machine.finish(place, attempt: attempt, with: value)
                case .failure(let error): state.machine.fail(place, attempt: attempt, with: error)
                case .none: false
                }
            guard hasEnded else { return nil }
            state.finishDates[Int(place)] = Date()
            return Ending(
                changes: state.machine.takeChanges(), isLast: state.machine.areAllLeavesFinished, tasks: state.tasks)
        }
    }
}

/// What the end of an attempt has brought about.
struct Ending: Sendable {
    /// First the task's own, then those of the tasks that have become ready.
    let changes: [StepChange]
    /// Whether everything has finished by it.
    let isLast: Bool
    let tasks: [TSKTask]
}
