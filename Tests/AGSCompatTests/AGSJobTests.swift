import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSJobTests {
    /// Counts, a step at a time, through a gate.
    struct Counting: JobWork {
        static let kind = "test.counting"
        var count: Int

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            var done = context.checkpoint ?? 0
            while done < count {
                try await context.services.pass()
                done += 1
                try await context.save(done)
                context.post("step \(done)")
                context.reportProgress(completed: done, of: count)
            }
            return done
        }
        typealias Checkpoint = Int
        typealias Services = Gate
    }

    let gate = Gate()

    private func job(_ count: Int = 3) throws -> AGSJob {
        AGSJob(try Job(Counting(count: count), services: gate))
    }

    private func outcome(_ job: AGSJob, _ statuses: Level<[AGSJobStatus]> = Level([])) async -> (Any?, (any Error)?, Bool) {
        let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
            job.start(
                statusHandler: { status in
                    statuses.send(statuses.value + [status])
                    #expect(CallbackThread.isMain)
                }) { result, error in
                    continuation.resume(returning: Outcome(result: result as? Int, error: error, isMain: CallbackThread.isMain))
                }
        }
        return (outcome.result, outcome.error, outcome.isMain)
    }

    private struct Outcome: Sendable {
        let result: Int?
        let error: (any Error)?
        let isMain: Bool
    }

    @Test func `a job tells of its statuses and its result on main`() async throws {
        let job = try job()
        gate.open()
        let statuses = Level<[AGSJobStatus]>([])
        let (result, error, isMain) = await outcome(job, statuses)
        #expect(result as? Int == 3 && error == nil && isMain)
        #expect(job.status == .succeeded && job.result as? Int == 3)
        #expect(job.messages.map(\.message) == ["step 1", "step 2", "step 3"])
        #expect(job.progress.fractionCompleted == 1)
        #expect(statuses.value.contains(.started))
    }

    @Test func `a job cancelled through its progress fails with NSUserCancelledError`() async throws {
        let offlineMapJob = try job()
        let waiting = Task {
            await gate.waiting(for: 1); offlineMapJob.progress.cancel()
        }
        let (_, error, _) = await outcome(offlineMapJob)
        await waiting.value
        // The cancel sample of the seeds.
        var isUserCancelled = false
        if let error = error as NSError? {
            if error.domain == NSCocoaErrorDomain && error.code == NSUserCancelledError { isUserCancelled = true }
        }
        #expect(isUserCancelled)
        #expect(offlineMapJob.status == .failed)
    }

    @Test func `cancel shows as canceling at once and answers when it is done`() async throws {
        let job = try job()
        job.start(statusHandler: nil) { _, _ in }
        await gate.waiting(for: 1)
        let error = await withCheckedContinuation { continuation in
            job.cancel { continuation.resume(returning: $0) }
            #expect(job.status == .canceling || job.status == .failed)
        }
        #expect(error == nil)
        #expect(job.status == .failed)
    }

    @Test func `a job is written to a property list, restored paused, and goes on`() async throws {
        let first = try job()
        first.start(statusHandler: nil) { _, _ in }
        await gate.waiting(for: 1)
        gate.openOnce()
        await gate.waiting(for: 1)
        #expect(first.pause())
        let json = try first.toJSON()
        #expect(PropertyListSerialization.propertyList(json, isValidFor: .xml))
        let services = gate
        AGSJob.kinds.register(Counting.self) { services }
        let second = try #require(try AGSJob.fromJSON(json) as? AGSJob)
        #expect(second.status == .paused && second.progress.fractionCompleted > 0.3)
        gate.open()
        #expect(await outcome(second).0 as? Int == 3)
    }

    @Test func `a finished job is not started again`() async throws {
        let job = try job()
        gate.open()
        _ = await outcome(job)
        let (result, error, _) = await outcome(job)
        #expect(result == nil && error is JobError)
    }
}
