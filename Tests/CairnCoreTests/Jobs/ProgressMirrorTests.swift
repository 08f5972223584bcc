import CairnCore
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ProgressMirrorTests {
    let services = Steps.Services(gate: Gate())

    @Test func `the mirror is one object and shows the progress`() async throws {
        let job = try Job(Steps(count: 4), services: services)
        let mirror = job.foundationProgress
        #expect(mirror === job.foundationProgress)
        #expect(mirror.fractionCompleted == 0)
        try job.start()
        await services.gate.waiting(for: 1)
        services.gate.openOnce()
        await services.gate.waiting(for: 1)
        #expect(mirror.fractionCompleted == 0.25)
        services.gate.open()
        _ = try await job.output
        #expect(mirror.isFinished)
    }

    @Test func `pausing and resuming the mirror drives the job`() async throws {
        let job = try Job(Steps(count: 2), services: services)
        try job.start()
        job.foundationProgress.pause()
        for await status in job.statuses where status == .paused { break }
        job.foundationProgress.resume()
        for await status in job.statuses where status == .started { break }
        services.gate.open()
        #expect(try await job.output == 1)
    }

    @Test func `cancelling the mirror cancels the job`() async throws {
        let job = try Job(Steps(count: 2), services: services)
        try job.start()
        job.foundationProgress.cancel()
        await #expect(throws: CancellationError.self) { try await job.output }
    }

    @MainActor
    @Test func `the observable mirror follows the job to its end`() async throws {
        let job = try Job(Steps(count: 2), services: services)
        let mirror = JobMirror(job)
        #expect(mirror.status == .notStarted)
        try job.start()
        services.gate.open()
        await mirror.follow()
        #expect(mirror.status == .succeeded)
        #expect(mirror.progress == 100)
    }
}
