import CairnCore
import Foundation

/// Shows a job as a `Foundation.Progress`, made when it is first asked for: how much is done, and whether it is paused, cancelled or finished.
///
/// - One thread at a time updates it, for `Progress` loses updates that arrive side by side; who comes meanwhile leaves word and goes. No lock is
///   held while observers are called.
/// - What a user says is his word, and is passed on to the job, also if what the job did in that moment has been shown over it. The last word
///   counts.
/// - Whoever cancels or pauses by way of a parent may be heard of by a handler only, later and on another thread. So handlers only ask
///   to compare: what the mirror says otherwise than was shown last, a user has said.
final class ProgressMirror: JobObserver {
    private struct State: Sendable {
        var progress: JobProgress?
        var isUpdating = false
        var isStale = false
        var mayHaveCommand = false
        /// Whether a user has asked to pause, or to resume, and it has not been passed on.
        var word: Bool?
        /// What was shown last.
        var isPaused = false
        var isCancelled = false
        /// Who is told besides the job.
        var listeners: [ObjectIdentifier: WeakListener] = [:]
    }

    private struct WeakListener: Sendable {
        weak var listener: (any JobProgressListener)?
    }

    private enum Turn: Sendable {
        case passOn(isPause: Bool, JobProgress)
        case compare(said: (isPaused: Bool, isCancelled: Bool), shown: (isPaused: Bool, isCancelled: Bool))
        case show(JobProgress, isPaused: Bool, isCancelled: Bool)
    }

    private let state = Guarded(State())

    func progress(of job: some JobProtocol) -> Foundation.Progress {
        let fresh = make(for: job)
        let mirror = state.change { state, _ in
            let mirror = state.progress ?? fresh
            state.progress = mirror
            return mirror
        }
        changed(job)
        return mirror
    }

    func tell(_ listener: any JobProgressListener) {
        state.change { state, _ in state.listeners[ObjectIdentifier(listener)] = WeakListener(listener: listener) }
    }

    func forget(_ listener: ObjectIdentifier) {
        state.change { state, _ in state.listeners[listener] = nil }
    }

    /// Held outside of the lock only: who is let go of there is let go of by us.
    private var listeners: [any JobProgressListener] { state.read(\.listeners).values.compactMap(\.listener) }

    func changed(_ job: some JobProtocol) {
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
            case .passOn(let isPause, let mirror): passOn(isPause, to: job, in: mirror)
            case .compare(let said, let shown): command(job, said, shown)
            case .show(let mirror, let isPaused, let isCancelled): show(job, in: mirror, isPaused, isCancelled)
            }
        }
    }

    private func nextTurn() -> Turn? {
        state.change { state, _ in
            guard let mirror = state.progress, state.word != nil || state.mayHaveCommand || state.isStale else {
                state.isUpdating = false
                return nil
            }
            if let isPause = state.word {
                (state.word, state.isPaused) = (nil, isPause)
                return .passOn(isPause: isPause, mirror)
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

    /// The mirror says otherwise by now if what the job did was shown since, or if there is another word.
    private func passOn(_ isPause: Bool, to job: some JobProtocol, in mirror: JobProgress) {
        if mirror.isPaused != isPause { mirror.show(isPaused: isPause) }
        if isPause { job.pause() } else { resume(job) }
        // One that has not begun, or has ended, is not paused.
        state.change { state, _ in state.isStale = true }
    }

    private func command(
        _ job: some JobProtocol, _ said: (isPaused: Bool, isCancelled: Bool), _ shown: (isPaused: Bool, isCancelled: Bool)
    ) {
        if said.isCancelled, !shown.isCancelled {
            // One that has failed is not cancelled by who gives up all that is under way: its files are what a retry goes on with.
            if !job.status.isFinished { job.cancel() }
            for listener in listeners { listener.progressWasCancelled() }
        } else if said.isPaused != shown.isPaused {
            if said.isPaused { job.pause() } else { resume(job) }
        }
        state.change { state, _ in state.isStale = true }
    }

    /// One that has not begun is not started by its progress.
    private func resume(_ job: some JobProtocol) {
        guard job.status == .paused, (try? job.start()) != nil else { return }
        for listener in listeners { listener.progressHasResumed() }
    }

    /// The status is read after word of its change has been taken: a later change leaves word anew.
    private func show(_ job: some JobProtocol, in mirror: JobProgress, _ wasPaused: Bool, _ wasCancelled: Bool) {
        let (status, share) = (job.status, Int64(rounding: job.progress, .down) ?? 0)
        // Foundation passes nothing on any more to a child that has come to its end.
        let percent = share == 100 && listeners.contains { $0.isPending } ? 99 : share
        let (isPaused, isCancelled) = (status == .paused, status == .canceling || status == .canceled)
        let isToBeSet: Bool? = state.change { state, _ in
            // What a user says comes first.
            if state.word != nil || state.mayHaveCommand {
                state.isStale = true
                return nil
            }
            (state.isPaused, state.isCancelled) = (isPaused, isCancelled)
            return isPaused != wasPaused && isPaused != mirror.isPaused
        }
        guard let isToBeSet else { return }
        // It never goes down, though somebody may come to wait for the result of a job that has ended.
        if mirror.completedUnitCount < percent { mirror.completedUnitCount = percent }
        if isCancelled, !wasCancelled, !mirror.isCancelled { mirror.showCancelled() }
        if isToBeSet { mirror.show(isPaused: isPaused) }
        mirror.hasChanged()
    }

    private func make(for job: some JobProtocol) -> JobProgress {
        let handler: @Sendable () -> Void = { [weak self, weak job] in
            guard let self, let job else { return }
            takeTurns(with: job) { $0.mayHaveCommand = true }
        }
        let mirror = JobProgress(wasCancelled: handler) { [weak self, weak job] isPause in
            guard let self, let job else { return }
            takeTurns(with: job) { $0.word = isPause }
        }
        mirror.totalUnitCount = 100
        (mirror.isCancellable, mirror.isPausable) = (true, true)
        mirror.cancellationHandler = handler
        mirror.pausingHandler = handler
        mirror.resumingHandler = handler
        return mirror
    }
}
