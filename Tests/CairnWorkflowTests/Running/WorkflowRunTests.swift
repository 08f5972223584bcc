import CairnTesting
import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(1)))
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

    @Test func `steps added while it runs are started when their prerequisites have finished`() async throws {
        let gate = Gate()
        var workflow = Workflow()
        let first = workflow.task("first") {
            try await gate.pass(); return 1
        }
        let run = try workflow.start()
        await gate.waiting(for: 1)
        let (second, third) = try run.add { workflow in
            let second = workflow.task("second", after: first) { $0 + 1 }
            return (second, workflow.task("third", after: first, second) { $0 + $1 })
        }
        #expect(run.state(of: second) == .pending)
        gate.open()
        #expect(try await run.results()[third] == 3)
        let late = try run.add { workflow in workflow.task("late", after: third) { $0 * 100 } }
        #expect(try await run.value(of: late) == 300)
    }

    @Test func `steps can add steps`() async throws {
        let sum = Shared(0)
        var workflow = Workflow()
        workflow.task("seed") {
            guard let run = StepContext.current?.workflow else { return }
            for number in 1...10 {
                try run.add { workflow in workflow.task("\(number)") { sum.update { $0 += number } } }
            }
        }
        _ = try await workflow.run()
        #expect(sum.value == 55)
    }

    @Test func `a prerequisite of another workflow is refused before anything runs`() async throws {
        let hasRun = Shared(false)
        var other = Workflow("other")
        let stranger = other.task("stranger") { 1 }
        var workflow = Workflow()
        workflow.task("a") { hasRun.update { $0 = true } }
        workflow.task("b", after: stranger) { $0 }
        await #expect(throws: WorkflowError.unknownPrerequisite(step: "b")) { try await workflow.run() }
        #expect(!hasRun.value)
        let run = try other.start()
        #expect(throws: WorkflowError.unknownPrerequisite(step: "c")) {
            var third = Workflow()
            let foreign = third.task("foreign") { 1 }
            try run.add { $0.task("c", after: foreign) { $0 } }
        }
    }

    @Test func `copies that went different ways do not mix their steps up`() async throws {
        var first = Workflow()
        var second = first
        let number = first.task("number") { 1 }
        let word = second.task("word") { "x" }
        second.task("uses the other's", after: number) { $0 }
        await #expect(throws: WorkflowError.unknownPrerequisite(step: "uses the other's")) { try await second.run() }
        _ = word
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
