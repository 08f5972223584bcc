import CairnCore
import CairnTesting
import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(10)))
struct JobStepTests {
    /// Counts up to a number, keeping each; holds at a gate half way.
    struct Count: JobWork {
        static let kind = "test-count"
        let limit: Int

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            for number in (context.checkpoint ?? 0)..<limit {
                if number == limit / 2 { try await context.services.gate.pass() }
                context.services.counted.update { $0.append(number) }
                try await context.save(number + 1)
                context.reportProgress(completed: number + 1, of: limit)
                context.post("counted \(number)")
            }
            return limit
        }

        typealias Checkpoint = Int
        typealias Services = Stage
    }

    final class Stage: Sendable {
        let gate = Gate()
        let counted = Shared<[Int]>([])
    }

    let stage = Stage()

    @Test func `a job's work as a step gives its output, progress and messages`() async throws {
        var workflow = Workflow("W")
        let limit = workflow.task("limit") { 4 }
        let count = workflow.job("count", after: limit, services: stage) { limit in Count(limit: limit) }
        let run = try workflow.makeRun()
        let events = run.events
        run.start()
        await stage.gate.waiting(for: 1)
        for await progress in run.progressUpdates where progress == 0.75 { break }
        #expect(run.snapshot[count]?.progress == 0.5)
        stage.gate.open()
        #expect(try await run.value(of: count) == 4)
        #expect(await messages(events) == ["counted 0", "counted 1", "counted 2", "counted 3"])
    }

    /// What was said until nothing ran any more.
    private func messages(_ events: AsyncStream<WorkflowEvent>) async -> [String] {
        var messages: [String] = []
        for await event in events {
            if case .message(_, let text) = event.kind { messages.append(text) }
            if case .quiescent = event.kind { break }
        }
        return messages
    }

    struct Complaining: JobWork {
        struct Trouble: Error {}
        static let kind = "test-complaining"
        typealias Checkpoint = Int

        @concurrent func perform(in context: JobContext<Self>) async throws {
            context.post("the last words")
            throw Trouble()
        }
    }

    @Test func `the last words of a job that fails are heard`() async throws {
        var workflow = Workflow("W")
        let complaint = workflow.job("complaint") { Complaining() }
        let run = try workflow.makeRun()
        let events = run.events
        run.start()
        // The job itself adds why it has failed.
        let heard = await messages(events)
        #expect(heard.count == 2 && heard.first == "the last words" && heard.last?.contains("Trouble") == true)
        #expect(throws: Complaining.Trouble.self) { try run.result(of: complaint) }
    }

    @Test func `cancelling the step cancels the work`() async throws {
        var workflow = Workflow("W")
        let count = workflow.job("count", services: stage) { Count(limit: 4) }
        let run = try workflow.start()
        await stage.gate.waiting(for: 1)
        run.cancel(count)
        try await run.waitUntilQuiescent()
        #expect(stage.counted.value == [0, 1])
    }

    struct Counting: WorkflowDefinition {
        static let kind = "test-counting"
        func build(_ workflow: inout Workflow, services: Stage) throws -> Step<Int> {
            workflow.job("count", services: services) { Count(limit: 4) }
        }
    }

    @Test func `within a job the work has a checkpoint of its own, and goes on from there`() async throws {
        let job = try Job(WorkflowWork(Counting()), services: stage, configuration: JobConfiguration(store: MemoryJobStore()))
        #expect(try await interrupted(job, at: stage.gate) == 4)
        #expect(stage.counted.value == [0, 1, 2, 3])
        #expect(job.messages.map(\.text) == ["counted 0", "counted 1", "counted 2", "counted 3"])
    }
}
