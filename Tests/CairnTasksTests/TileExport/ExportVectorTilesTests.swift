import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ExportVectorTilesTests {
    @Test(arguments: [false, true]) func `tiles are exported, and what styles them`(isHosted: Bool) async throws {
        let site = try TileExportSite(isHosted: isHosted)
        defer { site.discard() }
        let task = ExportVectorTilesTask(url: site.vectorService, transport: site.server, credential: CredentialStore())
        let scale = site.vectors.info.tileInfo.levelsOfDetail[3].scale
        // Of what shows less than the first level nothing is there.
        await #expect { try await task.makeDefaultExportVectorTilesParameters(maxScale: 1e12) } throws: {
            if case TileExportError.wrongLevels(_, asked: [], _) = $0 { true } else { false }
        }
        for area in [
            nil, TileExportSite.triangle, .envelope(Envelope(xMin: -10, yMin: 1, xMax: 9, yMax: 9, spatialReference: .wgs84)),
        ] {
            let parameters = try await task.makeDefaultExportVectorTilesParameters(areaOfInterest: area, maxScale: scale)
            #expect(parameters.maxLevel == 3)
            try? FileManager.default.removeItem(at: site.styles)
            let job = try task.makeExportVectorTilesJob(
                parameters: parameters, vectorTileCacheURL: site.vectorFile, itemResourceCacheURL: site.styles,
                configuration: TileExportSite.configuration())
            let exported = try await job.run()
            let cache = exported.vectorTileCache
            try await cache.load()
            #expect(cache.info?.levels == 0...3)
            let key = TileKey(level: 2, row: 1, column: 2)
            #expect(try await cache.tile(at: key) == Data("tile \(key)".utf8))
            #expect(try await (cache.tile(at: TileKey(level: 2, row: 3, column: 0)) == nil) == (area != nil))
            #expect(try exported.itemResourceCache?.style()["version"] == 8)
            for path in ["sprites/sprite.json", "sprites/sprite.png", "fonts/Arial Regular/0-255.pbf"] {
                #expect(try exported.itemResourceCache?.resource(at: path) != nil, "\(path)")
            }
            #expect(try cache.resourcePaths().count == 4)
            #expect(site.names == ["styles", "vectors.vtpk"] && job.progress == 100)
        }
    }

    @Test func `a job that is cancelled before the tiles are there leaves no styles`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let server = site.server
        let transport = StubTransport { request in
            guard !request.url.path().hasSuffix("/exportTiles") else { throw TransportError(.refused, url: request.url) }
            return try await server.send(request)
        }
        let work = ExportVectorTilesWork(
            service: try ServiceURL(site.vectorService), parameters: ExportVectorTilesParameters(maxLevel: 3),
            output: site.vectorFile, itemResourceCache: site.styles)
        let job = try Job(work, services: site.access(transport))
        try job.start()
        // The styles are here.
        for await progress in job.progressUpdates where progress > 8.5 { break }
        #expect(!site.names.contains("styles"), "\(site.names)")
        try? await job.cancelAndWait()
        #expect(job.status == .canceled && site.names.isEmpty, "\(site.names)")
    }

    @Test func `a user's folder where the styles would grow stays, whatever is in it`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let own = URL(filePath: site.styles.path + ".partial")
        try FileManager.default.createDirectory(at: own.appending(path: "styles"), withIntermediateDirectories: true)
        for name in ["styles/root.json", "precious.txt"] { try Data("mine".utf8).write(to: own.appending(path: name)) }
        for isRemoved in [false, true] {
            let job = try site.vectorJob()
            await #expect(throws: (any Error).self) { try await job.run() }
            if isRemoved { try await job.removeFromStore() } else { try await job.cancelAndWait() }
            #expect(try Data(contentsOf: own.appending(path: "precious.txt")) == Data("mine".utf8))
            #expect(site.names == ["styles.partial"], "\(site.names)")
        }
    }

    /// An export whose process has died when all was complete, and the styles had their name: as it is restored, and its tiles.
    private func interrupted(_ site: TileExportSite) async throws -> (job: Job<ExportVectorTilesWork>, tiles: Data) {
        let saved = Mutex<JobRecord?>(nil)
        let store = ForwardingJobStore(
            MemoryJobStore(),
            after: { command in
                guard case .save(let record, _, _) = command, !record.status.isFinished else { return }
                if record.checkpoint?["isPlaced"] == nil { saved.withLock { $0 = record } }
            })
        _ = try await site.vectorJob(store: store).run()
        let (last, tiles, access) = (saved.withLock(\.self), try Data(contentsOf: site.vectorFile), site.access())
        let record = try #require(last)
        try FileManager.default.moveItem(atPath: site.vectorFile.path, toPath: site.vectorFile.path + ".partial")
        #expect(FileManager.default.createFile(atPath: site.styles.path + "/.unfinished.\(record.id)", contents: nil))
        return (try Job(restoring: record, configuration: TileExportSite.configuration()) { access }, tiles)
    }

    @Test(arguments: [[], ["vectors.vtpk.partial"], ["styles"], ["vectors.vtpk.partial", "styles"]])
    func `what was tidied up when all was complete comes anew`(names: [String]) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let (job, tiles) = try await interrupted(site)
        for name in names { try FileManager.default.removeItem(at: site.folder.appending(path: name)) }
        #expect(try await Data(contentsOf: job.run().url) == tiles)
        #expect(site.names == ["styles", "vectors.vtpk"], "\(site.names)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.styles.path).allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func `another's styles in the place of those that are gone are not taken for the job's`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let job = try await interrupted(site).job
        try FileManager.default.removeItem(atPath: site.styles.path + "/.unfinished.\(job.id)")
        let error = await #expect(throws: PartialOutputTrouble.self) { try await job.run() }
        guard case .exists(site.styles.path)? = error else { throw try #require(error) }
        #expect(site.names == ["styles", "vectors.vtpk.partial"], "\(site.names)")
    }

    @Test func `styles that come anew are not another's that have come to their place meanwhile`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let saved = Mutex<JobRecord?>(nil)
        let store = ForwardingJobStore(
            MemoryJobStore(),
            after: { call in
                guard case .save(let record, _, _) = call, record.checkpoint?["isPlaced"] == true else { return }
                if !record.status.isFinished { saved.withLock { $0 = record } }
            })
        _ = try await site.vectorJob(store: store).run()
        let (last, paused) = (saved.withLock(\.self), Level<Job<ExportVectorTilesWork>?>(nil))
        let record = try #require(last)
        let transport = StubTransport { request in
            if request.url.path().contains("/resources/") { paused.value?.pause() }
            return try await site.server.send(request)
        }
        let access = site.access(transport)
        let job = try Job<ExportVectorTilesWork>(restoring: record, configuration: TileExportSite.configuration()) { access }
        let theirs = site.folder.appending(path: "theirs")
        try FileManager.default.moveItem(at: site.styles, to: theirs)
        paused.send(job)
        try job.start()
        try await job.settle()
        #expect(job.status == .paused)
        paused.send(nil)
        try FileManager.default.moveItem(at: theirs, to: site.styles)
        try job.start()
        let error = await #expect(throws: PartialOutputTrouble.self) { try await job.output }
        guard case .exists(site.styles.path)? = error else { throw try #require(error) }
    }

    @Test func `styles get no name before the tiles can get theirs`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let job = try await interrupted(site).job
        try FileManager.default.moveItem(atPath: site.styles.path, toPath: site.styles.path + ".partial")
        let held = try FileDescriptor(site.vectorFile.path + ".partial", O_RDWR)
        #expect(try held.lock())
        await #expect(throws: PartialOutputTrouble.self) { try await job.run() }
        #expect(site.names == ["styles.partial", "vectors.vtpk.partial"], "\(site.names)")
        withExtendedLifetime(held) {}
    }

    @Test func `an export that has ended is asked for its output, and what others write beside it stays theirs`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let job = try site.vectorJob()
        let tiles = try await Data(contentsOf: job.run().url)
        for name in ["vectors.vtpk", "styles"] {
            let place = site.folder.appending(path: name)
            try FileManager.default.copyItem(atPath: place.path, toPath: place.path + ".partial")
        }
        // Nobody is asked for it.
        let access = site.access(StubTransport { throw TransportError(.refused, url: $0.url) })
        func restored() throws -> Job<ExportVectorTilesWork> { try Job(restoring: job.record) { access } }
        #expect(try await Data(contentsOf: restored().output.url) == tiles)
        #expect(site.names == ["styles", "styles.partial", "vectors.vtpk", "vectors.vtpk.partial"], "\(site.names)")
        for (name, left) in [("styles", 3), ("styles.partial", 2)] {
            try FileManager.default.removeItem(at: site.folder.appending(path: name))
            let rebuilt = try restored()
            let error = await #expect(throws: PartialOutputTrouble.self) { try await rebuilt.output }
            guard case .gone(site.styles.path)? = error else { throw try #require(error) }
            #expect(rebuilt.record.checkpoint == job.record.checkpoint)
            #expect(site.names.count == left, "\(site.names)")
        }
    }

    @Test(arguments: [false, true])
    func `cancelled when the styles had their name an export leaves both, if the tiles have theirs, or neither`(
        isComplete: Bool
    ) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let job = try await interrupted(site).job
        let file = site.vectorFile.path
        if isComplete { try FileManager.default.moveItem(atPath: file + ".partial", toPath: file) }
        try? await job.cancelAndWait()
        #expect(job.status == .canceled && site.names == (isComplete ? ["styles", "vectors.vtpk"] : []), "\(site.names)")
        let hidden = try? FileManager.default.contentsOfDirectory(atPath: site.styles.path).filter { $0.hasPrefix(".") }
        #expect(hidden == (isComplete ? [] : nil))
    }

    @Test func `cancelled when both had their names, an export leaves them, whoever writes beside them`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let job = try await interrupted(site).job
        let file = site.vectorFile.path
        try FileManager.default.moveItem(atPath: file + ".partial", toPath: file)
        try Data("PK, of another job".utf8).write(to: URL(filePath: file + ".partial"))
        let held = try FileDescriptor(file + ".partial", O_RDWR)
        #expect(try held.lock())
        try? await job.cancelAndWait()
        #expect(site.names == ["styles", "vectors.vtpk", "vectors.vtpk.partial"], "\(site.names)")
        withExtendedLifetime(held) {}
    }

    @Test(arguments: ["theirs", "PK, of another job"])
    func `tiles that have their name are there, whatever is beside them`(text: String) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let (job, tiles) = try await interrupted(site)
        let file = site.vectorFile.path
        try FileManager.default.moveItem(atPath: file + ".partial", toPath: file)
        try Data(text.utf8).write(to: URL(filePath: file + ".partial"))
        #expect(try await Data(contentsOf: job.run().url) == tiles)
        #expect(try String(contentsOfFile: file + ".partial", encoding: .utf8) == text)
    }

    @Test func `while their disk is away, tiles are not made anew`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let (job, tiles) = try await interrupted(site)
        let away = URL(filePath: site.folder.path + "-away")
        try FileManager.default.moveItem(at: site.folder, to: away)
        await #expect(throws: SystemError.self) { try await job.run() }
        #expect(job.record.checkpoint?["finalLength"] != nil && job.record.failure?.isRetryable == true)
        try FileManager.default.moveItem(at: away, to: site.folder)
        try job.retry()
        #expect(try await Data(contentsOf: job.output.url) == tiles && job.serverJobIDs.count == 1)
    }

    @Test func `what styles tiles is fetched alone`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let task = ExportVectorTilesTask(url: site.vectorService, transport: site.server)
        let configuration = TileExportSite.configuration()
        let job = try task.makeExportStyleResourceCacheJob(itemResourceCacheURL: site.styles, configuration: configuration)
        let exported = try await job.run()
        #expect(try exported.itemResourceCache.style()["version"] == 8 && site.names == ["styles"])
        // A folder that is there is somebody's.
        let again = try task.makeExportStyleResourceCacheJob(itemResourceCacheURL: site.styles, configuration: configuration)
        await #expect(throws: (any Error).self) { try await again.run() }
        #expect(try exported.itemResourceCache.style()["version"] == 8)
    }

    @Test func `where the service does not list what there is, the style says it`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let server = site.server
        let transport = StubTransport { request in
            guard request.url.path().hasSuffix("/resources/info") else { return try await server.send(request) }
            return HTTPResponse(
                headers: ["content-type": "application/json"], body: Data(#"{"error":{"code":404,"message":"no"}}"#.utf8))
        }
        let work = ExportStyleResourceCacheWork(service: try ServiceURL(site.vectorService), output: site.styles)
        let exported = try await Job(work, services: site.access(transport), configuration: TileExportSite.configuration()).run()
        // The pictures that there are, and no letters, for the style has none.
        #expect(try exported.itemResourceCache.resource(at: "sprites/sprite.png") != nil)
        #expect(try exported.itemResourceCache.resource(at: "sprites/sprite@2x.png") == nil)
    }

    @Test(arguments: ["../../../etc/passwd", "/etc/passwd", "a/../../b", "sprites/..", "sprites/\\u0000", "styles\\\\x/y"])
    func `a list that leads out of the folder is not followed`(path: String) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let transport = StubTransport { request in
            guard request.url.path().hasSuffix("/resources/info") else { return try await site.server.send(request) }
            let body = #"{"resourceInfo":["../styles/root.json","PATH"]}"#.replacing("PATH", with: path)
            return HTTPResponse(headers: ["content-type": "application/json"], body: Data(body.utf8))
        }
        let work = ExportStyleResourceCacheWork(service: try ServiceURL(site.vectorService), output: site.styles)
        _ = try await Job(work, services: site.access(transport), configuration: TileExportSite.configuration()).run()
        let names = FileManager.default.enumerator(atPath: site.folder.path)?.compactMap { $0 as? String } ?? []
        #expect(Set(names) == ["styles", "styles/styles", "styles/styles/root.json"])
    }

    @Test func `cancelled while it is made, an export leaves neither files nor a job`() async throws {
        let site = try TileExportSite(isOpen: false)
        defer { site.discard() }
        site.admission.open()
        let job = try site.vectorJob()
        try job.start()
        while site.vectors.count == 0 { await Task.yield() }
        // The server's job is known by now, or will be.
        try await site.clock.driving { try await job.cancelAndWait() }
        #expect(job.status == .canceled && job.record.unconfirmedServerJobIDs.isEmpty)
        if let id = job.serverJobIDs.last {
            #expect(try await site.state(id, below: "Vectors/VectorTileServer/jobs") == "esriJobCancelled")
        }
        #expect(!site.names.contains { $0.hasPrefix("vectors.vtpk") }, "\(site.names)")
    }
}
