import CairnTesting
import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(10)))
struct WorkflowRunTests {
    struct Trouble: Error, Equatable {}

    @Test func `results of prerequisites arrive as parameters, in order and typed`() async throws {
        var workflow = Workflow("Sum")
        let number = workflow.task("number") { 20 }
        let word = workflow.task("word") { "x" }
        let repeated = workflow.task("repeat", after: number, word) { number, word in String(repeating: word, count: number) }
        let joined = workflow.task("join", afterAll: [repeated, word]) { $0.joined(separator: "-") }
        let results = try await workflow.run()
        #expect(results[joined] == String(repeating: "x", count: 20) + "-x")
        #expect(results[number] == 20)
    }

    @Test func `a workflow without steps finishes at once`() async throws {
        _ = try await Workflow("Empty").run()
        #expect(try Workflow("Empty").start().isFinished)
    }

    @Test func `a workflow can be run as often as one likes`() async throws {
        let count = Shared(0)
        var workflow = Workflow()
        let step = workflow.task("count") { count.increment() }
        #expect(try await workflow.run()[step] == 1)
        #expect(try await workflow.run()[step] == 2)
    }

    @Test func `a fan-in gets its results in the order of the array, whichever finishes first`() async throws {
        let gate = Gate()
        var workflow = Workflow()
        let slow = workflow.task("slow") {
            try await gate.pass(); return 1
        }
        let quick = workflow.task("quick") { 2 }
        let after = workflow.task("after quick", after: quick) { _ in gate.open() }
        let all = workflow.task("all", afterAll: [slow, quick], following: [after]) { $0 }
        #expect(try await workflow.run()[all] == [1, 2])
    }

    @Test func `a step that is only followed must finish, and its result is not taken`() async throws {
        let order = Shared<[String]>([])
        var workflow = Workflow()
        let first = workflow.task("first") { order.update { $0.append("first") } }
        workflow.task("second", following: [first]) { order.update { $0.append("second") } }
        _ = try await workflow.run()
        #expect(order.value == ["first", "second"])
    }

    @Test func `a failure names what it blocked, and the other branch goes on`() async throws {
        var workflow = Workflow("W")
        let bad = workflow.task("bad") { () throws -> Int in throw Trouble() }
        let next = workflow.task("next", after: bad) { $0 }
        workflow.task("after next", after: next) { _ in }
        let good = workflow.task("good") { 1 }
        let run = try workflow.start()
        let failure = try await #require(throws: WorkflowFailure.self) { try await run.results() }
        #expect(failure.failures.map(\.name) == ["bad"])
        #expect(failure.failures[0].error is Trouble && failure.failures[0].blocked == ["next", "after next"])
        #expect(failure.description.contains("\"bad\" failed") && failure.description.contains("blocks \"next\", \"after next\""))
        #expect(try run.result(of: good) == 1)
        #expect(throws: Trouble.self) { try run.result(of: bad) }
        #expect(throws: WorkflowError.noResult(step: "next", state: .pending)) { try run.result(of: next) }
    }

    @Test func `retry goes on from what failed`() async throws {
        let counts = Shared<[String: Int]>([:])
        @Sendable func count(_ name: String) -> Int {
            counts.update {
                $0[name, default: 0] += 1; return $0[name]!
            }
        }
        var workflow = Workflow()
        let a = workflow.task("a") { count("a") }
        let b = workflow.task("b", after: a) { a in
            if count("b") == 1 { throw Trouble() }
            return a
        }
        let c = workflow.task("c", after: b) { b in count("c") + b }
        let run = try workflow.start()
        await #expect(throws: WorkflowFailure.self) { try await run.results() }
        run.retry()
        #expect(try await run.results()[c] == 2)
        #expect(counts.value == ["a": 1, "b": 2, "c": 1])
    }

    @Test func `reset forgets and starts nothing; start runs again`() async throws {
        let count = Shared(0)
        var workflow = Workflow()
        let a = workflow.task("a") { count.increment() }
        let b = workflow.task("b", after: a) { $0 * 10 }
        let run = try workflow.start()
        #expect(try await run.results()[b] == 10)
        run.reset(b)
        #expect(run.state(of: a) == .finished && run.state(of: b) == .ready && !run.isFinished && run.isQuiescent)
        let failure = try await #require(throws: WorkflowFailure.self) { try await run.results() }
        #expect(failure.unstarted == ["b"])
        run.reset()
        #expect(run.state(of: b) == .pending)
        run.start()
        #expect(try await run.results()[b] == 20)
    }

    @Test func `no more steps run than there are slots`() async throws {
        let running = Shared(0)
        let most = Shared(0)
        var workflow = Workflow()
        for number in 0..<200 {
            workflow.task("\(number)") {
                let count = running.increment()
                most.update { $0 = max($0, count) }
                await Task.yield()
                running.update { $0 -= 1 }
            }
        }
        _ = try await workflow.run(WorkflowConfiguration(slots: 3))
        #expect(most.value <= 3)
        #expect(most.value > 1)
    }

    @Test func `with one slot the highest priority goes first, and of one the first added`() async throws {
        let order = Shared<[String]>([])
        var workflow = Workflow()
        let root = workflow.task("root") {}
        for (name, priority) in [("low", TaskPriority.low), ("medium", .medium), ("high", .high), ("medium 2", .medium)] {
            workflow.task(name, after: root, policy: StepPolicy(priority: priority)) { _ in order.update { $0.append(name) } }
        }
        _ = try await workflow.run(WorkflowConfiguration(slots: 1))
        #expect(order.value == ["high", "medium", "medium 2", "low"])
    }

    @Test func `a step can run on the main actor, and on an executor of its own`() async throws {
        let executor = CountingExecutor()
        var workflow = Workflow()
        let main = workflow.task("main") { @MainActor in
            MainActor.assertIsolated()
            return 1
        }
        workflow.task("executor", after: main, policy: StepPolicy(executor: executor)) { _ in }
        _ = try await workflow.run()
        #expect(executor.count.value > 0)
    }

    @Test func `cancelling who waits for a result leaves the step alone`() async throws {
        let gate = Gate()
        var workflow = Workflow()
        let step = workflow.task("a") {
            try await gate.pass(); return 1
        }
        let run = try workflow.start()
        await gate.waiting(for: 1)
        let waiter = Task { try await run.value(of: step) }
        let other = Task { try await run.results() }
        waiter.cancel()
        other.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        await #expect(throws: CancellationError.self) { try await other.value }
        #expect(run.state(of: step) == .executing)
        gate.open()
        #expect(try await run.value(of: step) == 1)
    }

    @Test func `operate can watch and command, and the workflow ends after it`() async throws {
        let fails = Shared(true)
        var workflow = Workflow()
        let step = workflow.task("a") {
            if fails.value { throw Trouble() }
            return 1
        }
        let results = try await workflow.run { run in
            try await run.waitUntilQuiescent()
            fails.update { $0 = false }
            run.retry()
        }
        #expect(results[step] == 1)
        let gate = Gate()
        var stuck = Workflow()
        stuck.task("stuck") { try await gate.pass() }
        await #expect(throws: Trouble.self) { try await stuck.run { _ in throw Trouble() } }
    }

    @Test func `task-local values and results of Void steps come through`() async throws {
        var workflow = Workflow()
        let nothing = workflow.task("nothing") {}
        let value = workflow.task("value", after: nothing) { _ in Local.value }
        let results = try await Local.$value.withValue(7) { try await workflow.run() }
        #expect(results[value] == 7)
    }

    @Test func `a result that is taken back may look at the run as it goes`() async throws {
        final class Guest: Sendable {
            let onLeave: @Sendable () -> Void
            init(_ onLeave: @escaping @Sendable () -> Void) { self.onLeave = onLeave }
            deinit { onLeave() }
        }
        let (handle, left) = (Shared<WorkflowRun?>(nil), Shared(0))
        var workflow = Workflow()
        let step = workflow.task("a") {
            Guest {
                _ = handle.value?.snapshot
                left.increment()
            }
        }
        let run = try workflow.start()
        handle.update { $0 = run }
        try await run.waitUntilQuiescent()
        run.reset(step)
        while left.value == 0 { await Task.yield() }
        handle.update { $0 = nil }
    }

    enum Local { @TaskLocal static var value = 0 }

    final class CountingExecutor: TaskExecutor {
        let count = Shared(0)
        func enqueue(_ job: consuming ExecutorJob) {
            count.update { $0 += 1 }
            let job = UnownedJob(job)
            let executor = asUnownedTaskExecutor()
            Task.detached { job.runSynchronously(on: executor) }
        }
    }
}
