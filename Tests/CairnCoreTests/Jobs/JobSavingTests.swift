import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// A failed save is not a saved one.
@Suite(.timeLimit(.minutes(10)))
struct JobSavingTests {
    let base = MemoryJobStore()
    let clock = ManualClock()
    let services = Steps.Services(gate: Gate())

    private func job(_ count: Int = 2, in store: any JobStore) throws -> Job<Steps> {
        let configuration = JobConfiguration(store: store, clock: clock, random: { 0 })
        return try Job(Steps(count: count), services: services, configuration: configuration)
    }

    /// A job whose body stands before its first step, everything so far saved.
    private func runningJob(_ count: Int = 2, in store: any JobStore) async throws -> Job<Steps> {
        let job = try job(count, in: store)
        try job.start()
        await services.gate.waiting(for: 1)
        return job
    }

    @Test func `a checkpoint that the store refuses is not taken for kept`() async throws {
        let store = FaultyJobStore(base)
        let job = try await runningJob(in: store)
        store.order(.failBefore(), for: .save)
        services.gate.openOnce()
        // The body rides it out, and has not gone on to its second step.
        await clock.sleepers(atLeast: 1)
        #expect(try await base.load(job.id)?.checkpoint == nil)
        #expect(services.steps.elements == [0] && !job.isDurable)
        clock.advance(by: .seconds(1))
        await services.gate.waiting(for: 1)
        #expect(try await base.load(job.id)?.checkpoint?["done"]?.int == 1)
        services.gate.open()
        #expect(try await job.output == 1)
        #expect(job.isDurable)
    }

    @Test func `a store that refuses for longer than the tolerance fails the job, and gets the failure when it can`() async throws
    {
        let isBroken = Level(false)
        let store = FaultyJobStore(base) { _ in isBroken.value ? .failBefore() : nil }
        let job = try await runningJob(in: store)
        let statuses = job.statuses
        isBroken.send(true)
        services.gate.open()
        while !job.status.isFinished || !job.isOver {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        #expect(clock.now.offset >= .seconds(600))
        #expect(await Array(statuses).suffix(2) == [.started, .failed])
        #expect(!job.isDurable && job.record.failure?.isRetryable == true)
        await #expect(
            throws: JobError.outage(lasted: .seconds(600), cause: "The store could not be written: it was told to fail.")
        ) {
            try await job.output
        }
        #expect(try await base.load(job.id)?.status == .started, "nothing was written")
        isBroken.send(false)
        while !job.isDurable {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        #expect(try await base.load(job.id)?.status == .failed)
        try job.retry()
        #expect(try await job.output == 1)
    }

    @Test func `a body that is paused while its save is under way does not wait for a store that then refuses`() async throws {
        let (refusing, held) = (FaultyJobStore(base), Gate())
        let store = FaultyJobStore(refusing)
        let job = try await runningJob(in: store)
        refusing.order(.failBefore(), for: .save)
        store.order(.holdBefore(held), for: .save)
        services.gate.openOnce()
        await held.waiting(for: 1)
        job.pause()
        held.open()
        await job.waitForBody()
        #expect(job.status == .paused && services.steps.elements == [0])
        clock.advance(by: .seconds(1))
        try await job.settle()
        #expect(try await base.load(job.id)?.status == .paused)
    }

    @Test func `a pause that the store refuses is tried again, and settle says so`() async throws {
        let isBroken = Level(false)
        let store = FaultyJobStore(base) { call in isBroken.value && call.operation == .save ? .failBefore() : nil }
        let job = try await runningJob(in: store)
        isBroken.send(true)
        job.pause()
        await #expect(throws: FaultyJobStore.failure) { try await job.settle() }
        await #expect(throws: FaultyJobStore.failure) { try await job.releaseClaim() }
        #expect(try await base.load(job.id)?.status == .started)
        isBroken.send(false)
        clock.advance(by: .seconds(60))
        try await job.settle()
        #expect(try await base.load(job.id)?.status == .paused)
        #expect(job.messages.contains { $0.severity == .warning })
    }

    @Test func `an end is announced when it is durable and not before`() async throws {
        let store = FaultyJobStore(base)
        let job = try await runningJob(1, in: store)
        let (held, statuses) = (Gate(), job.statuses)
        // The checkpoint is saved first, then the end.
        store.order(.holdBefore(held), for: .save, after: 1)
        services.gate.open()
        await held.waiting(for: 1)
        #expect(job.status == .succeeded)
        #expect(job.anyOutput as? Int == 0 && !job.isDurable && !job.isOver)
        held.open()
        #expect(await Array(statuses).last == .succeeded)
        #expect(job.isDurable)
        #expect(try await base.load(job.id)?.status == .succeeded)
    }

    @Test func `an end is told when the messages that came after it are durable, too`() async throws {
        let (end, message) = (Gate(), Gate())
        let store = FaultyJobStore(base)
        let job = try await runningJob(1, in: store)
        for gate in [.opened, end, message] { store.order(.holdBefore(gate), for: .save) }
        services.gate.open()
        await end.waiting(for: 1)
        job.post(JobMessage("the last word"))
        end.open()
        await message.waiting(for: 1)
        #expect(!job.isOver && job.status == .succeeded)
        message.open()
        try await job.waitUntilFinished()
        #expect(try await base.load(job.id)?.messages.map(\.text) == ["the last word"])
    }

    @Test func `an end that a hanging store does not take is announced after ten seconds all the same`() async throws {
        let store = FaultyJobStore(base)
        let job = try await runningJob(1, in: store)
        let held = Gate()
        store.order(.holdBefore(held), for: .save, after: 1)
        services.gate.open()
        await held.waiting(for: 1)
        let output = Task { try await job.output }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .milliseconds(9999))
        #expect(!job.isOver)
        clock.advance(by: .milliseconds(1))
        #expect(try await output.value == 0)
        #expect(!job.isDurable && job.messages.last?.severity == .warning)
        held.open()
        try await job.settle()
        #expect(job.isDurable)
        #expect(try await base.load(job.id)?.messages.last == job.messages.last)
    }

    @Test func `an end that was told and never saved gives way to what the store has`() async throws {
        let isBroken = Level(false)
        let store = FaultyJobStore(base) { isBroken.value && $0.operation == .save ? .failBefore() : nil }
        let job = try await runningJob(1, in: store)
        services.gate.openOnce()
        while try await base.load(job.id)?.checkpoint == nil { await Task.yield() }
        isBroken.send(true)
        while !job.isOver {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        #expect(job.status == .succeeded && !job.isDurable)
        try await base.release(JobClaim(id: job.id, token: 1))
        let theirs = try await base.claim(job.id)
        var record = try #require(try await base.load(job.id))
        (record.status, record.failure, record.revision) = (.failed, JobFailure(Broken()), record.revision + 1)
        try await base.save(record, appending: [], claim: theirs)
        try await base.release(theirs)
        isBroken.send(false)
        while !job.isDurable {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        try await job.removeFromStore()
        #expect(job.status == .failed && job.anyOutput == nil && job.error as? JobFailure == JobFailure(Broken()))
    }

    @Test func `no body runs before the job is claimed and recorded`() async throws {
        for operation in [FaultyJobStore.Operation.claim, .load, .save] {
            let store = FaultyJobStore(base)
            for _ in 0..<3 { store.order(.failBefore(), for: operation) }
            let job = try job(in: store)
            try job.start()
            for _ in 0..<3 {
                await clock.sleepers(atLeast: 1)
                #expect(services.bodies.value == 0, "after a refused \(operation)")
                clock.advanceToNextDeadline()
            }
            await services.gate.waiting(for: 1)
            #expect(try await base.load(job.id)?.status == .started)
            try await job.cancelAndWait()
            services.bodies.send(0)
        }
    }

    @Test func `without having seen the record nobody goes on from an older one`() async throws {
        let first = try await runningJob(in: base)
        first.pause()
        try await first.settle()
        let stale = first.record
        try first.start()
        services.gate.open()
        #expect(try await first.output == 1)
        try await first.settle()
        let store = FaultyJobStore(base)
        store.order(.failBefore(), for: .load)
        let (clock, services) = (clock, services)
        let second = try Job<Steps>(restoring: stale, configuration: JobConfiguration(store: store, clock: clock)) { services }
        let output = Task { try await second.run() }
        await clock.sleepers(atLeast: 1)
        #expect(!second.isOver && services.bodies.value == 2)
        clock.advanceToNextDeadline()
        #expect(try await output.value == 1)
        #expect(services.steps.elements == [0, 1], "the work was done once")
    }

    @Test func `what a body has done since it was paused is in the record, too`() async throws {
        let (store, services) = (MemoryJobStore(), Lingering.Services())
        let job = try Job(Lingering(), services: services, configuration: JobConfiguration(store: store))
        try job.start()
        try await services.begun.pass()
        job.pause()
        while !job.isDurable { await Task.yield() }
        services.going.open()
        try await job.settle()
        #expect(job.progress == 100 && job.isDurable)
        #expect(try await store.load(job.id)?.progress == 100)
    }

    @Test func `messages of a refused save come with the next, once and in order`() async throws {
        let store = FaultyJobStore(base)
        let job = try await runningJob(in: store)
        store.order(.failBefore(), for: .save)
        job.post(JobMessage("one"))
        job.post(JobMessage("two"))
        while job.state.read(\.ledger.refusals) == 0 { await Task.yield() }
        job.post(JobMessage("three"))
        try await job.settleSaves()
        let texts = try await base.load(job.id)?.messages.map(\.text).filter { $0.count < 6 }
        #expect(texts == ["one", "two", "three"])
        #expect(job.messages.filter { $0.severity == .warning }.count == 1, "the refusal is told once")
        try await job.cancelAndWait()
    }

    @Test func `what failed to be saved is named by who asked for it`() async throws {
        let store = FaultyJobStore(base)
        let job = try await runningJob(in: store)
        store.order(.failBefore(), for: .release)
        job.pause()
        await #expect(throws: FaultyJobStore.failure) { try await job.releaseClaim() }
        #expect(try await job.releaseClaim(), "it was still held")
        #expect(try await base.owner(of: job.id) == nil)
    }
}

extension Job {
    /// Waits until what has been told so far is saved, whether or not the job runs.
    nonisolated func settleSaves() async throws { try await flush() }

    /// Whether the end has been told.
    nonisolated var isOver: Bool { state.read(\.isOver) }
}

/// Does not notice at once that it is paused.
private struct Lingering: JobWork {
    static let kind = "test.lingering"
    struct Services: Sendable {
        let begun = Gate()
        let going = Gate()
    }

    @concurrent func perform(in context: JobContext<Self>) async throws {
        context.reportProgress(0.25)
        context.services.begun.open()
        await context.services.going.passUncancelled()
        context.reportProgress(1)
        try Task.checkCancellation()
    }
}
