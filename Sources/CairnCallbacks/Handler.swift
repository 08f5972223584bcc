/// A plain closure that is called any number of times, one call after the other, on the queue that the caller expects, and is let go there.
///
/// The closure is never called before the handler's caller has returned, so that it may be called from within itself.
///
/// One that is written in an actor, other than the main actor, does not run there, though the compiler takes it to: mark it `@Sendable`, as
/// with ``CallbackOperation``. Tasks come to an actor in any order: give the values to an `AsyncStream`, which the actor reads.
public final class Handler<Value: Sendable>: Sendable {
    private let box: ClosureBox<Value>
    private let queue: CallbackQueue

    /// Keeps a closure.
    public init(on queue: CallbackQueue = .ofCaller, _ closure: @escaping (Value) -> Void) {
        box = ClosureBox(closure)
        self.queue = queue
    }

    deinit {
        queue.callLater { [box] in box.letGo() }
    }

    /// Calls the closure, after every call that was made before.
    public func callAsFunction(_ value: Value) {
        queue.callLater { [box] in box.call(value) }
    }

    /// Lets the closure go, after every call that was made before.
    public func end() {
        queue.callLater { [box] in box.letGo() }
    }
}
