import AGSCompat
import CairnCore
import CairnTesting
import Foundation
import Testing

/// Jobs that are cancelled before they are started.
@Suite(.timeLimit(.minutes(10)))
struct CancelledJobTests {
    private func error(of job: AGSJob, _ told: LegacyLog) async -> NSError? {
        await withCheckedContinuation { continuation in
            job.start(statusHandler: { told.add("\($0.rawValue)") }) { (_: Any?, error) in
                continuation.resume(returning: error as NSError?)
            }
        }
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
