import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import AGSCompat

/// What is asked of a table while its edits are sent, step by step.
@Suite(.timeLimit(.minutes(10)))
struct SettledQueryTests {
    /// Runs the steps of tasks only when it is told to: whoever waits then waits for something else.
    private final class SteppedExecutor: TaskExecutor {
        private let jobs = Mutex<[UnownedJob]>([])

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
        }

        func runAll() {
            while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }

    @Test func `a query that was asked while edits are sent waits for them, and holds up no others`() async throws {
        let (executor, queue, answered) = (SteppedExecutor(), TurnQueue(), Gate())
        let counts = Mutex(0)
        let table = LocallyEditedTable(ServiceFeatureTable(url: SampleService.url.appending(path: "0")), sending: queue)
        let sending = queue.turn()
        let sent = table.change { edits in
            _ = edits.add(Feature(), globalID: nil)
            return edits.take(SampleService.definition("Damage", hasGlobalIDs: false), takesGlobalIDs: false)
        }
        let asking = Task(executorPreference: executor) {
            try await table.settled { _ in
                counts.withLock { $0 += 1 }
                try await answered.pass()
                return "answer"
            } _: {
                $1
            }
        }
        executor.runAll()
        #expect(counts.withLock(\.self) == 0)
        table.change { $0.giveBack(sent, isInDoubt: false) }
        sending.end()
        executor.runAll()
        #expect(counts.withLock(\.self) == 1)
        let next = queue.turn()
        #expect(next.performIfFirst {})
        answered.open()
        executor.runAll()
        #expect(try await asking.value == "answer")
    }
}
