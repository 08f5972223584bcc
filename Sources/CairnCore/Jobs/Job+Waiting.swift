import Synchronization

/// What a job waits for: its store, and time.
extension Job {
    nonisolated func nextCall() -> Int { lastID.add(1, ordering: .relaxed).newValue }

    /// Waits until every change so far has been saved, or refused for longer than that.
    ///
    /// Deaf to cancellation, for a pause must not interrupt a save; it ends the waiting for a store that refuses.
    ///
    /// - Parameter counts: Whether who asks may still have anything saved.
    @concurrent
    nonisolated func flush(
        _ patience: StoreWaiter.Patience = .none, _ counts: @Sendable (JobState<Work.Output>) -> Bool = { _ in true }
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            state.change { state, wakes in
                let waiter = Waiter(continuation)
                if state.ledger.tenure.isElsewhere || !counts(state) {
                    wakes.resume(waiter, with: .failure(JobError.claimLost(id)))
                } else if state.ledger.isDurable {
                    wakes.resume(waiter)
                } else if patience == .tolerance, state.status != .started, state.ledger.isRefused {
                    wakes.resume(waiter, with: .failure(CancellationError()))
                } else {
                    state.ledger.flushers.append(StoreWaiter(waiter: waiter, patience: patience, version: state.ledger.version))
                    if state.status == .canceling { letGoInTime(&state) }
                    wakeKeeper(&state, hurrying: patience == .none, &wakes)
                }
            }
        }
    }

    /// Waits until the job is this object's.
    ///
    /// - Parameter counts: Whether who asks still wants it.
    nonisolated func claimed(
        _ patience: StoreWaiter.Patience = .none, _ counts: @Sendable (JobState<Work.Output>) -> Bool = { _ in true }
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            state.change { state, wakes in
                let waiter = Waiter(continuation)
                switch state.ledger.tenure {
                case .unstored, .held: wakes.resume(waiter)
                case .free where counts(state):
                    state.ledger.claimants.append(StoreWaiter(waiter: waiter, patience: patience))
                    wakeKeeper(&state, hurrying: patience == .none, &wakes)
                case .free, .elsewhere: wakes.resume(waiter, with: .failure(JobError.claimLost(id)))
                }
            }
        }
    }

    nonisolated func post(_ message: JobMessage) {
        state.change { state, wakes in note(message, &state, &wakes) }
    }

    /// Waits until what is wanted of a job that somebody else may have has been asked for, or done.
    ///
    /// - Throws: What the store throws.
    nonisolated func petitioned() async throws {
        try await withCheckedThrowingContinuation { continuation in
            state.change { state, wakes in
                guard state.isPetitioning else { return wakes.resume(Waiter(continuation)) }
                state.petitioners.append(Waiter(continuation))
                wakeKeeper(&state, hurrying: true, &wakes)
            }
        }
    }

    /// Under the lock: adds a message. It is saved with what the claim is there for, and no reason to claim a job.
    nonisolated func note(_ message: JobMessage, _ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        state.streams.messages.append(message, &wakes)
        guard state.ledger.tenure.isStored else { return state.tellRecordKeepers(&wakes) }
        state.ledger.unsavedMessages.append(message)
        if !state.isAtRest || state.ledger.tenure.claim != nil { saveSoon(&state, &wakes) }
    }

    nonisolated func saveSoon(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        guard state.ledger.tenure.isStored else { return state.tellRecordKeepers(&wakes) }
        state.ledger.version += 1
        wakeKeeper(&state, &wakes)
    }

    /// A sleep that `checkStatus()` cuts short.
    nonisolated func makeSleeper(for duration: Duration) -> (id: Int, sleeper: Task<Void, Never>) {
        let (id, sleeper) = (nextCall(), Task { [time] in _ = try? await time.sleep(for: duration) })
        state.change { state, _ in state.sleepers[id] = sleeper }
        return (id, sleeper)
    }
}
