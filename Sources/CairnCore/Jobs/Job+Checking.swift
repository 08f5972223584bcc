extension Job {
    /// Asks the server now if the job is waiting to ask it; whether it was.
    @discardableResult
    public nonisolated func checkStatus() -> Bool {
        state.change { state, wakes in !cutSleepsShort(&state, &wakes).isEmpty }
    }

    /// Asks the server now if the job is waiting to ask it, and waits until it has answered, or the job does not ask any more.
    ///
    /// - Returns: Whether it was waiting to ask.
    /// - Throws: Why the server could not be asked: the job goes on trying, as long as its configuration says. `CancellationError` if the waiting
    ///   task is cancelled.
    @discardableResult
    public nonisolated func checkStatusAndWait() async throws -> Bool {
        guard let check = beginCheck() else { return false }
        try await check.answered()
        return true
    }

    /// The same, with the answer to be waited for; nil if the job is not waiting to ask.
    package nonisolated func beginCheck() -> StatusCheck? {
        state.change { state, wakes in
            // What a body that is stopped still sleeps, nobody asks after.
            let sleeps = state.status == .started ? cutSleepsShort(&state, &wakes) : []
            if sleeps.isEmpty { return nil }
            let check = StatusCheck()
            state.checks.add(check, after: sleeps)
            return check
        }
    }

    /// Under the lock; the numbers of the sleeps.
    private nonisolated func cutSleepsShort(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) -> [Int] {
        let sleepers = state.sleepers
        for sleeper in sleepers.values { wakes.cancel(sleeper) }
        state.sleepers = [:]
        return Array(sleepers.keys)
    }
}
