/// What becomes of a job that somebody else has: its status follows the record, commands are passed on to the owner, and if he is gone, who has
/// asked does it himself.
extension Job {
    /// Follows the record of a job that another process may have; `status`, `progress` and `messages` then tell what it does.
    ///
    /// It ends by itself when the job has ended, or is nobody's.
    public nonisolated func follow() {
        state.change { state, wakes in
            guard !state.ledger.tenure.isOurs, state.isAtRest || state.ledger.tenure.isElsewhere else { return }
            pursue(&state, &wakes) { _ in }
        }
    }

    /// Under the lock: who waits for the end of a job that another process may have, or get, is told of it.
    nonisolated func followForWaiters(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        if state.mayBeElsewhere, state.pursuit == nil, !state.waiters.isEmpty { pursue(&state, &wakes) { _ in } }
    }

    /// Under the lock: changes what is wanted of a job that is not ours, and has it seen to. One that has failed may be retried elsewhere.
    nonisolated func pursue(
        _ state: inout JobState<Work.Output>, _ wakes: inout Wakes, _ change: (inout JobPursuit) -> Void
    ) {
        if state.isRemoved || state.isOver && state.isDone { return }
        var pursuit = state.pursuit ?? JobPursuit()
        change(&pursuit)
        pursuit.changes += 1
        state.pursuit = pursuit
        wakeKeeper(&state, hurrying: true, &wakes)
    }

    /// Stops working on a job that somebody else has: nothing of it is touched any more. What was wanted of it, and has not been told as done,
    /// is wanted of the owner.
    ///
    /// - Parameter token: Of the claim that was lost; nothing happens if another has been given since.
    nonisolated func yield(to owner: JobOwner?, _ error: JobError, having token: Int? = nil) {
        state.change { state, wakes in
            let claim = state.ledger.tenure.claim
            if let token, claim?.token != token { return }
            if let claim { wakes.release(claim) }
            state.ledger.dismissAll(error, &wakes)
            if !state.ledger.isDurable { state.ledger.hasStrayed = true }
            state.forgetUnsaved(&wakes, error)
            disownUnsaved(&state)
            let isRetry = state.isRetry
            state.isRetry = false
            // What has been told stays told; who wants more of the job claims it anew.
            state.ledger.tenure = state.isOver ? .free : .elsewhere(owner)
            if state.isOver { return }
            let waits = error.isAboutOwner && configuration.claimPolicy == .wait
            let (status, isDeserted) = (state.status, state.isDeserted)
            state.forgetEnd(&wakes)
            // It was never asked for, and so not begun.
            if isDeserted, let told = state.streams.statuses.elements.last {
                state.show(told.isFinished ? .paused : told, &wakes)
            }
            state.abandonBody(&wakes)
            pursue(&state, &wakes) { pursuit in
                switch status {
                case .started, .succeeded, .failed: (pursuit.wantsToRun, pursuit.isRetry) = (waits, isRetry)
                case .canceling, .canceled: if !isDeserted { pursuit.command = .cancel }
                case .notStarted, .paused: break
                }
            }
            let reason: any Error = isDeserted ? CancellationError() : error
            if state.pursuit?.wantsToRun != true { state.dismissRunners(reason, &wakes) }
            state.isDeserted = false
        }
    }

    /// One look at a job that somebody else has.
    nonisolated func follow(in store: any JobStore) async {
        guard let pursuit = state.read(\.pursuit) else { return }
        do {
            var owner: JobOwner?
            if pursuit.wantsClaim {
                owner = try await attemptClaim(in: store)
                if owner == nil { return }
            } else {
                owner = try await store.owner(of: id)
            }
            if let owner { try await ask(owner, pursuit, in: store) }
            look(at: try await store.load(id), of: owner, since: pursuit)
        } catch JobError.notFound {
            look(at: nil, of: nil, since: pursuit)
        } catch JobError.claimLost {
            // The owner has gone between being named and being asked: at once again.
        } catch let error as JobError where error.isAboutContent && pursuit.wantsClaim && state.read(\.ledger.unseen) != nil {
            giveUp(error)
        } catch {
            state.change { state, wakes in
                state.pursuit?.isDue = false
                state.letPetitionersGo(&wakes, .failure(error))
            }
        }
    }

    private nonisolated func ask(_ owner: JobOwner, _ pursuit: JobPursuit, in store: any JobStore) async throws {
        guard let command = pursuit.command else { return }
        if pursuit.asked == owner.token, !pursuit.isToBeAskedAgain { return }
        // The run that was asked to pause has ended: this one was not meant.
        if command == .pause, let asked = pursuit.asked, asked != owner.token {
            return state.change { state, _ in state.pursuit?.forgetPause() }
        }
        try await store.post(JobRequest(command, token: owner.token), for: id)
        state.change { state, _ in
            if state.pursuit?.command == command, state.pursuit?.changes == pursuit.changes {
                state.pursuit?.wasAsked(owner.token)
            }
        }
    }

    private nonisolated func look(at record: JobRecord?, of owner: JobOwner?, since pursuit: JobPursuit) {
        let node = record.flatMap { try? $0.node.migrated(to: Work.self) }
        state.change { state, wakes in
            // What was decided here meanwhile wants the claim, and asking for that will tell who has it.
            guard !state.isRemoved, state.ledger.tenure.isElsewhere || state.ledger.isDurable else { return }
            // And what was asked for meanwhile, another look.
            if let current = state.pursuit, current.changes != pursuit.changes { return }
            state.pursuit?.isDue = false
            // Who wants the claim is told that somebody has it, or goes on waiting for it.
            if owner == nil, !state.ledger.claimants.isEmpty { return }
            if let owner { state.ledger.dismissClaimants(JobError.claimed(id, owner: owner), &wakes) }
            state.ledger.tenure = .elsewhere(owner)
            guard let record else {
                // Somebody may have claimed it and not written yet.
                if owner == nil || state.ledger.isKnownToStore { removedElsewhere(&state, &wakes) }
                return
            }
            state.pursuit?.remind()
            if state.isOver, !state.isDone, record.status != state.status { state.reopen(&wakes) }
            if let node, state.ledger.isNews(record) { state.adopt(record, node, &wakes) }
            state.wasCanceling = record.status == .canceling
            // Who wanted to retry has forgotten it.
            if state.failure == nil { state.failure = record.failure }
            show(record.status, hasOwner: owner != nil, &state, &wakes)
            if record.status == .paused { state.pursuit?.forgetPause() }
            if state.isOver { state.pursuit?.wantsToRun = false }
            if isFollowed(state, hasOwner: owner != nil) { return }
            state.ledger.tenure = .free
            state.pursuit = nil
            if !state.isOver, !state.waiters.isEmpty { state.pursuit = JobPursuit(isDue: false) }
        }
    }

    /// Whether there is more to be seen of a job, or to be had from it.
    private nonisolated func isFollowed(_ state: JobState<Work.Output>, hasOwner: Bool) -> Bool {
        state.isOver ? hasOwner && !state.isDone : hasOwner || state.pursuit?.wantsClaim == true
    }

    /// Under the lock: shows what the record says. What nobody has is paused, whatever it was; a failure that is to be retried or cancelled is
    /// no end.
    private nonisolated func show(
        _ status: JobStatus, hasOwner: Bool, _ state: inout JobState<Work.Output>, _ wakes: inout Wakes
    ) {
        if status == .failed, let pursuit = state.pursuit, pursuit.command == .cancel || pursuit.wantsToRetry { return }
        state.show(hasOwner || status.isFinished ? status : .paused, &wakes)
    }

    /// Under the lock: a record that was there is gone, and the job with it. One that was never there may still be written.
    private nonisolated func removedElsewhere(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        guard state.ledger.isKnownToStore else {
            (state.ledger.tenure, state.pursuit) = (.free, nil)
            if !state.isAtRest { state.show(.paused, &wakes) }
            return
        }
        let error = JobError.notFound(id)
        state.forgetStore(error, &wakes)
        if state.isOver { return }
        state.failure = JobFailure(error, isRetryable: false)
        state.show(.failed, &wakes)
        state.setOutcome(.failure(error), &wakes)
    }

    /// Under the lock, with the claim that was wanted: does what it was wanted for.
    nonisolated func carryOut(_ pursuit: JobPursuit, _ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        if pursuit.command == .cancel, state.status != .succeeded, state.status != .canceled {
            if state.status == .failed { state.reopen(&wakes) }
            change(&state, to: .canceling, &wakes)
            launch(&state, &wakes) { await self.windUp($0) }
        } else if state.status.isFinished {
            return
        } else if state.wasCanceling {
            change(&state, to: .canceling, &wakes)
            launch(&state, &wakes) { await self.windUp($0) }
        } else if pursuit.wantsToRun {
            change(&state, to: .started, &wakes)
            launch(&state, &wakes) { await self.runBody($0) }
        } else {
            if !state.isAtRest { change(&state, to: .paused, &wakes) }
            state.ledger.isReleaseWanted = true
        }
    }
}
