import CairnTesting
import CairnWorkflow
import Testing

/// Who waits for results, and for the end.
@Suite(.timeLimit(.minutes(10)))
struct WaitingTests {
    struct Trouble: Error {}

    let gate = Gate()

    /// A step that waits at the gate and then fails or gives 1, and one that follows it.
    private func begun(fails: Bool = false) async throws -> (run: WorkflowRun, first: Step<Int>, next: Step<Int>) {
        var workflow = Workflow("W")
        let first = workflow.task("first") { [gate] in
            try await gate.pass()
            if fails { throw Trouble() }
            return 1
        }
        let next = workflow.task("next", after: first) { $0 + 1 }
        let run = try workflow.start()
        await gate.waiting(for: 1)
        return (run, first, next)
    }

    @Test func `any number may wait for one result`() async throws {
        let (run, first, next) = try await begun()
        let waiters = (0..<100).map { number in
            Task { try await run.value(of: number.isMultiple(of: 2) ? first : next) }
        }
        gate.open()
        for (number, waiter) in waiters.enumerated() { #expect(try await waiter.value == number % 2 + 1) }
    }

    @Test func `of many that wait each can be cancelled alone`() async throws {
        let (run, first, _) = try await begun()
        let waiters = (0..<100).map { _ in Task { try await run.value(of: first) } }
        for waiter in waiters.prefix(50) { waiter.cancel() }
        for waiter in waiters.prefix(50) { await #expect(throws: CancellationError.self) { try await waiter.value } }
        gate.open()
        for waiter in waiters.suffix(50) { #expect(try await waiter.value == 1) }
    }

    @Test func `who waits for a step that fails gets its error, and for one it blocks, that there is none`() async throws {
        let (run, first, next) = try await begun(fails: true)
        let waiters = (Task { try await run.value(of: first) }, Task { try await run.value(of: next) })
        gate.open()
        await #expect(throws: Trouble.self) { try await waiters.0.value }
        await #expect(throws: WorkflowError.noResult(step: "next", state: .pending)) { try await waiters.1.value }
        // The same for one who comes when all is over.
        await #expect(throws: WorkflowError.noResult(step: "next", state: .pending)) { try await run.value(of: next) }
    }

    @Test func `who waits for a step that is cancelled is told so at once, though its body goes on`() async throws {
        let stubborn = Gate()
        var workflow = Workflow()
        let step = workflow.task("stubborn") { await stubborn.passUncancelled() }
        let run = try workflow.start()
        await stubborn.waiting(for: 1)
        let waiter = Task { try await run.value(of: step) }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        #expect(!run.isQuiescent)
        stubborn.open()
        try await run.waitUntilQuiescent()
    }

    @Test func `a waiter that was cancelled before it waits does not wait`() async throws {
        let (run, first, _) = try await begun()
        let waiter = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await run.value(of: first)
        }
        let quiescence = Task {
            while !Task.isCancelled { await Task.yield() }
            try await run.waitUntilQuiescent()
        }
        waiter.cancel()
        quiescence.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        await #expect(throws: CancellationError.self) { try await quiescence.value }
        gate.open()
        try await run.waitUntilQuiescent()
    }

    @Test func `who waits for the end can be cancelled alone`() async throws {
        let (run, _, next) = try await begun()
        let waiters = (0..<10).map { _ in Task { try await run.waitUntilQuiescent() } }
        waiters[3].cancel()
        await #expect(throws: CancellationError.self) { try await waiters[3].value }
        gate.open()
        for (number, waiter) in waiters.enumerated() where number != 3 { try await waiter.value }
        #expect(try run.result(of: next) == 2)
    }

    @Test func `who waits for the result of an attempt that is taken back gets that of the next`() async throws {
        let count = Shared(0)
        var workflow = Workflow()
        let first = workflow.task("first") { [gate] in
            await gate.passUncancelled()
            return count.increment()
        }
        let next = workflow.task("next", after: first) { $0 }
        let run = try workflow.start()
        await gate.waiting(for: 1)
        let waiter = Task { try await run.value(of: next) }
        run.reset(first)
        run.start()
        gate.open()
        #expect(try await waiter.value == 2)
    }

    @Test func `a run nobody holds goes on to its end`() async throws {
        let finished = Gate()
        weak var watched: WorkflowRun?
        do {
            var workflow = Workflow()
            let first = workflow.task("first") { [gate] in try await gate.pass() }
            workflow.task("last", after: first) { _ in finished.open() }
            watched = try workflow.start()
        }
        await gate.waiting(for: 1)
        #expect(watched != nil)
        gate.open()
        try await finished.pass()
    }
}
