/// Asynchronous work for a caller who has a closure instead of `await`.
///
/// ```swift
/// let operation = CallbackOperation { try await loadImage(url) } completion: { result in show(result) }
/// operation.cancel()
/// ```
///
/// The completion is called exactly once, with `CancellationError` if cancelled: on the main queue if that is where the operation was made, else
/// on a queue of its own. Dropping the operation does not cancel it.
///
/// A completion that is written in an actor, other than the main actor, is taken by the compiler to run there, and does not: without a word
/// of warning it races with the actor. Mark it `@Sendable`, and the compiler refuses what would race; tell the actor by a task, or await
/// instead, by ``awaitCallback(isolation:_:)`` what answers by a closure. The same goes for the main actor's, if `on:` is another queue.
///
/// ```swift
/// actor Gallery {
///     private var images: [Image] = []
///
///     func add(_ url: URL) -> CallbackOperation {
///         CallbackOperation({ try await loadImage(url) }) { @Sendable result in Task { await self.took(result) } }
///     }
///
///     private func took(_ result: Result<Image, any Error>) {
///         if case .success(let image) = result { images.append(image) }
///     }
/// }
/// ```
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
