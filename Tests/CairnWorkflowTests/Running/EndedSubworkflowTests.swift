import CairnCore
import CairnTesting
import Testing

@testable import CairnWorkflow

/// What is commanded within a subworkflow whose step has ended: nothing begins there before that is retried.
@Suite(.timeLimit(.minutes(5)))
struct EndedSubworkflowTests {
    private struct Trouble: Error {}

    /// A subworkflow, or one within it, whose body fails at first, with a step that depends on it.
    private final class Trial: Sendable {
        let mayFail = Shared(true)
        let bodies = Shared(0)
        let running = Shared(0)
        let steps = Shared<[CairnWorkflow.Step<Int>]>([])
        let deeper = Shared<CairnWorkflow.Step<Int>?>(nil)

        func body() async throws -> Int {
            bodies.increment()
            running.update { $0 += 1 }
            defer { running.update { $0 -= 1 } }
            await Task.yield()
            if mayFail.value { throw Trouble() }
            return 1
        }

        func addSteps(to workflow: inout Workflow) -> CairnWorkflow.Step<Int> {
            let inner = workflow.task("inner") { try await self.body() }
            let last = workflow.task("last", after: inner) { $0 + 1 }
            steps.update { $0 = [inner, last] }
            return last
        }

        func workflow(isDeep: Bool) -> (Workflow, CairnWorkflow.Step<Int>) {
            var workflow = Workflow("whole")
            let step = workflow.subworkflow("sub") { sub in
                if !isDeep { return self.addSteps(to: &sub) }
                let deeper = sub.subworkflow("deeper") { self.addSteps(to: &$0) }
                self.deeper.update { $0 = deeper }
                return deeper
            }
            return (workflow, step)
        }

        /// The run that the body is in, once it has begun.
        func innermost(_ run: WorkflowRun?, _ sub: CairnWorkflow.Step<Int>) -> WorkflowRun? {
            guard let child = run?.subworkflow(sub) else { return nil }
            guard let deeper = deeper.value else { return child }
            return child.subworkflow(deeper)
        }
    }

    private static let commands: [@Sendable (WorkflowRun, Trial) throws -> Void] = [
        { run, _ in run.retry() },
        { run, trial in run.retry(trial.steps.value[0]) },
        { run, _ in
            run.reset()
            run.start()
        },
        { run, trial in _ = try run.add { workflow in workflow.task("added") { try await trial.body() } } },
    ]

    @Test(arguments: commands.indices, [false, true])
    func `nothing begins in a step that has failed before it is retried, and then it goes on`(command: Int, isDeep: Bool)
        async throws
    {
        let trial = Trial()
        let (workflow, sub) = trial.workflow(isDeep: isDeep)
        let run = try workflow.start()
        try await run.waitUntilQuiescent()
        trial.mayFail.update { $0 = false }
        let within = try #require(trial.innermost(run, sub))
        let sequence = within.snapshot.sequence
        try Self.commands[command](within, trial)
        #expect(within.isQuiescent && trial.bodies.value == 1)
        // Who follows the events and retries upon the last is not told of his own commands.
        if command < 2 { #expect(within.snapshot.sequence == sequence && within.snapshot.count(of: .failed) == 1) }
        #expect(run.isQuiescent && run.snapshot[sub]?.state == .failed)
        run.retry(sub)
        #expect(try await run.value(of: sub) == 2)
        #expect(within.isFinished && trial.bodies.value == (command == 3 ? 3 : 2))
    }

    @Test(arguments: [false, true])
    func `nothing begins in a step that has finished, and its result stays`(isDeep: Bool) async throws {
        let trial = Trial()
        trial.mayFail.update { $0 = false }
        let (workflow, sub) = trial.workflow(isDeep: isDeep)
        let run = try workflow.start()
        #expect(try await run.value(of: sub) == 2)
        let within = try #require(trial.innermost(run, sub))
        within.reset()
        within.start()
        #expect(within.isQuiescent && within.snapshot.count(of: .finished) == 0 && trial.bodies.value == 1)
        #expect(run.isFinished)
        run.reset(sub)
        run.start()
        #expect(try await run.value(of: sub) == 2)
        #expect(trial.bodies.value == 2)
    }

    @Test func `nothing begins in a step that was reset`() async throws {
        let trial = Trial()
        let (workflow, sub) = trial.workflow(isDeep: true)
        let run = try workflow.start()
        try await run.waitUntilQuiescent()
        let (child, within) = (try #require(run.subworkflow(sub)), try #require(trial.innermost(run, sub)))
        run.reset(sub)
        for left in [child, within] { left.retry() }
        #expect(child.isQuiescent && within.isQuiescent && run.isQuiescent && trial.bodies.value == 1)
    }

    @Test func `who only looks at what is within a step that has failed changes nothing of it`() async throws {
        let trial = Trial()
        let (workflow, sub) = trial.workflow(isDeep: false)
        let run = try workflow.start()
        try await run.waitUntilQuiescent()
        let within = try #require(run.subworkflow(sub))
        try await within.waitUntilQuiescent()
        await #expect(throws: WorkflowError.self) { try await within.value(of: trial.steps.value[1]) }
        #expect(within.snapshot.steps.map(\.state) == [.failed, .pending])
    }

    @Test func `what was reset within while something else ran there is started with the retry`() async throws {
        let steps = Shared<(first: CairnWorkflow.Step<Int>, gate: CairnWorkflow.Step<Int>)?>(nil)
        var workflow = Workflow("whole")
        let sub = workflow.subworkflow("sub") { sub in
            let (first, gate) = (sub.task("first") { 1 }, sub.gate("gate", of: Int.self))
            steps.update { $0 = (first, gate) }
            return sub.task("last", after: first, gate) { first, second in first + second }
        }
        let run = try workflow.start()
        while run.subworkflow(sub)?.snapshot.count(of: .finished) != 1 { await Task.yield() }
        let (child, (first, gate)) = (try #require(run.subworkflow(sub)), try #require(steps.value))
        child.reset(first)
        child.fulfill(gate, with: 2)
        try await run.waitUntilQuiescent()
        #expect(run.snapshot[sub]?.state == .failed)
        run.retry(sub)
        #expect(try await run.value(of: sub) == 3)
    }

    private static let corrections: [@Sendable (WorkflowRun, CairnWorkflow.Step<Int>) -> Void] = [
        { run, gate in run.withdraw(gate) },
        { run, gate in run.reset(gate) },
        { run, _ in run.reset() },
    ]

    @Test(arguments: corrections.indices)
    func `a gate within that is told otherwise once its step has failed is passed so when that is retried`(correction: Int)
        async throws
    {
        let approval = Shared<CairnWorkflow.Step<Int>?>(nil)
        var workflow = Workflow("whole")
        let sub = workflow.subworkflow("sub") { sub in
            let gate = sub.gate("approval", of: Int.self)
            approval.update { $0 = gate }
            return sub.task("use", after: gate) { value in if value == 0 { throw Trouble() } else { value } }
        }
        let run = try workflow.start()
        while run.subworkflow(sub) == nil { await Task.yield() }
        let (child, gate) = (try #require(run.subworkflow(sub)), try #require(approval.value))
        #expect(child.fulfill(gate, with: 0))
        try await run.waitUntilQuiescent()
        Self.corrections[correction](child, gate)
        #expect(child.fulfill(gate, with: 5) && !child.fulfill(gate, with: 6))
        #expect(child.isQuiescent)
        run.retry(sub)
        #expect(try await run.value(of: sub) == 5)
    }

    @Test func `gates within that have run out of time can be told all the same, for the retry`() async throws {
        let clock = ManualClock()
        var workflow = Workflow("whole")
        let sub = workflow.subworkflow("sub") { sub in
            let one = sub.gate("one", of: Int.self, timeout: .seconds(1))
            return sub.gate("two", of: Int.self, following: [one])
        }
        let run = try workflow.start(WorkflowConfiguration(clock: clock))
        while run.subworkflow(sub)?.snapshot.count(of: .waiting) != 1 { await Task.yield() }
        clock.advance(by: .seconds(1))
        try await run.waitUntilQuiescent()
        let child = try #require(run.subworkflow(sub))
        #expect(child.fulfill(named: "one", with: 1) && child.fulfill(named: "two", with: 2))
        #expect(child.isQuiescent && child.snapshot.steps.map(\.state) == [.failed, .pending])
        run.retry(sub)
        #expect(try await run.value(of: sub) == 2)
    }

    @Test(arguments: commands.indices, [false, true])
    func `no command changes what a step has come to before it has taken that`(command: Int, mayFail: Bool) async throws {
        let trial = Trial()
        trial.mayFail.update { $0 = mayFail }
        var workflow = Workflow("sub")
        let output = trial.addSteps(to: &workflow)
        let run = try WorkflowRun(workflow, WorkflowConfiguration())
        run.withState { $0.output = output.id }
        await run.runUntilQuiescent(as: 1) { $0.startAll() }
        try Self.commands[command](run, trial)
        run.cancel()
        let verdict = try #require(run.withState { $0.verdict.take() })
        if mayFail {
            let failure = #expect(throws: WorkflowFailure.self) { try verdict.get() }
            #expect(failure?.failures.map(\.name) == ["inner"] && failure?.cancelled.isEmpty == true)
        } else {
            #expect(try verdict.get() as? Int == 2)
        }
        run.reset()
        #expect(run.withState { $0.verdict.take() } == nil)
    }

    @Test(arguments: [false, true])
    func `who retries what is within all the time leaves no body behind`(isDeep: Bool) async throws {
        for _ in 0..<rounds(50, long: 5000) {
            let (trial, known, isBack) = (Trial(), Shared<WorkflowRun?>(nil), Shared(false))
            let (workflow, sub) = trial.workflow(isDeep: isDeep)
            let storm = Task {
                while !isBack.value {
                    trial.innermost(known.value, sub)?.retry()
                    await Task.yield()
                }
            }
            _ = try? await workflow.run { run in
                known.update { $0 = run }
                try await run.waitUntilQuiescent()
                run.retry()
            }
            let bodies = trial.bodies.value
            #expect(trial.running.value == 0)
            for _ in 0..<20 { await Task.yield() }
            isBack.update { $0 = true }
            await storm.value
            #expect(trial.bodies.value == bodies)
        }
    }
}
