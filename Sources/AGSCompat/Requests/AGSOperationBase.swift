public import Foundation

/// An operation to be subclassed: override ``doExecute()``, and call ``doneExecuting()`` when the work has ended.
open class AGSOperationBase: NSObject, AGSOperation {
    private let progress = OperationProgress()

    /// An operation that was not started.
    public override init() { super.init() }

    /// Whether it was cancelled.
    public var canceled: Bool { progress.isCanceled }
    /// Where it stands.
    public var state: AGSOperationState { progress.state }
    /// Whether ``doExecute()`` does most of the work before it returns; false unless overridden.
    open var startAsynchronously: Bool { false }
    /// Called when it has ended; for the queue.
    public var internalCompletion: (() -> Void)? {
        get { progress.completion }
        set { progress.completion = newValue }
    }

    /// Starts it, once; what was cancelled is not started.
    public func execute() { follow(progress.start()) }
    /// Cancels it.
    open func cancel() { follow(progress.cancel()) }

    /// Does the work, or begins it. Override it, and do not call it.
    open func doExecute() { doneExecuting() }
    /// Stops the work. What overrides it sees to it that ``doneExecuting()`` is called soon.
    open func doCancel() {}
    /// Called once when it has ended; overrides call this, too.
    ///
    /// - Parameter everStarted: False if it was cancelled before it was started.
    open func didComplete(_ everStarted: Bool) {}
    /// Says that the work has ended. Only the first call counts.
    public func doneExecuting() { follow(progress.end()) }

    /// The outcome is there, and will be told; false if it was cancelled before, which is to be told then.
    final func settle() -> Bool { progress.settle() }

    private func follow(_ consequence: OperationProgress.Consequence) {
        switch consequence {
        case .nothing: break
        case .execute: doExecute()
        case .stop: doCancel()
        case .complete(let everStarted):
            didComplete(everStarted)
            internalCompletion?()
        }
    }
}
