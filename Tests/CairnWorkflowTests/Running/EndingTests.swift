import CairnCore
import CairnTesting
import CairnWorkflow
import Dispatch
import Foundation
import Synchronization
import Testing

/// A run that was cancelled ends, whatever is commanded meanwhile and after it.
@Suite(.timeLimit(.minutes(30)), .serialized)
struct EndingTests {
    private func gated() -> Workflow {
        var workflow = Workflow("gated")
        let first = workflow.task("first") { 1 }
        let gate = workflow.gate("gate", of: Int.self)
        workflow.subworkflow("sub", after: first) { sub, _ in
            _ = sub.gate("inner", of: Int.self)
            return sub.subworkflow("subsub") { deep in
                let deepest = deep.gate("deepest", of: Int.self)
                return deep.task("use", after: deepest) { $0 }
            }
        }
        workflow.task("last", after: first, gate) { $0 + $1 }
        return workflow
    }

    @Test func `a run whose task is cancelled as it begins returns`() async throws {
        let workflow = gated()
        for round in 0..<rounds(400) {
            let task = Task { try await workflow.run() }
            let canceller = Task {
                for _ in 0..<(round % 50) { await Task.yield() }
                task.cancel()
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            await canceller.value
        }
    }

    @Test func `a subworkflow that is cancelled and retried at once ends as the last command says`() async throws {
        for round in 0..<rounds(250) {
            var workflow = Workflow()
            let sub = workflow.subworkflow("sub") { sub in sub.gate("gate", of: Int.self) }
            let run = try workflow.start()
            for turn in 0..<4 {
                for _ in 0..<((round + turn) % 7) { await Task.yield() }
                run.cancel(sub)
                run.retry(sub)
            }
            run.cancel(sub)
            try await run.waitUntilQuiescent()
            #expect(run.state(of: sub) == .cancelled)
            if let inner = run.subworkflow(sub) { #expect(inner.isQuiescent) }
        }
    }

    @Test func `who operates a cancelled run cannot revive it`() async throws {
        for round in 0..<rounds(100) {
            let workflow = gated()
            let task = Task {
                try await workflow.run { run in
                    while !Task.isCancelled { await Task.yield() }
                    run.retry()
                    run.start()
                    try run.add { $0.gate("added", of: Int.self) }
                    run.reset()
                    run.start()
                }
            }
            for _ in 0..<(round % 20) { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func `steps that a body adds after it was cancelled do not run, until they are retried`() async throws {
        let gate = CairnTesting.Gate()
        let runs = Shared(0)
        var workflow = Workflow()
        let body = workflow.task("body") {
            if runs.value == 0 { await gate.passUncancelled() }
            let run = StepContext.current?.workflow
            _ = try run?.add { $0.task("added") { runs.increment() } }
        }
        let run = try workflow.start()
        await gate.waiting(for: 1)
        run.cancel(body)
        gate.open()
        try await run.waitUntilQuiescent()
        #expect(runs.value == 0)
        #expect(run.snapshot.steps.map(\.state) == [.cancelled, .cancelled])
        runs.increment()
        run.retry()
        try await run.waitUntilQuiescent()
        // The one that was added first, and the one that the body added when it ran again.
        #expect(runs.value == 3 && run.isFinished)
    }

    @Test func `what is added to a run that was cancelled as a whole is cancelled, until something is started`() async throws {
        var workflow = Workflow()
        _ = workflow.gate("gate", of: Int.self)
        let run = try workflow.start()
        run.cancel()
        let added = try run.add { $0.task("added") { 1 } }
        #expect(run.state(of: added) == .cancelled && run.isQuiescent)
        run.retry(added)
        #expect(try await run.value(of: added) == 1)
        let later = try run.add { $0.task("later") { 2 } }
        #expect(try await run.value(of: later) == 2)
    }

    @Test func `a body that cancels its own task does not fail the next step`() async throws {
        var workflow = Workflow()
        let first = workflow.task("first") { withUnsafeCurrentTask { $0?.cancel() } }
        let second = workflow.task("second", after: first) { _ in
            try Task.checkCancellation()
            return 2
        }
        #expect(try await workflow.run()[second] == 2)
    }

    @Test func `a workflow that holds itself ends with an error that says so`() async throws {
        @Sendable func nest(_ workflow: inout Workflow) -> CairnWorkflow.Step<Int> { workflow.subworkflow("again") { nest(&$0) } }
        var workflow = Workflow()
        _ = nest(&workflow)
        var error: any Error = try await #require(throws: WorkflowFailure.self) { try await workflow.run() }
        while let failure = error as? WorkflowFailure { error = failure.failures[0].error }
        #expect(error as? WorkflowError == .nestedTooDeeply(step: "again", limit: 100))
    }

    @Test func `workflows ninety deep are cancelled at once`() async throws {
        @Sendable func nest(_ workflow: inout Workflow, _ depth: Int) -> CairnWorkflow.Step<Int> {
            if depth == 0 { return workflow.gate("gate", of: Int.self) }
            return workflow.subworkflow("\(depth)") { nest(&$0, depth - 1) }
        }
        var workflow = Workflow()
        let top = nest(&workflow, 90)
        let run = try workflow.start()
        var deepest = run.snapshot
        while deepest.steps[0].name != "gate" || deepest.steps[0].state != .waiting {
            await Task.yield()
            deepest = run.snapshot
            while let inner = deepest.steps[0].subworkflow { deepest = inner }
        }
        run.cancel(top)
        var snapshot: WorkflowSnapshot? = run.snapshot
        while let now = snapshot {
            #expect(now.steps[0].state == .cancelled)
            snapshot = now.steps[0].subworkflow
        }
        try await run.waitUntilQuiescent()
    }

    @Test(arguments: [false, true])
    func `very many subworkflows that wait for one slot get it in turn, or pass it on, on however small a stack`(
        _ isCancelled: Bool
    ) async throws {
        let count = rounds(2000, long: 50_000)
        let (sum, builds) = (Shared(0), Shared(0))
        let policy = StepPolicy(priority: .high, executor: SmallStackExecutor())
        var workflow = Workflow()
        let hold = CairnTesting.Gate()
        workflow.task("holder", policy: policy) { await hold.passUncancelled() }
        let go = workflow.gate("go", of: Void.self)
        for number in 0..<count {
            workflow.subworkflow("\(number)", after: go) { sub, _ in
                builds.increment()
                return sub.task("within", policy: policy) { sum.increment() }
            }
        }
        let run = try workflow.start(WorkflowConfiguration(slots: 1))
        await hold.waiting(for: 1)
        run.fulfill(go)
        // The last ones built may not wait yet.
        while builds.value < count { await Task.yield() }
        if isCancelled { run.cancel() }
        hold.open()
        try await run.waitUntilQuiescent()
        #expect(sum.value == (isCancelled ? 0 : count))
        #expect(run.isFinished == !isCancelled)
    }
}

/// Runs what it is given on one thread, whose stack is as small as those of threads that are not the main one on Apple platforms.
private final class SmallStackExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrived = DispatchSemaphore(value: 0)

    init() {
        let thread = Thread { [weak self, arrived] in
            while true {
                arrived.wait()
                guard let self else { return }
                serve()
            }
        }
        thread.stackSize = 512 * 1024
        thread.start()
    }

    deinit { arrived.signal() }

    private func serve() {
        let due = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in due { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrived.signal()
    }
}
