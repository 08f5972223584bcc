import CairnTesting
import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SnapshotTests {
    struct Trouble: Error, CustomStringConvertible { var description: String { "no luck" } }

    @Test func `it explains why a step stands as it does, down to where the trouble is`() async throws {
        var workflow = Workflow("W")
        let a = workflow.task("a") { throw Trouble() }
        let gate = workflow.gate("gate", of: Int.self)
        let b = workflow.task("b", after: a, gate) { _, _ in }
        let c = workflow.task("c", after: b) { _ in }
        let run = try workflow.start()
        _ = try? await run.value(of: a)
        #expect(
            run.explain(c) == """
                "c" is pending.
                  It needs "b", which is pending.
                    It needs "a", which has failed: no luck.
                    It needs "gate", which waits to be fulfilled.
                """)
        #expect(run.snapshot.blockers(of: b).map(\.name) == ["a", "gate"])
        #expect(try workflow.snapshot().explain(a) == "\"a\" is ready and has not been started.")
        run.cancel()
        #expect(run.explain(b).hasPrefix("\"b\" was cancelled."))
        #expect(run.explain(a) == "\"a\" has failed: no luck.")
    }

    @Test func `progress is weighted, and comes as it changes`() async throws {
        let gate = Gate()
        var workflow = Workflow("W")
        let small = workflow.task("small", policy: StepPolicy(weight: 1)) {}
        workflow.task("large", after: small, policy: StepPolicy(weight: 3)) { _ in
            StepContext.current?.reportProgress(0.5)
            try await gate.pass()
        }
        let run = try workflow.start()
        await gate.waiting(for: 1)
        #expect(run.progress == 0.625 && run.snapshot.progress == 0.625)
        let updates = run.progressUpdates
        gate.open()
        var last = 0.0
        for await progress in updates {
            last = progress
            if progress == 1 { break }
        }
        #expect(last == 1)
        run.reset()
        #expect(run.progress == 0)
    }

    @Test func `timings are those of the clock`() async throws {
        let clock = ManualClock()
        let gate = Gate()
        var workflow = Workflow("W")
        let step = workflow.task("a") { try await gate.pass() }
        let run = try workflow.makeRun(WorkflowConfiguration(clock: clock))
        clock.advance(by: .seconds(3))
        run.start()
        await gate.waiting(for: 1)
        clock.advance(by: .seconds(4))
        gate.open()
        try await run.value(of: step)
        #expect(run.snapshot[step]?.began == .seconds(3) && run.snapshot[step]?.duration == .seconds(4))
    }

    @Test func `states are written as words`() {
        #expect(
            StepState.allCases.map(\.description) == [
                "pending", "ready", "waiting", "executing", "finished", "failed", "cancelled",
            ])
    }
}
