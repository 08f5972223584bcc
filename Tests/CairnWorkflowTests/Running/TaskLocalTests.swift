import CairnTesting
import CairnWorkflow
import Testing

/// Steps see the task-local values of whoever set the run going, and nobody else's.
@Suite(.timeLimit(.minutes(10)))
struct TaskLocalTests {
    @TaskLocal static var value = 0

    private let seen = Shared<[String: Int]>([:])

    private func note(_ name: String) {
        seen.update { $0[name] = Self.value }
    }

    private func workflow() -> (Workflow, CairnWorkflow.Step<Int>) {
        var workflow = Workflow()
        let first = workflow.task("first") { note("first") }
        let gate = workflow.gate("gate", of: Int.self)
        let behind = workflow.task("behind", after: gate) { _ in note("behind") }
        workflow.task("after", after: first, behind) { _, _ in note("after") }
        workflow.subworkflow("sub", after: gate) { sub, _ in
            sub.task("within") { note("within") }
        }
        return (workflow, gate)
    }

    @Test func `who fulfils a gate, adds a step or retries does not lend the steps his values`() async throws {
        let (workflow, gate) = workflow()
        let run = try Self.$value.withValue(1) { try workflow.start() }
        try Self.$value.withValue(2) {
            try run.add { $0.task("added", after: gate) { _ in note("added") } }
            run.fulfill(gate, with: 5)
        }
        _ = try await run.results()
        #expect(seen.value == ["first": 1, "behind": 1, "after": 1, "within": 1, "added": 1])
    }

    @Test func `the values of who awaits the run hold, whatever fulfils its gates`() async throws {
        let (workflow, gate) = workflow()
        _ = try await Self.$value.withValue(3) {
            try await workflow.run { run in
                await Task.detached { _ = Self.$value.withValue(4) { run.fulfill(gate, with: 5) } }.value
            }
        }
        #expect(seen.value == ["first": 3, "behind": 3, "after": 3, "within": 3])
    }

    @Test func `they are lent by who starts a run though nothing begins yet, and who adds to one that waits lends none`()
        async throws
    {
        var workflow = Workflow()
        let gate = workflow.gate("gate", of: Int.self, timeout: .seconds(3600))
        workflow.task("behind", after: gate) { _ in note("behind") }
        let run = try Self.$value.withValue(1) { try workflow.start() }
        let added = try Self.$value.withValue(2) { try run.add { $0.task("added") { note("added") } } }
        try await run.value(of: added)
        _ = Self.$value.withValue(3) { run.fulfill(gate, with: 5) }
        _ = try await run.results()
        #expect(seen.value == ["behind": 1, "added": 1])
    }

    @Test func `a body that fulfils a gate does not lend its values`() async throws {
        var workflow = Workflow()
        let gate = workflow.gate("gate", of: Int.self)
        workflow.task("opener") {
            _ = Self.$value.withValue(7) { StepContext.current?.workflow.fulfill(gate, with: 1) }
        }
        workflow.task("behind", after: gate) { _ in note("behind") }
        _ = try await Self.$value.withValue(6) { try await workflow.run() }
        #expect(seen.value == ["behind": 6])
    }

    @Test func `a step that had to wait for its next attempt has the values of the run`() async throws {
        let clock = ManualClock()
        let attempts = Shared(0)
        var workflow = Workflow()
        workflow.task("again", policy: StepPolicy(retry: RetryPolicy(attempts: 2))) {
            note("again \(attempts.increment())")
            if attempts.value == 1 { throw CancellationError() }
        }
        let run = try Self.$value.withValue(8) { try workflow.start(WorkflowConfiguration(clock: clock)) }
        await clock.sleepers(atLeast: 1)
        Self.$value.withValue(9) { clock.advance(by: .seconds(60)) }
        _ = try await run.results()
        #expect(seen.value == ["again 1": 8, "again 2": 8])
    }

    @Test func `who sets a run going that had stopped lends his`() async throws {
        var workflow = Workflow()
        workflow.task("step") { note("step") }
        let run = try Self.$value.withValue(1) { try workflow.start() }
        _ = try await run.results()
        run.reset()
        Self.$value.withValue(2) { run.start() }
        _ = try await run.results()
        #expect(seen.value == ["step": 2])
    }
}
