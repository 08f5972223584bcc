import Synchronization

extension Job {
    /// Starts the job, or resumes it if paused. Does nothing if it runs.
    ///
    /// If another process has it, what happens is the configuration's ``JobConfiguration/claimPolicy``: it is waited for, until the job is
    /// free or `pause()` ends the waiting; or this throws, if the owner is known, and else `run()` does.
    ///
    /// - Throws: ``JobError/alreadyFinished(_:)``; ``JobError/claimed(_:owner:)``; ``JobError/notFound(_:)`` if the job has been removed, or is
    ///   being.
    public nonisolated func start() throws(JobError) {
        try state.change { (state, wakes) throws(JobError) in try start(&state, &wakes) }
    }

    /// Under the lock.
    nonisolated func start(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) throws(JobError) {
        state.refusal = nil
        if state.isRemoved || state.isBeingRemoved { throw .notFound(id) }
        switch state.status {
        case .succeeded, .failed, .canceled: throw .alreadyFinished(state.status)
        case _ where state.pursuit?.command == .cancel: throw .alreadyFinished(.canceling)
        case _ where state.ledger.tenure.isElsewhere: try startElsewhere(&state, &wakes)
        case .canceling: throw .alreadyFinished(state.status)
        case .started: if state.commitment?.asked == .pause { state.commitment?.ask(.start) }
        case .notStarted, .paused: begin(&state, &wakes)
        }
    }

    /// Goes on with a failed job from its last checkpoint. For others the same as `start()`.
    ///
    /// Whether that makes sense is said by ``JobFailure/isRetryable``: the trouble may have passed. Who watches anew sees what comes; the
    /// streams that ended with the failure stay ended.
    ///
    /// - Throws: As `start()`; ``JobError/claimed(_:owner:)`` if another process has the failed job.
    public nonisolated func retry() throws(JobError) {
        try state.change { (state, wakes) throws(JobError) in
            guard state.status == .failed else { return try start(&state, &wakes) }
            if state.isRemoved || state.isBeingRemoved { throw .notFound(id) }
            if state.pursuit?.command == .cancel { throw .alreadyFinished(.canceling) }
            if case .elsewhere(let owner) = state.ledger.tenure { throw .claimed(id, owner: owner ?? .unknown) }
            state.refusal = nil
            state.isRetry = true
            state.reopen(&wakes)
            begin(&state, &wakes)
        }
    }

    nonisolated func begin(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        (state.isDeserted, state.pursuit) = (false, nil)
        if state.wasCanceling {
            state.wasCanceling = false
            change(&state, to: .canceling, &wakes)
            launch(&state, &wakes) { await self.windUp($0) }
        } else {
            change(&state, to: .started, &wakes)
            launch(&state, &wakes) { await self.runBody($0) }
        }
    }

    private nonisolated func startElsewhere(
        _ state: inout JobState<Work.Output>, _ wakes: inout Wakes
    ) throws(JobError) {
        guard configuration.claimPolicy == .wait else { throw .claimed(id, owner: state.ledger.tenure.owner ?? .unknown) }
        pursue(&state, &wakes) { $0.askToRun() }
    }

    /// Stops the job and keeps its checkpoint. Does nothing unless it runs, nor if its work is putting the output in its place in this moment, and can:
    /// then the job succeeds.
    ///
    /// If another process has it, that one is asked to; of a job that waits for another process only the waiting ends.
    public nonisolated func pause() {
        state.change { state, wakes in pause(&state, &wakes) }
    }

    /// Under the lock.
    nonisolated func pause(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        state.pauses += 1
        if state.isBeingRemoved { return }
        if state.pursuit?.wantsToRun == true {
            state.pursuit?.wantsToRun = false
            state.dismissRunners(CancellationError(), &wakes)
        } else if state.ledger.tenure.isElsewhere || state.mayBeElsewhere {
            if !state.status.isFinished { pursue(&state, &wakes) { $0.ask(.pause) } }
        } else if state.status == .started, state.commitment != nil {
            stopLate(.pause, &state, &wakes)
        } else if state.status == .started {
            change(&state, to: .paused, &wakes)
            stopBody(&state, &wakes)
        }
    }

    /// What is still to be done besides need not be. But what the body says of the output is kept, however long the store takes.
    private nonisolated func stopLate(_ asked: Commitment.Asked, _ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        state.commitment?.ask(asked)
        wakes.cancel(state.body)
    }

    private nonisolated func stopBody(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        dismissPatient(&state, &wakes)
        wakes.cancel(state.body)
    }

    /// Cancels the job: on servers too, and what is half-written is removed, also of a job that has failed. Does nothing if it has
    /// succeeded or was cancelled, nor if its work is putting the output in its place in this moment, and can: then the job succeeds.
    ///
    /// If another process has it, that one is asked to; if that one dies, it is done here.
    public nonisolated func cancel() {
        state.change { state, wakes in cancel(&state, &wakes) }
    }

    /// Under the lock.
    nonisolated func cancel(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        state.isDeserted = false
        switch state.status {
        case .succeeded, .canceled: break
        case _ where state.isRemoved: break
        // Which cancels it, too.
        case _ where state.isBeingRemoved: state.isToBeCanceled = true
        case _ where state.ledger.tenure.isElsewhere || state.mayBeElsewhere:
            if state.status == .failed { state.reopen(&wakes) }
            pursue(&state, &wakes) { $0.ask(.cancel) }
        case .canceling: break
        case .started where state.commitment != nil: stopLate(.cancel, &state, &wakes)
        case .started:
            change(&state, to: .canceling, &wakes)
            stopBody(&state, &wakes)
            letGoInTime(&state)
        case .notStarted, .paused, .failed:
            if state.status == .failed { state.reopen(&wakes) }
            change(&state, to: .canceling, &wakes)
            launch(&state, &wakes) { await self.windUp($0) }
        }
    }

    /// Ends the waiting for a job that another process has, and asks that process nothing.
    public nonisolated func stopWaiting() {
        state.change { state, wakes in
            guard state.pursuit?.wantsToRun == true else { return }
            state.pursuit?.wantsToRun = false
            state.dismissRunners(CancellationError(), &wakes)
        }
    }

    /// Cancels the job and waits, for at most the configuration's time-out, until it has ended.
    ///
    /// - Throws: ``JobError/cancellationUnconfirmed(serverJobIDs:)`` if server jobs could not be cancelled, or not in time;
    ///   ``JobError/unanswered(_:owner:)`` if another process has the job and has not done it in time;
    ///   ``JobError/alreadyFinished(_:)`` if the job has succeeded, or failed before it could be cancelled; why this program cannot go on
    ///   with what the store has of it; `CancellationError` if the waiting task is cancelled.
    public nonisolated func cancelAndWait() async throws {
        cancel()
        guard try await finished(within: configuration.cancellationTimeout) else {
            if let owner { throw JobError.unanswered(id, owner: owner) }
            throw JobError.cancellationUnconfirmed(serverJobIDs: serverJobIDs)
        }
        let (status, unconfirmed) = state.read { ($0.status, $0.unconfirmed) }
        if status == .failed, let error = error as? JobError, error.isAboutContent || error.isAboutRecord { throw error }
        guard status == .canceled else { throw JobError.alreadyFinished(status) }
        if !unconfirmed.isEmpty { throw JobError.cancellationUnconfirmed(serverJobIDs: unconfirmed) }
    }

    /// Under the lock, so that watchers see the changes in their order.
    nonisolated func change(_ state: inout JobState<Work.Output>, to status: JobStatus, _ wakes: inout Wakes) {
        state.status = status
        if status != .started { state.checks.endAll(&wakes) }
        state.ledger.version += 1
        state.ledger.unannounced.append((state.ledger.version, status))
        if let showChange = state.showChange { wakes.call(showChange) }
        state.tellRecordKeepers(&wakes)
        switch state.ledger.tenure {
        case .unstored, .elsewhere:
            state.ledger.saved = state.ledger.version
            state.announce(upTo: .max, &wakes)
        case .free, .held:
            wakeKeeper(&state, &wakes)
            if status.isFinished { announceInTime(&state) }
        }
    }

    /// Under the lock: a body that is to be undone does not wait for a store that does not answer, for longer than for a server.
    nonisolated func letGoInTime(_ state: inout JobState<Work.Output>) {
        guard state.ledger.hasPatient, state.ledger.releaser == nil else { return }
        let (id, timeout) = (state.bodyID, configuration.cancellationTimeout)
        state.ledger.releaser = Task {
            guard (try? await time.sleep(for: timeout)) != nil else { return }
            self.state.change { state, wakes in
                guard state.status == .canceling, state.bodyID == id else { return }
                state.ledger.releaser = nil
                for waiter in state.ledger.takePatient(ofSilent: true) {
                    wakes.resume(waiter, with: .failure(CancellationError()))
                }
            }
        }
    }

    /// Under the lock: the end is announced although the store does not accept it, once that has lasted too long.
    private nonisolated func announceInTime(_ state: inout JobState<Work.Output>) {
        let delay = configuration.announcementDelay
        state.ledger.announcer = Task {
            guard (try? await time.sleep(for: delay)) != nil else { return }
            self.state.change { state, wakes in
                if state.status.isFinished { self.announceUnsaved(&state, &wakes) }
            }
        }
    }

    /// Under the lock: runs `body` after the one before has ended, so that two never overlap.
    nonisolated func launch(
        _ state: inout JobState<Work.Output>, _ wakes: inout Wakes, _ body: @escaping @Sendable (Int) async -> Void
    ) {
        state.bodyID += 1
        state.liveBodies += 1
        state.commitment = nil
        let (id, previous) = (state.bodyID, state.body)
        state.body = Task {
            await previous?.value
            // Another has been launched meanwhile, or the job is somebody else's: this one shall do nothing.
            if isNewest(id) { await body(id) }
            bodyHasEnded()
        }
    }

    // Neither is inlined: what they need for a moment would be in the frame of a body that runs for hours.

    @inline(never)
    private nonisolated func isNewest(_ bodyID: Int) -> Bool { state.read { $0.bodyID == bodyID } }

    @inline(never)
    private nonisolated func bodyHasEnded() {
        state.change { state, wakes in
            state.liveBodies -= 1
            if state.liveBodies == 0 { state.checks.endAll(&wakes) }
            // The claim may be given up now.
            if state.isIdle, state.ledger.tenure.claim != nil { wakeKeeper(&state, &wakes) }
        }
    }
}
