import CairnCallbacks
import Foundation
import Synchronization

/// One call of a task's `main`, as an operation of the task's queue.
///
/// It is asynchronous: the queue counts it until `main` has returned, which runs on a thread of its own. On Linux all queues share two
/// threads with Swift's tasks, and old code blocks. On the main queue it runs where it is.
final class TaskOperation: Operation, @unchecked Sendable {
    // Proof: `task` and `attempt` are set once, the rest is behind the lock.
    private let task: TSKTask
    private let attempt: Int32
    private let status = Mutex((isExecuting: false, isFinished: false))

    init(_ task: TSKTask, attempt: Int32) {
        self.task = task
        self.attempt = attempt
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { status.withLock(\.isExecuting) }
    override var isFinished: Bool { status.withLock(\.isFinished) }

    override func start() {
        change(isExecuting: true, isFinished: false)
        if OperationQueue.current === OperationQueue.main {
            run()
        } else {
            BodyThreads.shared.run { self.run() }
        }
    }

    private func run() {
        if !isCancelled { task.runMain(attempt: attempt) }
        change(isExecuting: false, isFinished: true)
    }

    private func change(isExecuting: Bool, isFinished: Bool) {
        willChangeValue(for: \.isExecuting)
        if isFinished { willChangeValue(for: \.isFinished) }
        status.withLock { $0 = (isExecuting, isFinished) }
        didChangeValue(for: \.isExecuting)
        if isFinished { didChangeValue(for: \.isFinished) }
    }
}
