import Synchronization

/// A plain closure that waits to be called exactly once, on the thread that the caller expects.
///
/// ```swift
/// let callback = Callback(on: .ofCaller, completion)
/// callback(.success(value))
/// ```
///
/// Old callers' closures are not `Sendable`: they capture view controllers and local variables.
public final class Callback<Value: Sendable>: @unchecked Sendable {
    // Proof: `closure` is taken out under the lock by whoever calls first, so that it is called by one thread only, once;
    // the thread rule sees to it that this is the thread its owner expects.
    private var closure: ((Value) -> Void)?
    private let lock = Mutex(())
    private let thread: CallbackThread

    /// Keeps a closure; a missing one is as good as any.
    public init(on thread: CallbackThread = .ofCaller, _ closure: ((Value) -> Void)?) {
        self.closure = closure
        self.thread = thread
    }

    /// Calls the closure, unless it has been called.
    ///
    /// - Returns: Whether this was the first call.
    @discardableResult
    public func callAsFunction(_ value: Value) -> Bool {
        let taken = lock.withLock { _ in
            defer { closure = nil }
            return closure.map(Taken.init)
        }
        guard let taken else { return false }
        thread.call { taken.closure(value) }
        return true
    }

    private struct Taken: @unchecked Sendable {
        // Proof: made once, from the only reference there was; it is handed to one thread and used there.
        let closure: (Value) -> Void
    }
}
