@testable import CairnWorkflow
import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct WorkerTests {
    let run: WorkflowRun
    let gate = Gate()
    let wasCancelled = Shared(false)

    init() throws {
        run = try WorkflowRun(Workflow(), WorkflowConfiguration())
    }

    private func definition(_ policy: StepPolicy? = nil) -> StepDefinition {
        var workflow = Workflow()
        workflow.task("step", policy: policy) {}
        return workflow.steps[0]
    }

    /// One whose task runs `body`, then waits for the gate, and then looks whether it was cancelled.
    private func worker(_ body: @escaping @Sendable (Worker) -> Void) async -> (worker: Worker, task: Task<Void, Never>) {
        let worker = Worker(of: run, for: definition())
        let task = Task { [gate, wasCancelled] in
            body(worker)
            await gate.passUncancelled()
            wasCancelled.update { $0 = Task.isCancelled }
        }
        worker.start { task }
        await gate.waiting(for: 1)
        return (worker, task)
    }

    @Test func `a cancellation that comes after its task went on does not cancel what the task runs now`() async {
        let (worker, task) = await worker { _ = $0.nextTurn(for: self.definition()) }
        worker.firstTurn.cancel()
        gate.open()
        await task.value
        #expect(!wasCancelled.value)
    }

    @Test func `what the task has gone on with can be cancelled, and then it goes on with nothing`() async throws {
        let turn = Shared<Worker.Turn?>(nil)
        let (worker, task) = await worker { worker in turn.update { $0 = worker.nextTurn(for: self.definition()) } }
        try #require(turn.value).cancel()
        #expect(worker.nextTurn(for: definition()) == nil)
        gate.open()
        await task.value
        #expect(wasCancelled.value)
    }

    @Test func `a task that has cancelled itself goes on with nothing`() async {
        let worker = Worker(of: run, for: definition())
        let hasNext = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return worker.nextTurn(for: definition()) != nil
        }.value
        #expect(!hasNext)
    }

    @Test func `it goes on with what wants a task of the same sort`() {
        let worker = Worker(of: run, for: definition(StepPolicy(priority: .low)))
        #expect(worker.nextTurn(for: definition()) == nil)
        #expect(worker.nextTurn(for: definition(StepPolicy(priority: .high))) == nil)
        #expect(worker.nextTurn(for: definition(StepPolicy(priority: .low))) != nil)
    }

    @Test func `of a turn and its cancellation one comes first, and the other knows`() async {
        for _ in 0..<rounds(200) {
            let worker = Worker(of: run, for: definition())
            let turn = worker.firstTurn
            async let next = Task.detached { worker.nextTurn(for: definition()) != nil }.value
            turn.cancel()
            let (hasNext, isCancelled) = (await next, worker.nextTurn(for: definition()) == nil)
            #expect(hasNext != isCancelled)
        }
    }
}
