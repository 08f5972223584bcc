import CairnTesting
import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct FileJobStoreTests {
    let directory: TemporaryDirectory
    let services = Steps.Services(gate: Gate())

    init() throws { directory = try TemporaryDirectory() }

    func store() throws -> FileJobStore { try FileJobStore(directory: directory.url) }

    func job(_ count: Int = 3, in store: any JobStore) throws -> Job<Steps> {
        try Job(Steps(count: count), services: services, configuration: JobConfiguration(store: store))
    }

    @Test func `the record is on disk before the status is announced`() async throws {
        let store = try store()
        let job = try job(in: store)
        try job.start()
        for await status in job.statuses where status == .started { break }
        #expect(try await store.load(job.id)?.status == .started)
        services.gate.open()
        for await status in job.statuses where status.isFinished { break }
        #expect(try await store.load(job.id)?.status == .succeeded)
    }

    @Test func `a saved checkpoint is durable when save returns`() async throws {
        let store = try store()
        let job = try job(in: store)
        try job.start()
        await services.gate.waiting(for: 1)
        services.gate.openOnce()
        await services.gate.waiting(for: 1)
        #expect(try await store.load(job.id)?.checkpoint?["done"]?.int == 1)
        job.pause()
        try await job.settle()
        #expect(try await store.load(job.id)?.status == .paused)
    }

    @Test func `a living owner's job is refused to a second process`() async throws {
        let (ours, theirs) = (try store(), try store())
        let job = try job(in: ours)
        try job.start()
        await services.gate.waiting(for: 1)
        let record = try #require(try await theirs.load(job.id))
        var configuration = JobConfiguration(store: theirs)
        configuration.claimPolicy = .fail
        let rival = try Job<Steps>(restoring: record, configuration: configuration) { Steps.Services() }
        await #expect { try await rival.run() } throws: {
            if case JobError.claimed(job.id, _) = $0 { true } else { false }
        }
        services.gate.open()
        #expect(try await job.output == 3)
        #expect(try await ours.load(job.id)?.status == .succeeded, "the rival has written nothing")
    }

    @Test func `what another process did meanwhile is taken over when resuming`() async throws {
        let (ours, theirs) = (try store(), try store())
        let job = try job(in: ours)
        try job.start()
        await services.gate.waiting(for: 1)
        job.pause()
        try await job.settle()
        let stale = job.record
        #expect(try await job.releaseClaim())

        let open = Steps.Services()
        let second = try Job<Steps>(restoring: stale, configuration: JobConfiguration(store: theirs)) { open }
        #expect(try await second.run() == 3)
        let third = try Job<Steps>(restoring: stale, configuration: JobConfiguration(store: ours)) { open }
        #expect(try await third.run() == 3)
        #expect(open.steps.elements == [0, 1, 2], "the third found the work done")
    }

    @Test func `another process can ask for a pause`() async throws {
        let (ours, theirs) = (try store(), try store())
        let job = try job(in: ours)
        try job.start()
        await services.gate.waiting(for: 1)
        let owner = try #require(try await theirs.owner(of: job.id))
        try await theirs.post(JobRequest(.pause, token: owner.token), for: job.id)
        await job.heartbeat()
        #expect(job.status == .paused)
    }

    @Test func `many changes become few writes`() async throws {
        let store = CountingStore()
        let job = try Job(Chatter(), configuration: JobConfiguration(store: store))
        try await job.run()
        #expect(await store.messages == 1000)
        #expect(await store.saves < 500)
    }
}

private struct Chatter: JobWork {
    static let kind = "test.chatter"
    @concurrent func perform(in context: JobContext<Self>) async throws {
        for number in 0..<1000 { context.post("\(number)") }
    }
}

private actor CountingStore: JobStore {
    var saves = 0
    var messages = 0
    func claim(_ id: UUID) async throws -> JobClaim { JobClaim(id: id, token: 1) }
    func release(_ claim: JobClaim) async throws {}
    func owner(of id: UUID) async throws -> JobOwner? { nil }
    func heartbeat(_ claim: JobClaim) async throws -> [JobRequest] { [] }
    func post(_ request: JobRequest, for id: UUID) async throws {}
    func save(_ record: JobRecord, appending messages: [JobMessage], claim: JobClaim) async throws {
        saves += 1
        self.messages += messages.count
    }
    func load(_ id: UUID) async throws -> JobRecord? { nil }
    func list() async throws -> [JobListing] { [] }
    func remove(_ claim: JobClaim) async throws {}
}
