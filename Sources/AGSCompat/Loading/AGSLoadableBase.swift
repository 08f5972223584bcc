import CairnCore
public import Foundation
import Synchronization

/// A loadable to be subclassed: override `doStartLoading(_:)`, and end it with `loadDidFinishWithError(_:)`.
open class AGSLoadableBase: NSObject, AGSLoadable, @unchecked Sendable {
    // Proof: both are set once and are themselves Sendable. A subclass's own state is its own affair, as it always was.
    private let loading = LegacyLoading()
    private let driver = BaseLoad()

    /// Something not loaded yet.
    public override init() {
        super.init()
    }

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: driver) }

    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: driver) }

    /// Loads once.
    public func load(completion: (((any Error)?) -> Void)? = nil) {
        begin(retrying: false, completion)
    }

    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)? = nil) {
        begin(retrying: true, completion)
    }

    private func begin(retrying: Bool, _ completion: (((any Error)?) -> Void)?) {
        let before = loadStatus
        driver.attach(self)
        loading.load(driver, retrying: retrying, completion)
        guard before != .loading, loadStatus == .loading else { return }
        onLoadStatusChanged()
        driver.loader.load(driver, retrying: false) { [weak self] _ in self?.onLoadStatusChanged() }
    }

    /// Cancels for everybody who waits.
    public func cancelLoad() {
        loading.cancel(driver)
    }

    /// Starts to load; called on a background thread. Override it, and do not call it.
    open func doStartLoading(_ retrying: Bool) {
        loadDidFinishWithError(nil)
    }

    /// Stops what `doStartLoading(_:)` has started; called on a background thread. Override it, and do not call it.
    open func doCancelLoading() {}

    /// Ends a load; nil is success.
    public func loadDidFinishWithError(_ error: (any Error)?) {
        driver.finish(error)
    }

    /// Called on any thread after the status has changed. The default does nothing.
    open func onLoadStatusChanged() {}
}

/// The load of an `AGSLoadableBase` as a loadable of Cairn.
private final class BaseLoad: Loadable {
    private struct State {
        weak var owner: AGSLoadableBase?
        var attempts = 0
        var continuation: CheckedContinuation<Void, any Error>?
    }

    let loader = Loader()
    private let state = Mutex(State())
    /// Overrides run in order, on a thread that is not the main one.
    private let queue = DispatchQueue(label: "cairn.ags-loadable-base")

    func attach(_ owner: AGSLoadableBase) {
        state.withLock { $0.owner = owner }
    }

    @concurrent func performLoad() async throws {
        let (owner, isRetry) = state.withLock { state in
            state.attempts += 1
            return (state.owner, state.attempts > 1)
        }
        guard let owner else { throw CancellationError() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let early = state.withLock { state -> Result<Void, any Error>? in
                    state.continuation = continuation
                    return Task.isCancelled ? .failure(CancellationError()) : nil
                }
                if let early { return finish(early) }
                queue.async { owner.doStartLoading(isRetry) }
            }
        } onCancel: {
            // Whatever the subclass answers, the attempt is over.
            queue.async { owner.doCancelLoading() }
            finish(.failure(CancellationError()))
        }
    }

    func finish(_ error: (any Error)?) {
        finish(error.map { .failure($0) } ?? .success(()))
    }

    private func finish(_ outcome: Result<Void, any Error>) {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(with: outcome)
    }
}
