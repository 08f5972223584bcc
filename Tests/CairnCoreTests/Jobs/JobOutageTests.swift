import CairnTesting
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct JobOutageTests {
    let clock = ManualClock()
    let isDown = Level(true)
    let tries = Level(0)

    func job(retryAfter: Duration? = nil) throws -> Job<Steps> {
        let (isDown, tries) = (isDown, tries)
        let services = Steps.Services(trouble: { _ in
            tries.send(tries.value + 1)
            if isDown.value { throw Passing(retryAfter: retryAfter) }
        })
        let configuration = JobConfiguration(clock: clock, random: { 0 })
        return try Job(Steps(count: 2), services: services, configuration: configuration)
    }

    @Test func `trouble that passes is ridden out`() async throws {
        let job = try job()
        try job.start()
        await clock.sleepers(atLeast: 1)
        #expect(clock.advanceToNextDeadline() == .milliseconds(500))
        await clock.sleepers(atLeast: 1)
        #expect(clock.pendingSleeps == [.seconds(1)])
        isDown.send(false)
        clock.advance(by: .seconds(1))
        #expect(try await job.output == 1)
        #expect(job.messages.map(\.severity) == [.warning, .info])
    }

    @Test func `trouble that outlasts the tolerance fails and says so`() async throws {
        let job = try job()
        try job.start()
        var waited = Duration.zero
        while !job.status.isFinished {
            await Task.yield()
            if let step = clock.advanceToNextDeadline() { waited += step }
        }
        #expect(waited == .seconds(600))
        await #expect(throws: JobError.outage(lasted: .seconds(600), cause: "The line is dead.")) {
            try await job.output
        }
    }

    @Test func `the server's Retry-After is obeyed`() async throws {
        let job = try job(retryAfter: .seconds(77))
        try job.start()
        await clock.sleepers(atLeast: 1)
        #expect(clock.pendingSleeps == [.seconds(77)])
        job.cancelNow()
        try await job.waitUntilFinished()
    }

    @Test func `a Retry-After beyond the tolerance fails at once`() async throws {
        let job = try job(retryAfter: .seconds(3600))
        await #expect(throws: JobError.self) { try await job.run() }
        #expect(tries.value == 1)
    }

    @Test func `paused time does not count`() async throws {
        let job = try job()
        try job.start()
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(100))
        await clock.sleepers(atLeast: 1)
        job.pause()
        try await job.settle()
        clock.advance(by: .seconds(3600))
        #expect(job.record.outageSeconds == 100)
        let before = tries.value
        try job.start()
        await clock.sleepers(atLeast: 1)
        #expect(tries.value == before + 1)
        #expect(job.status == .started)
        isDown.send(false)
        clock.advanceToNextDeadline()
        #expect(try await job.output == 1)
    }

    @Test func `the tolerance counts from the last good answer across a restart`() async throws {
        let first = try job()
        try first.start()
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(590))
        await clock.sleepers(atLeast: 1)
        first.pause()
        try await first.settle()
        let record = try JobRecord(json: first.record.json)
        let (isDown, clock) = (isDown, clock)
        let second = try Job<Steps>(restoring: record, configuration: JobConfiguration(clock: clock, random: { 0 })) {
            Steps.Services(trouble: { _ in if isDown.value { throw Passing() } })
        }
        try second.start()
        var waited = Duration.zero
        while !second.status.isFinished {
            await Task.yield()
            if let step = clock.advanceToNextDeadline() { waited += step }
        }
        #expect(waited <= .seconds(11))
        #expect(second.status == .failed)
    }

    @Test func `pausing during the wait is prompt`() async throws {
        let job = try job()
        try job.start()
        await clock.sleepers(atLeast: 1)
        job.pause()
        try await job.settle()
        #expect(clock.pendingSleeps.isEmpty)
    }
}
