import CairnCore
import CairnTesting
import CairnWorkflow
import Testing

/// Random graphs with everything in them, commanded by eight tasks at once, against the rules and against a second telling of what happened.
@Suite(.timeLimit(.minutes(60)), .serialized)
struct WorkflowStressTests {
    struct Trouble: Error {}

    /// One random graph, and what its bodies may do.
    final class Trial: Sendable {
        let seed: UInt64
        let clock = ManualClock()
        let mayFail = Shared(true)
        let additions = Shared(0)
        let running = Shared<[String: Int]>([:])
        let violations = Shared<[String]>([])
        let slots: Int

        init(_ seed: UInt64) {
            self.seed = seed
            slots = Int(seed % 4) + 1
        }

        func enter(_ name: String) {
            let (own, all) = running.update { running in
                running[name, default: 0] += 1
                return (running[name]!, running.values.reduce(0, +))
            }
            if own > 1 { violations.update { $0.append("two bodies of \(name)") } }
            if all > slots { violations.update { $0.append("\(all) bodies on \(slots) slots") } }
        }

        func leave(_ name: String) { running.update { $0[name]! -= 1 } }

        /// A body that yields, may fail, and may add a step.
        func body(_ name: String, _ kind: Int) async throws -> Int {
            enter(name)
            defer { leave(name) }
            for _ in 0..<(kind % 3) { await Task.yield() }
            StepContext.current?.reportProgress(0.5)
            if kind % 4 == 0, additions.value < 5 {
                let number = additions.increment()
                _ = try StepContext.current?.workflow.add { workflow in
                    workflow.task("added \(number)") { try await self.body("added \(number)", 1) }
                }
            }
            if kind % 5 == 0, mayFail.value { throw Trouble() }
            return kind
        }
    }

    struct Graph {
        var workflow: Workflow
        var steps: [CairnWorkflow.Step<Int>] = []
        var gates: [CairnWorkflow.Step<Int>] = []
        var subworkflows: [CairnWorkflow.Step<Int>] = []

        init(_ trial: Trial, _ random: inout SeededGenerator) {
            workflow = Workflow("\(trial.seed)")
            for number in 0..<Int.random(in: 2...10, using: &random) {
                let prerequisites = steps.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
                let kind = Int.random(in: 0..<20, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    let timeout: Duration? = Bool.random(using: &random) ? .seconds(5) : nil
                    steps.append(workflow.gate("\(number)", following: prerequisites, timeout: timeout))
                    gates.append(steps[number])
                case 1:
                    steps.append(
                        workflow.subworkflow("\(number)", following: prerequisites) { sub in
                            let gate = sub.gate("inner", of: Int.self)
                            return sub.task("after", after: gate) { _ in try await trial.body("\(number)/after", kind) }
                        })
                    subworkflows.append(steps[number])
                case 2:
                    let policy = StepPolicy(retry: RetryPolicy(attempts: 2), timeout: .seconds(10))
                    steps.append(
                        workflow.task("\(number)", following: prerequisites, policy: policy) {
                            try await trial.body("\(number)", kind)
                        })
                default:
                    steps.append(workflow.task("\(number)", following: prerequisites) { try await trial.body("\(number)", kind) })
                }
            }
        }
    }

    @Test
    func `whatever eight tasks command, the rules hold, every watcher gets to the end, and the whole finishes when it is let`()
        async throws
    {
        let watchdog = Watchdog("workflow stress")
        for seed in 0..<UInt64(rounds(40, long: 100_000)) { try await run(Trial(seed), watchdog) }
    }

    private func run(_ trial: Trial, _ watchdog: Watchdog) async throws {
        var random = SeededGenerator(seed: trial.seed)
        let graph = Graph(trial, &random)
        let run = try graph.workflow.makeRun(WorkflowConfiguration(slots: trial.slots, clock: trial.clock))
        watchdog.step { "seed \(trial.seed): \(run.snapshot)" }
        let watchers = [1, 200].map { pace in
            let events = run.events
            return Task { await Self.watch(events, pace) }
        }
        await Self.command(run, graph, trial)
        try await Self.finish(run, graph, trial)
        for watcher in watchers {
            let replay = await watcher.value
            #expect(replay.violations.isEmpty, "seed \(trial.seed)")
            #expect(replay.snapshot?.steps.map(\.state) == run.snapshot.steps.map(\.state), "seed \(trial.seed)")
        }
        #expect(trial.violations.value.isEmpty, "seed \(trial.seed)")
        #expect(trial.running.value.values.allSatisfy { $0 == 0 }, "seed \(trial.seed)")
    }

    /// Follows until the step "last" has finished; who reads slowly falls behind.
    private static func watch(_ events: AsyncStream<WorkflowEvent>, _ pace: Int) async -> EventReplay {
        var replay = EventReplay()
        for await event in events {
            replay.take(event)
            if replay.hasFinished("last"), case .quiescent = event.kind { break }
            for _ in 0..<(pace / 100) { await Task.yield() }
        }
        return replay
    }

    private static func command(_ run: WorkflowRun, _ graph: Graph, _ trial: Trial) async {
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var random = SeededGenerator(seed: trial.seed &* 31 &+ UInt64(worker))
                    for _ in 0..<12 {
                        await command(run, graph, trial, &random)
                        if Bool.random(using: &random) { await Task.yield() }
                    }
                }
            }
        }
    }

    private static func command(_ run: WorkflowRun, _ graph: Graph, _ trial: Trial, _ random: inout SeededGenerator) async {
        let step = graph.steps.randomElement(using: &random)!
        switch Int.random(in: 0..<16, using: &random) {
        case 0: run.cancel(step)
        case 1: run.reset(step)
        case 2: run.retry(step)
        case 3: run.start(step)
        case 4: run.cancel()
        case 5: run.reset()
        case 6: run.retry()
        case 7, 8, 9: run.start()
        case 10: if let gate = graph.gates.randomElement(using: &random) { run.fulfill(gate, with: 1) }
        case 11: if let gate = graph.gates.randomElement(using: &random) { run.withdraw(gate) }
        case 12:
            if let sub = graph.subworkflows.randomElement(using: &random) {
                run.subworkflow(sub)?.fulfill(named: "inner", with: 1)
            }
        case 13: trial.clock.advance(by: .seconds(1))
        case 14: if let sub = graph.subworkflows.randomElement(using: &random) { run.subworkflow(sub)?.retry() }
        default:
            let waiter = Task { _ = try? await run.value(of: step) }
            await Task.yield()
            waiter.cancel()
            await waiter.value
        }
    }

    /// Cancels everything, then lets everything finish.
    private static func finish(_ run: WorkflowRun, _ graph: Graph, _ trial: Trial) async throws {
        trial.mayFail.update { $0 = false }
        run.cancel()
        try await run.waitUntilQuiescent()
        #expect(run.snapshot.steps.allSatisfy { $0.state.isEnded }, "seed \(trial.seed)")
        run.retry()
        run.start()
        while !run.isQuiescent || !run.isFinished {
            for gate in graph.gates { run.fulfill(gate, with: 1) }
            for sub in graph.subworkflows { run.subworkflow(sub)?.fulfill(named: "inner", with: 1) }
            await Task.yield()
        }
        _ = try await run.value(of: run.add { $0.task("last") {} })
        try await run.waitUntilQuiescent()
    }

    @Test func `a run whose task is cancelled at any time returns, and leaves no body behind`() async throws {
        let watchdog = Watchdog("cancelled runs")
        for seed in 0..<UInt64(rounds(80, long: 250_000)) {
            let trial = Trial(seed)
            var random = SeededGenerator(seed: seed)
            let graph = Graph(trial, &random)
            watchdog.step { "seed \(seed)" }
            let configuration = WorkflowConfiguration(slots: trial.slots, clock: trial.clock)
            let task = Task {
                try await graph.workflow.run(configuration) { run in
                    if seed % 2 == 0 { return }
                    await Self.command(run, graph, trial)
                }
            }
            for _ in 0..<Int.random(in: 0...40, using: &random) { await Task.yield() }
            task.cancel()
            _ = await task.result
            #expect(trial.running.value.values.allSatisfy { $0 == 0 }, "seed \(seed)")
            #expect(trial.violations.value.isEmpty, "seed \(seed)")
        }
    }
}
