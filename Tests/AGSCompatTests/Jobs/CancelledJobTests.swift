import AGSCompat
import CairnCore
import CairnTesting
import Foundation
import Testing

/// Jobs that are cancelled before they are started, or too late.
@Suite(.timeLimit(.minutes(10)))
struct CancelledJobTests {
    private func error(of job: AGSJob, _ told: LegacyLog) async -> NSError? {
        await withCheckedContinuation { continuation in
            job.start(statusHandler: { told.add("\($0.rawValue)") }) { (_: Any?, error) in
                continuation.resume(returning: error as NSError?)
            }
        }
    }

    /// Waits when it has begun to put something in its place, or before.
    private struct Placing: JobWork {
        static let kind = "test.placing"
        typealias Services = Gate
        var isCommitted: Bool

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            if isCommitted { try context.commit() }
            await context.services.passUncancelled()
            if !isCommitted { try context.commit() }
            return 7
        }
    }

    @Test(arguments: [false, true])
    func `the old way to cancel says whether a job is cancelled, or goes through with its work`(isCommitted: Bool) async throws {
        let gate = Gate()
        let job = AGSJob(try Job(Placing(isCommitted: isCommitted), services: gate))
        job.start(statusHandler: nil) { (_: Any?, _) in }
        await gate.waiting(for: 1)
        #expect(oldWay(job).cancel() == !isCommitted)
        gate.open()
        try await job.job.waitUntilFinished()
        #expect(job.status == (isCommitted ? .succeeded : .failed) && !(isCommitted && oldWay(job).cancel()))
    }

    @Test(arguments: [false, true])
    func `a job that was cancelled before it is started says so when it is, and once`(hasEnded: Bool) async throws {
        let (job, told) = (SheepJob(try Job(CountingSheep(), services: Gate())), LegacyLog())
        job.cancel(completion: nil)
        if hasEnded { try await job.job.waitUntilFinished() }
        let first = await error(of: job, told)
        #expect(first?.code == NSUserCancelledError && job.status == .failed)
        #expect(told.entries.allSatisfy { $0 == "\(AGSJobStatus.failed.rawValue)" })
        let again = await error(of: job, told)
        #expect(again?.domain == AGSErrorDomain && again?.code == AGSErrorCode.commonIllegalState.rawValue)
    }
}
