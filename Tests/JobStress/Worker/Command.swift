import CairnCore
import Synchronization

/// Something asked of a job, which is held until it has been done.
final class Command: Sendable {
    let kind: CommandNote.Event
    let job: Job<StressWork>
    private let isAnswered = Atomic(false)
    private let made = ContinuousClock.now

    init(_ kind: CommandNote.Event, _ job: Job<StressWork>) {
        self.kind = kind
        self.job = job
    }

    func answer() { isAnswered.store(true, ordering: .relaxed) }

    /// A job that was asked to pause may have gone on before anybody looked.
    var isDone: Bool {
        if kind == .cancel { return isAnswered.load(ordering: .relaxed) }
        return job.status == .paused || job.status.isFinished || ContinuousClock.now - made > .seconds(5)
    }
}
