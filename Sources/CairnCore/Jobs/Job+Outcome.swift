import Synchronization

extension Job {
    /// What the work was done for. Waits until the job has ended, and does not start it.
    ///
    /// - Throws: The job's error; `CancellationError` if the job, or the waiting task, was cancelled.
    public nonisolated var output: Work.Output {
        get async throws { try await result.get() }
    }

    /// How the job ended. Waits until it has, and does not start it.
    public nonisolated var result: Result<Work.Output, any Error> {
        get async {
            do {
                try await waitUntilFinished()
                return state.withLock(\.outcome) ?? .failure(CancellationError())
            } catch {
                return .failure(error)
            }
        }
    }

    /// Waits until the job has ended, whichever way; throws only if the waiting task is cancelled.
    public nonisolated func waitUntilFinished() async throws {
        let id = lastID.add(1, ordering: .relaxed).newValue
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if state.isOver { return .success(()) }
                    // Asked under the lock: a cancellation from here on finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters[id] = continuation
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    /// How many tasks wait for the end.
    nonisolated var waiterCount: Int { state.withLock(\.waiters.count) }

    /// Whether the job has ended within `limit`.
    nonisolated func finished(within limit: Duration) async throws -> Bool {
        switch await within(limit, on: time, { try await self.waitUntilFinished() }) {
        case .success: return true
        case .failure(is DeadlineExceeded): return false
        case .failure(let error): throw error
        }
    }

    /// Waits until nothing is under way: the body has stopped and everything is saved.
    @concurrent
    public nonisolated func settle() async throws {
        var body = state.withLock(\.body)
        while let current = body {
            await current.value
            let next = state.withLock(\.body)
            body = next == current ? nil : next
        }
        try await flush()
    }
}
