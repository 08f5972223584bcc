import Synchronization

extension WorkflowRun {
    /// The run of a subworkflow that has begun, so that its gates can be fulfilled and its steps commanded.
    ///
    /// Its steps begin only while the step around it runs, which ends as soon as nothing runs within and nothing is waited for. So nothing within a
    /// workflow outlives it. From then on `start` and `retry` do nothing here, not even to an event; what is reset or added, and what gates are told,
    /// waits for the step to be retried, if it has failed. Of a step that was cancelled, or ran out of time, all that had not ended within is cancelled,
    /// and what is reset there: gates take nothing until it is retried. Look at the events of this run for when it has, and retry it there. A
    /// step that has finished is reset, which makes what is within anew.
    ///
    /// For a moment after a step has begun, what is within it is still as it was: new, or as the last attempt has left it, and quiescent. What is
    /// cancelled there in this moment of a retry is retried with all else.
    public func subworkflow(_ step: some WorkflowStep) -> WorkflowRun? {
        let subrun = read { state in state.subruns[place(of: step, in: state)] }
        subrun?.parent = self
        return subrun
    }

    /// How deep workflows can lie within each other: one that holds itself must end somewhere.
    static let deepest = 100

    /// Runs a subworkflow, or goes on with it from what failed, as part of the attempt of its step.
    func runSubworkflow(_ attempt: Attempt, _ build: StepDefinition.Builder) async throws -> any Sendable {
        let step = attempt.step
        let subrun: WorkflowRun
        if let begun = read({ $0.subruns[step] }) {
            subrun = begun
            await follow(subrun, for: attempt) { within in
                within.retryAll()
                // What was reset or added there meanwhile.
                within.startAll()
            }
        } else {
            subrun = try make(attempt, build)
            try keep(subrun, of: attempt)
            await follow(subrun, for: attempt) { $0.startAll() }
        }
        let verdict = subrun.withState { $0.verdict.take() }
        // Of a cancelled attempt nobody wants to know what within was cancelled.
        try Task.checkCancellation()
        guard let verdict else { throw CancellationError() }
        return try verdict.get()
    }

    /// What an attempt has made that was taken back meanwhile must not be found by the next: it was made from other results.
    private func keep(_ subrun: WorkflowRun, of attempt: Attempt) throws {
        let isCurrent = transact { state in
            guard state.isCurrent(attempt) else { return false }
            state.subruns[attempt.step] = subrun
            return true
        }
        if !isCurrent { throw CancellationError() }
    }

    private func make(_ attempt: Attempt, _ build: StepDefinition.Builder) throws -> WorkflowRun {
        let name = attempt.definition.name
        guard depth < Self.deepest else { throw WorkflowError.nestedTooDeeply(step: name, limit: Self.deepest) }
        var workflow = Workflow(name)
        let output = try build(attempt.inputs, &workflow)
        guard workflow.steps.place(of: output) != nil else { throw WorkflowError.unknownPrerequisite(step: name) }
        let run = try WorkflowRun(
            workflow, configuration, depth: depth + 1, slots: slots, recorder: recorder?.within(name), host: host.within(name))
        run.withState { $0.output = output }
        return run
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
