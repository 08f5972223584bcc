import CairnCore
import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnGeo
@testable import CairnTasks

/// Geodatabases that cannot be put in their place, or be seen there, for a time.
@Suite(.timeLimit(.minutes(5)))
struct HinderedGeodatabaseTests {
    private let site: ReplicaSite
    private let folder: SyncFolder
    /// What is cancelled when its data come.
    private let current = Level<Job<GenerateGeodatabaseWork>?>(nil)

    init() throws {
        site = ReplicaSite()
        folder = try SyncFolder(site)
    }

    private var away: URL { folder.url.deletingLastPathComponent().appending(path: folder.url.lastPathComponent + "-away") }

    /// A job whose process has died when all had its name, and nobody had noted that.
    private func placed() async throws -> Job<GenerateGeodatabaseWork> {
        let transport = StubTransport { [site, current] request in
            if request.url.path().contains("/files") { current.value?.cancel() }
            return try site.answer(request)
        }
        let (record, access) = (try await folder.writtenRecord(), folder.access(transport))
        return try Job(restoring: record, configuration: SyncFolder.configuration) { access }
    }

    @Test(arguments: [false, true])
    func `while its disk is away, a geodatabase is neither made anew nor forgotten`(isCancelled: Bool) async throws {
        let job = try await placed()
        try FileManager.default.moveItem(at: folder.url, to: away)
        if isCancelled {
            let error = await #expect(throws: JobError.self) { try await job.cancelAndWait() }
            guard case .cancellationUnconfirmed? = error else { throw try #require(error) }
            #expect(job.messages.contains { $0.text.contains(folder.file.path) }, "\(job.messages.map(\.text))")
        } else {
            await #expect(throws: SystemError.self) { try await job.run() }
            #expect(job.record.checkpoint?["finalLength"] != nil && job.record.failure?.isRetryable == true)
        }
        try FileManager.default.moveItem(at: away, to: folder.url)
        if !isCancelled {
            try job.retry()
            _ = try await job.output
        }
        #expect(site.replicaCount == 1 && site.state.withLock(\.made) == 1 && folder.names == ["it's.gpkg"])
    }

    @Test func `moved away before its job has ended, a geodatabase can still be synchronised when the job is cancelled`()
        async throws
    {
        let job = try await placed()
        let moved = URL(filePath: folder.file.path + "-moved")
        try FileManager.default.moveItem(at: folder.file, to: moved)
        let id = try #require(try await Geodatabase(fileURL: moved, isReadOnly: true).syncID)
        let error = await #expect(throws: JobError.self) { try await job.cancelAndWait() }
        guard case .cancellationUnconfirmed? = error else { throw try #require(error) }
        #expect(site.state.withLock { Array($0.replicas.keys) } == [id])
    }

    @Test(arguments: [false, true])
    func `moved away before its job has ended, a geodatabase keeps its copy while another is made`(isCancelled: Bool) async throws
    {
        let job = try await placed()
        let moved = URL(filePath: folder.file.path + "-moved")
        try FileManager.default.moveItem(at: folder.file, to: moved)
        let id = try #require(try await Geodatabase(fileURL: moved, isReadOnly: true).syncID)
        if isCancelled { current.send(job) }
        let result = try? await job.run()
        current.send(nil)
        #expect((result == nil) == isCancelled && job.messages.contains { $0.text.contains("keeps its copy, \(id)") })
        #expect(site.state.withLock { $0.replicas[id] != nil && $0.replicas.count == (isCancelled ? 1 : 2) })
    }

    @Test func `replaced by another job's meanwhile, which had its copy forgotten, a job leaves nothing that is not known`()
        async throws
    {
        let job = try await placed()
        try await folder.generated().close()
        let ids = site.state.withLock { Array($0.replicas.keys) }
        try await job.cancelAndWait()
        #expect(ids.count == 1 && site.state.withLock { Array($0.replicas.keys) } == ids)
    }

    @Test func `a record of before it was noted which copy it is gets that`() async throws {
        let job = try await placed()
        var members = try #require(job.record.json.object)
        var checkpoint = try #require(members["checkpoint"]?.object)
        (checkpoint["replicaID"], checkpoint["mayBePlaced"]) = (nil, nil)
        members["checkpoint"] = .object(checkpoint)
        try FileManager.default.moveItem(atPath: folder.file.path, toPath: folder.file.path + ".partial")
        let access = folder.access()
        let next = try Job<GenerateGeodatabaseWork>(restoring: try JobRecord(json: .object(members))) { access }
        let id = try #require(try await next.run().geodatabase.syncID)
        #expect(next.record.checkpoint?["replicaID"]?.string == id)
    }

    @Test func `taken away before it got its name, one comes anew when the job is retried, whatever is in its place`()
        async throws
    {
        let partial = folder.file.path + ".partial"
        try Data("SQLite format 3\0".utf8).write(to: folder.file)
        let isFirst = Level(true)
        var configuration = SyncFolder.configuration
        configuration.store = ForwardingJobStore(
            MemoryJobStore(),
            after: { call in
                guard case .save(let record, _, _) = call, record.checkpoint?["mayBePlaced"] == true, isFirst.value else {
                    return
                }
                isFirst.send(false)
                try? FileManager.default.removeItem(atPath: partial)
            })
        let work = try folder.generateWork(GenerateGeodatabaseParameters(syncModel: .none))
        let job = try Job(work, services: folder.access(), configuration: configuration)
        let error = await #expect(throws: PartialOutputTrouble.self) { try await job.run() }
        #expect(error?.description.contains("Retry the job") == true && job.record.failure?.isRetryable == true)
        try job.retry()
        let geodatabase = try await job.output.geodatabase
        try await geodatabase.load()
        #expect(try await Set(geodatabase.treeNames().values) == ["tree 1", "tree 2", "tree 3"])
        try await geodatabase.close()
    }

    @Test func `edits that were made in what it replaces are sent, and the job retried: its copy is the one that is known`()
        async throws
    {
        let first = try await folder.generated()
        let old = try #require(try await first.syncID)
        try await first.close()
        let isFirst = Level(true)
        let transport = StubTransport { [site, folder] request in
            let answer = try site.answer(request)
            if request.url.path().contains("/files"), isFirst.value {
                isFirst.send(false)
                let geodatabase = Geodatabase(fileURL: folder.file)
                try await geodatabase.load()
                try await geodatabase.addTree("mine")
                try await geodatabase.close()
            }
            return answer
        }
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        await #expect(throws: SyncError.unsentEdits(path: folder.file.path)) { try await job.run() }
        // What is made stays, for the edits can be sent.
        #expect(site.replicaCount == 2 && job.record.failure?.isRetryable == true)
        _ = try await folder.syncJob().run()
        try job.retry()
        let geodatabase = try await job.output.geodatabase
        let new = try #require(try await geodatabase.syncID)
        try await geodatabase.close()
        #expect(new != old && site.state.withLock { Array($0.replicas.keys) } == [new])
        #expect(site.names.contains("mine"))
        _ = try await folder.syncJob().run()
    }

    @Test func `beside one that another job writes, nothing that was fetched is lost`() async throws {
        let held = Level<FileDescriptor?>(nil)
        let transport = StubTransport { [site, folder] request in
            if request.url.path().contains("/files"), held.value == nil {
                let file = try FileDescriptor(folder.file.path + ".partial", O_RDWR | O_CREAT)
                _ = try file.lock()
                held.send(file)
            }
            return try site.answer(request)
        }
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        let error = await #expect(throws: PartialOutputTrouble.self) { try await job.run() }
        guard case .inUse? = error else { throw try #require(error) }
        #expect(job.record.failure?.isRetryable == true && site.replicaCount == 1)
        #expect(job.record.checkpoint?["isDownloaded"] == true)
        held.send(nil)
        let made = site.state.withLock(\.made)
        try job.retry()
        _ = try await job.output
        #expect(site.state.withLock(\.made) == made && folder.names == ["it's.gpkg"])
    }

    @Test func `who is just letting go of the place is waited for`() async throws {
        let (clock, held) = (ManualClock(), Level<FileDescriptor?>(nil))
        let transport = StubTransport { [site, folder] request in
            if request.url.path().contains("/files") {
                let file = try FileDescriptor(folder.file.path + ".partial", O_RDWR | O_CREAT)
                _ = try file.lock()
                held.send(file)
            }
            return try site.answer(request)
        }
        var configuration = SyncFolder.configuration
        configuration.clock = clock
        let job = try Job(folder.generateWork(), services: folder.access(transport), configuration: configuration)
        try job.start()
        await clock.sleepers(atLeast: 1)
        held.send(nil)
        clock.advance(by: .milliseconds(100))
        _ = try await job.output
        #expect(folder.names == ["it's.gpkg"])
    }

    @Test func `where somebody's file stands, a service is not asked for anything`() async throws {
        let asked = Level(0)
        let transport = StubTransport { [site] request in
            asked.send(asked.value + 1)
            return try site.answer(request)
        }
        let theirs = URL(filePath: folder.file.path + ".partial")
        try Data("theirs".utf8).write(to: theirs)
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        await #expect(throws: PartialOutputTrouble.self) { try await job.run() }
        #expect(asked.value == 0)
        try await job.removeFromStore()
        #expect(try Data(contentsOf: theirs) == Data("theirs".utf8))
    }

    @Test(arguments: [false, true])
    func `a file that somebody has put where it would grow stays when the job is given up`(isRemoved: Bool) async throws {
        let theirs = URL(filePath: folder.file.path + ".partial")
        let transport = StubTransport { [site] request in
            if request.url.path().contains("/files") { try Data("theirs".utf8).write(to: theirs) }
            return try site.answer(request)
        }
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        await #expect(throws: PartialOutputTrouble.self) { try await job.run() }
        #expect(job.record.partialFiles.map(\.path).contains(theirs.path))
        if isRemoved { try await job.removeFromStore() } else { try await job.cancelAndWait() }
        #expect(try Data(contentsOf: theirs) == Data("theirs".utf8))
        #expect(folder.names == ["it's.gpkg.partial"] && site.replicaCount == 0)
    }

    @Test func `while something stands in its way, a copy that has come can still be used`() async throws {
        let theirs = folder.file.path + ".partial"
        let transport = StubTransport { [site] request in
            if request.url.path().contains("/files") {
                try FileManager.default.createDirectory(atPath: theirs, withIntermediateDirectories: true)
            }
            return try site.answer(request)
        }
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        await #expect(throws: SystemError.self) { try await job.run() }
        #expect(site.replicaCount == 1 && job.record.failure?.isRetryable == false)
        try await job.cancelAndWait()
        #expect(site.replicaCount == 0 && folder.names == ["it's.gpkg.partial"])
    }

    @Test func `one that is damaged is not replaced, for it may hold edits`() async throws {
        try await folder.generated().close()
        // Its schema can be read, and what it is a copy of cannot.
        try { () throws in
            let package = try GeoPackage(folder.file)
            let page = try package.database.prepare(
                "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master WHERE name = 'cairn_replica'")
            #expect(try page.step())
            let (start, size) = ((page.int(0) - 1) * page.int(1), page.int(1))
            page.reset()
            try FileDescriptor(folder.file.path, O_RDWR).write(Data(repeating: 0xFF, count: size), at: start)
        }()
        let job = try folder.generateJob()
        let error = await #expect(throws: PartialOutputTrouble.self) { try await job.run() }
        #expect(error?.description.contains("Move it away") == true)
    }

    @Test func `a copy that is kept is known however its id is written`() async throws {
        try await folder.generated().close()
        let id = try #require(site.state.withLock { $0.replicas.keys.first })
        let service = ReplicaService(folder.access().client(try ServiceURL(ReplicaSite.url)))
        try await service.unregister(named: "copy", but: [id.lowercased()])
        #expect(site.replicaCount == 1)
        try await service.unregister(named: "copy")
        #expect(site.replicaCount == 0)
    }
}
