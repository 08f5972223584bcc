public import Foundation

/// A loadable to be subclassed: override `doStartLoading(_:)`, and end it with `loadDidFinishWithError(_:)`.
///
/// ```swift
/// class PortalFolder: AGSLoadableBase {
///     var items: [Item] = []
///     private var request: Request?
///
///     override func doStartLoading(_ retrying: Bool) {
///         request = portal.items(in: self) { items, error in
///             self.items = items ?? []
///             self.loadDidFinishWithError(error)
///         }
///     }
///     override func doCancelLoading() {
///         request?.cancel()
///         loadDidFinishWithError(CocoaError(.userCancelled))
///     }
/// }
/// ```
///
/// It keeps itself alive while it loads. Every `doStartLoading(_:)` owes one `loadDidFinishWithError(_:)`. What an attempt that was cancelled says
/// late is not taken for the next one's, unless nothing else comes: after ten seconds, or two minutes if it says that it was cancelled.
open class AGSLoadableBase: NSObject, AGSLoadable {
    private let loading = BaseLoading()

    /// Something not loaded yet.
    public override init() {
        super.init()
    }

    /// Where loading stands; within `onLoadStatusChanged()` what that tells of.
    open var loadStatus: AGSLoadStatus { loading.outcome(reading: .loadStatus).status }

    /// Why loading failed.
    open var loadError: (any Error)? { loading.outcome(reading: .loadError).error }

    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    open func load(completion: (((any Error)?) -> Void)? = nil) {
        loading.load(self, retrying: false, completion)
    }

    /// Loads again after a failure.
    open func retryLoad(completion: (((any Error)?) -> Void)? = nil) {
        loading.load(self, retrying: true, completion)
    }

    /// Cancels for everybody who waits. The status is `failedToLoad` when this returns. Each gets the error that the subclass passes to
    /// `loadDidFinishWithError(_:)` before its `doCancelLoading()` returns, else `NSUserCancelledError`.
    open func cancelLoad() {
        loading.cancel(self)
    }

    /// Starts to load; called on a background thread. Override it, and do not call it.
    open func doStartLoading(_ retrying: Bool) {
        loadDidFinishWithError(nil)
    }

    /// Stops what `doStartLoading(_:)` has started; called on a background thread, after that has returned. Override it, and do not call it.
    open func doCancelLoading() {}

    /// Ends a load; nil is success.
    open func loadDidFinishWithError(_ error: (any Error)?) {
        loading.finish(self, error)
    }

    /// Called on any thread for every change of the status, in order, before the completions that it entails. The default does nothing.
    open func onLoadStatusChanged() {}
}
