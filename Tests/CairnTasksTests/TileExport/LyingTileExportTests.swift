import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Services of tiles that say what is not so.
@Suite(.timeLimit(.minutes(5)))
struct LyingTileExportTests {
    private let parameters = ExportTileCacheParameters(levelIDs: [0, 1])

    /// A server whose answers to some addresses are others, so often.
    private func lying(
        _ site: TileExportSite, times: Int = .max, _ isMeant: @escaping @Sendable (String) -> Bool, _ body: String
    ) -> StubTransport {
        let server = site.server
        let left = Mutex(times)
        return StubTransport { request in
            let path = request.url.path(percentEncoded: false)
            let lies =
                isMeant(path)
                && left.withLock { left in
                    left -= 1
                    return left >= 0
                }
            guard lies else { return try await server.send(request) }
            return HTTPResponse(headers: ["content-type": "application/json"], body: Data(body.utf8))
        }
    }

    @Test(arguments: [
        "", "<html></html>", "{}", "null", #"{"jobStatus":"esriJobSucceeded"}"#,
        #"{"jobId":"other","jobStatus":"esriJobSucceeded"}"#,
        #"{"jobId":"other","jobStatus":"esriJobSucceeded","output":{"outputUrl":"http://localhost/x.tpkx"}}"#,
    ])
    func `a status that is of no use is asked for again`(lie: String) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let transport = lying(
            site, times: 3, { $0.contains("/jobs/") && !$0.contains("/results") && !$0.contains("/scratch") }, lie)
        let job = try site.drivenJob(parameters, transport)
        let cache = try await site.clock.driving { try await job.run() }.tileCache
        try await cache.load()
        #expect(try await cache.allKeys().count == 5 && job.serverJobIDs.count == 1)
    }

    @Test(arguments: [
        #"{"paramName":"out_service_url","dataType":"GPString","value":7}"#, #"{"value":{}}"#, #"{"value":"ftp://localhost/x"}"#,
        #"{"value":"file:///etc/passwd"}"#, #"{"value":""}"#, #"{"value":[]}"#, #"{"value":[7]}"#, #"{"value":null}"#,
    ])
    func `a result that is no address fails the job, which is then made anew`(lie: String) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let transport = lying(site, times: 1, { $0.hasSuffix("/out_service_url") }, lie)
        let job = try site.drivenJob(parameters, transport)
        _ = try? await site.clock.driving { try await job.run() }
        #expect(job.status == .failed && job.record.failure?.isRetryable == true, "\(job.record.failure?.message ?? "")")
        #expect(site.names.isEmpty, "\(site.names)")
        try job.retry()
        _ = try await site.clock.driving { try await job.output }
        #expect(site.names == ["it's tiles.tpkx"])
    }

    @Test(arguments: [
        "{}", #"{"files":[]}"#, #"{"files":[{"name":"..","url":7}]}"#, #"{"files":["../../x"]}"#,
        #"{"files":[{"url":"file:///etc/passwd"}]}"#,
        #"{"folders":["a"]}"#,
    ])
    func `a folder without the file fails the job, which is then made anew`(lie: String) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let transport = lying(site, times: 1, { $0.hasSuffix("/scratch") }, lie)
        let job = try site.drivenJob(parameters, transport)
        _ = try? await site.clock.driving { try await job.run() }
        #expect(job.status == .failed && job.record.failure?.isRetryable == true, "\(job.record.failure?.message ?? "")")
        try job.retry()
        _ = try await site.clock.driving { try await job.output }
        #expect(site.names == ["it's tiles.tpkx"])
    }

    @Test(arguments: ["/jobs/", "/out_service_url", "/scratch", ".tpkx"])
    func `what a server does not know any more is exported anew`(place: String) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let lie = #"{"error":{"code":404,"message":"not found","details":[]}}"#
        let transport = lying(site, times: 1, { $0.contains(place) }, lie)
        let job = try site.drivenJob(parameters, transport)
        let cache = try await site.clock.driving { try await job.run() }.tileCache
        try await cache.load()
        #expect(try await cache.allKeys().count == 5 && job.serverJobIDs.count == 2 && site.names == ["it's tiles.tpkx"])
    }

    @Test(arguments: ["", "{}", "no zip at all", "PK\u{3}\u{4} but no more", "SQLite format 3"])
    func `a file that is no package never comes to its place`(lie: String) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let transport = lying(site, times: 1, { $0.hasSuffix(".tpkx") }, lie)
        let job = try site.drivenJob(parameters, transport)
        _ = try? await site.clock.driving { try await job.run() }
        #expect(job.status == .failed && job.record.failure?.isRetryable == true, "\(job.record.failure?.message ?? "")")
        #expect(!site.names.contains("it's tiles.tpkx"))
        try job.retry()
        let cache = try await site.clock.driving { try await job.output }.tileCache
        try await cache.load()
        #expect(try await cache.allKeys().count == 5 && site.names == ["it's tiles.tpkx"])
    }

    @Test func `of a package that is refused nothing empty is left beside its place`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let server = site.server
        let transport = StubTransport { request in
            guard request.url.pathExtension == "tpkx" else { return try await server.send(request) }
            return HTTPResponse(
                headers: ["content-type": "application/json"], body: Data(#"{"error":{"code":403,"message":"No."}}"#.utf8))
        }
        let job = try site.drivenJob(parameters, transport)
        await #expect(throws: ServiceError.self) { try await site.clock.driving { try await job.run() } }
        #expect(!site.names.contains { $0.hasSuffix(".partial") }, "\(site.names)")
    }

    @Test func `a package of which one byte is another never comes to its place`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let server = site.server
        let left = Mutex(1)
        let transport = StubTransport { request in
            var answer = try await server.send(request)
            guard request.url.pathExtension == "tpkx",
                left.withLock({ left in
                    left -= 1
                    return left >= 0
                })
            else { return answer }
            // In the last tile.
            let place = try #require(answer.body.range(of: Data("tile ".utf8), options: .backwards)).lowerBound
            answer.body[place] ^= 1
            return answer
        }
        let job = try site.drivenJob(parameters, transport)
        _ = try? await site.clock.driving { try await job.run() }
        #expect(job.record.failure?.message.contains("checksum") == true, "\(job.record.failure?.message ?? "")")
        #expect(site.names.isEmpty, "\(site.names)")
        try job.retry()
        let cache = try await site.clock.driving { try await job.output }.tileCache
        try await cache.load()
        #expect(try await cache.allKeys().count == 5 && site.names == ["it's tiles.tpkx"])
    }

    @Test func `a package of other levels than were asked for never comes to its place`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let other = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).tpkx")
        defer { try? FileManager.default.removeItem(at: other) }
        try TileCacheWriter(to: other, info: TileCacheInfo(name: "", tileInfo: .webMercator(levels: 20...21))).finish()
        let (bytes, server) = (try Data(contentsOf: other), site.server)
        let transport = StubTransport { request in
            guard request.url.pathExtension == "tpkx" else { return try await server.send(request) }
            return HTTPResponse(headers: ["content-type": "application/octet-stream"], body: bytes)
        }
        let job = try site.drivenJob(parameters, transport)
        _ = try? await site.clock.driving { try await job.run() }
        #expect(job.record.failure?.message.contains("other levels") == true && site.names.isEmpty, "\(site.names)")
    }

    @Test func `an id without an end is none`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let id = String(repeating: "j", count: 100_000)
        let transport = lying(site, { $0.hasSuffix("/exportTiles") }, #"{"jobId":"\#(id)","jobStatus":"esriJobSubmitted"}"#)
        let job = try site.drivenJob(parameters, transport)
        _ = try? await site.clock.driving { try await job.run() }
        #expect(job.status == .failed && job.record.json.data().count < 50_000)
    }

    @Test(arguments: [
        #"{"exportTilesAllowed":true,"tileInfo":{"lods":[],"origin":{"x":0,"y":0},"spatialReference":{"wkid":102100}}}"#,
        #"{"exportTilesAllowed":true,"tileInfo":{"lods":[{"level":1e300,"resolution":1,"scale":1}],"origin":{"x":0,"y":0},"spatialReference":{"wkid":102100}}}"#,
        #"{"exportTilesAllowed":true,"tileInfo":{"lods":[{"level":0,"resolution":-1,"scale":1}],"origin":{"x":0,"y":0},"spatialReference":{"wkid":102100}}}"#,
        #"{"exportTilesAllowed":true,"tileInfo":{"rows":1e18,"lods":[{"level":0,"resolution":1,"scale":1}],"origin":{"x":0,"y":0},"spatialReference":{"wkid":102100}}}"#,
        #"{"exportTilesAllowed":"perhaps","tileInfo":7}"#, "[]", "null", "7", #"{"tileInfo":null}"#,
        #"{"exportTilesAllowed":true,"maxExportTilesCount":1e300,"fullExtent":{"xmin":"NaN"},"tileInfo":{"lods":[{"level":0,"resolution":1e-300,"scale":1e300}],"origin":{"x":1e300,"y":-1e300},"spatialReference":{"wkid":102100}}}"#,
    ])
    func `a service that says odd things of itself is refused, or asked, and nothing traps`(lie: String) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let transport = lying(site, { $0.hasSuffix("/MapServer") }, lie)
        let task = ExportTileCacheTask(url: site.map, transport: transport)
        _ = try? await task.makeDefaultExportTileCacheParameters(minScale: 1e300, maxScale: -1)
        let job = try site.drivenJob(ExportTileCacheParameters(areaOfInterest: TileExportSite.triangle, levelIDs: [0]), transport)
        _ = try? await site.clock.driving { try await job.run() }
        #expect(job.status.isFinished)
    }

    @Test func `a submission whose answer is lost is told, and not sent twice`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let server = site.server
        let count = Atomic(0)
        let transport = StubTransport { request in
            guard request.url.path().hasSuffix("/exportTiles") else { return try await server.send(request) }
            count.add(1, ordering: .relaxed)
            _ = try await server.send(request)
            throw TransportError(.connectionLost, url: request.url)
        }
        let job = try site.drivenJob(parameters, transport)
        _ = try? await site.clock.driving { try await job.run() }
        #expect(job.status == .failed && count.load(ordering: .relaxed) == 1, "\(job.record.failure?.message ?? "")")
    }

    @Test(arguments: [
        #"{"value":{"totalSize":-1,"totalTilesToExport":5}}"#, #"{"value":{"totalSize":1e300,"totalTilesToExport":5}}"#,
        #"{"value":{}}"#,
        #"{"value":7}"#, #"{"value":{"totalSize":"many","totalTilesToExport":5}}"#,
    ])
    func `an estimate that is none fails the job`(lie: String) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let transport = lying(site, { $0.hasSuffix("/out_service_url") }, lie)
        let work = EstimateTileCacheSizeWork(service: try ServiceURL(site.map), parameters: parameters)
        let job = try Job(work, services: site.access(transport), configuration: site.drivenConfiguration)
        _ = try? await site.clock.driving { try await job.run() }
        #expect(job.status == .failed, "\(job.record.failure?.message ?? "")")
    }

    @Test func `an outage of the service is ridden out`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let job = try site.drivenJob(parameters, site.server)
        site.server.faults.inject(.status(503), times: 2)
        site.server.faults.inject(.drop, into: "out_service_url", times: 2)
        site.server.faults.inject(.truncate(afterBytes: 5), into: "scratch", times: 2)
        site.server.faults.inject(.truncate(afterBytes: 60_000), into: "World.tpkx", times: 2)
        let cache = try await site.clock.driving { try await job.run() }.tileCache
        try await cache.load()
        #expect(try await cache.allKeys().count == 5 && job.serverJobIDs.count == 1)
    }
}
