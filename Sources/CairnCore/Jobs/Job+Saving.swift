import Synchronization

extension Job {
    /// Under the lock: sees to it that somebody saves.
    nonisolated func wakePump(_ state: inout JobState<Work.Output>) {
        if state.pump == nil { state.pump = Task { await self.pump() } }
    }

    /// Waits until every change so far has been saved.
    ///
    /// Deaf to cancellation, for a pause must not interrupt a save.
    @concurrent
    nonisolated func flush() async throws {
        guard configuration.store != nil else { return }
        try await withCheckedThrowingContinuation { continuation in
            let isSaved = state.withLock { state in
                if state.savedVersion >= state.version, !state.isClaimLost { return true }
                state.flushers.append((state.version, continuation))
                wakePump(&state)
                return false
            }
            if isSaved { continuation.resume() }
        }
    }

    /// Saves until nothing is left to save. One at a time, so that records reach the store in their order and many
    /// changes become one write.
    private func pump() async {
        guard let store = configuration.store else { return }
        while hasChanges() {
            var version = state.withLock(\.version)
            do {
                try await takeClaim(in: store)
                version = try await save(to: store)
                settle(upTo: version, error: nil)
            } catch {
                settle(upTo: version, error: error)
            }
        }
    }

    /// Tells the store that the job's owner lives, and does what others have asked of it through the store.
    public func heartbeat() async {
        guard let store = configuration.store, let claim else { return }
        do {
            for request in try await store.heartbeat(claim) {
                switch request {
                case .pause: pause()
                case .cancel:
                    let cancelNow: () -> Void = cancel
                    cancelNow()
                }
            }
        } catch JobError.claimLost {
            if let body = state.withLock(\.body) { lost(body, JobError.claimLost(id)) }
        } catch {
            post(JobMessage("The store did not answer: \(JobFailure(error).message)", severity: .warning))
        }
    }

    /// Gives a paused job back to the store, so that another process can go on with it. This object claims it again, and
    /// takes over what was done meanwhile, when it is started.
    ///
    /// - Returns: Whether this process held it.
    /// - Throws: What the store throws; ``JobError/claimed(_:owner:)`` if the job runs.
    @discardableResult
    public func releaseClaim() async throws -> Bool {
        guard status != .started, status != .canceling else { throw JobError.claimed(id, owner: "this process") }
        try await settle()
        guard let claim, let store = configuration.store else { return false }
        self.claim = nil
        try await store.release(claim)
        return true
    }

    /// Removes the job's record from its store. The job must have ended, or be paused.
    public func removeFromStore() async throws {
        guard let store = configuration.store else { return }
        let claim: JobClaim
        if let own = self.claim { claim = own } else { claim = try await store.claim(id) }
        self.claim = nil
        state.withLock { $0.isClaimLost = true }
        try await store.remove(claim)
    }

    private func hasChanges() -> Bool {
        state.withLock { state in
            if state.savedVersion < state.version || !state.flushers.isEmpty { return true }
            state.pump = nil
            return false
        }
    }

    private func takeClaim(in store: any JobStore) async throws {
        if state.withLock(\.isClaimLost) { throw JobError.claimLost(id) }
        guard claim == nil else { return }
        let claim = try await store.claim(id)
        self.claim = claim
        guard let record = try await store.load(id) else { return }
        // Another process may have had the job since its record was read here.
        let unseen = state.withLock { state -> [JobMessage] in
            guard record.revision > state.revision else { return [] }
            state.adopt(record)
            return Array(record.messages.dropFirst(messageLog.elements.count))
        }
        for message in unseen { messageLog.append(message) }
    }

    private func save(to store: any JobStore) async throws -> Int {
        guard let claim else { throw JobError.claimLost(id) }
        let (version, record, messages) = state.withLock { state -> (Int, JobRecord, [JobMessage]) in
            state.revision += 1
            let messages = state.unsavedMessages
            state.unsavedMessages = []
            return (state.version, self.record(of: state, messages: []), messages)
        }
        do {
            try await store.save(record, appending: messages, claim: claim)
        } catch {
            state.withLock { $0.unsavedMessages = messages + $0.unsavedMessages }
            throw error
        }
        if record.status.isFinished, status.isFinished {
            try await store.release(claim)
            self.claim = nil
        }
        return version
    }

    private nonisolated func settle(upTo version: Int, error: (any Error)?) {
        let isLost =
            switch error as? JobError {
            case .claimLost, .claimed: true
            default: false
            }
        let (flushers, body) = state.withLock { state in
            state.savedVersion = max(state.savedVersion, version)
            if isLost { state.isClaimLost = true }
            let flushers = state.takeFlushers(upTo: version)
            if flushers.isEmpty, !isLost, let error {
                // Nobody waits for this save, so nobody else would tell of it; nor can the message be saved.
                messageLog.append(JobMessage("Not saved: \(JobFailure(error).message)", severity: .warning))
            }
            announce(&state)
            return (flushers, isLost ? state.body : nil)
        }
        for flusher in flushers {
            if let error { flusher.resume(throwing: error) } else { flusher.resume() }
        }
        if let body, let error { lost(body, error) }
    }

    /// Somebody else has the job: it ends here as failed, and nothing is written.
    private nonisolated func lost(_ body: Task<Void, Never>, _ error: any Error) {
        body.cancel()
        state.withLock { state in
            guard !state.status.isFinished else { return }
            state.isClaimLost = true
            // From now on what the body does is of no consequence.
            state.bodyID += 1
            state.outcome = .failure(error)
            state.failure = JobFailure(error)
            change(&state, to: .failed)
        }
    }

    /// Under the lock: tells watchers what has become of the job.
    nonisolated func announce(_ state: inout JobState<Work.Output>) {
        for status in state.unannounced { statusLog.append(status) }
        state.unannounced = []
        guard state.status.isFinished, !state.isOver else { return }
        state.isOver = true
        statusLog.finish()
        messageLog.finish()
        progressLevel.finish()
        for waiter in state.waiters.values { waiter.resume() }
        state.waiters = [:]
    }
}
