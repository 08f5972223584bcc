extension Workflow {
    /// Adds a step that waits until something outside the workflow has happened, and gives what came of it.
    ///
    /// ```swift
    /// let approval = workflow.gate("Approved", of: Signature.self)
    /// workflow.task("Print", after: page, approval) { page, signature in try await print(page, signature) }
    ///
    /// let run = try workflow.start()
    /// run.fulfill(approval, with: signature)
    /// ```
    ///
    /// It can be fulfilled before it is reached, and then finishes when it is. A gate that waits holds no slot, and keeps the
    /// workflow running.
    ///
    /// - Parameters:
    ///   - name: What the gate is called. With checkpoints, names must be unique.
    ///   - type: What it is fulfilled with.
    ///   - others: Steps that must have finished before it is reached.
    ///   - timeout: How long to wait from when it is reached, if not the policy's; it then fails with
    ///     ``WorkflowError/timedOut(step:after:)``, and being fulfilled later makes it go on.
    ///   - policy: Of a gate its time-out, its weight and whether it is persisted matter; there is nothing to repeat or to run elsewhere.
    public mutating func gate<Value: Sendable>(
        _ name: String,
        of type: Value.Type = Value.self,
        following others: [any WorkflowStep] = [],
        timeout: Duration? = nil,
        policy: StepPolicy? = nil
    ) -> Step<Value> {
        add(name, after: [], following: others, policy, .gate(timeout: timeout))
    }
}
