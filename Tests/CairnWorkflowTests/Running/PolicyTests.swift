import CairnCore
import CairnTesting
import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PolicyTests {
    @Test func `a time-out that no clock can count to is as good as none`() async throws {
        for limit in [Duration.seconds(Int64.max), .seconds(1_000_000_000_000), .seconds(-5)] {
            var workflow = Workflow()
            let step = workflow.task("quick", policy: StepPolicy(timeout: limit)) { 1 }
            let gate = workflow.gate("gate", of: Int.self, timeout: limit)
            let run = try workflow.start()
            if limit > .zero { #expect(try await run.value(of: step) == 1) }
            run.fulfill(gate, with: 1)
            try await run.waitUntilQuiescent()
        }
    }

    @Test func `time that goes on before the sleep has begun counts`() async throws {
        for _ in 0..<rounds(50) {
            let clock = ManualClock()
            var workflow = Workflow()
            let gate = workflow.gate("gate", of: Int.self, timeout: .seconds(10))
            let run = try workflow.start(WorkflowConfiguration(clock: clock))
            clock.advance(by: .seconds(10))
            await #expect(throws: WorkflowError.timedOut(step: "gate", after: .seconds(10))) { try await run.value(of: gate) }
        }
    }

    @Test func `a chain of one priority is one task, which goes from step to step, and changes with the priority`() async throws {
        let tasks = Shared<[Int]>([])
        @Sendable func note() { tasks.update { $0.append(withUnsafeCurrentTask { $0.hashValue }) } }
        var workflow = Workflow()
        let high = StepPolicy(priority: .high)
        let first = workflow.task("1", policy: high) { note() }
        let second = workflow.task("2", after: first, policy: high) { _ in note() }
        workflow.task("3", after: second, policy: StepPolicy(priority: .low)) { _ in note() }
        _ = try await workflow.run()
        #expect(tasks.value[0] == tasks.value[1] && tasks.value[1] != tasks.value[2])
    }

    struct Trouble: Error { var isPassing = true }
    let clock = ManualClock()
    var configuration: WorkflowConfiguration { WorkflowConfiguration(slots: 1, clock: clock, random: { 0 }) }

    @Test func `a failing attempt is repeated after the backoff, which holds no slot`() async throws {
        let attempts = Shared(0)
        var workflow = Workflow()
        let retry = RetryPolicy(attempts: 3, backoff: Backoff(initial: .seconds(1), multiplier: 2, jitter: 0.5))
        let step = workflow.task("a", policy: StepPolicy(retry: retry)) {
            let attempt = attempts.increment()
            if attempt < 3 { throw Trouble() }
            return StepContext.current?.attempt
        }
        let other = workflow.task("other") { 1 }
        let run = try workflow.start(configuration)
        #expect(try await run.value(of: other) == 1)
        await clock.sleepers(atLeast: 1)
        #expect(run.state(of: step) == .waiting && clock.pendingSleeps == [.seconds(1)])
        clock.advance(by: .seconds(1))
        await clock.sleepers(atLeast: 1)
        #expect(clock.pendingSleeps == [.seconds(2)])
        clock.advance(by: .seconds(2))
        #expect(try await run.value(of: step) == 3)
    }

    @Test func `attempts end at their number, and an error that is not worth it is not repeated`() async throws {
        let attempts = Shared(0)
        var workflow = Workflow()
        let once = workflow.task(
            "final", policy: StepPolicy(retry: RetryPolicy(attempts: 5) { ($0 as? Trouble)?.isPassing == true })
        ) {
            throw Trouble(isPassing: false)
        }
        let twice = workflow.task("twice", policy: StepPolicy(retry: RetryPolicy(attempts: 2, backoff: Backoff(initial: .zero))))
        {
            attempts.update { $0 += 1 }
            throw Trouble()
        }
        let run = try workflow.start(WorkflowConfiguration(clock: clock))
        await #expect(throws: WorkflowFailure.self) { try await run.results() }
        #expect(run.snapshot[once]?.attempt == 1 && run.snapshot[twice]?.attempt == 2)
        #expect(attempts.value == 2)
        run.retry()
        await #expect(throws: WorkflowFailure.self) { try await run.results() }
        // Told to try again, it has all its attempts again.
        #expect(attempts.value == 4)
    }

    @Test func `a step that takes too long fails, and its body is told`() async throws {
        let gate = CairnTesting.Gate()
        var workflow = Workflow()
        let step = workflow.task("slow", policy: StepPolicy(timeout: .seconds(30))) { try await gate.pass() }
        let run = try workflow.start(configuration)
        await gate.waiting(for: 1)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(30))
        await #expect(throws: WorkflowError.timedOut(step: "slow", after: .seconds(30))) { try await run.value(of: step) }
        try await run.waitUntilQuiescent()
        #expect(run.state(of: step) == .failed)
    }

    @Test func `a time-out counts as a failed attempt`() async throws {
        let gate = CairnTesting.Gate()
        let attempts = Shared(0)
        var workflow = Workflow()
        let policy = StepPolicy(retry: RetryPolicy(attempts: 2, backoff: Backoff(initial: .seconds(5))), timeout: .seconds(30))
        let step = workflow.task("slow", policy: policy) {
            let attempt = attempts.increment()
            if attempt == 1 { try await gate.pass() }
            return attempt
        }
        let run = try workflow.start(configuration)
        await gate.waiting(for: 1)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(30))
        await clock.sleepers(atLeast: 1)
        while run.state(of: step) != .waiting { await Task.yield() }
        clock.advance(by: .seconds(5))
        #expect(try await run.value(of: step) == 2)
    }

    @Test func `a reset while it waits for its next attempt ends the wait`() async throws {
        var workflow = Workflow()
        let step = workflow.task("a", policy: StepPolicy(retry: RetryPolicy(attempts: 2, backoff: Backoff(initial: .seconds(9)))))
        {
            throw Trouble()
        }
        let run = try workflow.start(configuration)
        await clock.sleepers(atLeast: 1)
        run.reset(step)
        #expect(run.state(of: step) == .ready && run.isQuiescent)
        clock.advance(by: .seconds(9))
        #expect(run.state(of: step) == .ready)
    }

    @Test func `a sooner deadline is kept although a later one was set first`() async throws {
        var workflow = Workflow()
        let late = workflow.gate("late", of: Int.self, timeout: .seconds(100))
        let soon = workflow.gate("soon", of: Int.self, timeout: .seconds(10))
        let run = try workflow.start(configuration)
        while clock.pendingSleeps != [.seconds(10)] { await Task.yield() }
        clock.advance(by: .seconds(10))
        await #expect(throws: WorkflowError.timedOut(step: "soon", after: .seconds(10))) { try await run.value(of: soon) }
        #expect(run.state(of: late) == .waiting)
        while clock.pendingSleeps != [.seconds(90)] { await Task.yield() }
        clock.advance(by: .seconds(90))
        await #expect(throws: WorkflowError.timedOut(step: "late", after: .seconds(100))) { try await run.value(of: late) }
    }
}
