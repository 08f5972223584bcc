import Synchronization

/// What a callback that is awaited has done wrong.
public enum CallbackError: Error, CustomStringConvertible {
    /// It was let go without having been called: nobody would ever have answered.
    case neverCalled

    /// What happened.
    public var description: String { "The operation dropped its completion without calling it." }
}

/// Awaits an operation that answers by a closure.
///
/// ```swift
/// let image = try await awaitCallback { done in
///     let request = loader.load(url) { image, error in done(image.map { .success($0) } ?? .failure(error!)) }
///     return { request.cancel() }
/// }
/// ```
///
/// `start` is called where the caller runs: in a function of the main actor on main, so that old calls in it are answered there, and in an
/// actor on that actor. Whatever the operation's closure is to change there, change it with what this function returns instead.
///
/// - Parameters:
///   - isolation: The actor of the caller. Leave it out.
///   - start: Starts the operation with a completion to call, and returns how to cancel it, if it can be. Of several calls the first counts.
///     Not called for a task that is cancelled already.
/// - Throws: What the completion is given; `CancellationError`, promptly, if the calling task is cancelled;
///   ``CallbackError/neverCalled`` if the completion is dropped uncalled.
public func awaitCallback<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ start: (_ done: Completion<Value>) -> (@Sendable () -> Void)?
) async throws -> Value {
    let state = CompletionState<Value>()
    return try await withTaskCancellationHandler {
        // Only a closure that captures the isolation has it: without this, `start` is called off the caller's actor.
        _ = isolation
        return try await withCheckedThrowingContinuation { continuation in
            guard state.begin(continuation) else { return }
            if let cancel = start(Completion(state)) { state.onCancel(cancel) }
        }
    } onCancel: {
        state.cancel()
    }
}

/// The completion of an operation that is awaited.
public final class Completion<Value: Sendable>: Sendable {
    private let state: CompletionState<Value>

    fileprivate init(_ state: CompletionState<Value>) {
        self.state = state
    }

    deinit {
        state.finish(.failure(CallbackError.neverCalled))
    }

    /// Answers. A second answer is ignored.
    public func callAsFunction(_ result: Result<Value, any Error>) {
        state.finish(result)
    }
}

private final class CompletionState<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var isCancelled = false
        var isOver = false
        var cancel: (@Sendable () -> Void)?

        mutating func end() -> (CheckedContinuation<Value, any Error>?, (@Sendable () -> Void)?) {
            defer {
                continuation = nil
                cancel = nil
                isOver = true
            }
            return (continuation, cancel)
        }
    }

    private let state = Mutex(State())

    /// Whether the operation shall be started at all.
    func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return state.isCancelled
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        return !isCancelled
    }

    func onCancel(_ cancel: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isOver { state.cancel = cancel }
            return state.isCancelled
        }
        if isLate { cancel() }
    }

    func cancel() {
        let (continuation, cancel) = state.withLock { state in
            state.isCancelled = true
            return state.end()
        }
        continuation?.resume(throwing: CancellationError())
        cancel?()
    }

    func finish(_ result: Result<Value, any Error>) {
        let (continuation, _) = state.withLock { $0.end() }
        continuation?.resume(with: result)
    }
}
