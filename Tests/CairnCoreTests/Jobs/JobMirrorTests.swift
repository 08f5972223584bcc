import CairnCore
import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct JobMirrorTests {
    let services = Steps.Services(gate: Gate())

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

    @MainActor
    @Test func `an observable mirror that is followed twice shows each message once`() async throws {
        let job = try Job(Steps(count: 1), services: services)
        let mirror = JobMirror(job)
        async let first: Void = mirror.follow()
        async let second: Void = mirror.follow()
        try job.start()
        services.gate.open()
        _ = await (first, second)
        #expect(mirror.status == .succeeded)
        #expect(mirror.messages == job.messages)
    }
}
