import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// What happens between looking at a job that somebody else has, and what is decided meanwhile.
@Suite(.timeLimit(.minutes(10)))
struct JobPursuitTests {
    let base = MemoryJobStore()
    let services = Steps.Services(gate: Gate())

    private func failedRecord() async throws -> JobRecord {
        let broken = Steps.Services(trouble: { _ in throw Broken() })
        let job = try Job(Steps(count: 1), services: broken, configuration: JobConfiguration(store: base))
        await #expect(throws: Broken.self) { try await job.run() }
        try await job.settle()
        return try #require(try await base.load(job.id))
    }

    @Test func `following often is looking at one pace`() async throws {
        let (store, clock) = (FaultyJobStore(base), ManualClock())
        let record = try await failedRecord()
        _ = record
        let owned = try Job(Steps(count: 1), services: services, configuration: JobConfiguration(store: base))
        try owned.start()
        await services.gate.waiting(for: 1)
        var configuration = JobConfiguration.brisk(store, pace: .seconds(1))
        configuration.clock = clock
        let services = services
        let copy = try Job<Steps>(restoring: owned.record, configuration: configuration) { services }
        for _ in 0..<50 { copy.follow() }
        while copy.owner == nil { await Task.yield() }
        while copy.state.read({ $0.ledger.keeper != nil }) { await Task.yield() }
        let before = store.calls.count
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        while copy.state.read({ $0.ledger.keeper != nil || $0.pursuit?.isDue == true }) { await Task.yield() }
        #expect(store.calls.count - before <= 2, "one look, however often it was asked for")
        try await owned.cancelAndWait()
    }

    @Test func `of two who run a job elsewhere one leaves, and the other still gets it`() async throws {
        let owned = try Job(Steps(count: 1), services: services, configuration: JobConfiguration(store: base))
        try owned.start()
        await services.gate.waiting(for: 1)
        let copy = try Steps.copy(owned.record, base, services)
        let runners = (0..<2).map { _ in Task { try await copy.run() } }
        while copy.waiterCount < 2 || copy.owner == nil { await Task.yield() }
        runners[0].cancel()
        await #expect(throws: CancellationError.self) { try await runners[0].value }
        owned.pause()
        try await owned.releaseClaim()
        services.gate.open()
        #expect(try await runners[1].value == 0)
    }

    @Test func `a cancel is not lost when the store refuses to take the claim back`() async throws {
        let store = FaultyJobStore(base)
        let job = try Job(Steps(count: 1), services: services, configuration: .brisk(store))
        try job.start()
        await services.gate.waiting(for: 1)
        job.pause()
        try await job.settle()
        let gate = Gate()
        store.order(.holdBefore(gate), for: .release)
        store.order(.failBefore(), for: .release)
        let releasing = Task { try await job.releaseClaim() }
        await gate.waiting(for: 1)
        job.cancel()
        #expect(throws: JobError.alreadyFinished(.canceling)) { try job.start() }
        gate.open()
        _ = await releasing.result
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
    }

    @Test func `a retry after a cancel does not take it back`() async throws {
        let job = try Steps.copy(try await failedRecord(), base, services)
        job.cancel()
        #expect(throws: JobError.alreadyFinished(.canceling)) { try job.retry() }
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
    }

    @Test func `a retry counts once`() async throws {
        let record = try await failedRecord()
        let first = try Steps.copy(record, base, services)
        try first.retry()
        await services.gate.waiting(for: 1)
        first.pause()
        try await first.settle()
        try await first.releaseClaim()
        // It fails again elsewhere.
        let second = try Steps.copy(
            try #require(try await base.load(record.id)), base, Steps.Services(trouble: { _ in throw Broken() }))
        await #expect(throws: Broken.self) { try await second.run() }
        try await second.settle()
        try first.start()
        await #expect(throws: JobFailure(Broken())) { try await first.output }
        #expect(first.status == .failed && services.steps.elements.isEmpty)
    }

    @Test func `a retry goes on although the job has failed once more elsewhere`() async throws {
        let record = try await failedRecord()
        let again = try Steps.copy(record, base, Steps.Services(trouble: { _ in throw Broken() }))
        try again.retry()
        await #expect(throws: Broken.self) { try await again.output }
        try await again.settle()
        services.gate.open()
        let job = try Steps.copy(record, base, services)
        try job.retry()
        _ = try await job.output
        #expect(try await base.load(record.id)?.status == .succeeded)
    }

    @Test func `a cancel that waits is not told of the failure that it cancels`() async throws {
        let record = try await failedRecord()
        let again = try Steps.copy(record, base, Steps.Services(trouble: { _ in throw Broken() }))
        try again.retry()
        await #expect(throws: Broken.self) { try await again.output }
        try await again.settle()
        // The newer record says failed, too: no end for who cancels.
        try await Steps.copy(record, base, services).cancelAndWait()
        #expect(try await base.load(record.id)?.status == .canceled)
    }

    @Test func `a cancel is not lost on a failure whose owner still has it, nor on a pause`() async throws {
        let record = try await failedRecord()
        let theirs = try await base.claim(record.id)
        let job = try Steps.copy(record, base, services)
        job.cancel()
        while job.state.read(\.pursuit?.asked) == nil { await Task.yield() }
        job.pause()
        for _ in 0..<1000 { await Task.yield() }
        #expect(!job.isOver && services.discarded.value == 0)
        try await base.release(theirs)
        try await job.waitUntilFinished()
        #expect(job.status == .canceled && services.discarded.value == 1)
    }

    @Test func `a claim that is given and not told of is given back`() async throws {
        let store = FaultyJobStore(base)
        store.order(.failAfter(), for: .claim)
        let job = try Job(Steps(count: 1), services: Steps.Services(), configuration: .brisk(store))
        #expect(try await job.run() == 0)
    }

    @Test func `a record that cannot be read does not lose the job that was claimed for it`() async throws {
        let store = FaultyJobStore(base)
        store.order(.failBefore(), for: .load)
        store.order(.failBefore(), for: .release)
        let job = try Job(Steps(count: 1), services: Steps.Services(), configuration: .brisk(store))
        #expect(try await job.run() == 0)
    }

    /// A job that is at rest here, nobody's, and as its store has it.
    private func pausedRecord() async throws -> JobRecord {
        let job = try Job(Steps(count: 1), services: services, configuration: JobConfiguration(store: base))
        try job.start()
        await services.gate.waiting(for: 1)
        job.pause()
        try await job.settle()
        try await job.releaseClaim()
        return try #require(try await base.load(job.id))
    }

    @Test func `a job whose record cannot be read fails and says why, and is given back`() async throws {
        let record = try await pausedRecord()
        let damage = JobError.unreadable(file: "x.json", reason: "it is damaged")
        let isDamaged = Level(true)
        let store = FaultyJobStore(base) { $0.operation == .load && isDamaged.value ? .failBefore(damage) : nil }
        let job = try Steps.copy(record, store, services)
        try job.start()
        await #expect(throws: damage) { try await job.output }
        #expect(job.messages.map(\.text).last == damage.description)
        while try await base.owner(of: record.id) != nil { await Task.yield() }
        #expect(try await base.load(record.id) == record)
        isDamaged.send(false)
        services.gate.open()
        try job.retry()
        #expect(try await job.output == 0)
    }

    @Test func `a failed job that is retried elsewhere is followed again`() async throws {
        let record = try await failedRecord()
        let job = try Steps.copy(record, base, services)
        let again = try Steps.copy(record, base, services)
        try again.retry()
        await services.gate.waiting(for: 1)
        job.follow()
        while job.status != .started { await Task.yield() }
        services.gate.open()
        #expect(try await job.output == 0)
        #expect(await job.nextRun(after: 1)?.number == 2)
    }

    @Test func `following a job that has not been written changes nothing`() async throws {
        let job = try Job(Steps(count: 0), services: services, configuration: .brisk(base))
        let statuses = job.statuses
        job.follow()
        while job.state.read(\.pursuit) != nil { await Task.yield() }
        #expect(job.status == .notStarted)
        _ = try await job.run()
        #expect(await Array(statuses) == [.notStarted, .started, .succeeded])
    }

    @Test func `of two who run a job elsewhere one leaves before the other waits`() async throws {
        let record = try await pausedRecord()
        for _ in 0..<rounds(50, long: 5_000) {
            let theirs = try await base.claim(record.id)
            let job = try Steps.copy(record, base, Steps.Services())
            let first = Task { try await job.run() }
            while job.owner == nil { await Task.yield() }
            let second = Task { try await job.run() }
            first.cancel()
            _ = await first.result
            while job.state.read(\.runners).isEmpty { await Task.yield() }
            try await base.release(theirs)
            #expect(try await second.value == 0)
            try await job.settle()
            var again = record
            again.revision = try #require(try await base.load(record.id)).revision + 1
            let claim = try await base.claim(record.id)
            try await base.save(again, appending: [], claim: claim)
            try await base.release(claim)
        }
    }
}
