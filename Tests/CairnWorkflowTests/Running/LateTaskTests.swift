@testable import CairnWorkflow
import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LateTaskTests {
    /// A noncopyable value that closures can use.
    final class Holder: Sendable {
        let task = LateTask()
    }

    /// Ends when it is cancelled.
    private func patient() -> Task<Void, Never> {
        Task { while !Task.isCancelled { await Task.yield() } }
    }

    @Test func `one that is cancelled before it was started is born cancelled`() async {
        let (holder, task) = (Holder(), patient())
        holder.task.cancel()
        holder.task.start { task }
        await task.value
    }

    @Test func `one that runs is cancelled, once or twice`() async {
        let (holder, task) = (Holder(), patient())
        holder.task.start { task }
        holder.task.cancel()
        holder.task.cancel()
        await task.value
    }

    @Test func `a cancellation that comes as it is started reaches it`() async {
        for _ in 0..<rounds(200) {
            let (holder, task) = (Holder(), patient())
            let canceller = Task { holder.task.cancel() }
            holder.task.start { task }
            await canceller.value
            await task.value
        }
    }
}
