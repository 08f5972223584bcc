@testable import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SlotPoolTests {
    /// What came of giving a slot back.
    private func isFreed(_ release: SlotPool.Release) -> Bool { if case .freed = release { true } else { false } }
    private func isKept(_ release: SlotPool.Release) -> Bool { if case .kept = release { true } else { false } }
    private func heir(_ release: SlotPool.Release) -> WorkflowRun? { if case .handedOver(let run) = release { run } else { nil } }

    /// What the run that gives a slot back does for the one that gets it.
    private func handOver(_ release: SlotPool.Release) {
        var actions = Actions()
        if let heir = heir(release) { actions.concern(.heir(heir)) }
        actions.perform()
    }

    private func makeRun(_ pool: SlotPool) throws -> WorkflowRun {
        try WorkflowRun(Workflow(), WorkflowConfiguration(), slots: pool)
    }

    @Test func `there are as many slots as were asked for`() throws {
        let pool = SlotPool(2)
        let run = try makeRun(pool)
        #expect(pool.acquire(for: run))
        #expect(pool.acquire(for: run))
        #expect(!pool.acquire(for: run))
    }

    @Test func `a slot that is given back goes to the run that has waited longest, and is free when none waits`() throws {
        let pool = SlotPool(1)
        let runs = try (0..<3).map { _ in try makeRun(pool) }
        #expect(pool.acquire(for: runs[0]))
        #expect(!pool.acquire(for: runs[1]) && !pool.acquire(for: runs[2]))
        #expect(heir(pool.release(from: runs[0])) === runs[1])
        // Nobody else may take it meanwhile.
        #expect(!pool.acquire(for: runs[0]))
        #expect(heir(pool.release(from: runs[1])) === runs[2])
        #expect(heir(pool.release(from: runs[2])) === runs[0])
        #expect(isFreed(pool.release(from: runs[0])))
        #expect(pool.acquire(for: runs[1]))
    }

    @Test func `a run whose turn it is keeps the slot that it gives back`() throws {
        let pool = SlotPool(1)
        let (first, second) = (try makeRun(pool), try makeRun(pool))
        #expect(pool.acquire(for: first))
        #expect(!pool.acquire(for: first) && !pool.acquire(for: second))
        #expect(isKept(pool.release(from: first)))
        #expect(heir(pool.release(from: first)) === second)
    }

    @Test func `a run is kept as long as it waits, and let go with its turn`() throws {
        let pool = SlotPool(1)
        let run = try makeRun(pool)
        #expect(pool.acquire(for: run))
        weak var waiting: WorkflowRun?
        do {
            let other = try makeRun(pool)
            waiting = other
            #expect(!pool.acquire(for: other))
        }
        #expect(waiting != nil)
        handOver(pool.release(from: run))
        #expect(waiting == nil)
        #expect(pool.acquire(for: run))
    }

    @Test func `a run that is handed a slot and has nothing to run any more passes it on`() throws {
        let pool = SlotPool(1)
        let (busy, idle, next) = (try makeRun(pool), try makeRun(pool), try makeRun(pool))
        #expect(pool.acquire(for: busy))
        #expect(!pool.acquire(for: idle) && !pool.acquire(for: next))
        handOver(pool.release(from: busy))
        // From idle to next, which has nothing to run either.
        #expect(pool.acquire(for: busy))
    }

    @Test func `a run that another attempt has opened since is not closed for the one before`() async throws {
        var workflow = Workflow()
        let gate = workflow.gate("gate", of: Int.self)
        let run = try WorkflowRun(workflow, WorkflowConfiguration())
        let running = Task { await run.runUntilQuiescent(as: 2) { $0.startAll() } }
        while run.state(of: gate) != .waiting { await Task.yield() }
        func cancel(attempt: Int32) {
            var actions = Actions()
            actions.concern(.orphan(run, attempt: attempt))
            actions.perform()
        }
        cancel(attempt: 1)
        #expect(run.state(of: gate) == .waiting)
        cancel(attempt: 2)
        #expect(run.state(of: gate) == .cancelled)
        await running.value
    }

    @Test func `very many runs that wait are served in turn`() throws {
        let pool = SlotPool(1)
        let runs = try (0..<5000).map { _ in try makeRun(pool) }
        #expect(pool.acquire(for: runs[0]))
        for run in runs.dropFirst() { #expect(!pool.acquire(for: run)) }
        for (run, next) in zip(runs, runs.dropFirst()) { #expect(heir(pool.release(from: run)) === next) }
        #expect(isFreed(pool.release(from: runs[4999])))
    }
}
