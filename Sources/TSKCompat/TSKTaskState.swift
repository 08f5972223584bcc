/// The states of a task, with the values they have always had.
public enum TSKTaskState: UInt, Sendable {
    /// Some prerequisite has not finished.
    case pending
    /// All prerequisites have finished; the initial state of every task.
    case ready
    /// The task's `main` has been called.
    case executing
    /// The task was cancelled.
    case cancelled
    /// The task has finished successfully.
    case finished
    /// The task has failed.
    case failed
}
