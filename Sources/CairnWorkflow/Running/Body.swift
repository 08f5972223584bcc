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
        /// Returned, and its task goes on with another body: what comes late must not cancel that.
        case over
    }

    let attempt: Attempt
    let holdsSlot: Bool
    private let state = Mutex(State.notStarted)

    init(_ attempt: Attempt, holdsSlot: Bool) {
        self.attempt = attempt
        self.holdsSlot = holdsSlot
    }

    func start(_ makeTask: (Body) -> Task<Void, Never>) {
        let task = makeTask(self)
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(task)
            return false
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state -> Task<Void, Never>? in
            switch state {
            case .notStarted:
                state = .cancelled
                return nil
            case .running(let task):
                state = .cancelled
                return task
            case .cancelled, .over: return nil
            }
        }
        task?.cancel()
    }

    /// Lets the task of this body, which has returned, go on with another.
    ///
    /// - Returns: Whether it can: not if it was cancelled, nor if either wants a task of a certain kind.
    func handOver(to next: Body) -> Bool {
        guard attempt.definition.policy == nil, next.attempt.definition.policy == nil else { return false }
        let task = state.withLock { state -> Task<Void, Never>? in
            guard case .running(let task) = state else { return nil }
            state = .over
            return task
        }
        guard let task else { return false }
        return next.state.withLock { state in
            guard case .notStarted = state else { return false }
            state = .running(task)
            return true
        }
    }
}
