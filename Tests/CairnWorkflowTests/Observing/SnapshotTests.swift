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

    @Test func `a snapshot that events were applied to does not say who had a slot before them`() async throws {
        let gate = Gate()
        var workflow = Workflow("W")
        let busy = workflow.task("busy", policy: StepPolicy(priority: .high)) { try await gate.pass() }
        let other = workflow.task("other") {}
        let run = try workflow.makeRun(WorkflowConfiguration(slots: 1))
        var events = run.events.makeAsyncIterator()
        run.start()
        await gate.waiting(for: 1)
        var snapshot = run.snapshot
        #expect(snapshot.explain(other).contains("\"busy\", which is executing, has a slot."))
        gate.open()
        while let event = await events.next() {
            if event.sequence > snapshot.sequence { snapshot.apply(event) }
            if snapshot[busy]?.state == .finished { break }
        }
        #expect(!snapshot.explain(other).contains("has a slot"))
        try await run.waitUntilQuiescent()
    }

    @Test func `it names the bodies that have the slots, and the body that a step waits for`() async throws {
        let gate = Gate()
        let inner = Shared<CairnWorkflow.Step<Void>?>(nil)
        var workflow = Workflow("W")
        let deaf = workflow.task("deaf", policy: StepPolicy(priority: .high)) { await gate.passUncancelled() }
        let other = workflow.task("other") {}
        let sub = workflow.subworkflow("sub") { sub in
            let within = sub.task("within") {}
            inner.update { $0 = within }
            return within
        }
        let run = try workflow.start(WorkflowConfiguration(slots: 1))
        await gate.waiting(for: 1)
        #expect(
            run.explain(other) == """
                "other" is ready, and waits for a slot.
                  "deaf", which is executing, has a slot.
                """)
        run.cancel(deaf)
        while run.subworkflow(sub) == nil { await Task.yield() }
        let subrun = try #require(run.subworkflow(sub))
        while subrun.state(of: try #require(inner.value)) != .ready || subrun.snapshot.steps[0].attempt == 0 {
            await Task.yield()
        }
        #expect(
            subrun.explain(try #require(inner.value)) == """
                "within" is ready, and waits for a slot.
                  "deaf", which was cancelled and has not returned, has a slot.
                """)
        run.retry(deaf)
        #expect(
            run.explain(deaf)
                == "\"deaf\" is ready, and waits for the body of attempt 1, which does not count any more, to return.")
        gate.open()
        try await run.waitUntilQuiescent()
    }

    @Test func `it names a body that goes on in a subworkflow which was reset`() async throws {
        let gate = Gate()
        var workflow = Workflow("W")
        let sub = workflow.subworkflow("sub") { sub in
            sub.task("inner", policy: StepPolicy(priority: .high)) { await gate.passUncancelled() }
        }
        let late = workflow.gate("late", of: Void.self)
        let waits = workflow.task("waits", after: late) { _ in }
        let run = try workflow.start(WorkflowConfiguration(slots: 1))
        await gate.waiting(for: 1)
        run.fulfill(late)
        run.reset(sub)
        #expect(run.explain(waits).contains("\"inner\", which was cancelled and has not returned, has a slot."))
        gate.open()
        try await run.waitUntilQuiescent()
        #expect(run.state(of: waits) == .finished)
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
