/// How the store comes to have the job.
///
/// - Every change that wants saving raises `version`. One task, the keeper, talks to the store while there is something to do; it writes the
///   newest state each time, so that many changes become one write and records reach the store in their order.
/// - Only a write that the store has accepted raises `saved`, to the version that was read for it. One that it has refused is tried again
///   after a backoff, or at once if somebody waits for it; who waits is told of the refusal.
/// - Nothing is written without the claim. With it, a newer record of another process is taken over first; if another has it, what was
///   decided here is forgotten, and the job follows the record.
/// - A change of status is announced when its version is saved; an end that is not saved in time is announced all the same.
/// - The claim is given back when the end is saved, and when it is asked for while the job is at rest.
extension Job {
    /// Under the lock: sees to it that the keeper is at work, and makes its next attempt now if somebody waits for it.
    nonisolated func wakeKeeper(_ state: inout JobState<Work.Output>, hurrying: Bool = false, _ wakes: inout Wakes) {
        guard configuration.store != nil else { return }
        if hurrying {
            state.ledger.backoff = nil
            state.pursuit?.isDue = true
            wakes.cancel(state.ledger.nap)
        }
        if state.ledger.keeper == nil { state.ledger.keeper = Task { await self.keep() } }
    }

    private nonisolated func keep() async {
        guard let store = configuration.store else { return }
        while let step = nextStep() {
            switch step {
            case .claim: await claim(in: store)
            case .save(let claim): await save(with: claim, to: store)
            case .remove(let claim): await remove(with: claim, from: store)
            case .release(let claim): await release(claim, to: store)
            case .follow: await follow(in: store)
            case .nap(let nap): await sleepOff(nap)
            }
        }
    }

    /// Decided under the lock, together with what it entails: who hurries the keeper finds its nap, or comes before it.
    private nonisolated func nextStep() -> JobLedger.Step? {
        state.change { state, wakes in
            if !state.isPetitioning { state.letPetitionersGo(&wakes) }
            if !state.isAtRest { state.ledger.refuseToGiveUp(JobError.running(id), &wakes) }
            let step = state.ledger.nextStep(
                isIdle: state.isIdle, isKept: state.isBeingRemoved, hasEnded: state.isOver,
                state.isBeingRemoved ? nil : state.pursuit)
            switch step {
            case nil:
                state.ledger.keeper = nil
                lookAgainLater(&state, &wakes)
            case .nap(let nap): state.ledger.nap = Task { [time] in _ = try? await time.sleep(for: nap) }
            // Whoever starts the job from now on claims it again.
            case .release:
                state.ledger.unseen = nil
                state.ledger.isReleasing = true
                if state.ledger.tenure.claim != nil { state.ledger.tenure = .free }
            default: break
            }
            return step
        }
    }

    private nonisolated func sleepOff(_ nap: Duration) async {
        await state.read(\.ledger.nap)?.value
        state.change { state, _ in
            state.ledger.nap = nil
            state.ledger.backoff = nil
            state.pursuit?.isDue = true
        }
    }

    /// Under the lock: who only watches a job that somebody else has does not keep it alive; who wants something of it does.
    private nonisolated func lookAgainLater(_ state: inout JobState<Work.Output>, _ wakes: inout Wakes) {
        wakes.cancel(state.pacer)
        state.pacer = nil
        guard let pursuit = state.pursuit else { return }
        let pace = configuration.followingInterval
        let holding = pursuit.wantsToRun || pursuit.command != nil ? self : nil
        state.pacer = Task { [weak self, time, holding] in
            guard (try? await time.sleep(for: pace)) != nil else { return }
            withExtendedLifetime(holding) {
                self?.state.change { state, wakes in self?.wakeKeeper(&state, hurrying: true, &wakes) }
            }
        }
    }
}
