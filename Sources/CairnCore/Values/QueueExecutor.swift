package import Dispatch

/// Runs an actor on a serial queue, so that its blocking work takes no thread from other tasks.
///
/// ```swift
/// actor Ledger {
///     private let executor = QueueExecutor("ledger")
///     nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
/// }
/// ```
public final class QueueExecutor: SerialExecutor {
    /// The queue, for sources whose handlers run on it.
    package let queue: DispatchQueue

    /// An executor with a queue of its own, labelled for debuggers.
    public init(_ label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs a job of the actor on the queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Traps unless called on the queue.
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
