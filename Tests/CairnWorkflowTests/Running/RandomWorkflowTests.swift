import CairnWorkflow
import CairnTesting
import Foundation
import Testing

/// Random graphs that really run, with failures, retries, cancellations and resets from outside.
@Suite(.timeLimit(.minutes(10)))
struct RandomWorkflowTests {
    struct Trouble: Error {}

    /// What the bodies of one graph have seen.
    final class Watch: Sendable {
        let running = Shared<[Int: Int]>([:])
        let most = Shared(0)
        let overlapped = Shared(false)
        let finishedTwice = Shared(false)

        func enter(_ step: Int) {
            running.update { running in
                running[step, default: 0] += 1
                if running[step]! > 1 { overlapped.update { $0 = true } }
                let count = running.values.reduce(0, +)
                most.update { $0 = max($0, count) }
            }
        }

        func leave(_ step: Int) { running.update { $0[step]! -= 1 } }
    }

    @Test func `random graphs under random commands keep the rules, and finish when they are let`() async throws {
        let graphs = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 1000 : 10_000
        for seed in 0..<UInt64(graphs) { try await trial(seed) }
    }

    private func trial(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let (watch, mayFail) = (Watch(), Shared(true))
        var workflow = Workflow("\(seed)")
        var steps: [Step<Int>] = []
        for number in 0..<Int.random(in: 1...20, using: &random) {
            let count = steps.isEmpty ? 0 : Int.random(in: 0...min(3, steps.count), using: &random)
            let prerequisites = (0..<count).map { _ in steps[Int.random(in: 0..<steps.count, using: &random)] }
            let fails = Int.random(in: 0..<5, using: &random) == 0
            steps.append(
                workflow.task("\(number)", afterAll: prerequisites) { values in
                    watch.enter(number)
                    defer { watch.leave(number) }
                    StepContext.current?.reportProgress(0.5)
                    await Task.yield()
                    if fails, mayFail.value { throw Trouble() }
                    return values.reduce(1, +)
                })
        }
        let slots = Int.random(in: 1...4, using: &random)
        let run = try workflow.makeRun(WorkflowConfiguration(slots: slots))
        let events = run.events
        let replay = Task { await Self.replay(events, watch) }
        run.start()
        for _ in 0..<15 {
            command(run, steps, &random)
            if Bool.random(using: &random) { await Task.yield() }
        }
        mayFail.update { $0 = false }
        try await run.waitUntilQuiescent()
        run.retry()
        run.start()
        let results = try await run.results()
        // I8 and I11: nothing is left, and there were never more than the slots.
        #expect(watch.running.value.values.allSatisfy { $0 == 0 } && watch.most.value <= slots, "seed \(seed)")
        #expect(!watch.overlapped.value, "seed \(seed): two bodies of a step ran side by side")
        #expect(steps.map { results[$0] }.allSatisfy { $0 > 0 })
        // I12: the log replays to the snapshot.
        _ = try await run.value(of: run.add { $0.task("last") {} })
        let (replayed, snapshot) = (await replay.value, run.snapshot)
        #expect(replayed?.steps.map(\.state) == snapshot.steps.map(\.state), "seed \(seed)")
        #expect(replayed?.steps.map(\.attempt) == snapshot.steps.map(\.attempt), "seed \(seed)")
        #expect(replayed?.steps.map(\.progress) == snapshot.steps.map(\.progress), "seed \(seed)")
        #expect(replayed?.steps.map(\.began) == snapshot.steps.map(\.began), "seed \(seed)")
        #expect(replayed?.steps.map(\.ended) == snapshot.steps.map(\.ended), "seed \(seed)")
        #expect(!watch.finishedTwice.value, "seed \(seed): finished was said twice for one end")
    }

    private func command(_ run: WorkflowRun, _ steps: [Step<Int>], _ random: inout SeededGenerator) {
        guard let step = steps.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: run.cancel(step)
        case 1: run.reset(step)
        case 2: run.retry(step)
        case 3: run.cancel()
        case 4: run.reset()
        case 5: run.retry()
        case 6: run.start(step)
        default: run.start()
        }
    }

    /// Follows until the step "last" has finished.
    private static func replay(_ events: AsyncStream<WorkflowEvent>, _ watch: Watch) async -> WorkflowSnapshot? {
        var snapshot: WorkflowSnapshot?
        var isFinished = false
        for await event in events {
            if case .snapshot(let first) = event.kind { snapshot = first } else { snapshot?.apply(event) }
            switch event.kind {
            // I9: said when every step has finished, and not again before one has not.
            case .finished:
                if isFinished || snapshot?.steps.contains(where: { $0.state != .finished }) == true {
                    watch.finishedTwice.update { $0 = true }
                }
                isFinished = true
            case .changed, .added: isFinished = false
            default: break
            }
            if snapshot?.steps.last?.name == "last", snapshot?.steps.last?.state == .finished { break }
        }
        return snapshot
    }
}
