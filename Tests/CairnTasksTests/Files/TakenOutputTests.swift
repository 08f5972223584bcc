import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

/// Outputs of jobs that others have not let go of.
struct TakenOutputTests {
    private struct Making: JobWork {
        static let kind = "test.making"
        var folder: URL

        @concurrent func perform(in context: JobContext<Self>) async throws {
            let held = try await context.takeOutput { try PartialFolder(url: folder, job: context.jobID, sign: "sign").begin() }
            withExtendedLifetime(held) {}
        }
    }

    private let clock = ManualClock()
    private let url = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

    private func job() throws -> Job<Making> { try Job(Making(folder: url), configuration: JobConfiguration(clock: clock)) }

    /// What another object of the same job has.
    private func held(by job: Job<Making>) throws -> FileDescriptor {
        try PartialFolder(url: url, job: job.id, sign: "sign").begin()
    }

    @Test func `what a job lets go of at its pause is another's a moment later`() async throws {
        let job = try job()
        var held: FileDescriptor? = try held(by: job)
        try job.start()
        await clock.sleepers(atLeast: 1)
        #expect(held != nil && job.status == .started)
        held = nil
        clock.advance(by: .milliseconds(100))
        try await job.output
    }

    @Test func `what another job goes on writing to is refused`() async throws {
        let job = try job()
        let held = try held(by: job)
        try job.start()
        for _ in 0..<20 {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .milliseconds(100))
        }
        await #expect(throws: PartialOutputTrouble.self) { try await job.output }
        withExtendedLifetime(held) {}
    }

    @Test func `who waits for it can be cancelled`() async throws {
        let job = try job()
        let held = try held(by: job)
        try job.start()
        await clock.sleepers(atLeast: 1)
        job.cancel()
        await #expect(throws: (any Error).self) { try await job.output }
        #expect(job.status == .canceled)
        withExtendedLifetime(held) {}
    }
}
