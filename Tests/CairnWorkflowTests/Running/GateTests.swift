import CairnTesting
import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(10)))
struct GateTests {
    @Test func `a gate holds back what depends on it until it is fulfilled, and holds no slot`() async throws {
        var workflow = Workflow()
        let approval = workflow.gate("approved", of: String.self)
        let print = workflow.task("print", after: approval) { "by \($0)" }
        let other = workflow.task("other") { 1 }
        let run = try workflow.start(WorkflowConfiguration(slots: 1))
        #expect(try await run.value(of: other) == 1)
        #expect(run.state(of: approval) == .waiting && run.state(of: print) == .pending && !run.isQuiescent)
        #expect(run.fulfill(approval, with: "A"))
        #expect(!run.fulfill(approval, with: "B"))
        #expect(try await run.results()[print] == "by A")
    }

    @Test func `fulfilled before it is reached, it finishes when it is`() async throws {
        let hold = CairnTesting.Gate()
        var workflow = Workflow()
        let first = workflow.task("first") { try await hold.pass() }
        let gate = workflow.gate("gate", of: Int.self, following: [first])
        let last = workflow.task("last", after: gate) { $0 }
        let run = try workflow.makeRun()
        #expect(run.fulfill(gate, with: 5))
        run.start()
        await hold.waiting(for: 1)
        #expect(run.state(of: gate) == .pending)
        hold.open()
        #expect(try await run.results()[last] == 5)
    }

    @Test func `a fulfilment can be withdrawn, and what came of it is reset`() async throws {
        var workflow = Workflow()
        let gate = workflow.gate("gate", of: Int.self)
        let next = workflow.task("next", after: gate) { $0 }
        let run = try workflow.start()
        #expect(!run.withdraw(gate))
        run.fulfill(gate, with: 1)
        #expect(try await run.value(of: next) == 1)
        #expect(run.withdraw(gate))
        #expect(run.state(of: gate) == .waiting && run.state(of: next) == .pending)
        run.fulfill(gate, with: 2)
        #expect(try await run.results()[next] == 2)
    }

    @Test func `a gate honours the time-out of its policy, unless it has one of its own`() async throws {
        let clock = ManualClock()
        var workflow = Workflow()
        let policy = StepPolicy(timeout: .seconds(30))
        let (gate, own) = (
            workflow.gate("gate", of: Void.self, policy: policy),
            workflow.gate("own", of: Void.self, timeout: .seconds(60), policy: policy)
        )
        let run = try workflow.start(WorkflowConfiguration(clock: clock))
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(30))
        await #expect(throws: WorkflowError.timedOut(step: "gate", after: .seconds(30))) { try await run.value(of: gate) }
        #expect(run.state(of: own) == .waiting)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(30))
        await #expect(throws: WorkflowError.timedOut(step: "own", after: .seconds(60))) { try await run.value(of: own) }
    }

    @Test func `a gate times out, and being fulfilled later it goes on`() async throws {
        let clock = ManualClock()
        var workflow = Workflow()
        let gate = workflow.gate("gate", of: Void.self, timeout: .seconds(60))
        let next = workflow.task("next", after: gate) { _ in 1 }
        let run = try workflow.start(WorkflowConfiguration(clock: clock))
        await clock.sleepers(atLeast: 1)
        #expect(clock.pendingSleeps == [.seconds(60)])
        clock.advance(by: .seconds(60))
        let failure = try await #require(throws: WorkflowFailure.self) { try await run.results() }
        #expect(failure.failures[0].error as? WorkflowError == .timedOut(step: "gate", after: .seconds(60)))
        #expect(run.fulfill(gate))
        #expect(try await run.value(of: next) == 1)
    }

    @Test func `a cancelled gate takes no fulfilment, and waits again when it is retried`() async throws {
        var workflow = Workflow()
        let gate = workflow.gate("gate", of: Int.self)
        let run = try workflow.start()
        run.cancel()
        #expect(!run.fulfill(gate, with: 1))
        run.retry()
        #expect(run.state(of: gate) == .waiting)
        #expect(run.fulfill(gate, with: 2))
        #expect(try await run.value(of: gate) == 2)
    }

    @Test func `a reset closes a gate again`() async throws {
        var workflow = Workflow()
        let gate = workflow.gate("gate", of: Int.self)
        let run = try workflow.start()
        run.fulfill(gate, with: 1)
        #expect(run.state(of: gate) == .finished)
        run.reset()
        run.start()
        #expect(run.state(of: gate) == .waiting)
    }

    @Test func `a structured run waits for its gates`() async throws {
        var workflow = Workflow()
        let gate = workflow.gate("gate", of: Int.self)
        let results = try await workflow.run { run in
            for await event in run.events {
                if case .snapshot(let snapshot) = event.kind, snapshot[gate]?.state == .waiting { break }
                if case .changed(let change) = event.kind, change.to == .waiting { break }
            }
            run.fulfill(gate, with: 3)
        }
        #expect(results[gate] == 3)
    }
}
