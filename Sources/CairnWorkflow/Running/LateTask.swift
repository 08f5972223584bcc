import Synchronization

/// A task that is made once the lock under which it was decided upon has been given back, and may be cancelled before.
///
/// To make it under the lock would wake a thread which would only wait for the lock.
struct LateTask: ~Copyable, Sendable {
    // Not private: the compiler (6.3.1) fails on a noncopyable value whose layout other files cannot see.
    enum State {
        case notStarted
        case running(Task<Void, Never>)
        case cancelled
    }

    private let state = Mutex(State.notStarted)

    func start(_ makeTask: () -> Task<Void, Never>) {
        let task = makeTask()
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
            case .cancelled: return nil
            }
        }
        task?.cancel()
    }
}
