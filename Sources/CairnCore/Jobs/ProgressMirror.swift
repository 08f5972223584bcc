import Foundation

/// Shows a job as a `Foundation.Progress`, made when it is first asked for: how much is done, and whether it is paused, cancelled or finished.
///
/// - One thread at a time updates it, for `Progress` loses updates that arrive side by side; who comes meanwhile leaves word and goes. No lock is
///   held while observers are called.
/// - `Progress` calls its handlers later and on another thread, whoever has paused or cancelled it. So they only ask to compare: what it
///   says otherwise than was shown last, a user has said, and is passed on to the job.
final class ProgressMirror: Sendable {
    private struct State: Sendable {
        var progress: Foundation.Progress?
        var isUpdating = false
        var isStale = false
        var mayHaveCommand = false
        /// What was shown last.
        var isPaused = false
        var isCancelled = false
    }

    private enum Turn: Sendable {
        case compare(said: (isPaused: Bool, isCancelled: Bool), shown: (isPaused: Bool, isCancelled: Bool))
        case show(Foundation.Progress, isPaused: Bool, isCancelled: Bool)
    }

    private let state = Guarded(State())

    func progress(of job: some JobProtocol) -> Foundation.Progress {
        let fresh = make(for: job)
        let mirror = state.change { state, _ in
            let mirror = state.progress ?? fresh
            state.progress = mirror
            return mirror
        }
        update(from: job)
        return mirror
    }

    func update(from job: some JobProtocol) {
        takeTurns(with: job) { $0.isStale = true }
    }

    private func takeTurns(with job: some JobProtocol, _ leaveWord: (inout State) -> Void) {
        let isMine = state.change { state, _ in
            leaveWord(&state)
            defer { state.isUpdating = true }
            return !state.isUpdating
        }
        guard isMine else { return }
        while let turn = nextTurn() {
            switch turn {
            case .compare(let said, let shown): command(job, said, shown)
            case .show(let mirror, let isPaused, let isCancelled): show(job, in: mirror, isPaused, isCancelled)
            }
        }
    }

    private func nextTurn() -> Turn? {
        state.change { state, _ in
            guard let mirror = state.progress, state.mayHaveCommand || state.isStale else {
                state.isUpdating = false
                return nil
            }
            let (isPaused, isCancelled) = (state.isPaused, state.isCancelled)
            if state.mayHaveCommand {
                state.mayHaveCommand = false
                // What a user has said counts as shown, or it would be overruled before the job knows of it. It is read once: what he says from
                // now on is compared with this.
                let said = (mirror.isPaused, mirror.isCancelled)
                (state.isPaused, state.isCancelled) = said
                return .compare(said: said, shown: (isPaused, isCancelled))
            }
            state.isStale = false
            return .show(mirror, isPaused: isPaused, isCancelled: isCancelled)
        }
    }

    private func command(
        _ job: some JobProtocol, _ said: (isPaused: Bool, isCancelled: Bool), _ shown: (isPaused: Bool, isCancelled: Bool)
    ) {
        if said.isCancelled, !shown.isCancelled {
            job.cancel()
        } else if said.isPaused != shown.isPaused {
            if said.isPaused { job.pause() } else { try? job.start() }
        }
    }

    /// The status is read after word of its change has been taken: a later change leaves word anew.
    private func show(_ job: some JobProtocol, in mirror: Foundation.Progress, _ wasPaused: Bool, _ wasCancelled: Bool) {
        let (status, percent) = (job.status, Int64(rounding: job.progress, .down) ?? 0)
        let (isPaused, isCancelled) = (status == .paused, status == .canceling || status == .canceled)
        state.change { state, _ in (state.isPaused, state.isCancelled) = (isPaused, isCancelled) }
        if mirror.completedUnitCount != percent { mirror.completedUnitCount = percent }
        if isCancelled, !wasCancelled, !mirror.isCancelled { mirror.cancel() }
        if isPaused != wasPaused, isPaused != mirror.isPaused { if isPaused { mirror.pause() } else { mirror.resume() } }
    }

    private func make(for job: some JobProtocol) -> Foundation.Progress {
        let mirror = Foundation.Progress(totalUnitCount: 100)
        mirror.isCancellable = true
        mirror.isPausable = true
        let ask: @Sendable () -> Void = { [weak self, weak job] in
            guard let self, let job else { return }
            takeTurns(with: job) { $0.mayHaveCommand = true }
        }
        mirror.cancellationHandler = ask
        mirror.pausingHandler = ask
        mirror.resumingHandler = ask
        return mirror
    }
}
