public import Foundation

/// In the user info of ``Foundation/NSNotification/Name/TSKWorkflowTaskDidFail`` and `…DidCancel`, the task.
public let TSKWorkflowTaskKey = "TSKWorkflowTaskKey"

/// All are posted to the workflow's notification center, on the thread that does the transition.
extension NSNotification.Name {
    /// A task has begun; posted before its `main` is called.
    public static let TSKTaskDidStart = Self("TSKTaskDidStartNotification")
    /// A task has finished.
    public static let TSKTaskDidFinish = Self("TSKTaskDidFinishNotification")
    /// A task has failed.
    public static let TSKTaskDidFail = Self("TSKTaskDidFailNotification")
    /// A task was cancelled.
    public static let TSKTaskDidCancel = Self("TSKTaskDidCancelNotification")
    /// A task was reset.
    public static let TSKTaskDidReset = Self("TSKTaskDidResetNotification")
    /// A task is retried.
    public static let TSKTaskDidRetry = Self("TSKTaskDidRetryNotification")

    /// A workflow is told to start; posted every time, before anything is done. So are the next three.
    public static let TSKWorkflowWillStart = Self("TSKWorkflowWillStartNotification")
    /// A workflow is told to cancel.
    public static let TSKWorkflowWillCancel = Self("TSKWorkflowWillCancelNotification")
    /// A workflow is told to reset.
    public static let TSKWorkflowWillReset = Self("TSKWorkflowWillResetNotification")
    /// A workflow is told to retry.
    public static let TSKWorkflowWillRetry = Self("TSKWorkflowWillRetryNotification")
    /// All tasks of a workflow have finished.
    public static let TSKWorkflowDidFinish = Self("TSKWorkflowDidFinishNotification")
    /// A task of a workflow has failed; the task is in the user info.
    public static let TSKWorkflowTaskDidFail = Self("TSKWorkflowTaskDidFailNotification")
    /// A task of a workflow was cancelled; the task is in the user info.
    public static let TSKWorkflowTaskDidCancel = Self("TSKWorkflowTaskDidCancelNotification")
}
