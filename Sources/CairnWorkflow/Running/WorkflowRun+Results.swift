import CairnCore
import Synchronization

extension WorkflowRun {
    /// Where a step stands now.
    public func state(of step: some WorkflowStep) -> StepState {
        read { $0.machine.phase(of: place(of: step, in: $0)) }
    }

    /// What a step has come to so far.
    ///
    /// - Throws: Its error if it has failed, `CancellationError` if it was cancelled, else ``WorkflowError/noResult(step:state:)``.
    public func result<Output>(of step: Step<Output>) throws -> Output {
        typedOutput(try read { try $0.result(of: place(of: step, in: $0)).get() })
    }

    /// Waits until a step has finished.
    ///
    /// - Throws: Its error if it has failed or fails; `CancellationError` if it, or the waiting task, is cancelled;
    ///   ``WorkflowError/noResult(step:state:)`` when the workflow is quiescent before that.
    public func value<Output>(of step: Step<Output>) async throws -> Output {
        let id = nextID()
        let value = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                transact { state, actions in
                    let waiter = ResultWaiter(continuation)
                    // Asked under the lock: a cancellation from here on finds the waiter.
                    if Task.isCancelled { return waiter.resume(with: .failure(CancellationError()), &actions.wakes) }
                    let place = place(of: step, in: state)
                    if state.machine.phase(of: place).isEnded || state.isIdle {
                        return waiter.resume(with: state.result(of: place), &actions.wakes)
                    }
                    state.resultWaiters[place, default: [:]][id] = waiter
                }
            }
        } onCancel: {
            transact { state, actions in
                let place = place(of: step, in: state)
                guard let waiter = state.resultWaiters[place]?.removeValue(forKey: id) else { return }
                if state.resultWaiters[place]?.isEmpty == true { state.resultWaiters[place] = nil }
                waiter.resume(with: .failure(CancellationError()), &actions.wakes)
            }
        }
        return typedOutput(value)
    }

    /// Waits until nothing runs and nothing is waited for, whatever has come of it.
    ///
    /// - Throws: `CancellationError` if the waiting task is cancelled.
    public func waitUntilQuiescent() async throws {
        let id = nextID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                transact { state, actions in
                    let waiter = Waiter<any Error>(continuation)
                    // Asked under the lock: a cancellation from here on finds the waiter.
                    if Task.isCancelled { return actions.wakes.resume(waiter, with: .failure(CancellationError())) }
                    if state.isIdle { return actions.wakes.resume(waiter) }
                    state.idleWaiters[id] = waiter
                }
            }
        } onCancel: {
            transact { state, actions in
                guard let waiter = state.idleWaiters.removeValue(forKey: id) else { return }
                actions.wakes.resume(waiter, with: .failure(CancellationError()))
            }
        }
    }

    /// Waits until the workflow is quiescent, and gives the results of all its steps. Cancelling the waiting task cancels nothing.
    ///
    /// - Throws: ``WorkflowFailure`` unless every step has finished; `CancellationError` if the waiting task, or every unfinished step, was
    ///   cancelled.
    public func results() async throws -> WorkflowResults {
        while true {
            try await waitUntilQuiescent()
            if let results = resultsIfQuiescent() { return try results.get() }
        }
    }

    /// What has come of the run, asked under the lock under which it is seen to be quiescent: who retries it from elsewhere in the moment of its
    /// end does so before, and is waited for, or after.
    func resultsIfQuiescent() -> Result<WorkflowResults, any Error>? {
        read { state in
            guard state.isIdle else { return nil }
            return state.isFinished ? .success(WorkflowResults(state)) : .failure(failure(state))
        }
    }

    /// Why a quiescent run has not finished.
    func failure(_ state: RunState) -> any Error {
        let failed = state.machine.count(in: .failed)
        if failed == 0, state.machine.count(in: .finished) + state.machine.count(in: .cancelled) == state.machine.count {
            return CancellationError()
        }
        let blockage = Blockage(state)
        var failures: [WorkflowFailure.Failure] = []
        var (cancelled, unstarted): ([String], [String]) = ([], [])
        for (place, step) in state.definitions.enumerated() {
            switch (state.machine.phase(of: Int32(place)), state.machine.outcome(of: Int32(place))) {
            case (.failed, .failure(let error)):
                failures.append(.init(step: step.id, name: step.name, error: error, place: Int32(place), blockage: blockage))
            case (.cancelled, _): cancelled.append(step.name)
            case (.ready, _): unstarted.append(step.name)
            default: break
            }
        }
        return WorkflowFailure(workflow: name, failures: failures, cancelled: cancelled, unstarted: unstarted)
    }
}
