import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnTasks

/// Geodatabases whose jobs were stopped between the last byte and the name, and what others have put there meanwhile.
@Suite(.timeLimit(.minutes(5)))
struct UnplacedGeodatabaseTests {
    @Test(arguments: ["it's.gpkg.partial", "it's.gpkg.replica.json.download"])
    func `of what others write at that moment nothing is removed when a job is given up`(held: String) async throws {
        let folder = try SyncFolder(ReplicaSite())
        let work = try folder.generateWork()
        let names = [work.partial.url.path, work.partial.url.path + "-wal"] + DownloadFile.files(for: work.data).map(\.path)
        for name in names { try Data("SQLite format 3\0".utf8).write(to: URL(filePath: name)) }
        let file = try FileDescriptor(folder.url.appending(path: held).path, O_RDWR)
        #expect(try file.lock())
        await work.discardPartialResults(of: UUID(), services: folder.access())
        let left = held.hasSuffix(".partial") ? names.map { URL(filePath: $0).lastPathComponent }.sorted() : [held]
        #expect(folder.names == left)
        withExtendedLifetime(file) {}
    }

    /// A job whose process has died when all was written, with what it has written beside its place.
    private func restored(
        _ folder: SyncFolder, store: (any JobStore)? = nil, _ transport: (any HTTPTransport)? = nil
    ) async throws -> Job<GenerateGeodatabaseWork> {
        let saved = Mutex<JobRecord?>(nil)
        var configuration = SyncFolder.configuration
        configuration.store = ForwardingJobStore(
            MemoryJobStore(),
            after: { call in
                guard case .save(let record, _, _) = call, !record.status.isFinished else { return }
                if record.checkpoint?["finalLength"] != nil { saved.withLock { $0 = record } }
            })
        _ = try await Job(folder.generateWork(), services: folder.access(), configuration: configuration).run()
        try FileManager.default.moveItem(atPath: folder.file.path, toPath: folder.file.path + ".partial")
        let (last, access) = (saved.withLock(\.self), folder.access(transport))
        let record = try #require(last)
        configuration.store = store
        if let store {
            let claim = try await store.claim(record.id)
            try await store.save(record, appending: [], claim: claim)
            try await store.release(claim)
        }
        return try Job(restoring: record, configuration: configuration) { access }
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

    @Test func `cancelled while the copy that it has replaced is to be forgotten, a job names that one`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let first = try await folder.generated()
        let old = try #require(try await first.syncID)
        try await first.close()
        let (isGone, cancelled) = (Level(false), Level<Job<GenerateGeodatabaseWork>?>(nil))
        let transport = StubTransport { request in
            if request.url.lastPathComponent == "unRegisterReplica" {
                isGone.send(true)
                cancelled.value?.cancel()
            }
            if isGone.value { throw TransportError(.refused, url: request.url) }
            return try site.answer(request)
        }
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        cancelled.send(job)
        try job.start()
        try await job.waitUntilFinished()
        let error = await #expect(throws: JobError.self) { try await job.cancelAndWait() }
        guard case .cancellationUnconfirmed(let ids)? = error else { throw try #require(error) }
        #expect(ids.count == 1 && ids[0].contains("the copy \(old) of "), "\(ids)")
        #expect(folder.names == ["it's.gpkg"])
        cancelled.send(nil)
    }
}
