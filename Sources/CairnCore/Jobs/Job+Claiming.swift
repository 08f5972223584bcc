/// How the job becomes this object's: the claim first, then what the store has of it.
extension Job {
    nonisolated func claim(in store: any JobStore) async {
        do {
            if let owner = try await attemptClaim(in: store) { yield(to: owner, .claimed(id, owner: owner)) }
        } catch let error as JobError where error.isAboutContent {
            giveUp(error)
        } catch let error as JobError where !error.mayPass {
            yield(to: nil, error)
        } catch {
            refused(by: error)
        }
    }

    /// The store has a record that this program cannot go on with: the job fails here, and nothing of it is touched.
    nonisolated func giveUp(_ error: JobError) {
        let failure = JobFailure(error, isRetryable: error.mayPass)
        state.change { state, wakes in
            state.ledger.dismissAll(error, &wakes)
            state.forgetUnsaved(&wakes, error)
            disownUnsaved(&state)
            state.abandonBody(&wakes)
            (state.isRetry, state.pursuit, state.ledger.tenure) = (false, nil, .free)
            state.letPetitionersGo(&wakes, .failure(error))
            if state.isOver { return }
            state.forgetEnd(&wakes)
            if state.isBeingRemoved { return }
            state.streams.messages.append(JobMessage(failure.message, severity: .error), &wakes)
            state.failure = failure
            state.show(.failed, &wakes)
            state.setOutcome(.failure(error), &wakes)
        }
    }

    /// Claims the job, and takes over what the store has of it; or tells who has it.
    nonisolated func attemptClaim(in store: any JobStore) async throws -> JobOwner? {
        let claim: JobClaim
        if let unseen = try await unseenClaim(in: store) {
            claim = unseen
        } else {
            do { claim = try await store.claim(id) } catch JobError.claimed(_, let owner) { return owner }
            // Without having seen the record nobody may write another.
            state.change { state, _ in state.ledger.unseen = claim }
        }
        let record = try await store.load(id)
        if record == nil, state.read(\.ledger.isKnownToStore) {
            // Removed by another process: it must not come back, and nothing of it is to stay.
            try? await store.remove(claim)
            state.change { state, _ in state.ledger.unseen = nil }
            throw JobError.notFound(id)
        }
        takeOver(claim, record, try record?.node.migrated(to: Work.self))
        return nil
    }

    /// A claim that could not be used yet, unless it is gone: it may have been given back, and the answer lost.
    private nonisolated func unseenClaim(in store: any JobStore) async throws -> JobClaim? {
        guard let unseen = state.read(\.ledger.unseen) else { return nil }
        if try await store.owner(of: id)?.token == unseen.token { return unseen }
        state.change { state, wakes in
            wakes.release(unseen)
            state.ledger.unseen = nil
        }
        return nil
    }

    private nonisolated func takeOver(_ claim: JobClaim, _ record: JobRecord?, _ node: JobNode?) {
        state.change { state, wakes in
            let (pursuit, wasElsewhere) = (state.pursuit, state.ledger.tenure.isElsewhere)
            state.pursuit = nil
            (state.ledger.tenure, state.ledger.unseen) = (.held(claim), nil)
            state.ledger.accepted()
            for claimant in state.ledger.takeClaimants() { wakes.resume(claimant) }
            if let record, let node, wasElsewhere || state.ledger.isNews(record) {
                state.adopt(record, node, &wakes)
                disownUnsaved(&state)
                if pursuit?.wantsToRetry == true { state.isRetry = true }
                if state.isOver, !state.isDone, record.status != state.status { reopen(as: record.status, &state, &wakes) }
                resume(as: record.status, isCancelling: pursuit?.command == .cancel, &state, &wakes)
            }
            state.isRetry = false
            if state.isBeingRemoved {
                if pursuit?.command == .cancel { state.isToBeCanceled = true }
            } else if let pursuit {
                carryOut(pursuit, &state, &wakes)
            }
        }
    }

    /// Under the lock: a failure that was told here has been retried elsewhere.
    private nonisolated func reopen(as status: JobStatus, _ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        state.reopen(&wakes)
        if !status.isFinished { state.show(.paused, &wakes) }
    }

    /// Under the lock: what the record says of the job's status, said by whoever had it.
    private nonisolated func resume(
        as status: JobStatus, isCancelling: Bool, _ state: inout JobState<Work.Output>, _ wakes: inout Wakes
    ) {
        switch status {
        // A failure that is to be cancelled is no end.
        case .failed where isCancelling: state.status = .failed
        // Nor is one that is to be tried again, or that who has cancelled the job did not know of.
        case .failed where state.isRetry || state.status == .canceling && !state.isDeserted:
            (state.failure, state.ended) = (nil, nil)
        case .succeeded, .failed, .canceled:
            state.abandonBody(&wakes)
            state.forgetUnsaved(&wakes, .alreadyFinished(status))
            state.show(status, &wakes)
        case .canceling where state.status == .started: change(&state, to: .canceling, &wakes)
        case .notStarted, .started, .paused, .canceling: break
        }
    }
}
