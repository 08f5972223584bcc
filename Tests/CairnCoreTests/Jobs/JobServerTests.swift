import CairnTesting
import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct JobServerTests {
    let clock = ManualClock()
    var configuration: JobConfiguration {
        var configuration = JobConfiguration(clock: clock, random: { 0 })
        configuration.date = { Date(timeIntervalSince1970: 1_800_000_000) }
        return configuration
    }

    /// A job that has asked its server, and waits to ask again.
    private func pollingErrand(_ services: Errand.Services) async throws -> Job<Errand> {
        let job = try Job(Errand(), services: services, configuration: configuration)
        try job.start()
        await clock.sleepers(atLeast: 1)
        return job
    }

    @Test func `polling backs off as the job ages and ends with the answer`() async throws {
        let services = Errand.Services()
        let job = try Job(Errand(), services: services, configuration: configuration)
        try job.start()
        var waits: [Double] = []
        for _ in 0..<40 {
            await clock.sleepers(atLeast: 1)
            waits.append(clock.advanceToNextDeadline()!.seconds)
            while services.polls.value < waits.count + 1 { await Task.yield() }
        }
        #expect(waits.prefix(10).allSatisfy { $0 == 0.5 })
        #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
        let age = waits[...29].reduce(0, +)
        #expect(abs(waits[30] / age - 0.1) < 0.001)
        await clock.sleepers(atLeast: 1)
        services.answer.send("done")
        clock.advanceToNextDeadline()
        #expect(try await job.output == "done")
    }

    @Test(arguments: [(0.0, 0.5), (100, 10), (5000, 60), (-3600, 0.5)])
    func `the age of what was submitted counts by the wall clock, and across a restart`(age: Double, wait: Double) async throws {
        let services = Errand.Services()
        let job = try await pollingErrand(services)
        job.pause()
        try await job.settle()
        var later = configuration
        later.date = { Date(timeIntervalSince1970: 1_800_000_000 + age) }
        let restored = try Job<Errand>(restoring: JobRecord(json: job.record.json), configuration: later) { services }
        try restored.start()
        await clock.sleepers(atLeast: 1)
        #expect(clock.pendingSleeps == [.milliseconds(Int(rounding: wait * 1000) ?? 0)])
        // Then it ages by the job's clock, from no less than nothing.
        while clock.now.offset < .seconds(200) { if clock.advanceToNextDeadline() == nil { await Task.yield() } }
        await clock.sleepers(atLeast: 1)
        #expect(clock.pendingSleeps[0] >= .seconds(15))
        try await restored.cancelAndWait()
    }

    @Test(arguments: [false, true]) func `a cancel that waits is bounded although the server does not confirm`(isDeaf: Bool)
        async throws
    {
        let gate = Gate()
        let job = try Job(Stubborn(isDeaf: isDeaf), services: gate, configuration: configuration)
        try job.start()
        await clock.sleepers(atLeast: 1)
        let cancelling = Task { try await job.cancelAndWait() }
        await gate.waiting(for: 1)
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(30))
        await #expect(throws: JobError.cancellationUnconfirmed(serverJobIDs: ["s"])) { try await cancelling.value }
        try await job.waitUntilFinished()
        #expect(job.status == .canceled, "it does not wait for ever")
        gate.open()
    }

    @Test func `a cancel that waits discards a job that has failed`() async throws {
        let gate = Gate()
        let services = Steps.Services(trouble: { _ in
            await gate.passUncancelled()
            throw Broken()
        })
        let job = try Job(Steps(count: 1), services: services, configuration: JobConfiguration(store: MemoryJobStore()))
        try job.start()
        await gate.waiting(for: 1)
        gate.open()
        try await job.waitUntilFinished()
        #expect(job.status == .failed)
        try await job.cancelAndWait()
        #expect(job.status == .canceled, "cancelling what has failed discards it")
    }

    /// Leaves a task behind that submits a second job when the first is being cancelled.
    private struct Submitting: JobWork {
        static let kind = "test.submitting"
        var submitsLate = false
        struct Services: Sendable {
            let second = Gate()
            let cancelling = Gate()
            let cancelled = Log<String>()
            let late = Gate()
            let isRefused = Level(false)
        }

        @concurrent func perform(in context: JobContext<Self>) async throws {
            try await context.submitOnce { "one" }
            let (second, late, isRefused) = (context.services.second, context.services.late, context.services.isRefused)
            _ = Task {
                if submitsLate {
                    await late.passUncancelled()
                    do { try await context.submitAnother { "late" } } catch is CancellationError { isRefused.send(true) }
                    return
                }
                try await context.submitAnother {
                    await second.passUncancelled()
                    return "two"
                }
            }
            try await Gate().pass()
        }

        @concurrent func cancelServerJobs(_ ids: [String], services: Services) async throws {
            for id in ids { services.cancelled.append(id) }
            if ids == ["one"] { await services.cancelling.passUncancelled() }
        }
    }

    @Test func `what is submitted while the job is being cancelled is cancelled, too`() async throws {
        let services = Submitting.Services()
        let job = try Job(Submitting(), services: services)
        try job.start()
        await services.second.waiting(for: 1)
        job.cancel()
        await services.cancelling.waiting(for: 1)
        services.second.open()
        while job.serverJobIDs.count < 2 { await Task.yield() }
        services.cancelling.open()
        try await job.waitUntilFinished()
        #expect(services.cancelled.elements == ["one", "two"] && job.status == .canceled)
    }

    @Test func `what is submitted as the end of the cancellation is saved is cancelled, too`() async throws {
        let (services, saving, store) = (Submitting.Services(), Gate(), FaultyJobStore(MemoryJobStore()))
        services.cancelling.open()
        let job = try Job(Submitting(), services: services, configuration: JobConfiguration(store: store))
        try job.start()
        await services.second.waiting(for: 1)
        while !job.isDurable { await Task.yield() }
        for gate in [.opened, saving] { store.order(.holdBefore(gate), for: .save) }
        job.cancel()
        await saving.waiting(for: 1)
        services.second.open()
        for await id in services.cancelled.entries where id == "two" { break }
        saving.open()
        try await job.waitUntilFinished()
        #expect(services.cancelled.elements == ["one", "two"] && job.serverJobIDs == ["one"])
    }

    @Test func `nothing is submitted once the job is being cancelled`() async throws {
        let services = Submitting.Services()
        let job = try Job(Submitting(submitsLate: true), services: services)
        try job.start()
        await services.late.waiting(for: 1)
        job.cancel()
        await services.cancelling.waiting(for: 1)
        services.late.open()
        for await isRefused in services.isRefused.values where isRefused { break }
        services.cancelling.open()
        try await job.waitUntilFinished()
        #expect(services.cancelled.elements == ["one"])
    }

    @Test func `checkStatus asks now`() async throws {
        let services = Errand.Services()
        let job = try Job(Errand(), services: services, configuration: configuration)
        #expect(!job.checkStatus())
        try job.start()
        await clock.sleepers(atLeast: 1)
        services.answer.send("early")
        #expect(job.checkStatus())
        #expect(try await job.output == "early")
    }

    @Test func `a submission is let finish and recorded although the job is paused`() async throws {
        let services = Errand.Services(submitting: Gate())
        let job = try Job(Errand(), services: services, configuration: configuration)
        try job.start()
        await services.submitting.waiting(for: 1)
        job.pause()
        services.submitting.open()
        try await job.settle()
        #expect(job.serverJobIDs == ["server-1"])
        #expect(job.status == .paused)
        services.answer.send("kept")
        #expect(try await job.run() == "kept")
        #expect(services.submissions.value == 1)
    }

    @Test func `a cancel before the server's id is known still cancels the server's job`() async throws {
        let services = Errand.Services(submitting: Gate())
        let job = try Job(Errand(), services: services, configuration: configuration)
        try job.start()
        await services.submitting.waiting(for: 1)
        job.cancel()
        #expect(job.status == .canceling)
        services.submitting.open()
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
        #expect(services.cancelled.elements == ["server-1"])
    }

    @Test func `a server job that cannot be cancelled is reported`() async throws {
        let services = Errand.Services(refusesToCancel: true)
        let job = try await pollingErrand(services)
        await #expect(throws: JobError.cancellationUnconfirmed(serverJobIDs: ["server-1"])) { try await job.cancelAndWait() }
        #expect(job.status == .canceled)
        #expect(job.messages.last?.text.contains("server-1") == true)
    }

    @Test func `children weigh in and their server jobs are cancelled with the parent`() async throws {
        let services = Errand.Services()
        let job = try Job(Family(), services: services, configuration: configuration)
        try job.start()
        await clock.sleepers(atLeast: 1)
        #expect(job.progress == 50)
        #expect(job.serverJobIDs == ["server-1"])
        try await job.cancelAndWait()
        #expect(services.cancelled.elements == ["server-1"])
    }

    @Test func `a child's record is nested and a restored parent goes on with it`() async throws {
        let services = Errand.Services()
        let job = try Job(Family(), services: services, configuration: configuration)
        try job.start()
        await clock.sleepers(atLeast: 1)
        job.pause()
        try await job.settle()
        #expect(job.record.json["children"]?["errand"]?["serverJobIDs"]?[0]?.string == "server-1")
        let restored = try Job<Family>(restoring: JobRecord(json: job.record.json)) { services }
        services.answer.send("found")
        #expect(try await restored.run() == "10 found")
        #expect(restored.serverJobIDs == ["server-1"], "nothing was submitted twice")
    }

    @Test func `a restored parent cancels its child's server job through the kinds`() async throws {
        let services = Errand.Services()
        let job = try Job(Family(), services: services, configuration: configuration)
        try job.start()
        await clock.sleepers(atLeast: 1)
        job.pause()
        try await job.settle()
        let kinds = JobKinds()
        kinds.register(Family.self) { services }
        kinds.register(Errand.self) { services }
        let restored = try kinds.restore(job.record, configuration: configuration)
        try await restored.cancelAndWait()
        #expect(services.cancelled.elements == ["server-1"])
    }
}

/// Half of it is steps, half an errand.
private struct Family: JobWork {
    static let kind = "test.family"
    @concurrent func perform(in context: JobContext<Self>) async throws -> String {
        let steps = try await context.child(Steps(count: 5), named: "steps", weight: 0.5, services: Steps.Services())
        let errand = try await context.child(Errand(), named: "errand", weight: 0.5, services: context.services)
        return "\(steps) \(errand)"
    }
    typealias Services = Errand.Services
}

/// Its server does not confirm a cancellation; it may not even notice that it is not waited for any longer.
private struct Stubborn: JobWork {
    static let kind = "test.stubborn"
    var isDeaf: Bool
    @concurrent func perform(in context: JobContext<Self>) async throws {
        try await context.submitOnce { "s" }
        try await context.polling { () -> Void? in nil }
    }
    @concurrent func cancelServerJobs(_ ids: [String], services: Gate) async throws {
        if isDeaf { await services.passUncancelled() } else { try await services.pass() }
    }
    typealias Services = Gate
}
