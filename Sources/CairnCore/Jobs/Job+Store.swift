extension Job {
    /// The job as it can be stored now.
    public nonisolated var storedRecord: JobRecord? { record }

    /// Tells the store that the job's owner lives, and does what others have asked of it through the store.
    ///
    /// `JobManager` does this for the jobs it holds. Who runs a job by itself does it every second or so, if others shall be able to command
    /// the job through the store, and always where the store's claims expire.
    public nonisolated func heartbeat() async {
        guard let store = configuration.store, let claim = state.read(\.ledger.tenure.claim) else { return }
        do {
            let requests = try await store.heartbeat(claim)
            state.change { state, _ in state.ledger.isHeard = true }
            for request in requests { obey(request, under: claim) }
        } catch JobError.claimLost {
            lost(claim)
        } catch {
            let message = JobMessage("The store did not answer: \(JobFailure(error).message)", severity: .warning)
            // Said once, and not at every beat until it answers.
            state.change { state, wakes in
                guard state.counts(claim.token) else { return }
                if state.ledger.isHeard { note(message, &state, &wakes) }
                state.ledger.isHeard = false
            }
        }
    }

    /// A request is for the run that had that claim, and for no later one.
    private nonisolated func obey(_ request: JobRequest, under claim: JobClaim) {
        state.change { state, wakes in
            guard state.counts(claim.token) else { return }
            switch request.command {
            case .pause: pause(&state, &wakes)
            case .cancel: cancel(&state, &wakes)
            }
        }
    }

    /// Gives a paused job back to the store, so that another process can go on with it. This object claims it again, and
    /// takes over what was done meanwhile, when it is started.
    ///
    /// - Returns: Whether this process held it.
    /// - Throws: What the store throws; ``JobError/running(_:)`` if the job runs here.
    @discardableResult
    public nonisolated func releaseClaim() async throws -> Bool {
        if state.read(\.ledger.tenure.isElsewhere) { return false }
        try checkRest()
        // A body that does not notice that the job was lost has nothing that could be given back.
        if state.read(\.isGivenUp) { return false }
        await waitForBody()
        try await flushOwn()
        let isHeld = state.read { $0.ledger.isClaimed || $0.ledger.isReleasing }
        if isHeld { try await released(giving: true) }
        return isHeld
    }

    /// Waits until the claim has been given back: if it is to be, or is being given back anyway.
    nonisolated func released(giving: Bool) async throws {
        try await withCheckedThrowingContinuation { continuation in
            state.change { state, wakes in
                let isHeld = state.ledger.isClaimed
                guard state.ledger.isReleasing || giving && isHeld else { return wakes.resume(Waiter(continuation)) }
                state.ledger.releasers.append(Waiter(continuation))
                wakeKeeper(&state, hurrying: true, &wakes)
            }
        }
    }

    /// Removes the job's record from its store, what is half-written, and what it has a server do. The job must be at rest.
    ///
    /// - Throws: ``JobError/cancellationUnconfirmed(serverJobIDs:)`` if the job has been removed, and something may still run on a server; what the store
    ///   throws; ``JobError/running(_:)`` if the job runs; ``JobError/claimed(_:owner:)`` if another process has it.
    public nonisolated func removeFromStore() async throws {
        let (wasCanceling, wasHeld) = try beginRemoval()
        var (isDiscarding, undone) = (false, Undone())
        do {
            await waitForBody()
            // The claim is not given back while the job is being removed.
            try await claimed()
            try await recordRemoval()
            isDiscarding = !state.read(\.isDone)
            if isDiscarding {
                await cancelServerJobs(&undone)
                await discardPartialResults { !state.read(\.ledger.tenure.isElsewhere) }
                await confirm(&undone)
                undone.unknown = unknownServerJobs
            }
            try await removedFromStore()
        } catch {
            // Somebody else may have removed it, or an earlier removal of ours been carried out, and its answer lost.
            guard let error = error as? JobError, error.isAboutRecord, let store = configuration.store, await isGone(from: store)
            else {
                endRemoval(isToBeUndone: isDiscarding || wasCanceling, isToBeGivenBack: !wasHeld)
                throw error
            }
            removed(nil)
        }
        guard undone.left.isEmpty else { throw JobError.cancellationUnconfirmed(serverJobIDs: undone.left) }
    }

    /// The removal has failed. What has been discarded in part is lost, and the record goes on saying that the job is given up. Who did not have
    /// the job before does not keep it from others.
    private nonisolated func endRemoval(isToBeUndone: Bool, isToBeGivenBack: Bool) {
        state.change { state, wakes in
            state.isBeingRemoved = false
            if isToBeGivenBack { state.ledger.isReleaseWanted = true }
            if !isToBeUndone, state.wasCanceling {
                state.wasCanceling = false
                if state.ledger.tenure.claim != nil { saveSoon(&state, &wakes) }
            }
            if state.isToBeCanceled { cancel(&state, &wakes) }
            state.isToBeCanceled = false
            wakeKeeper(&state, &wakes)
        }
    }

    /// From now on the job cannot be started. Tells whether it was to be cancelled before, and whether this object had it.
    private nonisolated func beginRemoval() throws(JobError) -> (wasCanceling: Bool, wasHeld: Bool) {
        try state.change { (state, _) throws(JobError) in
            if case .elsewhere(let owner) = state.ledger.tenure { throw .claimed(id, owner: owner ?? .unknown) }
            guard state.isAtRest else { throw .running(id) }
            guard !state.isBeingRemoved, !state.isRemoved else { throw .notFound(id) }
            state.isBeingRemoved = true
            return (state.wasCanceling, state.ledger.tenure.claim != nil)
        }
    }

    private nonisolated func removedFromStore() async throws {
        try await withCheckedThrowingContinuation { continuation in
            state.change { state, wakes in
                if state.ledger.tenure.isElsewhere {
                    return wakes.resume(Waiter(continuation), with: .failure(JobError.claimLost(id)))
                }
                guard state.ledger.tenure.isStored else {
                    if !state.status.isFinished { state.show(.canceled, &wakes) }
                    state.forgetStore(.notFound(id), &wakes)
                    return wakes.resume(Waiter(continuation))
                }
                state.ledger.removers.append(Waiter(continuation))
                wakeKeeper(&state, hurrying: true, &wakes)
            }
        }
    }

    /// The record says that the job is given up before anything of it is removed: who finds it after this process has died goes on with that.
    private nonisolated func recordRemoval() async throws {
        let isDone = state.change { state, wakes in
            if state.isDone { return true }
            state.wasCanceling = true
            saveSoon(&state, &wakes)
            return false
        }
        if !isDone { try await flush() }
    }

    private nonisolated func checkRest() throws(JobError) {
        if !state.read(\.isAtRest) { throw .running(id) }
    }
}
