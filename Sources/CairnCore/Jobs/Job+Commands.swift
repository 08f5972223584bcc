import Synchronization

extension Job {
    /// Starts the job, or resumes it if paused. Does nothing if it runs.
    public nonisolated func start() throws {
        let wasStarted = try state.withLock { state in
            switch state.status {
            case .started: return false
            case .canceling, .succeeded, .failed, .canceled: throw JobError.alreadyFinished(state.status)
            case .notStarted, .paused: break
            }
            change(&state, to: .started)
            launch(&state) { await self.runBody($0) }
            return true
        }
        if wasStarted { mirror.update(from: self) }
    }

    /// Stops the job and keeps its checkpoint. Does nothing unless it runs.
    public nonisolated func pause() {
        let body = state.withLock { state -> Task<Void, Never>? in
            guard state.status == .started, !state.isEnding else { return nil }
            change(&state, to: .paused)
            return state.body
        }
        body?.cancel()
    }

    /// Cancels the job. Does nothing if it has ended.
    public nonisolated func cancel() {
        let body = state.withLock { state -> Task<Void, Never>? in
            switch state.status {
            case .started where state.isEnding: return nil
            case .started:
                change(&state, to: .canceling)
                return state.body
            case .notStarted, .paused:
                change(&state, to: .canceling)
                launch(&state) { await self.windUp($0) }
                return nil
            case .canceling, .succeeded, .failed, .canceled: return nil
            }
        }
        body?.cancel()
    }

    /// Cancels the job and waits, for at most the configuration's time-out, until it has ended.
    ///
    /// - Throws: ``JobError/cancellationUnconfirmed(serverJobIDs:)`` if server jobs could not be cancelled, or not in
    ///   time; ``JobError/alreadyFinished(_:)`` if it had succeeded or failed before.
    public nonisolated func cancel() async throws {
        let before = status
        guard before != .succeeded, before != .failed else { throw JobError.alreadyFinished(before) }
        let cancelNow: () -> Void = cancel
        cancelNow()
        let limit = configuration.cancellationTimeout
        let isInTime = try await finished(within: limit)
        let unconfirmed = isInTime ? state.withLock(\.unconfirmed) : serverJobIDs
        if !isInTime || !unconfirmed.isEmpty {
            throw JobError.cancellationUnconfirmed(serverJobIDs: unconfirmed)
        }
    }

    /// Starts the job and waits for its output. If the waiting task is cancelled, so is the job.
    ///
    /// - Throws: What the work throws; `CancellationError` if cancelled; ``JobError``.
    public nonisolated func run() async throws -> Work.Output {
        try start()
        let cancelNow: @Sendable () -> Void = cancel
        return try await withTaskCancellationHandler {
            // Not cancelled itself: nothing is left running when it returns.
            await Task { await self.result }.value
        } onCancel: {
            cancelNow()
        }.get()
    }

    /// Asks the server now if the job is waiting to ask it; whether it was.
    @discardableResult
    public nonisolated func checkStatus() -> Bool {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [:] }
            return state.sleepers.values
        }
        for sleeper in sleepers { sleeper.cancel() }
        return !sleepers.isEmpty
    }

    /// Under the lock, so that watchers without a store see the changes in their order.
    nonisolated func change(_ state: inout JobState<Work.Output>, to status: JobStatus) {
        state.change(to: status)
        if configuration.store == nil || state.isClaimLost {
            announce(&state)
            state.savedVersion = state.version
        } else {
            wakePump(&state)
        }
    }

    /// Runs `body` after the one before has ended: two never overlap.
    private nonisolated func launch(_ state: inout JobState<Work.Output>, _ body: @escaping @Sendable (Int) async -> Void) {
        state.bodyID += 1
        let (id, previous) = (state.bodyID, state.body)
        state.body = Task {
            await previous?.value
            await body(id)
        }
    }
}
