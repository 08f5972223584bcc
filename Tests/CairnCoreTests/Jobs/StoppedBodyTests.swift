import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// A body that is stopped between the keeping of a checkpoint and the waiting for it.
@Suite(.timeLimit(.minutes(10)))
struct StoppedBodyTests {
    /// Keeps a checkpoint, and waits for it later.
    private struct LateFlush: JobWork {
        static let kind = "test.late"

        struct Services: Sendable {
            let beginning = Gate()
            let flushing = Gate()
        }

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            await context.services.beginning.passUncancelled()
            context.keep { 1 }
            await context.services.flushing.passUncancelled()
            try await context.flush()
            return 1
        }

        @concurrent func discardPartialResults(of job: UUID, services: Services) async {}

        typealias Checkpoint = Int
    }

    private let base = MemoryJobStore()
    private let clock = ManualClock()
    private let services = LateFlush.Services()

    /// A job that was paused after its checkpoint was kept, while a save of that stands at `held`, which the store will then refuse.
    private func pausedJob(savingAt held: Gate) async throws -> Job<LateFlush> {
        let refusing = FaultyJobStore(base)
        let store = FaultyJobStore(refusing)
        let configuration = JobConfiguration(store: store, clock: clock, random: { 0 })
        let job = try Job(LateFlush(), services: services, configuration: configuration)
        try job.start()
        await services.beginning.waiting(for: 1)
        refusing.order(.failBefore(), for: .save)
        store.order(.holdBefore(held), for: .save)
        services.beginning.open()
        await held.waiting(for: 1)
        await services.flushing.waiting(for: 1)
        job.pause()
        return job
    }

    private func expectPaused(_ job: Job<LateFlush>) async throws {
        await job.waitForBody()
        #expect(job.status == .paused)
        try await job.settle()
        #expect(try await base.load(job.id)?.status == .paused)
    }

    @Test func `who waits for a save after a pause is let go when an older one is refused`() async throws {
        let held = Gate()
        let job = try await pausedJob(savingAt: held)
        services.flushing.open()
        while !job.state.read(\.ledger.hasPatient) { await Task.yield() }
        held.open()
        try await expectPaused(job)
    }

    @Test func `who comes to wait after a pause, for a store that has refused, does not wait`() async throws {
        let held = Gate()
        let job = try await pausedJob(savingAt: held)
        held.open()
        await clock.sleepers(atLeast: 1)
        services.flushing.open()
        try await expectPaused(job)
    }

    @Test func `who waits for the next attempt is let go by a pause, though what he waits for was never refused`() async throws {
        let refusing = FaultyJobStore(base)
        let job = try Job(
            LateFlush(), services: services, configuration: JobConfiguration(store: refusing, clock: clock, random: { 0 }))
        try job.start()
        await services.beginning.waiting(for: 1)
        refusing.order(.failBefore(), for: .save)
        services.beginning.open()
        await services.flushing.waiting(for: 1)
        await clock.sleepers(atLeast: 1)
        services.flushing.open()
        while !job.state.read(\.ledger.hasPatient) { await Task.yield() }
        job.pause()
        try await expectPaused(job)
    }

    /// Tells whether its task was cancelled when it was told so.
    private struct Watchful: JobWork {
        static let kind = "test.watchful"

        struct Services: Sendable {
            let beginning = Gate()
            let wasCancelled = Level<Bool?>(nil)
        }

        @concurrent func perform(in context: JobContext<Self>) async throws {
            await context.services.beginning.passUncancelled()
            do {
                // Who is resumed goes on at once, before whoever has resumed him.
                try await withTaskExecutorPreference(InlineExecutor()) { try await context.save(1) }
            } catch is CancellationError {
                context.services.wasCancelled.send(Task.isCancelled)
                throw CancellationError()
            }
        }

        @concurrent func discardPartialResults(of job: UUID, services: Services) async {}

        typealias Checkpoint = Int
    }

    private final class InlineExecutor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) { UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor()) }
    }

    @Test func `a body that is told of its cancellation is cancelled by then`() async throws {
        let (refusing, services) = (FaultyJobStore(base), Watchful.Services())
        let job = try Job(
            Watchful(), services: services, configuration: JobConfiguration(store: refusing, clock: clock, random: { 0 }))
        try job.start()
        await services.beginning.waiting(for: 1)
        refusing.order(.failBefore(), for: .save)
        services.beginning.open()
        await clock.sleepers(atLeast: 1)
        while !job.state.read(\.ledger.hasPatient) { await Task.yield() }
        job.pause()
        await job.waitForBody()
        #expect(services.wasCancelled.value == true)
        try await job.settle()
    }
}
