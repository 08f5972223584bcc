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
        job.cancel()
        try await job.waitUntilFinished()
    }

    @Test func `a Retry-After beyond the tolerance fails at once`() async throws {
        let job = try job(retryAfter: .seconds(3600))
        let expected = JobError.demandedTooLong(wait: .seconds(3600), tolerance: .seconds(600), cause: "The line is dead.")
        await #expect(throws: expected) { try await job.run() }
        #expect(tries.value == 1)
        #expect("\(expected)".contains("3600 s") && job.record.failure?.isRetryable == true)
    }

    @Test func `time in which the machine is asleep does not count unless one says so`() {
        #expect(JobConfiguration().clock is SuspendingClock)
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
        #expect(job.record.node.outageSeconds == 100)
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

    @Test func `an operation that was given up is forgotten`() async throws {
        struct Final: Error {}
        struct Trying: JobWork {
            static let kind = "test.trying"
            struct Services: Sendable {
                let gate = Gate()
                let isDown = Level(true)
            }
            @concurrent func perform(in context: JobContext<Self>) async throws {
                let (services, hasTried) = (context.services, Level(false))
                if services.isDown.value {
                    try? await context.ridingOut {
                        defer { hasTried.send(true) }
                        if hasTried.value { throw Final() } else { throw Passing() }
                    }
                    services.isDown.send(false)
                    try await services.gate.pass()
                }
                try await services.gate.pass()
            }
            static func transience(of error: any Error) -> Transience { error is Passing ? .transient() : .final }
        }
        let services = Trying.Services()
        let job = try Job(Trying(), services: services, configuration: JobConfiguration(clock: clock, random: { 0 }))
        try job.start()
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        await services.gate.waiting(for: 1)
        clock.advance(by: .seconds(3600))
        job.pause()
        try await job.settle()
        #expect(job.record.node.outageSeconds == 0)
        services.gate.open()
        try await job.run()
    }

    @Test func `the same checkpoint again says nothing of the server that is then asked`() async throws {
        struct Saving: JobWork {
            static let kind = "test.saving-again"
            @concurrent func perform(in context: JobContext<Self>) async throws {
                try await context.save(1)
                throw Passing()
            }
            typealias Checkpoint = Int
            static func transience(of error: any Error) -> Transience { error is Passing ? .transient() : .final }
        }
        let job = try Job(Saving(), configuration: JobConfiguration(clock: clock, random: { 0 }))
        try job.start()
        while !job.status.isFinished {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        #expect(job.status == .failed && clock.now.offset <= .seconds(600))
    }

    @Test func `a retry after an outage has the whole tolerance again`() async throws {
        let job = try job()
        try job.start()
        while !job.status.isFinished {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        try job.retry()
        await clock.sleepers(atLeast: 1)
        #expect(job.status == .started)
        isDown.send(false)
        clock.advanceToNextDeadline()
        #expect(try await job.output == 1)
    }

    @Test func `answers that others get do not keep a dead server asked`() async throws {
        struct Asking: JobWork {
            static let kind = "test.asking-two"
            @concurrent func perform(in context: JobContext<Self>) async throws {
                async let dead: Void = context.ridingOut { throw Passing() }
                async let lively: Void = {
                    while true {
                        try await context.ridingOut {}
                        try await context.clock.sleep(for: .seconds(1))
                    }
                }()
                _ = try await (dead, lively)
            }
            static func transience(of error: any Error) -> Transience { error is Passing ? .transient() : .final }
        }
        let job = try Job(Asking(), configuration: JobConfiguration(clock: clock, random: { 0 }))
        try job.start()
        while !job.status.isFinished {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        await #expect(throws: JobError.self) { try await job.output }
        #expect(clock.now.offset < .seconds(700))
    }

    @Test(arguments: [false, true]) func `pausing and resuming does not begin the tolerance anew`(settles: Bool) async throws {
        let job = try job()
        try job.start()
        await clock.sleepers(atLeast: 1)
        while !job.status.isFinished, clock.now.offset < .seconds(2000) {
            await Task.yield()
            let before = clock.now.offset.components.seconds / 100
            clock.advanceToNextDeadline()
            guard clock.now.offset.components.seconds / 100 > before else { continue }
            job.pause()
            if settles { try await job.settle() }
            try? job.start()
        }
        #expect(job.status == .failed && clock.now.offset < .seconds(800))
    }

    @Test func `an output is rebuilt through trouble that passes`() async throws {
        struct Fetching: JobWork {
            static let kind = "test.fetching"
            typealias Services = Level<Bool>
            @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
                let isDown = context.services
                return try await context.ridingOut {
                    if isDown.value { throw Passing() }
                    return 7
                }
            }
            static func transience(of error: any Error) -> Transience { error is Passing ? .transient() : .final }
        }
        let isDown = Level(false)
        let done = try Job(Fetching(), services: isDown)
        #expect(try await done.run() == 7)
        isDown.send(true)
        let configuration = JobConfiguration(clock: clock, random: { 0 })
        let job = try Job<Fetching>(restoring: JobRecord(json: done.record.json), configuration: configuration) { isDown }
        let output = Task { try await job.output }
        await clock.sleepers(atLeast: 1)
        isDown.send(false)
        clock.advanceToNextDeadline()
        #expect(try await output.value == 7)
    }

    @Test func `a retry after an outage that began before a pause has the whole tolerance again`() async throws {
        let job = try job()
        try job.start()
        await clock.sleepers(atLeast: 1)
        while clock.now.offset < .seconds(500) {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        job.pause()
        try await job.settle()
        try job.start()
        while !job.status.isFinished {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        let failed = clock.now.offset
        #expect(failed <= .seconds(700))
        try job.retry()
        while job.status == .started {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        #expect(clock.now.offset - failed >= .seconds(590))
    }
}
