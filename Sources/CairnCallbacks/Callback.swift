public import Synchronization

/// A plain closure that waits to be called exactly once, on the queue that the caller expects, and is let go there.
///
/// ```swift
/// let callback = Callback(on: .ofSingleAnswer, completion)
/// callback(.success(value))
/// ```
///
/// Old callers' closures are not `Sendable`: they capture view controllers and local variables. So the compiler does not see where they are
/// called: one that is written in an actor is to be marked `@Sendable`, and to tell the actor by a task, as with ``CallbackOperation``.
public final class Callback<Value: Sendable>: @unchecked Sendable {
    // Proof: set by who makes it, and from then on touched by one alone: by who has exchanged the mark, on the queue, or else by `deinit`.
    @usableFromInline var closure: ((Value) -> Void)?
    @usableFromInline let queue: CallbackQueue
    @usableFromInline let isCalled = Atomic(false)

    /// Keeps a closure; a missing one is as good as any.
    @inlinable
    public init(on queue: CallbackQueue = .ofSingleAnswer, _ closure: ((Value) -> Void)?) {
        self.closure = closure
        self.queue = queue
    }

    deinit {
        guard closure != nil else { return }
        let box = ClosureBox(closure.take())
        queue.callLater { box.letGo() }
    }

    /// Calls the closure, unless it has been called: at once on the main queue, if it is to be called there.
    ///
    /// - Returns: Whether this was the first call.
    @inlinable
    @discardableResult
    public func callAsFunction(_ value: Value) -> Bool {
        if isCalled.exchange(true, ordering: .relaxed) { return false }
        queue.call { self.callLast(value) }
        return true
    }

    /// The same, but never before the caller has returned to the main queue, if the closure is to be called there.
    @inlinable
    @discardableResult
    public func callLater(_ value: Value) -> Bool {
        if isCalled.exchange(true, ordering: .relaxed) { return false }
        queue.callLater { self.callLast(value) }
        return true
    }

    @usableFromInline
    func callLast(_ value: Value) {
        closure.take()?(value)
    }
}
