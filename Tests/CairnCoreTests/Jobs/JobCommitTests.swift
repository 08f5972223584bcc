import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// Jobs that are cancelled or paused around the moment in which their output is put in its place.
@Suite(.timeLimit(.minutes(10)))
struct JobCommitTests {
    /// Puts something in its place.
    private struct Placing: JobWork {
        static let kind = "test.placing"
        var isChild = false

        final class Services: Sendable {
            let (before, between, after) = (Gate(), Gate(), Gate())
            let (placed, discarded) = (Level(false), Level(0))
            let trouble = Level<Trouble?>(nil)
        }
        struct Trouble: Error {}

        @concurrent func perform(in context: JobContext<Self>) async throws -> Bool {
            let services = context.services
            await services.before.passUncancelled()
            try context.commit()
            await services.between.passUncancelled()
            if let trouble = services.trouble.value { throw trouble }
            services.placed.send(true)
            try await context.save(1)
            // What is no matter.
            let wasCutShort = (try? await services.after.pass()) == nil
            return wasCutShort && (isChild || context.isStoppedTooLate)
        }

        @concurrent func discardPartialResults(of job: UUID, services: Services) async {
            services.discarded.send(services.discarded.value + 1)
        }
        typealias Checkpoint = Int
    }

    private let services = Placing.Services()

    private func job() throws -> Job<Placing> { try Job(Placing(), services: services) }

    @Test func `a job that is cancelled when its output is being put in place succeeds, and is cut short`() async throws {
        let job = try job()
        try job.start()
        services.before.open()
        await services.between.waiting(for: 1)
        job.cancel()
        #expect(job.status == .started)
        services.between.open()
        #expect(try await job.output)
        #expect(job.status == .succeeded && services.placed.value && services.discarded.value == 0)
    }

    @Test func `what a job says of its output is kept although it is cancelled meanwhile`() async throws {
        let saving = Gate()
        let store = ForwardingJobStore(
            MemoryJobStore(),
            before: { call in
                if case .save(let record, _, _) = call, record.checkpoint == 1 { await saving.passUncancelled() }
            })
        let job = try Job(Placing(), services: services, configuration: JobConfiguration(store: store))
        for gate in [services.before, services.between, services.after] { gate.open() }
        try job.start()
        await saving.waiting(for: 1)
        job.cancel()
        saving.open()
        try await job.waitUntilFinished()
        #expect(job.status == .succeeded && services.placed.value && services.discarded.value == 0)
    }

    @Test func `who waits for the end of a cancellation that came too late is told`() async throws {
        let job = try job()
        try job.start()
        services.before.open()
        services.between.open()
        await services.after.waiting(for: 1)
        await #expect(throws: JobError.alreadyFinished(.succeeded)) { try await job.cancelAndWait() }
    }

    @Test(arguments: [true, false]) func `what is cancelled or paused before puts nothing in place`(isPause: Bool) async throws {
        let job = try job()
        try job.start()
        await services.before.waiting(for: 1)
        if isPause { job.pause() } else { job.cancel() }
        services.before.open()
        if isPause { try await job.settle() } else { try await job.waitUntilFinished() }
        #expect(job.status == (isPause ? .paused : .canceled) && !services.placed.value)
        #expect(services.discarded.value == (isPause ? 0 : 1))
    }

    @Test func `a job that could not put its output in place is cancelled then`() async throws {
        let job = try job()
        try job.start()
        services.before.open()
        await services.between.waiting(for: 1)
        services.trouble.send(Placing.Trouble())
        job.cancel()
        services.between.open()
        try await job.waitUntilFinished()
        #expect(job.status == .canceled && services.discarded.value == 1)
    }

    private enum Command: CaseIterable, Sendable { case pause, start, cancel }

    private func send(_ commands: [Command], to job: Job<Placing>) throws {
        for command in commands {
            switch command {
            case .pause: job.pause()
            case .start: try job.start()
            case .cancel: job.cancelNow()
            }
        }
    }

    private static let orders: [[Command]] = Command.allCases.flatMap { first in
        Command.allCases.flatMap { second in Command.allCases.map { [first, second, $0] } }
    }

    @Test(arguments: orders)
    private func `whatever is asked of a job whose output is being put in place, it succeeds`(commands: [Command]) async throws {
        let job = try job()
        try job.start()
        services.before.open()
        await services.between.waiting(for: 1)
        try send(commands, to: job)
        #expect(job.status == .started)
        services.between.open()
        services.after.open()
        _ = try await job.output
        #expect(job.status == .succeeded && services.placed.value && services.discarded.value == 0)
    }

    @Test(arguments: orders)
    private func `where the output could not be put in place what was asked last is done, and a cancellation in any case`(
        commands: [Command]
    ) async throws {
        let job = try job()
        try job.start()
        services.before.openOnce()
        await services.between.waiting(for: 1)
        services.trouble.send(Placing.Trouble())
        try send(commands, to: job)
        services.between.openOnce()
        let last = commands.contains(.cancel) ? .cancel : commands.last ?? .start
        switch last {
        case .cancel:
            try await job.waitUntilFinished()
            #expect(job.status == .canceled && services.discarded.value == 1)
        case .pause:
            try await job.settle()
            #expect(job.status == .paused && services.discarded.value == 0)
            services.trouble.send(nil)
            for gate in [services.before, services.between, services.after] { gate.open() }
            _ = try await job.run()
        case .start where commands.contains(.pause):
            // It was cut short, and goes on.
            await services.before.waiting(for: 1)
            #expect(job.status == .started)
            services.trouble.send(nil)
            for gate in [services.before, services.between, services.after] { gate.open() }
            _ = try await job.output
        case .start:
            try await job.waitUntilFinished()
            #expect(job.status == .failed && services.discarded.value == 0)
        }
    }

    @Test func `a job that failed to put its output in place, and is tried again, can be cancelled again`() async throws {
        let job = try job()
        services.trouble.send(Placing.Trouble())
        services.between.open()
        services.before.openOnce()
        try job.start()
        try await job.waitUntilFinished()
        #expect(job.status == .failed)
        try job.retry()
        await services.before.waiting(for: 1)
        job.cancel()
        #expect(job.status == .canceling)
        services.before.open()
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
    }

    /// Has a child put something in its place, and more to do.
    private struct Parent: JobWork {
        static let kind = "test.parent-of-placing"

        @concurrent func perform(in context: JobContext<Self>) async throws -> Bool {
            _ = try await context.child(Placing(isChild: true), named: "child", weight: 1, services: context.services)
            return true
        }
        typealias Services = Placing.Services
    }

    @Test func `a parent can be cancelled when its child has put something in its place`() async throws {
        let job = try Job(Parent(), services: services)
        try job.start()
        services.before.open()
        services.between.open()
        await services.after.waiting(for: 1)
        job.cancel()
        #expect(job.status == .canceling)
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
    }

    @Test(arguments: [false, true])
    func `whenever a job is stopped, it says so if and only if nothing is in its place`(pauses: Bool) async throws {
        for round in 0..<300 {
            let services = Placing.Services()
            for gate in [services.before, services.between, services.after] { gate.open() }
            let job = try Job(Placing(), services: services)
            try job.start()
            async let pausing: Void = Task.detached {
                for _ in 0..<round % 7 { await Task.yield() }
                if pauses { job.pause() }
                if pauses, round.isMultiple(of: 2) { try? job.start() }
            }.value
            for _ in 0..<round % 12 { await Task.yield() }
            job.cancel()
            await pausing
            try await job.waitUntilFinished()
            #expect((job.status == .succeeded) == services.placed.value, "round \(round)")
        }
    }
}
