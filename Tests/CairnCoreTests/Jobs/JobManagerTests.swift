import CairnCore
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct JobManagerTests {
    let services = Steps.Services(gate: Gate())
    let kinds = JobKinds()

    init() {
        let services = services
        kinds.register(Steps.self) { services }
    }

    @Test func `no more jobs run at once than allowed`() async throws {
        let manager = JobManager(kinds: kinds, maximumRunning: 2)
        let jobs = try await makeJobs(5, in: manager)
        await manager.startAll()
        await services.gate.waiting(for: 2)
        #expect(jobs.filter { $0.status == .started }.count == 2)
        services.gate.open()
        for job in jobs { #expect(try await job.output == 0) }
    }

    @Test func `a paused job frees its place`() async throws {
        let manager = JobManager(kinds: kinds, maximumRunning: 1)
        let jobs = try await makeJobs(2, in: manager)
        await manager.startAll()
        await services.gate.waiting(for: 1)
        jobs[0].pause()
        for await status in jobs[1].statuses where status == .started { break }
        #expect(jobs[0].status == .paused)
        services.gate.open()
        #expect(try await jobs[1].output == 0)
        try await manager.start(jobs[0].id)
        #expect(try await jobs[0].output == 0)
    }

    @Test func `jobs of an earlier process are restored and resumed`() async throws {
        let store = MemoryJobStore()
        let configuration = JobConfiguration(store: store)
        let job = try Job(Steps(count: 3), services: services, configuration: configuration)
        try job.start()
        await services.gate.waiting(for: 1)
        services.gate.openOnce()
        await services.gate.waiting(for: 1)
        job.pause()
        try await job.settle()
        // The process dies: its claim ends.
        try await store.release(JobClaim(id: job.id, token: 1))

        let manager = JobManager(kinds: kinds, configuration: configuration)
        try await manager.restore()
        let restored = try #require(await manager.job(job.id) as? Job<Steps>)
        #expect(restored.status == .paused)
        services.gate.open()
        await manager.startAll()
        #expect(try await restored.output == 3)
    }

    @Test func `what cannot be read is reported and kept`() async throws {
        let directory = try TemporaryDirectory()
        let store = try FileJobStore(directory: directory.url)
        let file = directory.url.appending(path: "\(UUID()).json")
        try Data("not a record".utf8).write(to: file)
        let manager = JobManager(kinds: kinds, configuration: JobConfiguration(store: store))
        let unreadable = try await manager.restore()
        #expect(unreadable.map(\.file) == [file.path])
        #expect(FileManager.default.fileExists(atPath: file.path))
        var events = manager.events.makeAsyncIterator()
        guard case .unreadable(file.path, _)? = await events.next() else { return #expect(Bool(false)) }
    }

    @Test func `events tell of jobs added changed and removed in order`() async throws {
        let manager = JobManager(kinds: kinds)
        let job = try await makeJobs(1, in: manager)[0]
        services.gate.open()
        try await manager.start(job.id)
        _ = try await job.output
        var names: [String] = []
        for await event in manager.events {
            switch event {
            case .added: names.append("added")
            case .statusChanged(_, let status): names.append(status.rawValue)
            case .removed: names.append("removed")
            default: break
            }
            if names.last == "succeeded" { try await manager.remove(job.id) }
            if names.last == "removed" { break }
        }
        #expect(names == ["added", "notStarted", "started", "succeeded", "removed"])
        #expect(await manager.jobs.isEmpty)
    }

    @Test func `a running job cannot be removed`() async throws {
        let manager = JobManager(kinds: kinds)
        let job = try await makeJobs(1, in: manager)[0]
        try await manager.start(job.id)
        await #expect(throws: JobError.self) { try await manager.remove(job.id) }
        try await job.cancelAndWait()
        try await manager.remove(job.id)
        await #expect(throws: JobError.notFound(job.id)) { try await manager.remove(job.id) }
    }

    @Test func `removing a stored job removes its record`() async throws {
        let store = MemoryJobStore()
        let manager = JobManager(kinds: kinds, configuration: JobConfiguration(store: store))
        let job = try await makeJobs(1, in: manager)[0]
        services.gate.open()
        try await manager.start(job.id)
        _ = try await job.output
        try await manager.remove(job.id)
        #expect(try await store.load(job.id) == nil)
    }

    @Test func `heartbeats pass on what others ask`() async throws {
        let (store, clock) = (MemoryJobStore(), ManualClock())
        let manager = JobManager(kinds: kinds, configuration: JobConfiguration(store: store, clock: clock))
        let job = try await makeJobs(1, in: manager)[0]
        try await manager.start(job.id)
        await services.gate.waiting(for: 1)
        await clock.sleepers(atLeast: 1)
        let owner = try #require(try await store.owner(of: job.id))
        try await store.post(JobRequest(.cancel, token: owner.token), for: job.id)
        clock.advance(by: .seconds(1))
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
    }

    private func makeJobs(_ count: Int, in manager: JobManager) async throws -> [Job<Steps>] {
        var jobs: [Job<Steps>] = []
        for _ in 0..<count { jobs.append(try await manager.makeJob(Steps(count: 1), services: services)) }
        return jobs
    }
}
