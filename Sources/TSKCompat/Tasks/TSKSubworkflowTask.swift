import CairnWorkflow
import Foundation
import Synchronization

/// A task whose work is a whole workflow. It finishes with the workflow as its result, fails when one of the workflow's tasks does, and is
/// cancelled with it.
open class TSKSubworkflowTask: TSKTask, @unchecked Sendable {
    // Proof: the only state is behind the lock.

    /// The workflow.
    public let subworkflow: TSKWorkflow
    /// Whether the workflow is to be retried when this task runs, for it could not run when it was retried itself.
    private let owesRetry = Mutex(false)

    /// A task that runs `subworkflow`.
    public init(name: String?, subworkflow: TSKWorkflow) {
        self.subworkflow = subworkflow
        super.init(name: name)
        subworkflow.addOuterTask(self)
    }

    /// A task that runs `subworkflow`.
    public convenience init(subworkflow: TSKWorkflow) {
        self.init(name: nil, subworkflow: subworkflow)
    }

    /// Starts the workflow, or takes over what has become of it.
    open override func main() {
        let owesRetry = owesRetry.withLock { owes in
            defer { owes = false }
            return owes
        }
        if owesRetry { subworkflow.retry() }
        guard subworkflow.hasUnfinishedTasks() else { return finish(with: subworkflow) }
        guard isExecuting else { return }
        if let error = subworkflow.earliestFailure {
            fail(with: error.error)
        } else if subworkflow.hasCancelledTasks {
            performNow(.cancel)
        } else {
            subworkflow.start()
        }
    }

    /// Cancels the workflow, then this task and what depends on it.
    open override func cancel() {
        subworkflow.cancelNow()
        super.cancel()
    }

    /// Resets the workflow.
    open override func didReset() {
        owesRetry.withLock { $0 = false }
        subworkflow.resetNow()
    }

    /// Retries the workflow, at once or when this task's prerequisites have finished.
    open override func didRetry() {
        if state == .pending { owesRetry.withLock { $0 = true } } else { subworkflow.retryNow() }
    }

    func subworkflowDidFinish() {
        if isExecuting { endNow(.value(LegacyValue(value: subworkflow))) }
    }

    private var isBeingCancelled: Bool { HandlerCalls.ofThread.isPassing(.cancel, to: self) }

    func subworkflowTaskDidFail(_ error: (any Error)?) {
        if isExecuting { endNow(.failure(error ?? MissingError())) }
    }

    func subworkflowTaskDidCancel() {
        // Also where this task is being cancelled itself, and was waiting for the subworkflow to be: its handlers are called now.
        if [.pending, .ready, .executing].contains(state) || isBeingCancelled { performNow(.cancel) }
    }
}
