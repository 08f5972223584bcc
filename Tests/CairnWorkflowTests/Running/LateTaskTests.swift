@testable import CairnWorkflow
import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LateTaskTests {
    /// A noncopyable value that tests can hand around.
    final class Holder: Sendable {
        let task = LateTask()

        func handOver(to next: Holder) -> Bool { task.handOver(to: next.task) }
    }

    let gate = Gate()
    let wasCancelled = Shared(false)

    /// One whose task runs until the gate is opened.
    private func running() async -> (first: Holder, task: Task<Void, Never>) {
        let first = Holder()
        let task = Task { [gate, wasCancelled] in
            await gate.passUncancelled()
            wasCancelled.update { $0 = Task.isCancelled }
        }
        first.task.start { task }
        await gate.waiting(for: 1)
        return (first, task)
    }

    @Test func `a cancellation that comes after its task went on does not cancel what the task runs now`() async {
        let (first, task) = await running()
        #expect(first.handOver(to: Holder()))
        first.task.cancel()
        gate.open()
        await task.value
        #expect(!wasCancelled.value)
    }

    @Test func `what the task has gone on with can be cancelled`() async {
        let (first, task) = await running()
        let next = Holder()
        #expect(first.handOver(to: next))
        next.task.cancel()
        gate.open()
        await task.value
        #expect(wasCancelled.value)
    }

    @Test func `a cancelled task goes on with nothing, by whomever it was cancelled`() async {
        let (first, task) = await running()
        first.task.cancel()
        #expect(!first.handOver(to: Holder()))
        gate.open()
        await task.value
        #expect(wasCancelled.value)
        let second = Holder()
        let itself = Task<Void, Never> { withUnsafeCurrentTask { $0?.cancel() } }
        second.task.start { itself }
        await itself.value
        #expect(!second.handOver(to: Holder()))
    }

    @Test func `one that is cancelled before it was started is taken over by nobody, and its task is born cancelled`() async {
        let (first, task) = await running()
        let cancelled = Holder()
        cancelled.task.cancel()
        #expect(!first.handOver(to: cancelled))
        gate.open()
        await task.value
        let late = Task { [wasCancelled] in
            while !Task.isCancelled { await Task.yield() }
            wasCancelled.update { $0 = true }
        }
        cancelled.task.start { late }
        await late.value
        #expect(wasCancelled.value)
    }
}
