import CairnCore
import CairnGeo
import CairnLocalServer
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Exports that end before their time, and go on later.
@Suite(.timeLimit(.minutes(5)))
struct TileExportCancellationTests {
    /// Waits until the server's job is known here.
    private func submitted(_ job: Job<ExportTileCacheWork>) async throws -> String {
        while job.serverJobIDs.isEmpty { await Task.yield() }
        return job.serverJobIDs[0]
    }

    @Test func `one that is only submitted refuses, and is asked again until it can be cancelled`() async throws {
        let site = try TileExportSite(isOpen: false)
        defer { site.discard() }
        let job = try site.exportJob()
        try job.start()
        let id = try await submitted(job)
        job.cancel()
        for _ in 0..<3 {
            await site.clock.sleepers(atLeast: 1)
            site.clock.advanceToNextDeadline()
        }
        #expect(try await site.state(id) == "esriJobSubmitted" && job.status == .canceling)
        site.admission.open()
        try await site.clock.driving { try await job.waitUntilFinished() }
        #expect(try await site.state(id) == "esriJobCancelled" && job.status == .canceled && site.names.isEmpty)
    }

    @Test func `one that waits, and one that is made, are cancelled on the server`() async throws {
        let site = try TileExportSite(isOpen: false, running: 1)
        defer { site.discard() }
        site.admission.open()
        let (first, second) = (try site.exportJob(), try site.exportJob())
        try first.start()
        while site.images.count == 0 { await Task.yield() }
        try second.start()
        let id = try await submitted(second)
        while try await site.state(id) != "esriJobWaiting" { await Task.yield() }
        try await site.clock.driving { try await second.cancelAndWait() }
        #expect(try await site.state(id) == "esriJobCancelled" && second.status == .canceled)
        try await site.clock.driving { try await first.cancelAndWait() }
        #expect(try await site.state(first.serverJobIDs[0]) == "esriJobCancelled" && site.names.isEmpty)
    }

    @Test func `one that is downloaded leaves nothing`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let (server, gate) = (site.server, Gate())
        let transport = StubTransport { request in
            if request.url.pathExtension == "tpkx" { try await gate.pass() }
            return try await server.send(request)
        }
        let job = try site.exportJob(ExportTileCacheParameters(levelIDs: [0, 1]), transport)
        try job.start()
        await gate.waiting(for: 1)
        try await site.clock.driving { try await job.cancelAndWait() }
        #expect(job.status == .canceled && site.names.isEmpty, "\(site.names)")
    }

    @Test func `of two into one file the second is refused while the first one's is downloaded, and takes nothing from it`()
        async throws
    {
        let site = try TileExportSite()
        defer { site.discard() }
        let (server, gate, parameters) = (site.server, Gate(), ExportTileCacheParameters(levelIDs: [0, 1]))
        let transport = StubTransport { request in
            if request.url.pathExtension == "tpkx" { try await gate.pass() }
            return try await server.send(request)
        }
        let first = try site.exportJob(parameters, transport)
        try first.start()
        await gate.waiting(for: 1)
        let second = try site.drivenJob(parameters, server)
        let error = await #expect(throws: PartialOutputTrouble.self) { try await site.clock.driving { try await second.run() } }
        #expect(error?.description.contains("is being written by another job") == true)
        try await second.removeFromStore()
        gate.open()
        let cache = try await first.output.tileCache
        try await cache.load()
        #expect(try await cache.allKeys().count == 5 && site.names == [site.file.lastPathComponent])
    }

    @Test func `given up, an export leaves what another one fetches to the same place, with the note of how far that is`()
        async throws
    {
        let site = try TileExportSite()
        defer { site.discard() }
        let job = try site.exportJob()
        let files = DownloadFile.files(for: job.work.partial.url)
        for file in files { try Data("PK".utf8).write(to: file) }
        let part = try #require(files.first { $0.pathExtension == "download" })
        let held = try FileDescriptor(part.path, O_RDWR)
        #expect(try held.lock())
        job.work.removePartialFiles()
        #expect(Set(site.names) == Set(files.filter { $0.path.hasPrefix(part.path) }.map(\.lastPathComponent)))
        withExtendedLifetime(held) {}
    }

    @Test func `paused at each request, an export goes on from its record, and asks the service once`() async throws {
        for stop in 1..<12 {
            let site = try TileExportSite()
            defer { site.discard() }
            let store = try FileJobStore(directory: site.folder.appending(path: "jobs"))
            let (server, arrivals) = (site.server, Level(0))
            let box = Mailbox<Job<ExportTileCacheWork>>()
            let transport = StubTransport { request in
                let count = arrivals.value + 1
                arrivals.send(count)
                if count == stop { box.content?.pause() }
                return try await server.send(request)
            }
            let job = try site.exportJob(ExportTileCacheParameters(levelIDs: [0, 1]), transport, store: store)
            box.content = job
            try job.start()
            try await job.settle()
            if job.status == .succeeded { break }
            #expect(job.status == .paused, "\(stop)")
            let record = try #require(try await store.load(job.id))
            _ = try await job.releaseClaim()
            let access = site.access()
            let next = try Job<ExportTileCacheWork>(
                restoring: record, configuration: TileExportSite.configuration(store)
            ) { access }
            try next.start()
            let cache = try await next.output.tileCache
            try await cache.load()
            #expect(try await cache.allKeys().count == 5 && next.serverJobIDs.count == 1, "\(stop)")
            #expect(site.names == ["it's tiles.tpkx", "jobs"], "\(site.names)")
        }
    }

    @Test func `paused and removed, an export does not go on on the server`() async throws {
        let site = try TileExportSite(isOpen: false)
        defer { site.discard() }
        site.admission.open()
        let job = try site.exportJob(store: MemoryJobStore())
        try job.start()
        while site.images.count == 0 || job.serverJobIDs.isEmpty { await Task.yield() }
        job.pause()
        try await job.settle()
        try await site.clock.driving { try await job.removeFromStore() }
        #expect(try await site.state(job.serverJobIDs[0]) == "esriJobCancelled")
    }
}

/// Something that comes to be known later.
final class Mailbox<Content: Sendable>: Sendable {
    private let held = Guarded<Content?>(nil)

    var content: Content? {
        get { held.read(\.self) }
        set { held.change { held, _ in held = newValue } }
    }
}
