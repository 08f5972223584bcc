import CairnCore
@testable import CairnGeo
import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnTasks

/// Geodatabases whose jobs were stopped between the last byte and the name, and what others have put there meanwhile.
@Suite(.timeLimit(.minutes(5)))
struct UnplacedGeodatabaseTests {
    @Test(arguments: [false, true])
    func `of what others write, or fetch, at that moment nothing is removed when a job is given up`(isFetch: Bool) async throws {
        var abilities = ReplicaSite.Abilities()
        abilities.wantsSQLite = true
        let folder = try SyncFolder(ReplicaSite(abilities))
        let job = try Job(folder.generateWork(), services: folder.access(), configuration: SyncFolder.configuration)
        await #expect(throws: SyncError.self) { try await job.run() }
        let files = DownloadFile.files(for: job.work.data).map(\.path)
        let written = ["", "-wal", "-shm", "-journal"].map { job.work.partial.url.path + $0 }
        for name in written + files { try Data("SQLite format 3\0".utf8).write(to: URL(filePath: name)) }
        let held = isFetch ? try #require(files.first { $0.hasSuffix(".download") }) : job.work.partial.url.path
        let file = try FileDescriptor(held, O_RDWR)
        #expect(try file.lock())
        #expect(Set(job.record.partialFiles.map(\.path)).isSuperset(of: written + files))
        try await job.cancelAndWait()
        // What goes with it stays as well.
        let left = (written + files).filter { $0.hasPrefix(held) && ($0.hasPrefix(files[0]) == isFetch) }
        #expect(folder.names == left.map { URL(filePath: $0).lastPathComponent }.sorted())
        withExtendedLifetime(file) {}
    }

    /// A job whose process has died when all was written, with what it has written beside its place.
    private func restored(
        _ folder: SyncFolder, store: (any JobStore)? = nil, _ transport: (any HTTPTransport)? = nil
    ) async throws -> Job<GenerateGeodatabaseWork> {
        let (record, access) = (try await folder.writtenRecord(), folder.access(transport))
        var configuration = SyncFolder.configuration
        try FileManager.default.moveItem(atPath: folder.file.path, toPath: folder.file.path + ".partial")
        configuration.store = store
        if let store {
            let claim = try await store.claim(record.id)
            try await store.save(record, appending: [], claim: claim)
            try await store.release(claim)
        }
        return try Job(restoring: record, configuration: configuration) { access }
    }

    @Test func `tidied up before it could have had its name, a geodatabase leaves no copy when its job is given up`() async throws
    {
        let folder = try SyncFolder(ReplicaSite())
        let record = try await folder.writtenRecord { $0["mayBePlaced"] == false }
        try FileManager.default.removeItem(at: folder.file)
        let access = folder.access()
        let job = try Job<GenerateGeodatabaseWork>(restoring: record, configuration: SyncFolder.configuration) { access }
        #expect(folder.site.replicaCount == 1)
        try await job.cancelAndWait()
        #expect(job.status == .canceled && folder.site.replicaCount == 0)
    }

    @Test(arguments: [false, true])
    func `stopped at its last save, a job puts nothing in place of what is there`(isPause: Bool) async throws {
        let folder = try SyncFolder(ReplicaSite())
        let stopped = Level<Job<GenerateGeodatabaseWork>?>(nil)
        let store = ForwardingJobStore(
            MemoryJobStore(),
            before: { call in
                guard case .save(let record, _, _) = call, record.checkpoint?["replaced"] != nil else { return }
                if isPause { stopped.value?.pause() } else { stopped.value?.cancel() }
            })
        let other = try SyncFolder(folder.site)
        _ = try await other.generated().close()
        let job = try await restored(folder, store: store)
        try FileManager.default.copyItem(at: other.file, to: folder.file)
        let before = try await Geodatabase(fileURL: other.file, isReadOnly: true).replica
        stopped.send(job)
        try job.start()
        try await job.settle()
        #expect(job.status == (isPause ? .paused : .canceled))
        #expect(try await Geodatabase(fileURL: folder.file, isReadOnly: true).replica == before)
        #expect(folder.names == (isPause ? ["it's.gpkg", "it's.gpkg.partial"] : ["it's.gpkg"]))
        stopped.send(nil)
    }

    @Test func `put in its place by somebody else, a geodatabase does not replace itself`() async throws {
        let folder = try SyncFolder(ReplicaSite())
        let job = try await restored(folder)
        try FileManager.default.copyItem(atPath: folder.file.path + ".partial", toPath: folder.file.path)
        _ = try await job.run()
        #expect(folder.site.replicaCount == 1 && folder.names == ["it's.gpkg"])
    }

    @Test func `what cannot be opened just now is not made anew`() async throws {
        let folder = try SyncFolder(ReplicaSite())
        let asked = Level(0)
        let transport = StubTransport { request in
            asked.send(asked.value + 1)
            return try await folder.site.transport.send(request)
        }
        let job = try await restored(folder, transport)
        let partial = folder.file.path + ".partial"
        try FileManager.default.moveItem(atPath: partial, toPath: partial + "-kept")
        #expect(mknod(partial, S_IFSOCK | 0o600, 0) == 0)
        await #expect(throws: SystemError.self) { try await job.run() }
        #expect(asked.value == 0 && job.record.checkpoint?["finalLength"] != nil && folder.site.replicaCount == 1)
    }

    /// It has put the geodatabase in its place: stopped, it has succeeded. One whose process has died then is cancelled, and has not.
    @Test(arguments: [false, true])
    func `stopped while the copy that it has replaced is to be forgotten, a job names that one`(isPaused: Bool) async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let first = try await folder.generated()
        let old = try #require(try await first.syncID)
        try await first.close()
        let (isGone, stopped) = (Level(false), Level<Job<GenerateGeodatabaseWork>?>(nil))
        let asLeft = Level<JobRecord?>(nil)
        let transport = StubTransport { request in
            if request.url.lastPathComponent == "unRegisterReplica", !isGone.value {
                isGone.send(true)
                asLeft.send(stopped.value?.record)
                if isPaused { stopped.value?.pause() } else { stopped.value?.cancel() }
            }
            if isGone.value { throw TransportError(.refused, url: request.url) }
            return try site.answer(request)
        }
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        stopped.send(job)
        try job.start()
        try await job.waitUntilFinished()
        let words = job.messages.filter { $0.severity == .warning }.map(\.text)
        #expect(job.status == .succeeded)
        #expect(words.contains { $0.contains("still keeps the copy \(old)") && $0.contains("the job was stopped") }, "\(words)")
        let access = folder.access(transport)
        let left = try Job<GenerateGeodatabaseWork>(
            restoring: try #require(asLeft.value), configuration: SyncFolder.configuration
        ) { access }
        let error = await #expect(throws: JobError.self) { try await left.cancelAndWait() }
        guard case .cancellationUnconfirmed(let ids)? = error else { throw try #require(error) }
        #expect(ids.count == 1 && ids[0].contains("the copy \(old) of "), "\(ids)")
        #expect(folder.names == ["it's.gpkg"])
        stopped.send(nil)
    }

    @Test(arguments: [false, true])
    func `in its place, and not to be read just now, a geodatabase is neither made anew nor forgotten`(isCancelled: Bool)
        async throws
    {
        let folder = try SyncFolder(ReplicaSite())
        let job = try await restored(folder)
        try FileManager.default.moveItem(atPath: folder.file.path + ".partial", toPath: folder.file.path)
        let other = try Database(folder.file, .readWrite)
        try other.execute("BEGIN EXCLUSIVE")
        if isCancelled {
            await #expect(throws: JobError.self) { try await job.cancelAndWait() }
        } else {
            await #expect(throws: DatabaseError.self) { try await job.run() }
            #expect(job.record.checkpoint?["finalLength"] != nil && job.record.failure?.isRetryable == true)
        }
        #expect(folder.site.replicaCount == 1 && folder.names.contains("it's.gpkg"))
        try other.execute("ROLLBACK")
    }

    @Test func `cancelled while another's cannot be read in its place, a job that has only fetched leaves no copy`() async throws
    {
        let folder = try SyncFolder(ReplicaSite())
        try await folder.generated().close()
        let current = Level<Job<GenerateGeodatabaseWork>?>(nil)
        var configuration = SyncFolder.configuration
        configuration.store = ForwardingJobStore(
            MemoryJobStore(),
            after: { call in
                guard case .save(let record, _, _) = call, record.checkpoint?["isDownloaded"] == true else { return }
                current.value?.pause()
            })
        let job = try Job(folder.generateWork(), services: folder.access(), configuration: configuration)
        current.send(job)
        try job.start()
        try await job.settle()
        #expect(job.status == .paused && folder.site.replicaCount == 2)
        current.send(nil)
        let other = try Database(folder.file, .readWrite)
        try other.execute("BEGIN EXCLUSIVE")
        try await job.cancelAndWait()
        #expect(folder.site.replicaCount == 1 && folder.names.filter { !$0.hasSuffix("-journal") } == ["it's.gpkg"])
        try other.execute("ROLLBACK")
    }

    @Test(arguments: [false, true])
    func `moved away before the copy that it has replaced was forgotten, that one is, unless it is there again`(
        isBack: Bool
    ) async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let first = try await folder.generated()
        let old = try #require(try await first.syncID)
        try await first.close()
        let backup = Geodatabase(fileURL: folder.url.appending(path: "backup.gpkg"))
        try FileManager.default.copyItem(at: folder.file, to: backup.url)
        try await backup.load()
        try await backup.addTree("mine")
        try await backup.close()
        let isRefused = Level(true)
        let saved = Mutex<JobRecord?>(nil)
        let transport = StubTransport { request in
            if isRefused.value, request.url.lastPathComponent == "unRegisterReplica" {
                throw TransportError(.refused, url: request.url)
            }
            return try site.answer(request)
        }
        var configuration = SyncFolder.configuration
        configuration.outage.tolerance = .zero
        configuration.store = ForwardingJobStore(
            MemoryJobStore(),
            after: { call in
                guard case .save(let record, _, _) = call, record.checkpoint?["isPlaced"] == true else { return }
                if record.checkpoint?["replaced"] != nil { saved.withLock { $0 = record } }
            })
        _ = try await Job(folder.generateWork(), services: folder.access(transport), configuration: configuration).run()
        let moved = folder.file.path + "-moved"
        try FileManager.default.moveItem(atPath: folder.file.path, toPath: moved)
        let kept = try #require(try await Geodatabase(fileURL: URL(filePath: moved), isReadOnly: true).syncID)
        isRefused.send(false)
        let (last, access) = (saved.withLock(\.self), folder.access())
        let record = try #require(last)
        let next = try Job<GenerateGeodatabaseWork>(restoring: record, configuration: SyncFolder.configuration) { access }
        if isBack {
            try FileManager.default.copyItem(at: backup.url, to: folder.file)
            await #expect(throws: SyncError.unsentEdits(path: folder.file.path)) { try await next.run() }
        } else {
            _ = try await next.run()
        }
        #expect(site.state.withLock { $0.replicas[old] != nil } == isBack)
        // It may be edited where it is.
        #expect(site.state.withLock { $0.replicas[kept] != nil })
    }

    @Test func `two for one output write each what it has fetched itself`() async throws {
        let site = ReplicaSite(rows: 3)
        let folder = try SyncFolder(site)
        let current = Level<Job<GenerateGeodatabaseWork>?>(nil)
        var configuration = SyncFolder.configuration
        configuration.store = ForwardingJobStore(
            MemoryJobStore(),
            after: { call in
                guard case .save(let record, _, _) = call, record.checkpoint?["isDownloaded"] == true else { return }
                if record.checkpoint?["finalLength"] == nil { current.value?.pause() }
            })
        let jobs = try (0..<2).map { _ in
            let parameters = GenerateGeodatabaseParameters(syncModel: .none)
            return try Job(folder.generateWork(parameters), services: folder.access(), configuration: configuration)
        }
        for job in jobs {
            current.send(job)
            try job.start()
            try await job.settle()
            #expect(job.status == .paused)
            site.edit(ReplicaSite.id(9), "ninth")
        }
        current.send(nil)
        try jobs[0].start()
        let geodatabase = try await jobs[0].output.geodatabase
        try await geodatabase.load()
        #expect(try await Set(geodatabase.treeNames().values) == ["tree 1", "tree 2", "tree 3"])
        try await geodatabase.close()
        try await jobs[1].cancelAndWait()
        #expect(folder.names == ["it's.gpkg"])
    }
}
