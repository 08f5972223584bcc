extension Workflow {
    /// Runs every step, and returns their results when all have finished.
    ///
    /// No body outlives the call: when this returns, or throws, none is left, but of what somebody who has kept the run commands after its end.
    /// Cancelling the task cancels the workflow.
    ///
    /// - Throws: ``WorkflowFailure``, which names each failed step and what it blocked, once nothing more can be done;
    ///   `CancellationError` if the task was cancelled; ``WorkflowError`` if the steps do not fit together, before any has begun.
    @concurrent
    public func run(_ configuration: WorkflowConfiguration = WorkflowConfiguration()) async throws -> WorkflowResults {
        let run = try WorkflowRun(self, configuration)
        return try await run.runToEnd()
    }

    /// Runs every step, with somebody to watch and to command them meanwhile.
    ///
    /// ```swift
    /// try await workflow.run { run in
    ///     for await event in run.events {
    ///         if case .quiescent = event.kind { return }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: How it runs, such as how many steps at a time.
    ///   - operate: Runs beside the steps, and can command and retry them as long as it takes: the workflow is over when this
    ///     has returned and nothing runs or is waited for. If it throws, the workflow is cancelled, and its error is thrown.
    @concurrent
    public func run(
        _ configuration: WorkflowConfiguration = WorkflowConfiguration(),
        operate: @Sendable (WorkflowRun) async throws -> Void
    ) async throws -> WorkflowResults {
        let run = try WorkflowRun(self, configuration)
        return try await run.runOperated(operate)
    }

    /// Starts every step whose prerequisites have finished, and returns at once.
    ///
    /// - Throws: ``WorkflowError`` if the steps do not fit together.
    public func start(_ configuration: WorkflowConfiguration = WorkflowConfiguration()) throws -> WorkflowRun {
        let run = try makeRun(configuration)
        run.start()
        return run
    }

    /// A run that has not been started.
    ///
    /// - Throws: ``WorkflowError`` if the steps do not fit together.
    public func makeRun(_ configuration: WorkflowConfiguration = WorkflowConfiguration()) throws -> WorkflowRun {
        try WorkflowRun(self, configuration)
    }
}

extension Workflow {
    /// The graph as it stands before it is run: to be drawn, or looked at.
    ///
    /// - Throws: ``WorkflowError`` if the steps do not fit together.
    public func snapshot() throws -> WorkflowSnapshot {
        try makeRun().snapshot
    }
}
