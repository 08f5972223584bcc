import Synchronization

/// A plain closure that is called any number of times, one call after the other, on the thread that the caller expects.
public final class Handler<Value: Sendable>: @unchecked Sendable {
    // Proof: set once, read only; it is called on the main queue, or else under `lock`, so never by two threads at once.
    private let closure: (Value) -> Void
    private let lock = Mutex(())
    private let thread: CallbackThread

    /// Keeps a closure.
    public init(on thread: CallbackThread = .ofCaller, _ closure: @escaping (Value) -> Void) {
        self.closure = closure
        self.thread = thread
    }

    /// Calls the closure.
    public func callAsFunction(_ value: Value) {
        switch thread {
        case .main: thread.call { self.closure(value) }
        case .any: lock.withLock { _ in closure(value) }
        }
    }
}
