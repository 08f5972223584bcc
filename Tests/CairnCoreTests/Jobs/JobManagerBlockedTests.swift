import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// A manager beside other processes, and a store that does not answer.
@Suite(.timeLimit(.minutes(10)))
struct JobManagerBlockedTests {
    let gate = Gate()
    let base = MemoryJobStore()

    private func manager(_ store: any JobStore, maximumRunning: Int = 1) -> JobManager {
        let kinds = JobKinds()
        kinds.register(Steps.self) { [gate] in Steps.Services(gate: gate) }
        return JobManager(
            kinds: kinds, configuration: .brisk(store), maximumRunning: maximumRunning, heartbeatInterval: .milliseconds(1))
    }

    /// A job that runs in another process, and one of the manager that waits for it.
    private func blockedJob(in manager: JobManager) async throws -> (theirs: Job<Steps>, ours: any JobProtocol) {
        let theirs = try Job(Steps(count: 1), services: Steps.Services(gate: gate), configuration: .brisk(base))
        try theirs.start()
        await gate.waiting(for: 1)
        try await manager.restore()
        try await manager.start(theirs.id)
        while await !manager.blocked.contains(theirs.id) { await Task.yield() }
        return (theirs, try #require(await manager.job(theirs.id)))
    }

    /// Lets the other process give the job back, and the manager look around.
    private func free(_ theirs: Job<Steps>, for manager: JobManager) async throws {
        theirs.pause()
        try await theirs.settle()
        try await theirs.releaseClaim()
        while await !manager.blocked.isEmpty { await Task.yield() }
        while await manager.job(theirs.id)?.owner != nil { await Task.yield() }
        for _ in 0..<3 { await manager.heartbeat() }
    }

    @Test func `a job that is paused while it waits for another process is not begun when it is free`() async throws {
        let manager = manager(base)
        let (theirs, ours) = try await blockedJob(in: manager)
        ours.pause()
        try await free(theirs, for: manager)
        #expect(ours.status == .paused && ours.owner == nil)
        #expect(await manager.running.isEmpty)
    }

    @Test func `nothing that waits for another process is begun after all have been paused`() async throws {
        let manager = manager(base)
        let (theirs, ours) = try await blockedJob(in: manager)
        await manager.pauseAll()
        try await free(theirs, for: manager)
        #expect(ours.status == .paused && theirs.status == .paused)
    }

    @Test func `a job that is paused with all others before it is told that another process has it stays paused`() async throws {
        let theirs = try Job(Steps(count: 1), services: Steps.Services(gate: gate), configuration: .brisk(base))
        try theirs.start()
        await gate.waiting(for: 1)
        let (store, claiming) = (FaultyJobStore(base), Gate())
        let manager = manager(store)
        let ours = try Steps.copy(theirs.record, store, Steps.Services(gate: gate))
        await manager.add(ours)
        store.order(.holdBefore(claiming), for: .claim)
        try await manager.start(ours.id)
        await claiming.waiting(for: 1)
        await manager.pauseAll()
        claiming.open()
        while ours.owner == nil { await Task.yield() }
        theirs.pause()
        try await theirs.settle()
        try await theirs.releaseClaim()
        while ours.owner != nil { await Task.yield() }
        for _ in 0..<3 { await manager.heartbeat() }
        #expect(ours.status == .paused && theirs.status == .paused)
    }

    @Test func `a body that does not notice that its job was removed elsewhere keeps its place`() async throws {
        let (manager, deaf) = (manager(base), Gate())
        let job = try await manager.makeJob(
            Steps(count: 1), services: Steps.Services(trouble: { _ in await deaf.passUncancelled() }))
        try await manager.start(job.id)
        await deaf.waiting(for: 1)
        let other = try await manager.makeJob(Steps(count: 0), services: Steps.Services())
        try await manager.start(other.id)
        try await base.release(try #require(claim(of: job)))
        try await base.remove(try await base.claim(job.id))
        while job.status != .failed {
            await manager.heartbeat()
            await Task.yield()
        }
        for _ in 0..<3 { await manager.heartbeat() }
        #expect(other.status == .notStarted)
        deaf.open()
        #expect(try await other.output == 0)
        await #expect(throws: JobError.notFound(job.id)) { try await job.output }
    }

    private func claim(of job: Job<Steps>) -> JobClaim? { job.state.read(\.ledger.tenure.claim) }

    @Test func `a heartbeat that is not answered keeps no other waiting, and no second is made for it`() async throws {
        let (mute, stuck) = (Level<UUID?>(nil), Gate())
        let store = FaultyJobStore(base) { $0.operation == .heartbeat && $0.job == mute.value ? .holdBefore(stuck) : nil }
        let manager = manager(store, maximumRunning: 2)
        let services = Steps.Services(gate: gate)
        let jobs = [
            try await manager.makeJob(Steps(count: 1), services: services),
            try await manager.makeJob(Steps(count: 1), services: services),
        ]
        mute.send(jobs[0].id)
        await manager.startAll()
        await gate.waiting(for: 2)
        await stuck.waiting(for: 1)
        try await base.post(JobRequest(.cancel, token: try #require(claim(of: jobs[1])).token), for: jobs[1].id)
        try await jobs[1].waitUntilFinished()
        #expect(jobs[1].status == .canceled)
        let beats = store.calls.count { $0.operation == .heartbeat && $0.job == jobs[0].id }
        #expect(beats == 1)
        stuck.open()
        jobs[0].cancel()
        try await jobs[0].waitUntilFinished()
    }

    @Test func `a removal that is not answered keeps no other job waiting`() async throws {
        let (store, stuck) = (FaultyJobStore(base), Gate())
        let manager = JobManager(
            kinds: JobKinds(), configuration: .brisk(store), maximumRunning: 1, retention: JobRetention(maximumCount: 0),
            heartbeatInterval: .milliseconds(1))
        store.order(.holdBefore(stuck), for: .remove)
        let first = try await manager.makeJob(Steps(count: 0), services: Steps.Services())
        try await manager.start(first.id)
        await stuck.waiting(for: 1)
        let second = try await manager.makeJob(Steps(count: 1), services: Steps.Services(gate: gate))
        try await manager.start(second.id)
        await gate.waiting(for: 1)
        try await base.post(JobRequest(.cancel, token: try #require(claim(of: second)).token), for: second.id)
        try await second.waitUntilFinished()
        stuck.open()
        for await event in manager.events { if case .removed(first.id) = event { break } }
    }

    @Test func `a job whose claim was lost to nobody known runs again only when it has a place`() async throws {
        let refuses = Level(false)
        let store = FaultyJobStore(base) { $0.operation == .claim && refuses.value ? .failBefore() : nil }
        let (manager, running) = (manager(store), Level(0))
        let services = Steps.Services(gate: gate, trouble: { _ in running.send(running.value + 1) })
        let first = try await manager.makeJob(Steps(count: 1), services: Steps.Services(gate: gate))
        let second = try await manager.makeJob(Steps(count: 1), services: services)
        await manager.startAll()
        await gate.waiting(for: 1)
        refuses.send(true)
        try await base.release(try #require(claim(of: first)))
        await manager.heartbeat()
        while second.status == .notStarted {
            await manager.heartbeat()
            await Task.yield()
        }
        refuses.send(false)
        while !second.isDurable { await Task.yield() }
        for _ in 0..<20 { await manager.heartbeat() }
        #expect([first, second].count { $0.isBusy } == 1)
        gate.open()
        #expect(try await first.output == 0)
        #expect(try await second.output == 0)
    }

    @Test func `what was removed by itself is let go`() async throws {
        let manager = JobManager(
            kinds: JobKinds(), configuration: .brisk(base), retention: JobRetention(maximumCount: 0),
            heartbeatInterval: .milliseconds(1))
        let job = try Job(Steps(count: 0), services: Steps.Services(), configuration: .brisk(base))
        _ = try await job.run()
        try await job.removeFromStore()
        await manager.add(job)
        await manager.heartbeat()
        for await event in manager.events { if case .removed(job.id) = event { break } }
        #expect(await manager.jobs.isEmpty)
    }

    @Test func `what another manager has removed is let go`() async throws {
        let (store, theirs) = (FaultyJobStore(base), manager(base))
        let ours = JobManager(
            kinds: JobKinds(), configuration: .brisk(store), retention: JobRetention(maximumCount: 1),
            heartbeatInterval: .milliseconds(1))
        gate.open()
        let first = try await ours.makeJob(Steps(count: 0), services: Steps.Services())
        try await ours.start(first.id)
        _ = try await first.output
        try await first.settle()
        try await theirs.restore()
        try await theirs.remove(first.id)
        let second = try await ours.makeJob(Steps(count: 0), services: Steps.Services())
        try await ours.start(second.id)
        for await event in ours.events { if case .removed(first.id) = event { break } }
        #expect(await ours.jobs.map(\.id) == [second.id])
    }

    @Test func `a retry is not lost because somebody has the job who was not known`() async throws {
        let isBroken = Level(true)
        let manager = manager(base)
        let job = try await manager.makeJob(
            Steps(count: 1), services: Steps.Services(trouble: { _ in if isBroken.value { throw Broken() } }))
        try await manager.start(job.id)
        await #expect(throws: Broken.self) { try await job.output }
        try await job.settle()
        isBroken.send(false)
        let theirs = try await base.claim(job.id)
        try await manager.retry(job.id)
        while await !manager.blocked.contains(job.id) { await Task.yield() }
        for _ in 0..<3 { await manager.heartbeat() }
        try await base.release(theirs)
        while job.status != .succeeded {
            await manager.heartbeat()
            await Task.yield()
        }
        #expect(try await job.output == 0)
    }

    @Test func `nor because the manager hears of it before the store has refused it`() async throws {
        let (isBroken, isHeld, claims) = (Level(true), Level(false), Gate())
        let store = ForwardingJobStore(base) { call in
            if case .claim = call, isHeld.value { await claims.passUncancelled() }
        }
        let manager = manager(store)
        let job = try await manager.makeJob(
            Steps(count: 1), services: Steps.Services(trouble: { _ in if isBroken.value { throw Broken() } }))
        try await manager.start(job.id)
        await #expect(throws: Broken.self) { try await job.output }
        try await job.settle()
        isBroken.send(false)
        let theirs = try await base.claim(job.id)
        isHeld.send(true)
        try await manager.retry(job.id)
        // The new run begins with the failure of the one before.
        var failures = 0
        for await event in manager.events {
            if case .statusChanged(job.id, .failed) = event { failures += 1 }
            if failures == 2 { break }
        }
        claims.open()
        isHeld.send(false)
        while await !manager.blocked.contains(job.id) { await Task.yield() }
        try await base.release(theirs)
        while job.status != .succeeded {
            await manager.heartbeat()
            await Task.yield()
        }
        #expect(try await job.output == 0)
    }

    @Test func `a failure elsewhere is not retried unasked, though one of ours was`() async throws {
        let manager = manager(base)
        let services = Steps.Services(trouble: { _ in throw Broken() })
        let job = try await manager.makeJob(Steps(count: 1), services: services)
        try await manager.start(job.id)
        await #expect(throws: Broken.self) { try await job.output }
        try await job.settle()
        try await manager.retry(job.id)
        while services.bodies.value < 2 || job.isBusy { await Task.yield() }
        try await job.settle()
        let theirs = Steps.Services(gate: gate, trouble: { _ in throw Broken() })
        let other = try Steps.copy(job.record, base, theirs)
        try other.retry()
        await gate.waiting(for: 1)
        job.follow()
        while await !manager.unfinished.contains(job.id) { await Task.yield() }
        await manager.startAll()
        gate.open()
        await #expect(throws: Broken.self) { try await other.output }
        try await other.settle()
        while await manager.blocked.contains(job.id) || job.owner != nil || job.status != .failed {
            await manager.heartbeat()
            await Task.yield()
        }
        await manager.heartbeat()
        try await job.settle()
        #expect(services.bodies.value == 2)
    }

    @Test func `what has become elsewhere of a failed job is seen when the store is restored again`() async throws {
        let (manager, isBroken) = (manager(base), Level(true))
        let services = Steps.Services(trouble: { _ in if isBroken.value { throw Broken() } })
        let job = try await manager.makeJob(Steps(count: 1), services: services)
        try await manager.start(job.id)
        await #expect(throws: Broken.self) { try await job.output }
        try await job.settle()
        isBroken.send(false)
        let other = try Steps.copy(job.record, base, services)
        try other.retry()
        _ = try await other.output
        try await other.settle()
        try await manager.restore()
        while job.status != .succeeded { await Task.yield() }
    }

    @Test func `a job whose claim was lost can be forgotten before it is known who has it`() async throws {
        let isLost = Level(false)
        let store = FaultyJobStore(base) { [.owner, .claim].contains($0.operation) && isLost.value ? .failBefore() : nil }
        let manager = manager(store)
        let job = try await manager.makeJob(Steps(count: 1), services: Steps.Services(gate: gate))
        try await manager.start(job.id)
        await gate.waiting(for: 1)
        isLost.send(true)
        try await base.release(try #require(job.state.read(\.ledger.tenure.claim)))
        let theirs = try await base.claim(job.id)
        while !job.state.read(\.ledger.tenure.isElsewhere) || job.isBusy {
            await job.heartbeat()
            await Task.yield()
        }
        #expect(job.owner == nil && job.status == .started)
        try await manager.forget(job.id)
        #expect(await manager.jobs.isEmpty)
        try await base.release(theirs)
    }
}
