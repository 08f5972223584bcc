import Synchronization

/// The body of one attempt, which runs until it returns, whatever has become of the attempt.
///
/// Its task is made after the lock has been given back, for that wakes a thread which would only wait for the lock; it may be
/// cancelled before.
final class Body: Sendable {
    private enum State {
        case notStarted
        case running(Task<Void, Never>)
        case cancelled
    }

    let attempt: Attempt
    let holdsSlot: Bool
    private let state = Mutex(State.notStarted)

    init(_ attempt: Attempt, holdsSlot: Bool) {
        self.attempt = attempt
        self.holdsSlot = holdsSlot
    }

    func start(_ run: WorkflowRun) {
        let task = run.task(of: self)
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(task)
            return false
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state -> Task<Void, Never>? in
            defer { state = .cancelled }
            if case .running(let task) = state { return task }
            return nil
        }
        task?.cancel()
    }
}
