import Synchronization

/// A plain closure that is called any number of times, one call after the other, on the thread that the caller expects.
///
/// A call that comes while another is under way, from within the closure too, is made when that one has returned, by the thread that
/// made it.
public final class Handler<Value: Sendable>: @unchecked Sendable {
    // Proof: set once, read only; it is called on the main queue, or else by the one thread that has set `isCalling`.
    private let closure: (Value) -> Void
    private let calls = Mutex(Calls())
    private let thread: CallbackThread

    private struct Calls {
        var waiting: [Value] = []
        var isCalling = false
    }

    /// Keeps a closure.
    public init(on thread: CallbackThread = .ofCaller, _ closure: @escaping (Value) -> Void) {
        self.closure = closure
        self.thread = thread
    }

    /// Calls the closure.
    public func callAsFunction(_ value: Value) {
        switch thread {
        case .main: thread.call { self.closure(value) }
        case .any: callInTurn(value)
        }
    }

    private func callInTurn(_ value: Value) {
        let isMine = calls.withLock { calls in
            calls.waiting.append(value)
            defer { calls.isCalling = true }
            return !calls.isCalling
        }
        guard isMine else { return }
        while let batch = nextBatch() {
            for value in batch { closure(value) }
        }
    }

    /// What has come meanwhile; nil ends this thread's turn.
    private func nextBatch() -> [Value]? {
        calls.withLock { calls in
            defer { calls.waiting = [] }
            calls.isCalling = !calls.waiting.isEmpty
            return calls.isCalling ? calls.waiting : nil
        }
    }
}
