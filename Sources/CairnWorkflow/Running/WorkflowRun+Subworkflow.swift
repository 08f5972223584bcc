import Synchronization

extension WorkflowRun {
    /// The run of a subworkflow that has begun, so that its gates can be fulfilled and its steps commanded.
    ///
    /// Its steps begin only while the step around it runs, which ends when nothing runs within and nothing is waited for. What is started,
    /// retried, reset or added there after that is cancelled: retry the step, which goes on with it and with what failed within. So nothing within
    /// a workflow outlives it.
    public func subworkflow(_ step: some WorkflowStep) -> WorkflowRun? {
        let subrun = read { state in state.subruns[place(of: step, in: state)]?.run }
        subrun?.parent = self
        return subrun
    }

    /// How deep workflows can lie within each other: one that holds itself must end somewhere.
    static let deepest = 100

    /// Runs a subworkflow, or goes on with it from what failed, as part of the attempt of its step.
    func runSubworkflow(_ attempt: Attempt, _ build: StepDefinition.Builder) async throws -> any Sendable {
        let step = attempt.step
        let subrun: Subrun
        if let begun = read({ $0.subruns[step] }) {
            subrun = begun
            await follow(subrun.run, for: attempt) { $0.retryAll() }
        } else {
            subrun = try make(attempt, build)
            try keep(subrun, of: attempt)
            await follow(subrun.run, for: attempt) { $0.startAll() }
        }
        // Of a cancelled attempt nobody wants to know what within was cancelled.
        try Task.checkCancellation()
        return try subrun.run.read { state in
            guard state.isFinished, let output = state.place(of: subrun.output) else { throw subrun.run.failure(state) }
            return try state.result(of: output).get()
        }
    }

    /// What an attempt has made that was taken back meanwhile must not be found by the next: it was made from other results.
    private func keep(_ subrun: Subrun, of attempt: Attempt) throws {
        let isCurrent = transact { state in
            guard state.isCurrent(attempt) else { return false }
            state.subruns[attempt.step] = subrun
            return true
        }
        if !isCurrent { throw CancellationError() }
    }

    private func make(_ attempt: Attempt, _ build: StepDefinition.Builder) throws -> Subrun {
        let name = attempt.definition.name
        guard depth < Self.deepest else { throw WorkflowError.nestedTooDeeply(step: name, limit: Self.deepest) }
        var workflow = Workflow(name)
        let output = try build(attempt.inputs, &workflow)
        guard workflow.steps.place(of: output) != nil else { throw WorkflowError.unknownPrerequisite(step: name) }
        let run = try WorkflowRun(
            workflow, configuration, depth: depth + 1, slots: slots, recorder: recorder?.within(name), host: host.within(name))
        return Subrun(run: run, output: output)
    }

    private func follow(_ run: WorkflowRun, for attempt: Attempt, _ begin: @Sendable (inout RunState) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await progress in run.progressUpdates { self.report(progress, of: attempt) }
            }
            await run.runUntilQuiescent(as: attempt.number, begin)
            group.cancelAll()
        }
    }
}
