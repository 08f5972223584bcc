import CairnCore
import Synchronization

extension WorkflowRun {
    /// Where a step stands now.
    public func state(of step: some WorkflowStep) -> StepState {
        state.withLock { $0.machine.phase(of: place(of: step, in: $0)) }
    }

    /// What a step has come to so far.
    ///
    /// - Throws: Its error if it has failed, `CancellationError` if it was cancelled, else ``WorkflowError/noResult(step:state:)``.
    public func result<Output>(of step: Step<Output>) throws -> Output {
        OutputType<Output>.typed(try state.withLock { try $0.result(of: place(of: step, in: $0)).get() })
    }

    /// Waits until a step has finished.
    ///
    /// - Throws: Its error if it has failed or fails; `CancellationError` if it, or the waiting task, is cancelled;
    ///   ``WorkflowError/noResult(step:state:)`` when the workflow is quiescent before that.
    public func value<Output>(of step: Step<Output>) async throws -> Output {
        let id = lastID.add(1, ordering: .relaxed).newValue
        let value = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<any Sendable, any Error>? in
                    // Asked under the lock: a cancellation from here on finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    let place = place(of: step, in: state)
                    if state.machine.phase(of: place).isEnded || state.isIdle { return state.result(of: place) }
                    state.resultWaiters[place, default: [:]][id] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            removeResultWaiter(id, for: step.id)?.resume(throwing: CancellationError())
        }
        return OutputType<Output>.typed(value)
    }

    private func removeResultWaiter(_ id: Int, for step: StepID) -> CheckedContinuation<any Sendable, any Error>? {
        state.withLock { $0.resultWaiters[place(of: step, in: $0)]?.removeValue(forKey: id) }
    }

    /// Waits until nothing runs and nothing is waited for, whatever has come of it.
    ///
    /// - Throws: `CancellationError` if the waiting task is cancelled.
    public func waitUntilQuiescent() async throws {
        let id = lastID.add(1, ordering: .relaxed).newValue
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waitForQuiescence(id, $0, isCancelled: Task.isCancelled) }
        } onCancel: {
            state.withLock { $0.idleWaiters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    /// Waits until nothing runs and nothing is waited for, deaf to cancellation.
    func quiescence() async {
        let id = lastID.add(1, ordering: .relaxed).newValue
        try? await withCheckedThrowingContinuation { waitForQuiescence(id, $0, isCancelled: false) }
    }

    private func waitForQuiescence(
        _ id: Int, _ continuation: CheckedContinuation<Void, any Error>, isCancelled: @autoclosure () -> Bool
    ) {
        let outcome = state.withLock { state -> Result<Void, any Error>? in
            // Asked under the lock: a cancellation from here on finds the waiter.
            if isCancelled() { return .failure(CancellationError()) }
            if state.isIdle { return .success(()) }
            state.idleWaiters[id] = continuation
            return nil
        }
        if let outcome { continuation.resume(with: outcome) }
    }

    /// Waits until the workflow is quiescent, and gives the results of all its steps. Cancelling the waiting task cancels nothing.
    ///
    /// - Throws: ``WorkflowFailure`` unless every step has finished; `CancellationError` if the waiting task, or every unfinished step, was
    ///   cancelled.
    public func results() async throws -> WorkflowResults {
        try await waitUntilQuiescent()
        return try currentResults()
    }

    func currentResults() throws -> WorkflowResults {
        try state.withLock { state in
            guard state.isFinished else { throw failure(state) }
            return WorkflowResults(state)
        }
    }

    /// Why a quiescent run has not finished.
    func failure(_ state: RunState) -> any Error {
        let failed = state.machine.count(in: .failed)
        if failed == 0, state.machine.count(in: .finished) + state.machine.count(in: .cancelled) == state.machine.count {
            return CancellationError()
        }
        var failures: [WorkflowFailure.Failure] = []
        var (cancelled, unstarted): ([String], [String]) = ([], [])
        // A copy, for a walk through the graph leaves marks.
        var machine = state.machine
        for (place, step) in state.definitions.enumerated() {
            switch (state.machine.phase(of: Int32(place)), state.machine.outcome(of: Int32(place))) {
            case (.failed, .failure(let error)):
                let blocked = machine.reach(of: Int32(place)).filter { machine.phase(of: $0) == .pending }.sorted()
                let names = blocked.map { state.definitions[Int($0)].name }
                failures.append(.init(step: step.id, name: step.name, error: error, blocked: names))
            case (.cancelled, _): cancelled.append(step.name)
            case (.ready, _): unstarted.append(step.name)
            default: break
            }
        }
        return WorkflowFailure(workflow: name, failures: failures, cancelled: cancelled, unstarted: unstarted)
    }
}
