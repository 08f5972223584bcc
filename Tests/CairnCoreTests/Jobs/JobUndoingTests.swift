import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// In which order a job is cancelled: the process may die at any moment of it.
@Suite(.timeLimit(.minutes(10)))
struct JobUndoingTests {
    let services = Steps.Services(gate: Gate())
    let store = FaultyJobStore(MemoryJobStore())

    @Test func `nothing is undone before the record says that the job is being cancelled`() async throws {
        // No time passes: a save that is not answered is waited for only so long.
        let configuration = JobConfiguration(store: store, clock: ManualClock())
        let job = try Job(Steps(count: 3), services: services, configuration: configuration)
        let gate = Gate()
        try job.start()
        await services.gate.waiting(for: 1)
        store.order(.holdBefore(gate), for: .save)
        job.cancel()
        await gate.waiting(for: 1)
        for _ in 0..<1000 { await Task.yield() }
        #expect(services.discarded.value == 0)
        gate.open()
        try await job.waitUntilFinished()
        #expect(services.discarded.value == 1 && job.status == .canceled)
    }

    @Test func `a store that refuses does not keep a job from being undone`() async throws {
        let job = try Job(Steps(count: 3), services: services, configuration: JobConfiguration(store: store))
        try job.start()
        await services.gate.waiting(for: 1)
        store.order(.failBefore(), for: .save)
        job.cancel()
        try await job.waitUntilFinished()
        #expect(services.discarded.value == 1 && job.status == .canceled)
    }

    @Test func `nothing is undone as long as the store does not give the claim`() async throws {
        let clock = ManualClock()
        let configuration = JobConfiguration(store: store, clock: clock, random: { 0 })
        let record = try Job(Steps(count: 3), services: services).record
        let job = try Job<Steps>(restoring: record, configuration: configuration) { [services] in services }
        for _ in 0..<2 { store.order(.failBefore(), for: .claim) }
        job.cancel()
        for _ in 0..<2 {
            await clock.sleepers(atLeast: 1)
            for _ in 0..<1000 { await Task.yield() }
            #expect(services.discarded.value == 0 && job.status == .canceling)
            clock.advance(by: .seconds(1))
        }
        try await job.waitUntilFinished()
        #expect(services.discarded.value == 1 && job.status == .canceled)
    }

    @Test(arguments: [false, true])
    func `a body whose save is not answered does not keep a job from being undone`(isCancelledFirst: Bool) async throws {
        let (clock, saving, deaf) = (ManualClock(), Gate(), Gate())
        var services = services
        services.trouble = { _ in await deaf.passUncancelled() }
        let job = try Job(Steps(count: 3), services: services, configuration: JobConfiguration(store: store, clock: clock))
        try job.start()
        services.gate.openOnce()
        await deaf.waiting(for: 1)
        store.order(.holdBefore(saving), for: .save)
        if isCancelledFirst { job.cancel() }
        deaf.open()
        await saving.waiting(for: 1)
        if !isCancelledFirst {
            while !job.state.read(\.ledger.hasPatient) { await Task.yield() }
            job.cancel()
        }
        // First the body is let go, then the record of the cancellation is not waited for any longer.
        for _ in 0..<2 {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: job.configuration.cancellationTimeout)
        }
        for await times in services.discarded.values where times == 1 { break }
        saving.open()
        try await job.waitUntilFinished()
        #expect(job.status == .canceled && job.isDurable)
    }

    @Test func `a save that is not answered does not keep a job from being undone`() async throws {
        let clock = ManualClock()
        let job = try Job(Steps(count: 3), services: services, configuration: JobConfiguration(store: store, clock: clock))
        let saving = Gate()
        try job.start()
        await services.gate.waiting(for: 1)
        store.order(.holdBefore(saving), for: .save)
        job.cancel()
        await saving.waiting(for: 1)
        await clock.sleepers(atLeast: 1)
        #expect(services.discarded.value == 0)
        clock.advance(by: job.configuration.cancellationTimeout)
        for await times in services.discarded.values where times == 1 { break }
        saving.open()
        try await job.waitUntilFinished()
        #expect(job.status == .canceled && job.isDurable)
    }
}
