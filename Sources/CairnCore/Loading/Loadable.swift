/// Something that takes a while to be ready, and is loaded once for everybody who needs it.
///
/// Adopt it by storing one ``Loader`` and writing one function:
///
/// ```swift
/// import Synchronization
///
/// final class Gazetteer: Loadable {
///     let loader = Loader()
///     private let names = Mutex<[String]>([])
///
///     @concurrent func performLoad() async throws {
///         let list = try await fetchNames()
///         names.withLock { $0 = list }
///     }
/// }
///
/// try await gazetteer.load()
/// ```
///
/// - Concurrent callers of `load()` share one attempt and its outcome. Once loaded it returns at once, without
///   suspending. A failure is kept, and rethrown, until `retryLoad()`.
/// - Cancelling a caller's task releases that caller with `CancellationError` and leaves the others aboard; when
///   the last has left, the attempt is cancelled. Cancelling is never kept as a failure: the status goes back to
///   `notLoaded`.
/// - Loads may call other loads. A circle throws ``LoadError/cycle(path:)`` instead of hanging.
/// - The attempt runs at the highest priority of those who wait for it.
public protocol Loadable: AnyObject, Sendable {
    /// Keeps the status; store one `Loader()` per object.
    var loader: Loader { get }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    ///
    /// It should end promptly when its task is cancelled.
    ///
    /// A `Task { … }` begun here and not awaited inherits that it is part of this load: as long as the load goes on, what the task loads
    /// counts as waited for by the load, and may be refused as a circle that is none. Use `Task.detached` for what shall go on by itself.
    @concurrent func performLoad() async throws
}

extension Loadable {
    /// Loads, or joins the attempt under way, or returns at once if loaded.
    ///
    /// - Throws: What `performLoad()` threw, now or in the attempt that failed before; ``LoadError/cycle(path:)``;
    ///   `CancellationError` if the calling task, or the whole attempt, was cancelled.
    @inlinable
    public func load() async throws {
        if loader.isLoaded { return }
        try await loader.join(self, retrying: false)
    }

    /// Loads again after a failure; otherwise the same as `load()`.
    ///
    /// - Throws: As `load()`.
    public func retryLoad() async throws {
        if loader.isLoaded { return }
        try await loader.join(self, retrying: true)
    }

    /// Cancels the attempt under way for every caller: each gets `CancellationError`. Does nothing otherwise.
    public func cancelLoad() {
        loader.cancel()
    }

    /// Where loading stands now.
    public var loadStatus: LoadStatus { loader.status }

    /// Where loading stands now, then the newest status after each change, never missing the last.
    public var loadStatuses: AsyncStream<LoadStatus> { loader.statuses }
}
