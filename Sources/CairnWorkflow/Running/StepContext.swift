public import CairnCore
import Synchronization

/// What a step can tell while it runs.
///
/// ```swift
/// workflow.task("Copy", after: files) { files in
///     for (index, file) in files.enumerated() {
///         try await copy(file)
///         StepContext.current?.reportProgress(completed: index + 1, of: files.count)
///     }
/// }
/// ```
public struct StepContext: Sendable {
    /// The context of the step that the current code runs for.
    public static var current: StepContext? { currentAttempt.map(StepContext.init) }

    /// The same at the size of a reference: it is put in place for every attempt.
    @TaskLocal static var currentAttempt: Attempt?

    let step: Attempt

    /// The step's name.
    public var name: String { step.definition.name }

    /// The run that the step is of: to add steps to it, or to command others.
    public var workflow: WorkflowRun { step.run }

    /// The attempt, counted from 1.
    public var attempt: Int { Int(step.number) }

    /// Tells how much of the step is done, 0…1.
    public func reportProgress(_ fraction: Double) {
        guard fraction.isFinite else { return }
        workflow.report(min(1, max(0, fraction)), of: step)
    }

    /// Tells how much of the step is done.
    public func reportProgress(completed: Int, of total: Int) {
        if total > 0 { reportProgress(Double(completed) / Double(total)) }
    }

    /// Adds a message to the events, and to the job's log if the workflow runs as a job.
    public func post(_ text: String, severity: JobMessage.Severity = .info) {
        workflow.transact { state, actions in
            state.log.append(.message(step.definition.id, text), at: state.now, &actions.wakes)
        }
        workflow.host.post(JobMessage("\(name): \(text)", severity: severity))
    }
}

extension WorkflowRun {
    /// What an attempt that does not count any more reports is ignored.
    func report(_ fraction: Double, of attempt: Attempt) {
        transact { state, actions in
            guard state.isCurrent(attempt), (state.progress[attempt.step] ?? 0) != fraction else { return }
            state.setProgress(of: attempt.step, to: fraction)
            state.log.append(.progressed(attempt.definition.id, fraction), at: state.now, &actions.wakes)
            state.progressLevel?.send(state.overallProgress, &actions.wakes)
        }
    }
}

extension WorkflowRun {
    /// A step's share of the whole, 0…1.
    func share(of attempt: Attempt) -> Double {
        let total = read(\.weights.total)
        return total > 0 ? attempt.definition.weight / total : 0
    }
}
