import Synchronization

extension WorkflowRun {
    /// The run of a subworkflow that has begun, so that its gates can be fulfilled and its steps commanded.
    public func subworkflow(_ step: some WorkflowStep) -> WorkflowRun? {
        state.withLock { state in state.subruns[place(of: step, in: state)]?.run }
    }

    /// Runs a subworkflow, or goes on with it from what failed, as part of the attempt of its step.
    func runSubworkflow(_ assignment: Assignment, _ build: StepDefinition.Builder) async throws -> any Sendable {
        let step = assignment.step
        let subrun: Subrun
        if let begun = state.withLock({ $0.subruns[step] }) {
            subrun = begun
            await follow(subrun.run, for: assignment) { $0.machine.retryAll() }
        } else {
            subrun = try make(assignment, build)
            state.withLock { $0.subruns[step] = subrun }
            await follow(subrun.run, for: assignment) { $0.machine.startAll() }
        }
        // Of a cancelled attempt nobody wants to know what within was cancelled.
        try Task.checkCancellation()
        return try subrun.run.state.withLock { state in
            guard state.isFinished, let output = state.place(of: subrun.output) else { throw subrun.run.failure(state) }
            return try state.result(of: output).get()
        }
    }

    private func make(_ assignment: Assignment, _ build: StepDefinition.Builder) throws -> Subrun {
        let name = assignment.definition.name
        var workflow = Workflow(name)
        let output = try build(assignment.inputs, &workflow)
        guard workflow.steps[checked: output] != nil else { throw WorkflowError.unknownPrerequisite(step: name) }
        let run = try WorkflowRun(
            workflow, configuration, slots: slots, recorder: recorder?.within(name), host: host.within(name))
        return Subrun(run: run, output: output)
    }

    private func follow(_ run: WorkflowRun, for assignment: Assignment, _ begin: @Sendable (inout RunState) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await progress in run.progressUpdates { self.report(progress, of: assignment.step, assignment.attempt) }
            }
            await run.runUntilQuiescent(begin)
            group.cancelAll()
        }
    }

    /// Drives the run from here until it is quiescent, unless it is driven already; then waits for that.
    @concurrent
    func runUntilQuiescent(_ begin: @Sendable (inout RunState) -> Void) async {
        let drives = transact { state in
            let drives = !state.isDriven
            state.isDriven = true
            begin(&state)
            return drives
        }
        if drives {
            await drive()
        } else {
            await withTaskCancellationHandler {
                _ = try? await waitUntilQuiescent()
            } onCancel: {
                cancel()
            }
        }
    }
}
