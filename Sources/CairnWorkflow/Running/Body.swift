/// The body of one attempt, which runs until it returns, whatever has become of the attempt.
final class Body: Sendable {
    let run: WorkflowRun
    let attempt: Attempt
    let holdsSlot: Bool
    private let task = LateTask()

    init(_ attempt: Attempt, of run: WorkflowRun, holdsSlot: Bool) {
        self.run = run
        self.attempt = attempt
        self.holdsSlot = holdsSlot
    }

    func start() {
        task.start { run.task(of: self) }
    }

    func cancel() {
        task.cancel()
    }

    /// Lets the task of this body, which has returned and calls this, go on with another body of the same run.
    ///
    /// - Returns: Whether it can: not if it was cancelled, nor if either wants a task of a certain kind.
    func handOver(to next: Body) -> Bool {
        guard Self.isSameKind(attempt.definition.policy, next.attempt.definition.policy) else { return false }
        return task.handOver(to: next.task)
    }

    /// Whether tasks of these policies run at the same priority and in the same place.
    private static func isSameKind(_ policy: StepPolicy?, _ other: StepPolicy?) -> Bool {
        if policy == nil, other == nil { return true }
        return policy?.priority == other?.priority && policy?.executor === other?.executor
    }
}
