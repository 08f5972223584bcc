import CairnCore

extension WorkflowRun {
    /// Begins, and waits until the run is quiescent, also when the waiting task is cancelled: that cancels the run.
    @concurrent
    func runToEnd() async throws -> WorkflowResults {
        let results = await withTaskCancellationHandler {
            await keep(open { $0.startAll() })
            return await ending()
        } onCancel: {
            close()
        }
        try Task.checkCancellation()
        return try results.get()
    }

    /// The same, as an attempt of the step around this.
    @concurrent
    func runUntilQuiescent(as attempt: Int32, _ begin: @Sendable (inout RunState) -> Void) async {
        await withTaskCancellationHandler {
            await keep(open(as: attempt, begin))
        } onCancel: {
            close()
        }
    }

    /// Runs while `operate` does, and then until the run is quiescent. Cancelling the task, and an error of `operate`, cancel the run.
    @concurrent
    func runOperated(_ operate: @Sendable (WorkflowRun) async throws -> Void) async throws -> WorkflowResults {
        let results = try await withTaskCancellationHandler {
            let keeper = open { $0.startAll() }
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await self.keep(keeper) }
                do {
                    try await operate(self)
                } catch {
                    close()
                    await quiescence()
                    throw error
                }
                return await ending()
            }
        } onCancel: {
            close()
        }
        try Task.checkCancellation()
        return try results.get()
    }

    private func ending() async -> Result<WorkflowResults, any Error> {
        while true {
            await quiescence()
            if let results = resultsIfQuiescent() { return results }
        }
    }

    /// Begins, for a task that is cancelled by ``close()`` and is the keeper from now on.
    private func open(as attempt: Int32 = 0, _ begin: (inout RunState) -> Void) -> Int {
        let id = nextID()
        transact(by: .own) { state, actions in
            // Asked under the lock: a cancellation from here on closes the run after it has been opened.
            state.isClosed = Task.isCancelled
            (state.isSealed, state.isCancelled, state.opener) = (false, false, attempt)
            state.keeper?.wake(&actions.wakes)
            state.keeper = Keeper(id)
            begin(&state)
        }
        return id
    }

    /// Waits until nothing runs and nothing is waited for, deaf to cancellation.
    private func quiescence() async {
        await withCheckedContinuation { continuation in
            transact { state, actions in
                let waiter = Waiter<Never>(continuation)
                if state.isIdle { return actions.wakes.resume(waiter) }
                state.patientWaiters.append(waiter)
            }
        }
    }
}
