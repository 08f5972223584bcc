/// How the job ceases to be this object's: given back, removed, or taken by somebody else.
extension Job {
    nonisolated func release(_ claim: JobClaim, to store: any JobStore) async {
        do {
            try await store.release(claim)
            released(.success(()))
        } catch {
            // It is still this object's, as far as the store knows; what others have done meanwhile is looked at before it is used.
            state.change { state, _ in state.ledger.unseen = claim }
            released(.failure(error))
            refused(by: error)
        }
    }

    private nonisolated func released(_ outcome: Result<Void, any Error>) {
        state.change { state, wakes in
            state.ledger.isReleasing = false
            if case .success = outcome {
                state.ledger.isReleaseWanted = false
                followForWaiters(&state, &wakes)
            }
            for waiter in state.ledger.takeReleasers() { wakes.resume(waiter, with: outcome) }
        }
    }

    nonisolated func remove(with claim: JobClaim, from store: any JobStore) async {
        do {
            try await store.remove(claim)
            removed(claim)
        } catch {
            // The answer to an earlier removal may have been lost.
            if case JobError.claimLost = error, await isGone(from: store) { return removed(claim) }
            state.change { state, wakes in
                for waiter in state.ledger.takeRemovers() { wakes.resume(waiter, with: .failure(error)) }
            }
            if case JobError.claimLost = error { lost(claim) }
        }
    }

    nonisolated func isGone(from store: any JobStore) async -> Bool {
        do { return try await store.load(id) == nil } catch { return false }
    }

    /// There is no record any more, and none will be made: what becomes of the job is told as it is.
    nonisolated func removed(_ claim: JobClaim?) {
        state.change { state, wakes in
            if let claim { wakes.release(claim) }
            state.forgetStore(.notFound(id), &wakes)
            state.ledger.saved = state.ledger.version
            state.ledger.unsavedMessages = []
            state.announce(upTo: .max, &wakes)
            // Who waits for its end waits for nothing else.
            if !state.status.isFinished { state.show(.canceled, &wakes) }
        }
    }

    /// Somebody else has taken the job over.
    nonisolated func lost(_ claim: JobClaim) {
        yield(to: nil, .claimLost(id), having: claim.token)
    }
}
