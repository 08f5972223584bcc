import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnCore

/// What a manager holds, keeps, forgets, and waits for.
@Suite(.timeLimit(.minutes(10)))
struct JobManagerKeepingTests {
    let services = Steps.Services(gate: Gate())
    let kinds = JobKinds()
    let date = Level(Date(timeIntervalSince1970: 1_800_000_000))

    init() {
        let services = services
        kinds.register(Steps.self) { services }
    }

    private func manager(
        _ store: (any JobStore)?, maximumRunning: Int = 4, retention: JobRetention = JobRetention(), clock: ManualClock? = nil
    ) -> JobManager {
        var configuration = JobConfiguration(store: store)
        if let clock { configuration.clock = clock }
        configuration.followingInterval = .milliseconds(1)
        let date = date
        configuration.date = { date.value }
        return JobManager(
            kinds: kinds, configuration: configuration, maximumRunning: maximumRunning, retention: retention,
            heartbeatInterval: .milliseconds(1))
    }

    private func finished(_ count: Int, in manager: JobManager) async throws -> [UUID] {
        services.gate.open()
        var ids: [UUID] = []
        for number in 0..<count {
            date.send(Date(timeIntervalSince1970: 1_800_000_000 + Double(number)))
            let job = try await manager.makeJob(Steps(count: 1), services: services)
            try await manager.start(job.id)
            _ = try await job.output
            try await job.settle()
            ids.append(job.id)
        }
        return ids
    }

    @Test func `adding a job twice is once`() async throws {
        let manager = manager(nil)
        let job = try Job(Steps(count: 1), services: services)
        await manager.add(job)
        await manager.add(job)
        #expect(await manager.jobs.count == 1)
        try await manager.start(job.id)
        services.gate.open()
        _ = try await job.output
        var told: [JobEvent] = []
        for await event in manager.events {
            told.append(event)
            if case .statusChanged(_, .succeeded) = event { break }
        }
        #expect(told.count(where: { if case .added = $0 { true } else { false } }) == 1)
        #expect(told.count(where: { if case .statusChanged(_, .started) = $0 { true } else { false } }) == 1)
        try await manager.remove(job.id)
        #expect(await manager.jobs.isEmpty)
    }

    @Test func `finished jobs beyond the number that is kept are removed, the oldest first`() async throws {
        let store = MemoryJobStore()
        let manager = manager(store, retention: JobRetention(maximumCount: 2))
        let ids = try await finished(5, in: manager)
        var removed: Set<UUID> = []
        for await event in manager.events {
            if case .removed(let id) = event { removed.insert(id) }
            if removed.count == 3 { break }
        }
        #expect(await manager.jobs.map(\.id) == [ids[3], ids[4]])
        #expect(try await store.list().count == 2)
    }

    @Test func `finished jobs are removed when they have been kept long enough, in a later process too`() async throws {
        let store = MemoryJobStore()
        let ids = try await finished(3, in: manager(store))
        date.send(Date(timeIntervalSince1970: 1_800_000_061))
        let later = manager(store, retention: JobRetention(maximumAge: .seconds(60)))
        try await later.restore()
        #expect(await later.jobs.map(\.id) == [ids[2]])
        date.send(Date(timeIntervalSince1970: 1_800_000_062))
        await later.heartbeat()
        #expect(await later.jobs.isEmpty)
        #expect(try await store.list().isEmpty)
    }

    @Test func `a store that does not answer for one removal keeps no other waiting, nor who hears what a job does`() async throws
    {
        let (store, gate) = (FaultyJobStore(MemoryJobStore()), Gate())
        store.order(.failBefore(), for: .remove)
        store.order(.holdBefore(gate), for: .remove)
        let manager = manager(store, retention: JobRetention(maximumCount: 1), clock: ManualClock())
        let ids = try await finished(2, in: manager)
        while await manager.owed != [ids[0]] { await Task.yield() }
        let job = try await manager.makeJob(Steps(count: 1), services: services)
        try await manager.start(job.id)
        for await event in manager.events { if case .statusChanged(job.id, .succeeded) = event { break } }
        await gate.waiting(for: 1)
        let last = try await manager.makeJob(Steps(count: 1), services: services)
        try await manager.start(last.id)
        for await event in manager.events { if case .removed(job.id) = event { break } }
        gate.open()
        await manager.heartbeat()
        #expect(await manager.jobs.map(\.id) == [last.id])
    }

    @Test func `failed jobs are kept, for they can be retried`() async throws {
        let manager = manager(MemoryJobStore(), retention: JobRetention(maximumCount: 0))
        let isBroken = Level(true)
        let job = try await manager.makeJob(
            Steps(count: 1), services: Steps.Services(trouble: { _ in if isBroken.value { throw Broken() } }))
        try await manager.start(job.id)
        await #expect(throws: Broken.self) { try await job.output }
        #expect(await manager.job(job.id) != nil)
        isBroken.send(false)
        try await manager.retry(job.id)
        for await event in manager.events { if case .removed(job.id) = event { break } }
        #expect(job.status == .succeeded)
    }

    @Test func `a forgotten job stays in the store and is given back`() async throws {
        let store = MemoryJobStore()
        let manager = manager(store)
        let job = try await manager.makeJob(Steps(count: 1), services: services)
        try await manager.start(job.id)
        await services.gate.waiting(for: 1)
        await #expect(throws: JobError.running(job.id)) { try await manager.forget(job.id) }
        job.pause()
        try await manager.forget(job.id)
        #expect(await manager.jobs.isEmpty)
        #expect(try await store.owner(of: job.id) == nil)
        #expect(try await store.load(job.id)?.status == .paused)
    }

    @Test func `those of higher priority come first, and equals in the order they came`() async throws {
        let order = Log<Int>()
        let manager = manager(nil, maximumRunning: 1)
        let blocker = try await manager.makeJob(Steps(count: 1), services: services)
        try await manager.start(blocker.id)
        var jobs: [Job<Steps>] = []
        for (number, priority) in [0, 5, 0, 5, 9].enumerated() {
            let numbered = Steps.Services(trouble: { _ in order.append(number) })
            let job = try await manager.makeJob(Steps(count: 1), services: numbered)
            try await manager.start(job.id, priority: priority)
            jobs.append(job)
        }
        services.gate.open()
        for job in jobs { _ = try await job.output }
        #expect(order.elements == [4, 1, 3, 0, 2])
    }

    @Test func `a job that another process has is taken over when it becomes free`() async throws {
        let directory = try TemporaryDirectory()
        let (ours, theirs) = (try FileJobStore(directory: directory.url), try FileJobStore(directory: directory.url))
        let job = try Job(Steps(count: 2), services: services, configuration: JobConfiguration(store: theirs))
        try job.start()
        await services.gate.waiting(for: 1)
        services.gate.openOnce()
        await services.gate.waiting(for: 1)
        let manager = manager(ours, maximumRunning: 1)
        try await manager.restore()
        await manager.startAll()
        // What waits for another process takes no place.
        let own = try await manager.makeJob(Steps(count: 0), services: services)
        try await manager.start(own.id)
        #expect(try await own.output == 0)
        job.pause()
        #expect(try await job.releaseClaim())
        services.gate.open()
        let taken = try #require(await manager.job(job.id) as? Job<Steps>)
        #expect(try await taken.output == 1)
        #expect(services.steps.elements.filter { $0 == 0 }.count == 1, "it went on from the checkpoint")
    }

    @Test func `a job of any kind that turns out to be another's gives its place to the next`() async throws {
        let (double, manager) = (JobDouble(), manager(nil, maximumRunning: 1))
        await manager.add(double)
        try await manager.start(double.id)
        double.lose(to: JobOwner(token: 1, name: "another"))
        services.gate.open()
        let job = try await manager.makeJob(Steps(count: 1), services: services)
        try await manager.start(job.id)
        await manager.heartbeat()
        #expect(try await job.output == 0)
    }

    @Test func `a manager holds any job`() async throws {
        let double = JobDouble()
        let manager = manager(nil, maximumRunning: 1)
        await manager.add(double)
        try await manager.start(double.id)
        #expect(double.status == .started)
        await #expect(throws: JobError.alreadyFinished(.succeeded)) {
            double.end(.succeeded)
            try await double.cancelAndWait()
        }
        guard case .success = await double.anyResult else { throw Broken() }
        try await manager.remove(double.id)
    }

    @Test func `adding, starting and removing do not cost more the more jobs have ended`() async throws {
        // The ratio of the times is in the benchmarks; here that it is done at all in the time of a test.
        let manager = manager(nil)
        let done = try Job(Steps(count: 0), services: services)
        _ = try await done.run()
        for _ in 0..<rounds(5000, long: 100_000) {
            await manager.add(try Job<Steps>(restoring: renumbered(done.record)) { Steps.Services() })
        }
        let job = try await manager.makeJob(Steps(count: 0), services: services)
        try await manager.start(job.id)
        _ = try await job.output
        for other in await manager.jobs { try await manager.remove(other.id) }
        #expect(await manager.jobs.isEmpty)
    }

    private func renumbered(_ record: JobRecord) throws -> JobRecord {
        var json = try #require(record.json.object)
        json["id"] = .string(UUID().uuidString)
        return try JobRecord(json: .object(json))
    }
}
