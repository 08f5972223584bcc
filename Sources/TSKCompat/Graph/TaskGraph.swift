import CairnCore
import CairnWorkflow
import Foundation

/// The states of the tasks of one workflow, or of one task that is in none.
///
/// The machine is Cairn's own; this adds what the old API shows and that does not: tasks that are objects, keyed prerequisites, dates.
/// Nobody's code runs under the lock.
///
/// All graphs share one lock. A command to a task reaches into the workflow within it, and the end of that workflow reaches out to the task:
/// what changes on both sides changes at once, so that no other thread finds one side cancelled and the other retried.
final class TaskGraph: Sendable {
    /// An attempt that may begin.
    typealias Start = (task: TSKTask, attempt: Int32)

    struct State: Sendable {
        var machine = WorkflowMachine()
        /// Empty once the workflow is gone: each task then stands alone, as it did.
        var tasks: [TSKTask] = []
        var prerequisites: [[Int32]] = []
        var keyed: [Int32: [PrerequisiteName: Int32]] = [:]
        var finishDates: [Date?] = []
        /// Of each task, the attempt that has finished and whose handlers have not all been called; 0 if there is none.
        var unannounced: [Int32] = []
        var unannouncedCount = 0
        /// Of tasks whose handlers are being called, the starts of dependents that come after those. Not with the tasks, which are of others.
        var held: [Int32: [StepChange]] = [:]
        /// The attempts that wait for an abandoned `main`, and of whose retry not all handlers have been called.
        var retries: [Int32: Set<Int32>] = [:]
        /// Those of them whose `main` has returned.
        var heldRetries: [Int32: StepChange] = [:]

        func task(_ place: Int32) -> TSKTask? { tasks.isEmpty ? nil : tasks[Int(place)] }

        /// Whether some task has not finished; true of a workflow without tasks.
        var isUnfinished: Bool { tasks.isEmpty || !machine.areAllLeavesFinished }

        /// Takes what has changed, and gives the tasks that may begin by it.
        mutating func takeStarted() -> [Start] {
            defer { machine.forgetChanges() }
            return starts(machine.changes)
        }

        func starts(_ changes: [StepChange]) -> [Start] {
            if tasks.isEmpty { return [] }
            var starts: [Start] = []
            for change in changes where change.cause == .queued { starts.append((tasks[Int(change.step)], change.attempt)) }
            return starts
        }

        func record(of place: Int32) -> TaskRecord {
            TaskRecord(
                state: machine.phase(of: place), outcome: machine.outcome(of: place), finishDate: finishDates[Int(place)])
        }

        /// How the first of the failed tasks has failed.
        var earliestFailure: TaskRecord? {
            if machine.count(in: .failed) == 0 { return nil }
            return finishDates.indices.lazy.map { record(of: Int32($0)) }.filter { $0.state == .failed }
                .min { ($0.finishDate ?? .distantFuture) < ($1.finishDate ?? .distantFuture) }
        }
    }

    private static let lock = NSLock()

    let state = Locked(State(), lock: TaskGraph.lock)

    /// Adds a task in the state it is in.
    func add(
        _ task: TSKTask?, after prerequisites: [Int32], keyed: [PrerequisiteName: Int32] = [:], as record: TaskRecord
    ) -> Int32 {
        state.withLock { state in
            let place = state.machine.add(after: prerequisites, state: record.state, outcome: record.outcome)
            _ = state.machine.takeChanges()
            if let task { state.tasks.append(task) }
            state.prerequisites.append(prerequisites)
            if !keyed.isEmpty { state.keyed[place] = keyed }
            state.finishDates.append(record.finishDate)
            state.unannounced.append(0)
            return place
        }
    }

    func record(of place: Int32) -> TaskRecord {
        state.withLock { $0.record(of: place) }
    }

    /// Lets the tasks go with their workflow.
    func abandon() {
        let tasks = state.withLock { state in
            state.machine.removeDependencies()
            defer { state.tasks = [] }
            return state.tasks
        }
        // Outside the lock: the last reference to a task may be among these.
        withExtendedLifetime(tasks) {}
    }
}

/// How a task stands.
struct TaskRecord: Sendable {
    var state = StepState.ready
    var outcome = StepOutcome.none
    var finishDate: Date?

    var result: Any? { (outcome.value as? LegacyValue)?.value }

    var error: (any Error)? { outcome.failure.flatMap { $0 is MissingError ? nil : $0 } }
}

/// The result of a task: whatever the old code has made.
struct LegacyValue: @unchecked Sendable {
    // Proof: handed over by the task that made it and only passed on here. Whether it can be used by two dependents at once is up to those who
    // made it, as it always was.
    let value: Any?
}

/// Stands for the error of a task that failed without giving one.
struct MissingError: Error {}

/// The key of a prerequisite.
struct PrerequisiteName: Hashable, @unchecked Sendable {
    // Proof: keys are strings and the like; they are compared and never changed.
    let key: AnyHashable
}
