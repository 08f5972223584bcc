import CairnTesting
import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CancellingTests {
    @Test func `cancelling a step cancels what depends on it, and its body is told`() async throws {
        let gate = Gate()
        let wasCancelled = Shared(false)
        var workflow = Workflow()
        let a = workflow.task("a") {
            do { try await gate.pass() } catch { wasCancelled.update { $0 = Task.isCancelled } }
            return 1
        }
        let b = workflow.task("b", after: a) { $0 }
        let other = workflow.task("other") { 2 }
        let run = try workflow.start()
        await gate.waiting(for: 1)
        run.cancel(a)
        #expect(run.state(of: a) == .cancelled && run.state(of: b) == .cancelled)
        #expect(try await run.value(of: other) == 2)
        await #expect(throws: CancellationError.self) { try await run.results() }
        #expect(wasCancelled.value)
        await #expect(throws: CancellationError.self) { try await run.value(of: b) }
    }

    @Test func `only the attempt that is cancelled is told`() async throws {
        let gate = Gate()
        var workflow = Workflow()
        let steps = (0..<3).map { number in
            workflow.task("\(number)") {
                try await gate.pass(); return number
            }
        }
        let run = try workflow.start()
        await gate.waiting(for: 3)
        run.cancel(steps[1])
        await gate.waiting(for: 2)
        gate.open()
        #expect(try await run.value(of: steps[0]) == 0)
        #expect(try await run.value(of: steps[2]) == 2)
        #expect(run.state(of: steps[1]) == .cancelled)
    }

    @Test func `a body that ignores cancellation cannot finish its step, and the next attempt waits for it`() async throws {
        let gate = Gate()
        let attempts = Shared(0)
        var workflow = Workflow()
        let step = workflow.task("deaf") {
            let attempt = attempts.increment()
            if attempt == 1 { await gate.passUncancelled() }
            return attempt
        }
        let run = try workflow.start()
        await gate.waiting(for: 1)
        run.cancel(step)
        run.retry(step)
        #expect(run.state(of: step) == .ready && attempts.value == 1)
        gate.open()
        #expect(try await run.value(of: step) == 2)
    }

    @Test func `run returns only when no body is left, also when it is cancelled`() async throws {
        let gate = Gate()
        let hasEnded = Shared(false)
        var workflow = Workflow()
        workflow.task("deaf") {
            await gate.passUncancelled()
            hasEnded.update { $0 = true }
        }
        let definition = workflow
        let task = Task { try await definition.run() }
        await gate.waiting(for: 1)
        task.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(hasEnded.value)
    }

    @Test func `run in a cancelled task starts nothing`() async {
        let hasRun = Shared(false)
        var workflow = Workflow()
        workflow.task("a") { hasRun.update { $0 = true } }
        let definition = workflow
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await definition.run()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!hasRun.value)
    }

    @Test func `a CancellationError without a cancellation is a failure`() async throws {
        var workflow = Workflow()
        let step = workflow.task("odd") { throw CancellationError() }
        let run = try workflow.start()
        await #expect(throws: WorkflowFailure.self) { try await run.results() }
        #expect(run.state(of: step) == .failed)
    }

    @Test func `cancelling the whole makes its results a CancellationError`() async throws {
        let gate = Gate()
        var workflow = Workflow()
        let done = workflow.task("done") { 1 }
        workflow.task("stuck", after: done) { _ in try await gate.pass() }
        let run = try workflow.start()
        await gate.waiting(for: 1)
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.results() }
        #expect(try run.result(of: done) == 1)
    }
}
