/// How the newest state is written, and what becomes of a write that is refused.
extension Job {
    private struct Draft: Sendable {
        let version: Int
        let record: JobRecord
        let messages: [JobMessage]
    }

    nonisolated func save(with claim: JobClaim, to store: any JobStore) async {
        let (now, date) = (time.now, configuration.date())
        let draft = state.change { state, _ in
            if state.status.isFinished, state.ended == nil { state.ended = date }
            var record = record(of: state, at: now, messages: [])
            record.revision = max(record.revision, state.ledger.sentRevision) + 1
            state.ledger.sentRevision = record.revision
            defer { state.ledger.unsavedMessages = [] }
            return Draft(version: state.ledger.version, record: record, messages: state.ledger.unsavedMessages)
        }
        do {
            try await store.save(draft.record, appending: draft.messages, claim: claim)
            saved(draft)
        } catch {
            state.change { state, _ in state.ledger.unsavedMessages = draft.messages + state.ledger.unsavedMessages }
            if case JobError.claimLost = error { lost(claim) } else { refused(by: error, upTo: draft.version) }
        }
    }

    private nonisolated func saved(_ draft: Draft) {
        state.change { state, wakes in
            let wasInTrouble = state.ledger.refusals > 0
            state.ledger.accepted()
            if wasInTrouble, !state.isOver { note(JobMessage("The store accepts the job again."), &state, &wakes) }
            state.ledger.saved = max(state.ledger.saved, draft.version)
            state.ledger.revision = draft.record.revision
            state.ledger.submitted.removeAll { $0.version <= draft.version }
            state.isRetry = false
            state.ledger.storedMessages += draft.messages.count
            for flusher in state.ledger.takeFlushers(upTo: draft.version) { wakes.resume(flusher) }
            state.announce(upTo: draft.version, &wakes)
        }
    }

    /// The store has refused: it is tried again later, and who does not want to wait for that is told.
    nonisolated func refused(by error: any Error, upTo version: Int = .max) {
        let (now, policy, cause) = (time.now, configuration.outage, JobFailure(error).message)
        let backoff = policy.backoff.delay(afterFailures: state.read(\.ledger.refusals) + 1, random: configuration.random)
        let text = "\(cause) The store has not accepted the job; trying again."
        state.change { state, wakes in
            for impatient in state.ledger.takeImpatient(upTo: version, at: now, tolerance: policy.tolerance) {
                let lasted = now - (impatient.refusedSince ?? now)
                let error = impatient.patience == .none ? error : JobError.outage(lasted: lasted, cause: cause)
                wakes.resume(impatient.waiter, with: .failure(error))
            }
            let remaining = state.ledger.remaining(at: now, tolerance: policy.tolerance) ?? backoff
            state.ledger.refused(at: now, min(backoff, remaining))
            if state.status != .started { dismissPatient(&state, &wakes) }
            state.letPetitionersGo(&wakes, .failure(error))
            if state.ledger.refusals == 1 { note(JobMessage(text, severity: .warning), &state, &wakes) }
            if now - (state.ledger.refusedSince ?? now) >= configuration.announcementDelay { announceUnsaved(&state, &wakes) }
        }
    }

    /// Under the lock: a body that is stopped does not wait for a store in trouble.
    nonisolated func dismissPatient(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        for waiter in state.ledger.takePatient() { wakes.resume(waiter, with: .failure(CancellationError())) }
    }

    /// Under the lock: tells of changes that the store does not have.
    nonisolated func announceUnsaved(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        if state.ledger.unannounced.isEmpty { return }
        let text =
            "The store does not have this yet: it has not accepted the job as \(state.ledger.unannounced[0].status.rawValue)."
        note(JobMessage(text, severity: .warning), &state, &wakes)
        state.announce(upTo: .max, isForced: true, &wakes)
    }
}
