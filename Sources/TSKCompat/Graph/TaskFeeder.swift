import CairnCore
import CairnWorkflow
import Foundation

/// Brings the tasks that may begin to an operation queue.
///
/// Every `main` runs within an asynchronous operation of the queue, and every task that waits has an operation that waits: the queue's limit and
/// suspension hold, and other operations get their turns. Two things make that cheap. An operation whose `main` has returned goes on with
/// the next task, unless the queue is serial, or bound to a Dispatch queue that others use: it has the queue's leave already. And of very many tasks only the first have operations, which is
/// seen by nobody but who counts them.
final class TaskFeeder: Sendable {
    private struct State {
        var waiting = Queue<(task: TSKTask, attempt: Int32)>()
        /// Operations that were added and have not run yet.
        var coming = 0
    }

    let queue: OperationQueue
    private let state = Locked(State())
    private static let most = 64

    init(_ queue: OperationQueue) {
        self.queue = queue
    }

    /// Runs a task's `main` when the queue lets it.
    func add(_ task: TSKTask, attempt: Int32) {
        let isSerial = isSerial
        let missing = state.withLock { state in
            state.waiting.append((task, attempt))
            return Self.missing(&state, isSerial)
        }
        addOperations(missing)
    }

    /// The next task that may begin, for an operation that has just got its turn.
    func takeFirst() -> (task: TSKTask, attempt: Int32)? {
        let isSerial = isSerial
        let (first, missing) = state.withLock { state in
            state.coming -= 1
            return (state.waiting.popFirst(), Self.missing(&state, isSerial))
        }
        addOperations(missing)
        return first
    }

    /// The next task that may begin, for an operation that has run one.
    func takeNext() -> (task: TSKTask, attempt: Int32)? {
        if isSerial || isBoundToQueue || queue.isSuspended { return nil }
        return state.withLock { $0.waiting.popFirst() }
    }

    /// For an operation that ends although tasks wait: others are to come for them.
    func seeToWaiting() {
        let isSerial = isSerial
        addOperations(state.withLock { Self.missing(&$0, isSerial) })
    }

    /// Whether the caller has said on which Dispatch queue the operations run.
    var isBoundToQueue: Bool { queue === OperationQueue.main || queue.underlyingQueue != nil }

    private var isSerial: Bool { queue.maxConcurrentOperationCount == 1 || queue === OperationQueue.main }

    private static func missing(_ state: inout State, _ isSerial: Bool) -> Int {
        let missing = max(0, min(state.waiting.count, isSerial ? .max : most) - state.coming)
        state.coming += missing
        return missing
    }

    private func addOperations(_ count: Int) {
        for _ in 0..<count { queue.addOperation(TaskOperation(self)) }
    }
}
