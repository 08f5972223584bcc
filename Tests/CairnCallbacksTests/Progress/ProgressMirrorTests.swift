import CairnCallbacks
import CairnCore
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ProgressMirrorTests {
    private let gate = Gate()

    @Test func `the mirror is one object and shows the progress`() async throws {
        let job = try Job(GatedSteps(count: 4), services: gate)
        let mirror = job.foundationProgress
        #expect(mirror === job.foundationProgress)
        #expect(mirror.fractionCompleted == 0)
        try job.start()
        await gate.waiting(for: 1)
        gate.openOnce()
        await gate.waiting(for: 1)
        #expect(mirror.fractionCompleted == 0.25)
        gate.open()
        _ = try await job.output
        #expect(mirror.isFinished)
    }

    @Test func `pausing and resuming the mirror drives the job`() async throws {
        let job = try Job(GatedSteps(count: 2), services: gate)
        try job.start()
        job.foundationProgress.pause()
        for await status in job.statuses where status == .paused { break }
        job.foundationProgress.resume()
        for await status in job.statuses where status == .started { break }
        gate.open()
        #expect(try await job.output == 2)
    }

    @Test func `cancelling the mirror cancels the job`() async throws {
        let job = try Job(GatedSteps(count: 2), services: gate)
        try job.start()
        job.foundationProgress.cancel()
        await #expect(throws: CancellationError.self) { try await job.output }
    }
}
