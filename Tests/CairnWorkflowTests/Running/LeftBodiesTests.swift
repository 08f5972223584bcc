import CairnCore
import CairnTesting
import Testing

@testable import CairnWorkflow

/// What is set going within a subworkflow by somebody else than its step.
@Suite(.timeLimit(.minutes(5)))
struct LeftBodiesTests {
    private struct Trouble: Error {}

    /// A subworkflow that fails at first, and whose body then waits for leave to end.
    private final class Trial: Sendable {
        let began = CairnTesting.Gate()
        let mayEnd = CairnTesting.Gate()
        let mayFail = Shared(true)
        let isOver = Shared(false)
        let child = Shared<WorkflowRun?>(nil)

        func body() async throws -> Int {
            if mayFail.value { throw Trouble() }
            began.open()
            defer { isOver.update { $0 = true } }
            do { try await mayEnd.pass() } catch {
                for _ in 0..<100 { await Task.yield() }
                throw error
            }
            return 1
        }

        /// Sets it going when its step has failed, until its body runs.
        func retry(_ sub: CairnWorkflow.Step<Int>, of run: WorkflowRun) async throws {
            try await run.waitUntilQuiescent()
            mayFail.update { $0 = false }
            let child = try #require(run.subworkflow(sub))
            self.child.update { $0 = child }
            child.retry()
            try await began.pass()
        }

        /// Lets the body end once somebody waits for it, or has not.
        func release(unless isBack: Shared<Bool>) async {
            while !isBack.value, child.value?.read({ $0.patientWaiters.isEmpty }) != false { await Task.yield() }
            mayEnd.open()
        }
    }

    private func workflow(_ trial: Trial, isDeep: Bool) -> (Workflow, CairnWorkflow.Step<Int>) {
        var workflow = Workflow("whole")
        let step = workflow.subworkflow("sub") { sub in
            if !isDeep { return sub.task("inner") { try await trial.body() } }
            return sub.subworkflow("deeper") { deeper in deeper.task("inner") { try await trial.body() } }
        }
        return (workflow, step)
    }

    @Test(arguments: [false, true])
    func `what is set going in a step that has ended is waited for, however deep it is`(isDeep: Bool) async throws {
        let (trial, isBack) = (Trial(), Shared(false))
        let (workflow, sub) = workflow(trial, isDeep: isDeep)
        let whole = Task {
            defer { isBack.update { $0 = true } }
            _ = try await workflow.run { run in try await trial.retry(sub, of: run) }
        }
        try await trial.began.pass()
        await trial.release(unless: isBack)
        await #expect(throws: WorkflowFailure.self) { try await whole.value }
        #expect(trial.isOver.value)
    }

    @Test(arguments: [false, true])
    func `what is set going in a step that has ended is cancelled with the whole`(isDeep: Bool) async throws {
        let trial = Trial()
        let (workflow, sub) = workflow(trial, isDeep: isDeep)
        let whole = Task { try await workflow.run { run in try await trial.retry(sub, of: run) } }
        try await trial.began.pass()
        whole.cancel()
        await #expect(throws: CancellationError.self) { try await whole.value }
        #expect(trial.isOver.value)
    }

    @Test func `what is set going within a step that is cancelled has ended when the run is quiescent`() async throws {
        let (trial, inner) = (Trial(), Shared<CairnWorkflow.Step<Int>?>(nil))
        var workflow = Workflow("whole")
        let sub = workflow.subworkflow("sub") { sub in
            let deeper = sub.subworkflow("deeper") { deeper in deeper.task("inner") { try await trial.body() } }
            inner.update { $0 = deeper }
            // Never fulfilled: the step goes on when what is within it has failed.
            return sub.gate("open", of: Int.self)
        }
        let run = try workflow.start()
        while run.subworkflow(sub) == nil { await Task.yield() }
        let (child, deeper) = (try #require(run.subworkflow(sub)), try #require(inner.value))
        while child.snapshot[deeper]?.state != .failed { await Task.yield() }
        trial.mayFail.update { $0 = false }
        try #require(child.subworkflow(deeper)).retry()
        try await trial.began.pass()
        run.cancel(sub)
        try await run.waitUntilQuiescent()
        #expect(trial.isOver.value)
    }

    @Test func `what is set going in a step that is reset then is cancelled and waited for, and nothing begins in it any more`()
        async throws
    {
        let trial = Trial()
        let (workflow, sub) = workflow(trial, isDeep: false)
        _ = try? await workflow.run { run in
            try await trial.retry(sub, of: run)
            run.reset(sub)
        }
        #expect(trial.isOver.value)
        let child = try #require(trial.child.value)
        child.retry()
        #expect(child.isQuiescent && child.snapshot.count(of: .cancelled) == 1)
    }
}
