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
            let held = try await context.takeOutput { try PartialFolder(url: folder, sign: "sign").begin() }
            withExtendedLifetime(held) {}
        }
    }

    private let clock = ManualClock()
    private let folder = PartialFolder(
        url: FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())"), sign: "sign")

    private func job() throws -> Job<Making> {
        try Job(Making(folder: folder.url), configuration: JobConfiguration(clock: clock))
    }

    @Test func `what a job lets go of at its pause is another's a moment later`() async throws {
        var held: FileDescriptor? = try folder.begin()
        let job = try job()
        try job.start()
        await clock.sleepers(atLeast: 1)
        #expect(held != nil && job.status == .started)
        held = nil
        clock.advance(by: .milliseconds(100))
        try await job.output
    }

    @Test func `what another job goes on writing to is refused`() async throws {
        let held = try folder.begin()
        let job = try job()
        try job.start()
        for _ in 0..<20 {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .milliseconds(100))
        }
        await #expect(throws: PartialOutputTrouble.self) { try await job.output }
        withExtendedLifetime(held) {}
    }

    @Test func `who waits for it can be cancelled`() async throws {
        let held = try folder.begin()
        let job = try job()
        try job.start()
        await clock.sleepers(atLeast: 1)
        job.cancel()
        await #expect(throws: (any Error).self) { try await job.output }
        #expect(job.status == .canceled)
        withExtendedLifetime(held) {}
    }
}
