import CairnCore
import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import AGSCompat

struct ResultFetchTests {
    @Test func `a result that nobody waits for is not given up`() async throws {
        let (job, gate) = (try Job(CountingSheep(), services: Gate()), Gate())
        gate.open()
        let fetch = ResultFetch(job) { $0 }
        #expect(!fetch.cancel() && fetch.outcome == nil)
    }

    @Test func `a job that has succeeded stays so when somebody waits for its output, which is here`() async throws {
        let gate = Gate()
        let job = try Job(CountingSheep(count: 2), services: gate)
        let fetch = ResultFetch(job, nil)
        let shown = ShownJob(job, fetch)
        #expect(fetch.outcome == nil)
        gate.open()
        _ = try await job.run()
        #expect(shown.status == .succeeded && shown.result as? Int == 2)
        fetch.expect()
        #expect(shown.status == .succeeded && shown.result as? Int == 2 && !fetch.isPending)
        // Nobody has been told.
        #expect(fetch.isUnderWay)
        #expect(try await fetch.fetch().get() as? Int == 2 && !fetch.isUnderWay)
    }

    @Test func `what is given up before it begins to be brought is not brought`() async throws {
        let (gate, brought) = (Gate(), LegacyLog())
        gate.open()
        let job = try Job(CountingSheep(), services: gate)
        let fetch = ResultFetch(job) { output in
            brought.add("asked")
            return output
        }
        fetch.expect()
        #expect(!fetch.cancel() && !fetch.isUnderWay)
        _ = try await job.run()
        #expect(fetch.isUnderWay && fetch.cancel() && !fetch.cancel() && !fetch.isUnderWay)
        #expect(throws: CancellationError.self) { _ = try fetch.outcome?.get() }
        if case .success = await fetch.fetch() { Issue.record("It was brought.") }
        #expect(brought.entries.isEmpty)
    }

    @Test func `a job whose result was given up is shown as failed, whether or not somebody waits for it`() async throws {
        let gate = Gate()
        gate.open()
        let job = try Job(CountingSheep(), services: gate)
        let fetch = ResultFetch(job) { $0 }
        let shown = ShownJob(job, fetch)
        fetch.expect()
        _ = try await job.run()
        #expect(shown.status == .started && fetch.cancel() && shown.status == .failed)
        fetch.expectNoMore()
        #expect(shown.status == .failed && shown.result == nil)
    }

    /// Of which the output is not all.
    private final class FetchingJob: AGSJob {
        override class func fetchBody(of job: any JobProtocol) -> ResultFetch.Body? { { $0 } }
    }

    @Test(arguments: [false, true])
    func `of a job that has failed nobody waits any more, and it is seen to succeed when it is retried`(isFetching: Bool)
        async throws
    {
        let job = try Job(FailingOnce(), services: FailingOnce.Trouble())
        let old = isFetching ? FetchingJob(job) : AGSJob(job)
        let error = await withCheckedContinuation { continuation in
            old.start(statusHandler: nil) { _, error in continuation.resume(returning: error != nil) }
        }
        #expect(error && old.status == .failed)
        try job.retry()
        _ = try await job.output
        #expect(old.status == .succeeded && old.progress.isFinished && old.error == nil)
    }

    /// Fails when it is first run.
    private struct FailingOnce: JobWork {
        final class Trouble: Sendable {
            let isOver = Atomic(false)
        }
        struct Failed: Error {}
        typealias Services = Trouble
        static let kind = "test.failing-once"
        static func canBeRetried(after error: any Error) -> Bool { true }

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            guard context.services.isOver.exchange(true, ordering: .relaxed) else { throw Failed() }
            return 7
        }
    }

    @Test func `a job that was started, and resumed by its progress, is told once`() async throws {
        let gate = Gate()
        let (job, told) = (try Job(CountingSheep(), services: gate), LegacyLog())
        let old = AGSJob(job)
        await withCheckedContinuation { continuation in
            old.start(statusHandler: nil) { _, _ in
                told.add("first")
                continuation.resume()
            }
            old.progress.pause()
            old.progress.resume()
            gate.open()
        }
        let error: (any Error)? = await withCheckedContinuation { continuation in
            old.start(statusHandler: nil) { _, error in continuation.resume(returning: error) }
        }
        #expect(told.entries == ["first"] && (error as NSError?)?.code == AGSErrorCode.commonIllegalState.rawValue)
    }

    @Test func `what is here is not given up any more`() async throws {
        let gate = Gate()
        gate.open()
        let job = try Job(CountingSheep(count: 2), services: gate)
        let fetch = ResultFetch(job) { $0 }
        fetch.expect()
        _ = try await job.run()
        let output = try await fetch.fetch().get() as? Int
        #expect(!fetch.cancel() && output == 2)
    }
}
