import Synchronization

/// A plain closure that waits to be called exactly once, on the queue that the caller expects, and is let go there.
///
/// ```swift
/// let callback = Callback(on: .ofCaller, completion)
/// callback(.success(value))
/// ```
///
/// Old callers' closures are not `Sendable`: they capture view controllers and local variables.
public final class Callback<Value: Sendable>: Sendable {
    private let box: ClosureBox<Value>
    private let queue: CallbackQueue
    private let isCalled = Atomic(false)

    /// Keeps a closure; a missing one is as good as any.
    public init(on queue: CallbackQueue = .ofCaller, _ closure: ((Value) -> Void)?) {
        box = ClosureBox(closure)
        self.queue = queue
    }

    deinit {
        if !isCalled.load(ordering: .relaxed) { queue.callLater { [box] in box.letGo() } }
    }

    /// Calls the closure, unless it has been called: at once on the main queue, if it is to be called there.
    ///
    /// - Returns: Whether this was the first call.
    @discardableResult
    public func callAsFunction(_ value: Value) -> Bool {
        if isCalled.exchange(true, ordering: .relaxed) { return false }
        queue.call { [box] in box.callLast(value) }
        return true
    }

    /// The same, but never before the caller has returned to the main queue, if the closure is to be called there.
    @discardableResult
    public func callLater(_ value: Value) -> Bool {
        if isCalled.exchange(true, ordering: .relaxed) { return false }
        queue.callLater { [box] in box.callLast(value) }
        return true
    }
}
