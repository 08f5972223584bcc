import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// Who has a place in a manager, and who gets the next one.
@Suite(.timeLimit(.minutes(10)))
struct JobManagerPlacesTests {
    let gate = Gate()
    let isBroken = Level(true)

    private func manager(_ store: (any JobStore)? = MemoryJobStore(), retention: JobRetention = JobRetention()) -> JobManager {
        var configuration = JobConfiguration(store: store)
        configuration.followingInterval = .milliseconds(1)
        return JobManager(
            kinds: JobKinds(), configuration: configuration, maximumRunning: 1, retention: retention,
            heartbeatInterval: .milliseconds(1))
    }

    /// Fails as long as it is told to, then waits at the gate.
    private var fragile: Steps.Services {
        let isBroken = isBroken
        return Steps.Services(gate: gate, trouble: { _ in if isBroken.value { throw Broken() } })
    }

    @Test func `a retry that is asked for as the job fails is not undone by the late word of the failure`() async throws {
        gate.open()
        let manager = manager()
        for _ in 0..<rounds(200, long: 10_000) {
            isBroken.send(true)
            let job = try await manager.makeJob(Steps(count: 1), services: fragile)
            try await manager.start(job.id)
            await #expect(throws: Broken.self) { try await job.output }
            isBroken.send(false)
            try await manager.retry(job.id)
            // Its place may not be free yet: the failure has not been heard of.
            while job.status == .failed { await Task.yield() }
            #expect(try await job.output == 0)
        }
    }

    @Test func `a job that is retried by itself takes a place, and is heard of again`() async throws {
        gate.open()
        let manager = manager()
        let job = try await manager.makeJob(Steps(count: 1), services: fragile)
        try await manager.start(job.id)
        await #expect(throws: Broken.self) { try await job.output }
        isBroken.send(false)
        gate.close()
        try job.retry()
        while await !manager.running.contains(job.id) { await Task.yield() }
        let other = try await manager.makeJob(Steps(count: 0), services: fragile)
        try await manager.start(other.id)
        #expect(other.status == .notStarted)
        gate.open()
        #expect(try await other.output == 0)
        #expect(job.status == .succeeded)
    }

    @Test func `a body that does not notice that it was paused keeps its place`() async throws {
        let manager = manager()
        let deaf = Gate()
        let job = try await manager.makeJob(
            Steps(count: 1), services: Steps.Services(trouble: { _ in await deaf.passUncancelled() }))
        try await manager.start(job.id)
        await deaf.waiting(for: 1)
        let other = try await manager.makeJob(Steps(count: 0), services: fragile)
        try await manager.start(other.id)
        job.pause()
        for await event in manager.events { if case .statusChanged(job.id, .paused) = event { break } }
        await manager.heartbeat()
        #expect(other.status == .notStarted)
        deaf.open()
        #expect(try await other.output == 0)
    }

    @Test func `what could not be removed is removed later`() async throws {
        let base = MemoryJobStore()
        let store = FaultyJobStore(base)
        store.order(.failBefore(), for: .remove)
        let manager = manager(store, retention: JobRetention(maximumCount: 0))
        let job = try await manager.makeJob(Steps(count: 0), services: fragile)
        try await manager.start(job.id)
        _ = try await job.output
        for await event in manager.events { if case .removed(job.id) = event { break } }
        #expect(try await base.load(job.id) == nil)
    }

    @Test func `a job that is refused and free again before that is told gets its turn`() async throws {
        let base = MemoryJobStore()
        let store = FaultyJobStore(base)
        let services = Steps.Services(gate: gate)
        let first = try Job(Steps(count: 1), services: services, configuration: JobConfiguration(store: base))
        try first.start()
        await gate.waiting(for: 1)
        first.pause()
        try await first.settle()
        var configuration = JobConfiguration(store: store)
        (configuration.claimPolicy, configuration.followingInterval) = (.fail, .milliseconds(1))
        let second = try Job<Steps>(restoring: first.record, configuration: configuration) { services }
        let manager = manager(store)
        await manager.add(second)
        let looking = Gate()
        store.order(.holdBefore(looking), for: .owner)
        try await manager.start(second.id)
        await looking.waiting(for: 1)
        try await first.releaseClaim()
        looking.open()
        gate.open()
        #expect(try await second.output == 0)
    }

    @Test func `a job that is paused as soon as it is begun stays paused`() async throws {
        let manager = manager()
        for _ in 0..<rounds(20, long: 2_000) {
            let jobs = [
                try await manager.makeJob(Steps(count: 1), services: fragile),
                try await manager.makeJob(Steps(count: 1), services: fragile),
            ]
            await manager.startAll()
            await manager.pauseAll()
            for job in jobs { try await job.settle() }
            for _ in 0..<3 { await manager.heartbeat() }
            #expect(jobs.allSatisfy { $0.status == .paused || $0.status == .notStarted })
            for job in jobs { try await manager.remove(job.id) }
        }
    }

    @Test func `a removal that is refused does not have another job removed`() async throws {
        let base = MemoryJobStore()
        let store = FaultyJobStore(base)
        store.order(.failBefore(), for: .remove)
        let manager = manager(store, retention: JobRetention(maximumCount: 1))
        var ids: [UUID] = []
        for _ in 0..<2 {
            let job = try await manager.makeJob(Steps(count: 0), services: fragile)
            try await manager.start(job.id)
            _ = try await job.output
            ids.append(job.id)
        }
        for await event in manager.events { if case .removed(ids[0]) = event { break } }
        #expect(try await base.load(ids[1]) != nil)
        #expect(await manager.jobs.map(\.id) == [ids[1]])
    }

    @Test func `a priority can be raised while a job waits, and is kept when it has to wait for another process`() async throws {
        let base = MemoryJobStore()
        let manager = manager(base)
        isBroken.send(false)
        let running = try await manager.makeJob(Steps(count: 1), services: fragile)
        try await manager.start(running.id)
        await gate.waiting(for: 1)
        let plain = try await manager.makeJob(Steps(count: 0), services: fragile)
        let urgent = try await manager.makeJob(Steps(count: 0), services: fragile)
        try await manager.start(plain.id)
        try await manager.start(urgent.id)
        try await manager.start(urgent.id, priority: 10)
        let order = Task {
            var order: [UUID] = []
            for await event in manager.events {
                if case .statusChanged(let id, .started) = event { order.append(id) }
                if order.count == 3 { break }
            }
            return order
        }
        gate.open()
        #expect(await order.value == [running.id, urgent.id, plain.id])
    }

    @Test func `a job that fails by itself while it waits is not retried unasked`() async throws {
        isBroken.send(false)
        let manager = manager()
        let running = try await manager.makeJob(Steps(count: 1), services: fragile)
        try await manager.start(running.id)
        await gate.waiting(for: 1)
        let bodies = Level(0)
        let other = try await manager.makeJob(
            Steps(count: 1), services: Steps.Services(bodies: bodies, trouble: { _ in throw Broken() }))
        try await manager.start(other.id)
        try other.start()
        await #expect(throws: Broken.self) { try await other.output }
        gate.open()
        _ = try await running.output
        for await event in manager.events { if case .statusChanged(running.id, .succeeded) = event { break } }
        await manager.heartbeat()
        #expect(other.status == .failed && bodies.value == 1)
    }

    @Test func `a deaf body keeps its place although its claim is lost`() async throws {
        let base = MemoryJobStore()
        let (manager, deaf) = (manager(base), Gate())
        isBroken.send(false)
        let job = try await manager.makeJob(
            Steps(count: 1), services: Steps.Services(trouble: { _ in await deaf.passUncancelled() }))
        try await manager.start(job.id)
        await deaf.waiting(for: 1)
        let other = try await manager.makeJob(Steps(count: 0), services: fragile)
        try await manager.start(other.id)
        try await base.release(JobClaim(id: job.id, token: 1))
        let theirs = try await base.claim(job.id)
        await manager.heartbeat()
        for _ in 0..<1000 { await Task.yield() }
        await manager.heartbeat()
        #expect(other.status == .notStarted)
        deaf.open()
        #expect(try await other.output == 0)
        try await base.release(theirs)
    }

    @Test func `what is asked to run beside a removal that fails runs`() async throws {
        let base = MemoryJobStore()
        let (store, removing) = (FaultyJobStore(base), Gate())
        let manager = manager(store)
        isBroken.send(false)
        gate.open()
        let job = try await manager.makeJob(Steps(count: 1), services: fragile)
        store.order(.holdBefore(removing), for: .claim)
        store.order(.failBefore(), for: .remove)
        let leaving = Task { try await manager.remove(job.id) }
        await removing.waiting(for: 1)
        await manager.startAll()
        removing.open()
        await #expect(throws: (any Error).self) { try await leaving.value }
        try await job.waitUntilFinished()
        #expect(job.status == .succeeded || job.status == .canceled)
    }
}
