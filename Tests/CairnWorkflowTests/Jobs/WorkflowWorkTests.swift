import CairnCore
import CairnTesting
import CairnWorkflow
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct WorkflowWorkTests {
    /// What the steps tell the test, and wait for.
    final class Stage: Sendable {
        let runs = Shared<[String]>([])
        let gate = Gate()
        let fails = Shared(false)
        let handle = Shared<WorkflowRun?>(nil)
    }

    struct Trouble: Error {}

    struct Report: WorkflowDefinition {
        static let kind = "test-report"
        var count = 3

        func build(_ workflow: inout Workflow, services: Stage) throws -> Step<String> {
            let numbers = (0..<count).map { number in
                workflow.task("number \(number)") {
                    services.runs.update { $0.append("number \(number)") }
                    return number
                }
            }
            let optional = workflow.task("optional", afterAll: numbers) { _ -> Int? in
                services.runs.update { $0.append("optional") }
                return nil
            }
            let nothing = workflow.task("nothing", after: optional) { _ in services.runs.update { $0.append("nothing") } }
            let sub = workflow.subworkflow("sub", following: [nothing]) { sub in
                sub.task("inner") {
                    services.runs.update { $0.append("inner") }
                    return [1, 2]
                }
            }
            let slow = workflow.task("slow", after: sub) { inner in
                services.runs.update { $0.append("slow") }
                StepContext.current?.reportProgress(0.5)
                StepContext.current?.post("half way")
                try await services.gate.pass()
                if services.fails.value { throw Trouble() }
                return inner.count
            }
            return workflow.task("sum", afterAll: numbers, following: [slow]) { "\($0)" }
        }

        @concurrent func operate(_ run: WorkflowRun, services: Stage) async throws {
            services.handle.update { $0 = run }
        }
    }

    let stage = Stage()
    let store = MemoryJobStore()
    var configuration: JobConfiguration { JobConfiguration(store: store) }

    private func makeJob() throws -> Job<WorkflowWork<Report>> {
        try Job(WorkflowWork(Report()), services: stage, configuration: configuration)
    }

    @Test func `a workflow runs as a job, with its messages and progress`() async throws {
        let job = try makeJob()
        try job.start()
        await stage.gate.waiting(for: 1)
        for await progress in job.progressUpdates where progress > 75 { break }
        stage.gate.open()
        #expect(try await job.output == "[0, 1, 2]")
        #expect(job.messages.map(\.text) == ["slow: half way"])
        #expect(job.progress == 100)
    }

    @Test func `paused and resumed, what has finished does not run again`() async throws {
        #expect(try await interrupted(makeJob(), at: stage.gate) == "[0, 1, 2]")
        let finished = ["number 0", "number 1", "number 2", "optional", "nothing", "inner"]
        #expect(stage.runs.value.sorted() == (finished + ["slow", "slow"]).sorted())
    }

    @Test func `another process goes on from the record`() async throws {
        let job = try makeJob()
        try job.start()
        await stage.gate.waiting(for: 1)
        job.pause()
        try await job.settle()
        try await job.releaseClaim()
        let record = try #require(try await store.load(job.id))
        #expect(record.checkpoint?["sub/inner"]?["value"] == [1, 2])
        #expect(record.checkpoint?["nothing"] == [:] && record.checkpoint?["optional"] == [:])

        let other = Stage()
        other.gate.open()
        let kinds = JobKinds()
        kinds.register(WorkflowWork<Report>.self) { other }
        let restored = try #require(try kinds.restore(record, configuration: configuration) as? Job<WorkflowWork<Report>>)
        try restored.start()
        #expect(try await restored.output == "[0, 1, 2]")
        #expect(other.runs.value == ["slow"])
    }

    @Test func `cancelling the job cancels the steps`() async throws {
        let job = try makeJob()
        try job.start()
        await stage.gate.waiting(for: 1)
        try await job.cancelAndWait()
        #expect(job.status == .canceled)
        #expect(stage.handle.value?.isQuiescent == true)
    }

    @Test func `a job whose workflow fails says which step`() async throws {
        stage.fails.update { $0 = true }
        stage.gate.open()
        let job = try makeJob()
        try job.start()
        let error = await #expect(throws: (any Error).self) { try await job.output }
        #expect("\(try #require(error))".contains("\"slow\" failed"))
    }

    @Test func `a checkpoint that cannot be read fails and is kept`() async throws {
        let job = try makeJob()
        try job.start()
        await stage.gate.waiting(for: 1)
        job.pause()
        try await job.settle()
        guard case .object(var members) = job.record.json, case .object(var outputs)? = members["checkpoint"] else {
            Issue.record("no checkpoint")
            return
        }
        outputs["number 1"] = ["value": "not a number"]
        members["checkpoint"] = .object(outputs)
        let restored = try Job<WorkflowWork<Report>>(restoring: JobRecord(json: .object(members))) { stage }
        try restored.start()
        let error = await #expect(throws: (any Error).self) { try await restored.output }
        #expect("\(try #require(error))".contains("number 1"))
    }

    @Test func `with checkpoints names must be unique`() async throws {
        struct Twice: WorkflowDefinition {
            static let kind = "test-twice"
            func build(_ workflow: inout Workflow, services: Void) throws -> Step<Int> {
                workflow.task("same") { 1 }
                return workflow.task("same") { 2 }
            }
        }
        await #expect(throws: WorkflowError.duplicateName("same")) { try await Job(WorkflowWork(Twice())).run() }
    }

    @Test func `steps that are added while it runs need names of their own too, and are restored by them`() async throws {
        let job = try makeJob()
        try job.start()
        await stage.gate.waiting(for: 1)
        let run = try #require(stage.handle.value)
        let count = run.snapshot.steps.count
        for names in [["slow"], ["more", "more"], ["more", "slow"]] {
            #expect(throws: WorkflowError.duplicateName(names[1...].first ?? "slow")) {
                try run.add { workflow in for name in names { workflow.task(name) { 0 } } }
            }
        }
        #expect(run.snapshot.steps.count == count)
        let more = try run.add { $0.task("more") { 7 } }
        #expect(try await run.value(of: more) == 7)
        #expect(job.record.checkpoint?["more"] == ["value": 7])
        stage.gate.open()
        _ = try await job.output
    }

    @Test func `what is not to be persisted runs again`() async throws {
        struct Handles: WorkflowDefinition {
            static let kind = "test-handles"
            func build(_ workflow: inout Workflow, services: Stage) throws -> Step<Int> {
                let handle = workflow.task("handle", policy: StepPolicy(isPersisted: false)) {
                    services.runs.update { $0.append("handle") }
                    return 1
                }
                return workflow.task("use", after: handle) { handle in
                    try await services.gate.pass()
                    return handle
                }
            }
        }
        let job = try Job(WorkflowWork(Handles()), services: stage, configuration: configuration)
        #expect(try await interrupted(job, at: stage.gate) == 1)
        #expect(stage.runs.value == ["handle", "handle"] && job.record.checkpoint?["handle"] == nil)
    }

    @Test func `a step that is reset is forgotten by the checkpoint`() async throws {
        let job = try makeJob()
        try job.start()
        await stage.gate.waiting(for: 1)
        let run = try #require(stage.handle.value)
        let first = try #require(run.snapshot.steps.first { $0.name == "number 0" })
        run.reset(first.id)
        run.start()
        await stage.gate.waiting(for: 1)
        stage.gate.open()
        #expect(try await job.output == "[0, 1, 2]")
        #expect(stage.runs.value.count { $0 == "number 0" } == 2 && stage.runs.value.count { $0 == "number 1" } == 1)
    }

    @Test func `a gate that was passed stays so`() async throws {
        struct Gated: WorkflowDefinition {
            static let kind = "test-gated"
            func build(_ workflow: inout Workflow, services: Stage) throws -> Step<Int> {
                let gate = workflow.gate("gate", of: Int.self)
                return workflow.task("after", after: gate) { value in
                    try await services.gate.pass()
                    return value
                }
            }
            @concurrent func operate(_ run: WorkflowRun, services: Stage) async throws {
                services.handle.update { $0 = run }
                guard let gate = run.snapshot.steps.first(where: { $0.name == "gate" }), gate.state == .waiting else { return }
                services.runs.update { $0.append("fulfil") }
                run.fulfill(named: "gate", with: 5)
            }
        }
        let job = try Job(WorkflowWork(Gated()), services: stage, configuration: configuration)
        #expect(try await interrupted(job, at: stage.gate) == 5)
        #expect(stage.runs.value == ["fulfil"])
    }
}
