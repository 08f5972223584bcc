/// What has been decided under a lock and is to be done once the lock has been given back.
///
/// Resuming a task, cancelling one, calling a closure and letting go of a value can all run code of others, or wait for a lock of
/// theirs: the runtime holds a task's status lock while its cancellation handlers run, and wants that lock to resume it. Done under a
/// lock of ours, two threads come to wait for each other. So they are written down here, and done by `perform()`.
///
/// It cannot be copied, and cannot be forgotten: one that is dropped with something still to do traps in debug builds. ``Guarded`` makes
/// one for every change and performs it, so that there is no rule to remember.
package struct Wakes: ~Copyable, Sendable {
    private enum Wake: Sendable {
        case resume(Waiter<Never>)
        case resumeAll(Dictionary<Int, Waiter<Never>>.Values)
        case end(Waiter<any Error>, Result<Void, any Error>)
        case cancel(Task<Void, Never>)
        case call(@Sendable () -> Void)
        case release(any Sendable)
    }

    private var wakes: [Wake] = []

    package init() {}

    deinit {
        assert(wakes.isEmpty, "Something was decided under a lock and never done.")
    }

    /// Does it all, in the order in which it was decided. Call this where no lock is held.
    package consuming func perform() {
        let due = wakes
        wakes = []
        for wake in due {
            switch wake {
            case .resume(let waiter): waiter.continuation.resume()
            case .resumeAll(let waiters): for waiter in waiters { waiter.continuation.resume() }
            case .end(let waiter, let outcome): waiter.continuation.resume(with: outcome)
            case .cancel(let task): task.cancel()
            case .call(let closure): closure()
            case .release: break
            }
        }
    }

    /// Resumes a task that waits.
    package mutating func resume(_ waiter: Waiter<Never>) {
        wakes.append(.resume(waiter))
    }

    /// Resumes every task that waits.
    package mutating func resume(all waiters: Dictionary<Int, Waiter<Never>>.Values) {
        if !waiters.isEmpty { wakes.append(.resumeAll(waiters)) }
    }

    /// Resumes a task that waits for an outcome.
    package mutating func resume(_ waiter: Waiter<any Error>, with outcome: Result<Void, any Error> = .success(())) {
        wakes.append(.end(waiter, outcome))
    }

    /// Cancels a task.
    package mutating func cancel(_ task: Task<Void, Never>?) {
        if let task { wakes.append(.cancel(task)) }
    }

    /// Calls a closure.
    package mutating func call(_ closure: @escaping @Sendable () -> Void) {
        wakes.append(.call(closure))
    }

    /// Lets go of a value, whose end may run code of others.
    package mutating func release(_ value: some Sendable) {
        wakes.append(.release(value))
    }
}

/// A suspended task, which only ``Wakes`` can resume.
package struct Waiter<Failure: Error>: Sendable {
    fileprivate let continuation: CheckedContinuation<Void, Failure>

    package init(_ continuation: CheckedContinuation<Void, Failure>) {
        self.continuation = continuation
    }
}
