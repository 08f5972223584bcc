@testable import CairnWorkflow
import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BodyTests {
    let gate = Gate()
    let wasCancelled = Shared(false)

    private func body() -> Body {
        var workflow = Workflow()
        workflow.task("a") {}
        return Body(Attempt(step: 0, number: 1, definition: workflow.steps[0], inputs: StepInputs()), holdsSlot: false)
    }

    /// A body whose task runs until the gate is opened.
    private func running() async -> (body: Body, task: Task<Void, Never>) {
        let body = body()
        let task = Task { [gate, wasCancelled] in
            await gate.passUncancelled()
            wasCancelled.update { $0 = Task.isCancelled }
        }
        body.start { _ in task }
        await gate.waiting(for: 1)
        return (body, task)
    }

    @Test func `a cancellation that comes after its task went on does not cancel what the task runs now`() async {
        let (first, task) = await running()
        #expect(first.handOver(to: body()))
        first.cancel()
        gate.open()
        await task.value
        #expect(!wasCancelled.value)
    }

    @Test func `what the task has gone on with can be cancelled`() async {
        let (first, task) = await running()
        let next = body()
        #expect(first.handOver(to: next))
        next.cancel()
        gate.open()
        await task.value
        #expect(wasCancelled.value)
    }

    @Test func `a cancelled task goes on with nothing`() async {
        let (first, task) = await running()
        first.cancel()
        #expect(!first.handOver(to: body()))
        gate.open()
        await task.value
        #expect(wasCancelled.value)
    }

    @Test func `a body that is cancelled before it was started is taken over by nobody, and its task is born cancelled`() async {
        let (first, task) = await running()
        let cancelled = body()
        cancelled.cancel()
        #expect(!first.handOver(to: cancelled))
        gate.open()
        await task.value
        let late = Task { [wasCancelled] in
            while !Task.isCancelled { await Task.yield() }
            wasCancelled.update { $0 = true }
        }
        cancelled.start { _ in late }
        await late.value
        #expect(wasCancelled.value)
    }

    @Test func `a body with a policy has a task of its own`() async {
        let (first, task) = await running()
        var workflow = Workflow()
        workflow.task("high", policy: StepPolicy(priority: .high)) {}
        let next = Body(Attempt(step: 0, number: 1, definition: workflow.steps[0], inputs: StepInputs()), holdsSlot: false)
        #expect(!first.handOver(to: next))
        gate.open()
        await task.value
    }
}
