import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// What is asked of a job through its store: posted, heard, and by whom.
@Suite(.timeLimit(.minutes(10)))
struct JobPostingTests {
    let base = MemoryJobStore()
    let services = Steps.Services(gate: Gate())

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

    @Test func `settle waits until a cancel has been carried out or posted`() async throws {
        let job = try Steps.copy(try await pausedRecord(), base, services)
        job.cancel()
        try await job.settle()
        #expect(job.status == .canceled)
        let other = try await pausedRecord()
        let theirs = try await base.claim(other.id)
        let followed = try Steps.copy(other, base, services)
        followed.cancel()
        try await followed.settle()
        #expect(try await base.heartbeat(theirs).map(\.command) == [.cancel])
    }

    @Test func `a second pause is asked of who has the job by then`() async throws {
        let first = try Job(Steps(count: 1), services: services, configuration: .brisk(base))
        try first.start()
        await services.gate.waiting(for: 1)
        let services = services
        let copy = try Job<Steps>(restoring: first.record, configuration: .brisk(base, pace: .seconds(3600))) { services }
        copy.pause()
        try await copy.settle()
        first.pause()
        try await first.releaseClaim()
        let second = try Steps.copy(first.record, base, services)
        try second.start()
        await services.gate.waiting(for: 1)
        copy.pause()
        try await copy.settle()
        await second.heartbeat()
        #expect(second.status == .paused)
    }

    @Test func `a pause does not take a cancel back`() async throws {
        let record = try await pausedRecord()
        let theirs = try await base.claim(record.id)
        let job = try Steps.copy(record, base, services)
        job.cancel()
        job.pause()
        try await job.settle()
        #expect(try await base.heartbeat(theirs).map(\.command) == [.cancel])
        try await base.release(theirs)
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
    }

    @Test func `settle says that a cancel could not be posted`() async throws {
        let record = try await pausedRecord()
        let store = FaultyJobStore(base) { $0.operation == .claim ? .failBefore() : nil }
        let job = try Steps.copy(record, store, services)
        job.cancel()
        await #expect(throws: (any Error).self) { try await job.settle() }
    }

    @Test func `a request that is heard too late is none for the next run`() async throws {
        let (store, held) = (FaultyJobStore(base), Gate())
        let job = try Job(Steps(count: 2), services: services, configuration: .brisk(store))
        try job.start()
        await services.gate.waiting(for: 1)
        let claim = job.state.read(\.ledger.tenure.claim)
        let token = try #require(claim).token
        try await base.post(JobRequest(.pause, token: token), for: job.id)
        store.order(.holdAfter(held), for: .heartbeat)
        async let beat: Void = job.heartbeat()
        await held.waiting(for: 1)
        job.pause()
        try await job.releaseClaim()
        try job.start()
        await services.gate.waiting(for: 1)
        held.open()
        await beat
        #expect(job.status == .started)
        services.gate.open()
        #expect(try await job.output == 1)
    }

    @Test func `a heartbeat that fails too late is nothing to claim a job for`() async throws {
        let (refusing, held) = (FaultyJobStore(base), Gate())
        let store = FaultyJobStore(refusing)
        let job = try Job(Steps(count: 2), services: services, configuration: .brisk(store))
        try job.start()
        await services.gate.waiting(for: 1)
        job.pause()
        try await job.settle()
        refusing.order(.failBefore(), for: .heartbeat)
        store.order(.holdBefore(held), for: .heartbeat)
        async let beat: Void = job.heartbeat()
        await held.waiting(for: 1)
        try await job.releaseClaim()
        held.open()
        await beat
        try await job.settle()
        #expect(job.isDurable && job.messages.isEmpty)
        #expect(try await base.owner(of: job.id) == nil)
    }

    @Test func `a claim that was taken for a pause only is given back although the store refuses once`() async throws {
        let record = try await pausedRecord()
        let theirs = try await base.claim(record.id)
        var running = record
        (running.status, running.revision) = (.started, record.revision + 1)
        try await base.save(running, appending: [], claim: theirs)
        let store = FaultyJobStore(base)
        store.order(.failBefore(), for: .release)
        let job = try Steps.copy(record, store, services)
        job.pause()
        try await job.settle()
        try await base.release(theirs)
        while store.calls.count(where: { $0.operation == .release }) < 2 { await Task.yield() }
        while try await base.owner(of: record.id) != nil { await Task.yield() }
        #expect(job.status == .paused)
    }

    @Test func `a request whose answer is lost is made again`() async throws {
        let store = FaultyJobStore(base)
        let owned = try Job(Steps(count: 1), services: services, configuration: .brisk(store))
        try owned.start()
        await services.gate.waiting(for: 1)
        let copy = try Steps.copy(owned.record, base, services)
        copy.cancel()
        while copy.state.read({ $0.pursuit?.asked }) == nil { await Task.yield() }
        store.order(.failAfter(), for: .heartbeat)
        await owned.heartbeat()
        #expect(owned.status == .started, "what it was told is lost")
        while owned.status != .canceled {
            await owned.heartbeat()
            await Task.yield()
        }
        try await copy.waitUntilFinished()
        #expect(copy.status == .canceled)
    }

    @Test func `settle says that nothing can be posted to a store that refuses everything`() async throws {
        let record = try await pausedRecord()
        let isBroken = Level(true)
        let store = FaultyJobStore(base) { _ in isBroken.value ? .failBefore() : nil }
        let job = try Steps.copy(record, store, services)
        try job.start()
        job.pause()
        job.cancel()
        await #expect(throws: (any Error).self) { try await job.settle() }
        isBroken.send(false)
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
    }

    @Test func `who leaves a run that is paused and given back asks nothing of others`() async throws {
        let job = try Job(Steps(count: 2), services: services, configuration: .brisk(base))
        let running = Task { try await job.run() }
        await services.gate.waiting(for: 1)
        job.pause()
        try await job.settle()
        try await job.releaseClaim()
        let theirs = try await base.claim(job.id)
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        try await job.settle()
        #expect(try await base.heartbeat(theirs).isEmpty && job.status == .paused)
    }

    @Test func `a pause is not passed on to the run after the one that was asked`() async throws {
        let record = try await pausedRecord()
        let first = try await base.claim(record.id)
        let job = try Steps.copy(record, base, services)
        job.pause()
        try await job.settle()
        #expect(try await base.heartbeat(first).map(\.command) == [.pause])
        try await base.release(first)
        let second = try await base.claim(record.id)
        job.follow()
        for _ in 0..<1000 { await Task.yield() }
        #expect(try await base.heartbeat(second).isEmpty)
    }
}
