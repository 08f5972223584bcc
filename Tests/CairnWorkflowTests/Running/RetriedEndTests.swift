import CairnCore
import CairnTesting
import CairnWorkflow
import Testing

/// A run that somebody else retries in the moment of its end, before who waits for that is back.
@Suite(.timeLimit(.minutes(5)))
struct RetriedEndTests {
    private struct Trouble: Error {}

    /// Runs a job where it is enqueued: who waits with it is back before anybody who is resumed later.
    private final class InlineExecutor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    enum Way: CaseIterable {
        case run, operated, job, started
    }

    /// A step that fails once, or always, and has the run retried by who is back first.
    private struct Retried: WorkflowDefinition {
        static let kind = "test-retried"
        var fails = false

        func build(_ workflow: inout Workflow, services: Shared<Int>) -> CairnWorkflow.Step<Int> {
            workflow.task("step") { [fails] in
                if services.increment() == 1 {
                    let run = StepContext.current!.workflow
                    Task(executorPreference: InlineExecutor()) {
                        try await run.waitUntilQuiescent()
                        run.retry()
                    }
                    throw Trouble()
                }
                for _ in 0..<20 { await Task.yield() }
                if fails { throw Trouble() }
                return 7
            }
        }
    }

    private func result(of retried: Retried, _ way: Way) async throws -> Int {
        let attempts = Shared(0)
        var workflow = Workflow("whole")
        let step = retried.build(&workflow, services: attempts)
        switch way {
        case .run: return try await workflow.run()[step]
        case .operated: return try await workflow.run { _ in }[step]
        case .job: return try await Job(WorkflowWork(retried), services: attempts).run()
        case .started: return try await workflow.start().results()[step]
        }
    }

    // Who has asked for the results of a started run before the step began is back before the retry.
    @Test(arguments: [Way.run, .operated, .job]) func `who waits for the end waits for what was retried in its moment, too`(
        way: Way
    ) async throws {
        for _ in 0..<200 { #expect(try await result(of: Retried(), way) == 7) }
    }

    @Test(arguments: Way.allCases) func `a failure names the step that was retried in the moment of the end`(way: Way)
        async throws
    {
        for _ in 0..<200 {
            let failure = await #expect(throws: (any Error).self) { try await result(of: Retried(fails: true), way) }
            #expect("\(try #require(failure))".contains("step"))
        }
    }
}
