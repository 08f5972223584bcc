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

    @Test func `the file store keeps the contract`() async throws {
        try await JobStoreContract {
            try FileJobStore(directory: directory.url.appending(path: UUID().uuidString))
        }.verify()
    }

    @Test func `the memory store keeps the contract`() async throws {
        try await JobStoreContract { MemoryJobStore() }.verify()
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
        let rival = try Job<Steps>(restoring: record, configuration: JobConfiguration(store: theirs)) { Steps.Services() }
        await #expect { try await rival.run() } throws: {
            if case JobError.claimed(job.id, _) = $0 { true } else { false }
        }
        services.gate.open()
        #expect(try await job.output == 3)
        #expect(try await ours.load(job.id)?.status == .succeeded, "the rival has written nothing")
    }

    @Test func `a dead owner's job is taken over at once`() async throws {
        var dead: FileJobStore? = try store()
        let id = UUID()
        let claim = try await dead!.claim(id)
        dead = nil
        let theirs = try store()
        // The lease holds the owner's lock, as a living process would; only its end frees the job.
        await #expect(throws: JobError.self) { try await theirs.claim(id) }
        _ = consume claim
        #expect(try await theirs.claim(id).token > 1)
    }

    @Test func `what another process did meanwhile is taken over when resuming`() async throws {
        let (ours, theirs) = (try store(), try store())
        let job = try job(in: ours)
        try job.start()
        await services.gate.waiting(for: 1)
        job.pause()
        try await job.settle()
        let stale = job.record
        try await ours.release(try #require(await job.claim))

        let open = Steps.Services()
        let second = try Job<Steps>(restoring: stale, configuration: JobConfiguration(store: theirs)) { open }
        #expect(try await second.run() == 3)
        let third = try Job<Steps>(restoring: stale, configuration: JobConfiguration(store: ours)) { open }
        #expect(try await third.run() == 3)
        #expect(open.steps.elements == [0, 1, 2], "the third found the work done")
    }

    @Test func `a save with an old token stops the body`() async throws {
        let store = try store()
        let job = try job(in: store)
        try job.start()
        await services.gate.waiting(for: 1)
        let claim = try #require(await job.claim)
        try await store.release(claim)
        _ = try await store.claim(job.id)
        services.gate.openOnce()
        await #expect(throws: JobError.claimLost(job.id)) { try await job.output }
        #expect(job.status == .failed)
        #expect(try await store.load(job.id)?.status == .started, "nothing was written")
    }

    @Test func `a message that a crash cut short is dropped and the next one stands on its own line`() async throws {
        let store = try store()
        let record = try Job(Steps(count: 1), services: services).record
        let claim = try await store.claim(record.id)
        try await store.save(record, appending: [JobMessage("whole")], claim: claim)
        try await store.release(claim)
        let file = directory.url.appending(path: "\(record.id).messages.jsonl")
        try Data(contentsOf: file).appending("{\"text\":\"ha").write(to: file)
        #expect(try await store.load(record.id)?.messages.map(\.text) == ["whole"])
        let again = try await store.claim(record.id)
        try await store.save(record, appending: [JobMessage("next")], claim: again)
        #expect(try await store.load(record.id)?.messages.map(\.text) == ["whole", "next"])
    }

    @Test func `a record cut in half is reported by its file and kept`() async throws {
        let store = try store()
        let good = try job(in: store)
        let bad = try job(in: store)
        services.gate.open()
        _ = try await good.run()
        _ = try await bad.run()
        let file = directory.url.appending(path: "\(bad.id).json")
        let data = try Data(contentsOf: file)
        try data.prefix(data.count / 2).write(to: file)
        let listings = try await store.list()
        #expect(listings.count == 2)
        #expect(listings.contains { if case .unreadable(file.path, _) = $0 { true } else { false } })
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `a record that cannot be written fails the job and leaves the last good one`() async throws {
        let store = try store()
        let job = try job(in: store)
        try job.start()
        await services.gate.waiting(for: 1)
        // A directory where the temporary sibling should go: the write fails whoever the user is.
        let blocker = directory.url.appending(path: "\(job.id).json.\(getpid()).tmp")
        try FileManager.default.createDirectory(at: blocker, withIntermediateDirectories: false)
        services.gate.open()
        await #expect {
            try await job.output
        } throws: {
            if case JobError.storeFailed(let file, _) = $0 { file.hasPrefix(blocker.path) } else { false }
        }
        #expect(try await store.load(job.id)?.status == .started)
    }

    @Test func `another process can ask for a pause`() async throws {
        let (ours, theirs) = (try store(), try store())
        let job = try job(in: ours)
        try job.start()
        await services.gate.waiting(for: 1)
        try await theirs.post(.pause, for: job.id)
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

extension Data {
    func appending(_ text: String) -> Data { self + Data(text.utf8) }
}
