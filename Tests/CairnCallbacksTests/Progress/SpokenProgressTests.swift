import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnCallbacks

/// What a user says to a job's progress, and what he does to the job next.
@Suite(.timeLimit(.minutes(10)))
struct SpokenProgressTests {
    /// Tells all the time how far it is, so that there is always somebody who shows something.
    private struct Talking: JobWork {
        static let kind = "test.talking"

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            for step in 0..<200 {
                try Task.checkCancellation()
                context.reportProgress(completed: step, of: 200)
                await Task.yield()
            }
            return 200
        }
        typealias Services = Void
    }

    @Test func `the job is paused when pause returns, and a start after that counts`() async throws {
        for round in 0..<300 {
            let job = try Job(Talking())
            let progress = job.foundationProgress
            try job.start()
            for _ in 0..<round % 20 { await Task.yield() }
            progress.pause()
            #expect(job.status != .started, "round \(round)")
            if job.status == .paused { try job.start() }
            #expect(try await job.output == 200)
            while progress.isPaused { await Task.yield() }
        }
    }

    @Test func `the job goes on when resume returns, and a pause after that counts`() async throws {
        for round in 0..<300 {
            let job = try Job(Talking())
            let progress = job.foundationProgress
            try job.start()
            job.pause()
            progress.resume()
            for _ in 0..<round % 5 { await Task.yield() }
            #expect(job.status == .started || job.status == .succeeded, "round \(round)")
            job.pause()
            try await job.settle()
            #expect(job.status == .paused || job.status == .succeeded, "round \(round)")
            while progress.isPaused != (job.status == .paused) { await Task.yield() }
        }
    }

    @Test func `the job is being cancelled when cancel returns`() async throws {
        for round in 0..<300 {
            let job = try Job(Talking())
            let progress = job.foundationProgress
            try job.start()
            for _ in 0..<round % 20 { await Task.yield() }
            progress.cancel()
            #expect(job.status == .canceling || job.status == .canceled || job.status == .succeeded, "round \(round)")
            try await job.waitUntilFinished()
        }
    }

    /// Fails when the gate is open.
    private struct Failing: JobWork {
        static let kind = "test.failing-soon"
        struct Trouble: Error {}

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            await context.services.passUncancelled()
            throw Trouble()
        }
        typealias Services = Gate
    }

    @Test func `a job that has failed stays so, whoever cancels its progress in that moment`() async throws {
        for round in 0..<300 {
            let gate = Gate()
            let job = try Job(Failing(), services: gate)
            let progress = job.foundationProgress
            try job.start()
            await gate.waiting(for: 1)
            let statuses = job.statuses
            async let cancelling: Void = Task.detached {
                for _ in 0..<round % 7 { await Task.yield() }
                progress.cancel()
            }.value
            gate.open()
            await cancelling
            try await job.waitUntilFinished()
            var seen: [JobStatus] = []
            for await status in statuses { seen.append(status) }
            #expect(!zip(seen, seen.dropFirst()).contains { $0 == .failed && $1 == .canceling }, "round \(round): \(seen)")
        }
    }
}
