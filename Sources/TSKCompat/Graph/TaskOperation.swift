import CairnCallbacks
import Foundation
import Synchronization

/// An operation that calls `main` of the task that is next, asynchronously: the queue counts it until `main` has returned.
///
/// On Linux `main` runs on a thread of its own, for all queues share two threads with Swift's tasks there, and old code blocks. On Apple
/// platforms queues have a thread more for each that is blocked, and `main` runs where the queue has begun the operation, with its quality of
/// service; so it does everywhere on the main queue, and on one that has an underlying Dispatch queue.
final class TaskOperation: Operation, @unchecked Sendable {
    // Proof: `feeder` is set once, the rest is behind the lock.
    private let feeder: TaskFeeder
    private let status = Mutex((isExecuting: false, isFinished: false))

    init(_ feeder: TaskFeeder) {
        self.feeder = feeder
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { status.withLock(\.isExecuting) }
    override var isFinished: Bool { status.withLock(\.isFinished) }

    override func start() {
        change("isExecuting") { $0.isExecuting = true }
        #if CAIRN_OBJC
            run()
        #else
            CurrentQueue.findSlot(of: feeder.queue)
            if feeder.isBoundToQueue { run() } else { BlockingThreads.shared.run { self.run(on: $0) } }
        #endif
    }

    /// Runs what is next on a thread of ours, which is for it one of the queue's.
    func run(on thread: BlockingThread) {
        #if CAIRN_OBJC
            serve(thread)
        #else
            CurrentQueue.with(feeder.queue) { serve(thread) }
        #endif
    }

    private func run() { serve(nil) }

    /// Runs what is next, and then what may follow.
    private func serve(_ thread: BlockingThread?) {
        var next = feeder.takeFirst()
        // An operation that is cancelled before its turn does nothing; its task stays ready and can be started again.
        if isCancelled, let (task, attempt) = next {
            task.forgetStart(attempt: attempt)
            next = nil
        }
        while let (task, attempt) = next {
            withAutoreleasePool { task.runMain(attempt: attempt) }
            thread?.bodyEnded()
            next = thread != nil && BlockingThreads.shared.takeLeave() ? nil : feeder.takeNext()
        }
        feeder.seeToWaiting()
        change("isExecuting") { $0.isExecuting = false }
        change("isFinished") { $0.isFinished = true }
    }

    private func change(_ key: String, _ change: (inout (isExecuting: Bool, isFinished: Bool)) -> Void) {
        willChangeValue(forKey: key)
        status.withLock { change(&$0) }
        didChangeValue(forKey: key)
    }
}
