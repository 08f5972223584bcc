import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// What becomes of a server's job that no record tells of yet, when the claim is lost.
@Suite(.timeLimit(.minutes(10)))
struct UnsavedSubmissionTests {
    private let base = MemoryJobStore()
    private let store: FaultyJobStore
    private let clock = ManualClock()
    private let errand = Errand.Services(submitting: Gate())

    init() {
        store = FaultyJobStore(base)
    }

    /// A job that has submitted something while its store refuses, and waits for the next attempt.
    private func job(refusals: Int = 1) async throws -> Job<Errand> {
        var configuration = JobConfiguration(store: store, clock: clock, random: { 0 })
        configuration.claimPolicy = .fail
        configuration.announcementDelay = .seconds(86_400)
        let job = try Job(Errand(), services: errand, configuration: configuration)
        try job.start()
        await errand.submitting.waiting(for: 1)
        for _ in 0..<refusals { store.order(.failBefore(), for: .save) }
        errand.submitting.open()
        await clock.sleepers(atLeast: 1)
        return job
    }

    private func lose(_ job: Job<Errand>) async throws {
        try await base.release(try #require(job.state.read(\.ledger.tenure.claim)))
        _ = try await base.claim(job.id)
    }

    @Test func `of a paused job that is lost before its store has the id, it is cancelled`() async throws {
        let job = try await job()
        job.pause()
        await job.waitForBody()
        #expect(errand.cancelled.elements.isEmpty, "the job may go on with it")
        try await lose(job)
        await job.heartbeat()
        try await job.settle()
        #expect(errand.cancelled.elements == ["server-1"])
    }

    @Test func `of a paused job whose store accepts the id after all, it is the next owner's`() async throws {
        let job = try await job()
        job.pause()
        try await job.settle()
        #expect(try await base.load(job.id)?.serverJobIDs == ["server-1"])
        try await lose(job)
        await job.heartbeat()
        try await job.settle()
        #expect(errand.cancelled.elements.isEmpty)
    }

    @Test func `of a job that fails for its store and is then lost, it is cancelled`() async throws {
        let job = try await job(refusals: 1000)
        while job.status == .started {
            clock.advance(by: job.configuration.outage.tolerance)
            await Task.yield()
        }
        await job.waitForBody()
        #expect(job.status == .failed)
        #expect(errand.cancelled.elements.isEmpty, "it may be retried")
        try await lose(job)
        await job.heartbeat()
        try await job.settle()
        #expect(errand.cancelled.elements == ["server-1"])
    }

    @Test func `of a job whose cancellation finds it lost, it is cancelled, once`() async throws {
        let job = try await job()
        try await lose(job)
        job.cancel()
        try await job.settle()
        #expect(errand.cancelled.elements == ["server-1"])
    }
}
