import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// A job stopped at each of its awaits.
@Suite(.timeLimit(.minutes(10)))
struct JobCancellationTests {
    /// Where the body stands when it is stopped.
    enum Place: CaseIterable { case step, trouble, save, submit, poll, child }

    /// Passes a gate at the place it is told, and works through all of them.
    private struct Tour: JobWork {
        static let kind = "test.tour"
        typealias Checkpoint = Int

        struct Services: Sendable {
            let gate: Gate
            let place: Place

            func pass(_ here: Place) async throws {
                if here == place { try await gate.pass() }
            }
        }

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            let services = context.services
            var done = context.checkpoint ?? 0
            while done < 3 {
                try await services.pass(.step)
                try await context.ridingOut { try await services.pass(.trouble) }
                if context.serverJobIDs.isEmpty {
                    try await context.submitOnce {
                        try await services.pass(.submit)
                        return "s"
                    }
                }
                _ = try await context.polling { () -> Bool? in
                    try await services.pass(.poll)
                    return true
                }
                _ = try await context.child(Leaf(), named: "leaf", weight: 0.5, services: services)
                done += 1
                try await context.save(done)
            }
            return done
        }

        @concurrent func cancelServerJobs(_ ids: [String], services: Services) async throws {}
    }

    private struct Leaf: JobWork {
        static let kind = "test.leaf"
        @concurrent func perform(in context: JobContext<Self>) async throws { try await context.services.pass(.child) }
        typealias Services = Tour.Services
    }

    private func job(stoppingAt place: Place, _ gate: Gate) throws -> Job<Tour> {
        let store = ForwardingJobStore(MemoryJobStore()) { call in
            if case .save(let record, _, _) = call, record.checkpoint != nil { await gate.passUncancelled() }
        }
        let configuration = JobConfiguration(store: place == .save ? store : nil)
        return try Job(Tour(), services: Tour.Services(gate: gate, place: place), configuration: configuration)
    }

    /// Of two users of one job one is cancelled while another process has it, and the other has it run here before the first comes to wait: he is
    /// not to wait for what the other wants.
    @Test func `who has run a job and is cancelled does not wait for what others want of it`() {
        var state = JobState<Int>(.paused, JobNode(kind: "test", work: .null), tenure: .held(JobClaim(id: UUID(), token: 1)))
        for status in [JobStatus.notStarted, .started, .paused] {
            state.status = status
            #expect(state.dismisses(runner: 1), "\(status)")
        }
        // It ends for him, or has ended.
        for status in [JobStatus.canceling, .succeeded, .failed, .canceled] {
            state.status = status
            #expect(!state.dismisses(runner: 1), "\(status)")
        }
        state.ledger.tenure = .elsewhere(nil)
        #expect(state.dismisses(runner: 1))
        state.runners = [1]
        #expect(!state.dismisses(runner: 1))
    }

    @Test(arguments: Place.allCases) func `cancelled at any await a job ends as canceled`(place: Place) async throws {
        let gate = Gate()
        let job = try job(stoppingAt: place, gate)
        try job.start()
        await gate.waiting(for: 1)
        job.cancel()
        // What may not be interrupted is let finish.
        gate.open()
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
        await #expect(throws: CancellationError.self) { try await job.output }
    }

    @Test(arguments: Place.allCases) func `paused at any await a job comes to the same output`(place: Place) async throws {
        let gate = Gate()
        let job = try job(stoppingAt: place, gate)
        try job.start()
        await gate.waiting(for: 1)
        job.pause()
        gate.open()
        try await job.settle()
        #expect(job.status == .paused)
        #expect(try await job.run() == 3)
        #expect(job.serverJobIDs == ["s"], "submitted once")
    }
}
