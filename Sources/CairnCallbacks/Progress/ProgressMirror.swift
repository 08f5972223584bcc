import CairnCore
import Foundation

/// Shows a job as a `Foundation.Progress`, made when it is first asked for: how much is done, and whether it is paused, cancelled or finished.
///
/// - One thread at a time updates it, for `Progress` loses updates that arrive side by side; who comes meanwhile leaves word and goes. No lock is
///   held while observers are called.
/// - What a user says to it is passed on to the job by his own thread, before he is back: what he does to the job next comes after it. Nothing is
///   shown or compared meanwhile; then the mirror is brought in step with the job, also if what that did was shown over his word.
/// - Whoever cancels or pauses by way of a parent may be heard of by a handler only, later and on another thread. So handlers only ask
///   to compare: what the mirror says otherwise than was shown last, a user has said.
final class ProgressMirror: JobObserver {
    private struct State: Sendable {
        var progress: JobProgress?
        var isUpdating = false
        var isStale = false
        var mayHaveCommand = false
        /// How many users are being passed on.
        var speakerCount = 0
        /// Whether the mirror may say otherwise than the job because of them.
        var mayDiffer = false
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
        case compare(said: (isPaused: Bool, isCancelled: Bool), shown: (isPaused: Bool, isCancelled: Bool))
        case show(JobProgress, isPaused: Bool, isCancelled: Bool, mayDiffer: Bool)
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
            case .compare(let said, let shown): command(job, said, shown)
            case .show(let mirror, let isPaused, let isCancelled, let mayDiffer):
                show(job, in: mirror, isPaused, isCancelled, mayDiffer: mayDiffer)
            }
        }
    }

    private func nextTurn() -> Turn? {
        state.change { state, _ in
            // Who speaks takes turns when he has been passed on.
            guard let mirror = state.progress, state.speakerCount == 0, state.mayHaveCommand || state.isStale else {
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
            defer { (state.isStale, state.mayDiffer) = (false, false) }
            return .show(mirror, isPaused: isPaused, isCancelled: isCancelled, mayDiffer: state.mayDiffer)
        }
    }

    /// A user is about to say something to the mirror.
    private func begin() { state.change { state, _ in state.speakerCount += 1 } }

    /// He has said it: now the job is told, and then the mirror shows what has come of it. One that has not begun, or has ended, is not paused.
    private func passOn(_ word: JobProgress.Word, to job: some JobProtocol) {
        let isNews = state.read { word != .cancel || !$0.isCancelled }
        if isNews { obey(word, job) }
        takeTurns(with: job) { state in
            state.speakerCount -= 1
            switch word {
            case .pause: state.isPaused = true
            case .resume: state.isPaused = false
            case .cancel: state.isCancelled = true
            }
            (state.isStale, state.mayDiffer) = (true, true)
        }
    }

    private func obey(_ word: JobProgress.Word, _ job: some JobProtocol) {
        switch word {
        case .pause: job.pause()
        case .resume: resume(job)
        case .cancel: cancel(job)
        }
    }

    /// One that has failed is not cancelled by who gives up all that is under way: its files are what a retry goes on with.
    private func cancel(_ job: some JobProtocol) {
        job.cancelUnlessFailed()
        for listener in listeners { listener.progressWasCancelled() }
    }

    private func command(
        _ job: some JobProtocol, _ said: (isPaused: Bool, isCancelled: Bool), _ shown: (isPaused: Bool, isCancelled: Bool)
    ) {
        if said.isCancelled, !shown.isCancelled {
            cancel(job)
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
    private func show(
        _ job: some JobProtocol, in mirror: JobProgress, _ wasPaused: Bool, _ wasCancelled: Bool, mayDiffer: Bool
    ) {
        let (status, share) = (job.status, Int64(rounding: job.progress, .down) ?? 0)
        // Foundation passes nothing on any more to a child that has come to its end.
        let percent = share == 100 && listeners.contains { $0.isPending } ? 99 : share
        let (isPaused, isCancelled) = (status == .paused, status == .canceling || status == .canceled)
        let isToBeSet: Bool? = state.change { state, _ in
            // What a user says comes first.
            if state.speakerCount > 0 || state.mayHaveCommand {
                (state.isStale, state.mayDiffer) = (true, state.mayDiffer || mayDiffer)
                return nil
            }
            (state.isPaused, state.isCancelled) = (isPaused, isCancelled)
            return (mayDiffer || isPaused != wasPaused) && isPaused != mirror.isPaused
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
        let mirror = JobProgress { [weak self] in
            self?.begin()
        } wasTold: { [weak self, weak job] word in
            guard let self, let job else { return }
            passOn(word, to: job)
        }
        mirror.totalUnitCount = 100
        (mirror.isCancellable, mirror.isPausable) = (true, true)
        mirror.cancellationHandler = handler
        mirror.pausingHandler = handler
        mirror.resumingHandler = handler
        return mirror
    }
}
