import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// A removal beside everything else.
@Suite(.timeLimit(.minutes(10)))
struct JobRemovalTests {
    let base = MemoryJobStore()
    let services = Steps.Services(gate: Gate())

    /// A job that is paused after its first step.
    private func pausedJob(in store: any JobStore) async throws -> Job<Steps> {
        let job = try Job(Steps(count: 2), services: services, configuration: JobConfiguration(store: store))
        try job.start()
        await services.gate.waiting(for: 1)
        job.pause()
        try await job.settle()
        return job
    }

    @Test func `who waits for saves or for the claim to be given back is told when the job is removed`() async throws {
        let store = FaultyJobStore(base)
        let job = try await pausedJob(in: store)
        let gate = Gate()
        store.order(.holdBefore(gate), for: .remove)
        let removing = Task { try await job.removeFromStore() }
        await gate.waiting(for: 1)
        job.post(JobMessage("late"))
        let settling = Task { try await job.settle() }
        let releasing = Task { try? await job.releaseClaim() }
        while job.state.read({ $0.ledger.flushers.count + $0.ledger.releasers.count }) < 2 { await Task.yield() }
        gate.open()
        try await removing.value
        try await settling.value
        _ = await releasing.value
        #expect(try await base.load(job.id) == nil)
    }

    @Test func `a job that is being removed does not begin, and ends as cancelled`() async throws {
        let store = FaultyJobStore(base)
        let job = try await pausedJob(in: store)
        let (gate, statuses) = (Gate(), job.statuses)
        store.order(.holdBefore(gate), for: .remove)
        let removing = Task { try await job.removeFromStore() }
        await gate.waiting(for: 1)
        #expect(throws: JobError.notFound(job.id)) { try job.start() }
        job.cancel()
        await #expect(throws: JobError.notFound(job.id)) { try await job.removeFromStore() }
        gate.open()
        try await removing.value
        #expect(await Array(statuses) == [.paused, .canceled])
        await #expect(throws: CancellationError.self) { try await job.output }
        #expect(services.discarded.value == 1)
    }

    @Test func `a removal that the store refuses can be made again, or the job goes on being cancelled`() async throws {
        let store = FaultyJobStore(base)
        let job = try await pausedJob(in: store)
        store.order(.failBefore(), for: .remove)
        await #expect(throws: FaultyJobStore.failure) { try await job.removeFromStore() }
        #expect(try await base.load(job.id)?.status == .canceling, "its files may be gone")
        try job.start()
        try await job.waitUntilFinished()
        #expect(job.status == .canceled && services.bodies.value == 1)
        try await job.removeFromStore()
        #expect(try await base.load(job.id) == nil)
    }

    @Test func `a removal whose answer is lost has been made`() async throws {
        let store = FaultyJobStore(base)
        let job = try await pausedJob(in: store)
        store.order(.failAfter(), for: .remove)
        await #expect(throws: FaultyJobStore.failure) { try await job.removeFromStore() }
        try await job.removeFromStore()
        #expect(job.status == .canceled)
    }

    @Test func `the claim is kept while the files of an ended job are removed`() async throws {
        let broken = Steps.Services(trouble: { _ in throw Broken() })
        let job = try Job(Steps(count: 1), services: broken, configuration: JobConfiguration(store: base))
        await #expect(throws: Broken.self) { try await job.run() }
        try await job.settle()
        let record = try #require(try await base.load(job.id))
        let (gate, base) = (Gate(), base)
        let slow = try Job<Slow>(restoring: record.of(Slow.kind), configuration: JobConfiguration(store: base)) { gate }
        let removing = Task { try await slow.removeFromStore() }
        await gate.waiting(for: 1)
        await #expect(throws: JobError.self) { try await base.claim(job.id) }
        gate.open()
        try await removing.value
    }

    @Test func `a job that was finished and removed elsewhere is not run again`() async throws {
        services.gate.open()
        let job = try Job(Steps(count: 1), services: services, configuration: JobConfiguration(store: base))
        try job.start()
        job.pause()
        try await job.settle()
        try await job.releaseClaim()
        guard job.status == .paused else { return }
        let services = services
        let copy = try Job<Steps>(restoring: job.record, configuration: JobConfiguration(store: base)) { services }
        _ = try await job.run()
        try await job.removeFromStore()
        let bodies = services.bodies.value
        await #expect(throws: JobError.notFound(job.id)) { try await copy.run() }
        #expect(services.bodies.value == bodies)
        #expect(try await base.load(job.id) == nil)
    }

    /// Discards slowly.
    private struct Slow: JobWork {
        static let kind = "test.slow-to-discard"
        typealias Services = Gate
        @concurrent func perform(in context: JobContext<Self>) async throws {}
        @concurrent func discardPartialResults(of job: UUID, services: Gate) async { await services.passUncancelled() }
    }

    @Test func `a job that was removed elsewhere is not retried without its store`() async throws {
        let job = try await pausedJob(in: base)
        try await job.releaseClaim()
        let services = services
        let copy = try Job<Steps>(restoring: job.record, configuration: JobConfiguration(store: base)) { services }
        try await copy.removeFromStore()
        try job.start()
        await #expect(throws: JobError.notFound(job.id)) { try await job.output }
        #expect(throws: JobError.notFound(job.id)) { try job.retry() }
        job.cancel()
        #expect(job.status == .failed && services.bodies.value == 1)
        #expect(await job.nextRun(after: 1)?.number == nil)
    }

    @Test func `a removal that fails before anything was discarded leaves the job as it was`() async throws {
        let isBroken = Level(false)
        let store = FaultyJobStore(base) { $0.operation == .save && isBroken.value ? .failBefore() : nil }
        let job = try await pausedJob(in: store)
        isBroken.send(true)
        await #expect(throws: (any Error).self) { try await job.removeFromStore() }
        isBroken.send(false)
        services.gate.open()
        #expect(try await job.run() == 1)
        #expect(services.discarded.value == 0)
    }

    @Test func `a cancel beside a removal that fails is carried out`() async throws {
        let store = FaultyJobStore(base)
        let job = try await pausedJob(in: store)
        let gate = Gate()
        store.order(.holdBefore(gate), for: .save)
        store.order(.failBefore(), for: .remove)
        let removing = Task { try await job.removeFromStore() }
        await gate.waiting(for: 1)
        job.cancel()
        gate.open()
        await #expect(throws: (any Error).self) { try await removing.value }
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
        #expect(try await base.load(job.id)?.status == .canceled)
    }

    @Test func `who waits for the next run of a job that is removed is let go`() async throws {
        let services = Steps.Services(trouble: { _ in throw Broken() })
        let job = try Job(Steps(count: 1), services: services, configuration: JobConfiguration(store: base))
        await #expect(throws: Broken.self) { try await job.run() }
        let waiting = Task { await job.nextRun(after: 1)?.number }
        while job.state.read(\.runWaiters.isEmpty) { await Task.yield() }
        try await job.removeFromStore()
        #expect(await waiting.value == nil)
        #expect(await job.nextRun(after: 1)?.number == nil)
    }

    @Test func `a job that another process has is neither removed nor held fast`() async throws {
        let store = MemoryJobStore()
        let job = try Job(Steps(count: 2), services: services, configuration: JobConfiguration(store: store))
        try job.start()
        await services.gate.waiting(for: 1)
        let services = services
        let copy = try Job<Steps>(restoring: job.record, configuration: JobConfiguration(store: store)) { services }
        copy.follow()
        while copy.status != .started { await Task.yield() }
        let owner = try #require(copy.owner)
        await #expect(throws: JobError.claimed(job.id, owner: owner)) { try await copy.removeFromStore() }
        #expect(try await !copy.releaseClaim())
        job.cancel()
        try await job.waitUntilFinished()
    }

    @Test func `an end that is lost while the job is being removed is told when it is had again`() async throws {
        let store = FaultyJobStore(base)
        var configuration = JobConfiguration(store: store)
        configuration.followingInterval = .milliseconds(1)
        // The end is not to be told for the time that has passed.
        configuration.announcementDelay = .seconds(86_400)
        let job = try Job(Steps(count: 0), services: services, configuration: configuration)
        let end = Gate()
        for gate in [.opened, end] { store.order(.holdBefore(gate), for: .save) }
        try job.start()
        await end.waiting(for: 1)
        let removing = Task { try await job.removeFromStore() }
        while !job.state.read(\.isBeingRemoved) { await Task.yield() }
        let claim = job.state.read(\.ledger.tenure.claim)
        try await base.release(try #require(claim))
        end.open()
        await #expect(throws: JobError.claimLost(job.id)) { try await removing.value }
        #expect(try await job.output == 0)
        try await job.settle()
        #expect(try await base.load(job.id)?.status == .succeeded)
    }

    @Test func `a removal whose claim is lost while it discards has not been made`() async throws {
        let (base, gate) = (base, Gate())
        let record = try await pausedJob(in: base).record
        try await base.release(JobClaim(id: record.id, token: 1))
        let slow = try Job<Slow>(restoring: record.of(Slow.kind), configuration: .brisk(base)) { gate }
        let removing = Task { try await slow.removeFromStore() }
        await gate.waiting(for: 1)
        let claim = slow.state.read(\.ledger.tenure.claim)
        try await base.release(try #require(claim))
        let theirs = try await base.claim(record.id)
        await slow.heartbeat()
        gate.open()
        await #expect(throws: JobError.claimLost(record.id)) { try await removing.value }
        #expect(try await base.load(record.id) != nil && !slow.state.read(\.isRemoved))
        try await base.release(theirs)
        try await slow.settle()
    }

    @Test func `removing what was removed elsewhere touches nothing, and leaves no claim`() async throws {
        let job = try await pausedJob(in: base)
        try await job.releaseClaim()
        let record = job.record
        try await base.remove(try await base.claim(job.id))
        let store = FaultyJobStore(base)
        let copy = try Steps.copy(record, store, services)
        try await copy.removeFromStore()
        #expect(store.calls.contains { $0.operation == .remove }, "the claim that was taken to look")
        #expect(copy.status == .canceled && services.discarded.value == 0, "they may be another job's by now")
        #expect(try await base.owner(of: job.id) == nil)
    }

    @Test func `a removal that fails tells of the end that another has come to since`() async throws {
        let isBroken = Level(true)
        let services = Steps.Services(trouble: { _ in if isBroken.value { throw Broken() } })
        let store = FaultyJobStore(base)
        let job = try Job(Steps(count: 1), services: services, configuration: JobConfiguration(store: store))
        await #expect(throws: Broken.self) { try await job.run() }
        try await job.settle()
        isBroken.send(false)
        let other = try Steps.copy(job.record, base, services)
        try other.retry()
        #expect(try await other.output == 0)
        try await other.settle()
        store.order(.failBefore(), for: .remove)
        await #expect(throws: FaultyJobStore.failure) { try await job.removeFromStore() }
        #expect(job.status == .succeeded)
        #expect(await job.nextRun(after: 1)?.number == 2)
        #expect(try await job.output == 0)
    }

    @Test func `who waits for a cancel to be posted is let go when the job turns out to be gone`() async throws {
        let store = FaultyJobStore(base)
        let job = try await pausedJob(in: base)
        try await job.releaseClaim()
        let (copy, claiming) = (try Steps.copy(job.record, store, services), Gate())
        try await base.remove(try await base.claim(job.id))
        store.order(.holdBefore(claiming), for: .claim)
        copy.cancel()
        await claiming.waiting(for: 1)
        let settling = Task { try? await copy.settle() }
        while copy.state.read(\.petitioners.isEmpty) { await Task.yield() }
        let removing = Task { try await copy.removeFromStore() }
        while !copy.state.read(\.isBeingRemoved) { await Task.yield() }
        claiming.open()
        try await removing.value
        await settling.value
    }

    @Test func `a job whose output somebody waits for can be removed though its record says that it is being cancelled`()
        async throws
    {
        let job = try await pausedJob(in: base)
        var record = job.record
        (record.status, record.revision) = (.canceling, record.revision + 1)
        try await base.save(record, appending: [], claim: try #require(job.state.read(\.ledger.tenure.claim)))
        try await base.release(JobClaim(id: job.id, token: 1))
        let copy = try Steps.copy(record, base, services)
        let output = Task { try await copy.output }
        while copy.state.read(\.waiters.isEmpty) { await Task.yield() }
        try await copy.removeFromStore()
        #expect(try await base.load(job.id) == nil)
        await #expect(throws: CancellationError.self) { try await output.value }
    }

    @Test(arguments: [false, true]) func `a removal beside a look at the job is made, or told who has it`(isOwned: Bool)
        async throws
    {
        let store = FaultyJobStore(base)
        let job = try await pausedJob(in: base)
        if !isOwned { try await job.releaseClaim() }
        let (copy, looking) = (try Steps.copy(job.record, store, services), Gate())
        store.order(.holdBefore(looking), for: .load)
        copy.follow()
        await looking.waiting(for: 1)
        let removing = Task { try await copy.removeFromStore() }
        while copy.state.read(\.ledger.claimants.isEmpty) { await Task.yield() }
        looking.open()
        if isOwned {
            let owner = try #require(try await base.owner(of: job.id))
            await #expect(throws: JobError.claimed(job.id, owner: owner)) { try await removing.value }
        } else {
            try await removing.value
        }
        #expect(try await (base.load(job.id) == nil) == !isOwned)
    }

    @Test func `who gives back a job that turns out to have been removed is let go`() async throws {
        let store = FaultyJobStore(base)
        let job = try await pausedJob(in: base)
        let (copy, loading) = (try Steps.copy(job.record, store, services), Gate())
        try await job.removeFromStore()
        store.order(.holdBefore(loading), for: .load)
        copy.cancel()
        await loading.waiting(for: 1)
        let releasing = Task { try await copy.releaseClaim() }
        while copy.state.read(\.ledger.releasers.isEmpty) { await Task.yield() }
        loading.open()
        _ = try await releasing.value
        #expect(copy.error as? JobError == .notFound(job.id))
    }

    @Test(arguments: [FaultyJobStore.Operation.claim, .save, .remove])
    func `a removal that fails keeps the job from nobody`(operation: FaultyJobStore.Operation) async throws {
        let store = FaultyJobStore(base)
        let job = try await pausedJob(in: base)
        try await job.releaseClaim()
        let copy = try Steps.copy(job.record, store, services)
        store.order(.failBefore(), for: operation)
        await #expect(throws: FaultyJobStore.failure) { try await copy.removeFromStore() }
        while try await base.owner(of: job.id) != nil { await Task.yield() }
        services.gate.open()
        try job.start()
        try await job.waitUntilFinished()
        #expect(job.status == (operation == .remove ? .canceled : .succeeded), "what was discarded cannot be gone on with")
    }

    @Test func `a removal of what this program cannot read says so, and is no failure of the job`() async throws {
        let job = try await pausedJob(in: base)
        try await job.releaseClaim()
        var record = try #require(try await base.load(job.id))
        (record.node.version, record.revision) = (99, record.revision + 1)
        let theirs = try await base.claim(job.id)
        try await base.save(record, appending: [], claim: theirs)
        try await base.release(theirs)
        let error = JobError.newerWork(kind: Steps.kind, found: 99, supported: 1)
        await #expect(throws: error) { try await job.removeFromStore() }
        #expect(job.status == .paused)
        #expect(try await base.load(job.id) != nil)
        while try await base.owner(of: job.id) != nil { await Task.yield() }
    }

    @Test func `a removal that fails keeps the claim of who had it`() async throws {
        let store = FaultyJobStore(base)
        let job = try await pausedJob(in: store)
        store.order(.failBefore(), for: .save)
        await #expect(throws: FaultyJobStore.failure) { try await job.removeFromStore() }
        try await job.flush()
        #expect(job.holdsClaim && job.status == .paused)
        try await job.removeFromStore()
    }

    @Test func `a job that is removed before it could be cancelled is removed, and nothing else`() async throws {
        let store = FaultyJobStore(base)
        let job = try await pausedJob(in: base)
        try await job.releaseClaim()
        let (copy, claiming, saving) = (try Steps.copy(job.record, store, services), Gate(), Gate())
        store.order(.holdBefore(claiming), for: .claim)
        store.order(.holdBefore(saving), for: .save)
        copy.cancel()
        await claiming.waiting(for: 1)
        let removing = Task { try await copy.removeFromStore() }
        while copy.state.read(\.ledger.claimants.isEmpty) { await Task.yield() }
        claiming.open()
        await saving.waiting(for: 1)
        #expect(copy.status == .paused)
        saving.open()
        try await removing.value
        #expect(try await base.load(job.id) == nil)
        #expect(copy.status == .canceled && services.discarded.value == 1)
    }

    @Test func `who waits for the next run of a job without a store is let go when it is removed`() async throws {
        let job = try Job(Steps(count: 1), services: Steps.Services(trouble: { _ in throw Broken() }))
        await #expect(throws: Broken.self) { try await job.run() }
        let waiting = Task { await job.nextRun(after: 1)?.number }
        try await job.removeFromStore()
        #expect(await waiting.value == nil)
        #expect(throws: JobError.notFound(job.id)) { try job.retry() }
    }
}

extension JobRecord {
    /// The record as one of another kind of work.
    fileprivate func of(_ kind: String) -> JobRecord {
        var record = self
        record.node = JobNode(kind: kind, work: [:])
        return record
    }
}
