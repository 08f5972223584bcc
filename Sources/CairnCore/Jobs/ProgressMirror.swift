import Foundation

/// Shows a job as a `Foundation.Progress`, made when it is first asked for: how much is done, and whether it is paused, cancelled or finished.
///
/// - One thread at a time updates it, for `Progress` loses updates that arrive side by side; who comes meanwhile leaves word and goes. No lock is
///   held while observers are called.
/// - `Progress` calls its handlers later and on another thread, whoever has paused or cancelled it. So they only ask to compare: what it
///   says otherwise than was shown last, a user has said, and is passed on to the job.
/// - He may say what is shown already, for the job does otherwise by now, and what he says may be overruled by what is shown in that moment. So
///   pauses and resumptions of the mirror's own are counted: a handler that is called once more was called for him, and his word is passed on.
final class ProgressMirror: Sendable {
    private struct State: Sendable {
        var progress: Foundation.Progress?
        var isUpdating = false
        var isStale = false
        var mayHaveCommand = false
        /// What was shown last.
        var isPaused = false
        var isCancelled = false
        /// Calls of the mirror's own whose handlers have not been called yet.
        var own = (pauses: 0, resumptions: 0)
        /// Whether a user has paused or resumed, and it has not been passed on.
        var word: Bool?
        /// What the mirror has been set to last, by the mirror's own call, if nothing was heard of a user since.
        var lastSet: Bool?

        mutating func heard(pause isPause: Bool) {
            mayHaveCommand = true
            if ownCalls(pause: isPause) > 0 { return count(pause: isPause, by: -1) }
            if progress?.isPaused == isPause {
                word = isPause
            } else if lastSet == !isPause {
                // He was overruled. If the call that did it counts as heard, that was another of his.
                if ownCalls(pause: !isPause) == 0 { count(pause: !isPause, by: 1) }
                word = isPause
            }
            lastSet = nil
        }

        mutating func willSet(pause isPause: Bool) {
            lastSet = isPause
            count(pause: isPause, by: 1)
        }

        private func ownCalls(pause isPause: Bool) -> Int { isPause ? own.pauses : own.resumptions }

        private mutating func count(pause isPause: Bool, by number: Int) {
            if isPause { own.pauses += number } else { own.resumptions += number }
        }
    }

    private enum Turn: Sendable {
        case compare(said: (isPaused: Bool, isCancelled: Bool), shown: (isPaused: Bool, isCancelled: Bool))
        case passOn(isPause: Bool, overruledIn: Foundation.Progress?)
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
            case .passOn(let isPause, let mirror): passOn(isPause, to: job, overruledIn: mirror)
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
            if let isPause = state.word {
                (state.word, state.isPaused) = (nil, isPause)
                if mirror.isPaused == isPause { return .passOn(isPause: isPause, overruledIn: nil) }
                state.willSet(pause: isPause)
                return .passOn(isPause: isPause, overruledIn: mirror)
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

    private func passOn(_ isPause: Bool, to job: some JobProtocol, overruledIn mirror: Foundation.Progress?) {
        if let mirror { set(mirror, isPaused: isPause) }
        if isPause { job.pause() } else if job.status == .paused { try? job.start() }
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
        let isToBeSet: Bool? = state.change { state, _ in
            // What a user says comes first.
            if state.mayHaveCommand {
                state.isStale = true
                return nil
            }
            (state.isPaused, state.isCancelled) = (isPaused, isCancelled)
            guard isPaused != wasPaused, isPaused != mirror.isPaused else { return false }
            state.willSet(pause: isPaused)
            return true
        }
        guard let isToBeSet else { return }
        if mirror.completedUnitCount != percent { mirror.completedUnitCount = percent }
        if isCancelled, !wasCancelled, !mirror.isCancelled { mirror.cancel() }
        if isToBeSet { set(mirror, isPaused: isPaused) }
    }

    private func set(_ mirror: Foundation.Progress, isPaused: Bool) {
        if isPaused { mirror.pause() } else { mirror.resume() }
    }

    private func make(for job: some JobProtocol) -> Foundation.Progress {
        let mirror = Foundation.Progress(totalUnitCount: 100)
        mirror.isCancellable = true
        mirror.isPausable = true
        func handler(_ leaveWord: @escaping @Sendable (inout State) -> Void) -> @Sendable () -> Void {
            { [weak self, weak job] in
                guard let self, let job else { return }
                takeTurns(with: job, leaveWord)
            }
        }
        mirror.cancellationHandler = handler { $0.mayHaveCommand = true }
        mirror.pausingHandler = handler { $0.heard(pause: true) }
        mirror.resumingHandler = handler { $0.heard(pause: false) }
        return mirror
    }
}
