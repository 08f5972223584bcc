/// Asynchronous work for a caller who has a closure instead of `await`.
///
/// ```swift
/// let operation = CallbackOperation { try await loadImage(url) } completion: { result in show(result) }
/// operation.cancel()
/// ```
///
/// The completion is called exactly once, with `CancellationError` if cancelled: on the main queue if that is where the operation was made, else
/// on a queue of its own. Dropping the operation does not cancel it.
public final class CallbackOperation: Sendable {
    @usableFromInline let task: Task<Void, Never>

    /// Starts the work.
    @inlinable
    public init<Value: Sendable>(
        on queue: CallbackQueue = .ofSingleAnswer,
        _ work: @escaping @Sendable () async throws -> Value,
        completion: @escaping (Result<Value, any Error>) -> Void
    ) {
        let callback = Callback(on: queue, completion)
        // Owned by this object, and by nobody if it is dropped: old callers drop what they do not want to cancel.
        task = Task {
            do { callback.callLater(.success(try await work())) } catch { callback.callLater(.failure(error)) }
        }
    }

    /// Cancels the work; the completion is still called.
    public func cancel() { task.cancel() }

    /// Whether `cancel()` has been called.
    public var isCanceled: Bool { task.isCancelled }
}
