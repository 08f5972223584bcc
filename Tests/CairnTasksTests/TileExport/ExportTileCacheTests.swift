import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ExportTileCacheTests {
    private func keys(_ site: TileExportSite, _ box: Envelope, _ levels: [Int]) -> Set<TileKey> {
        Set(site.images.info.tileInfo.tiles(in: box, levels: levels).flatMap { Array($0.keys) })
    }

    @Test(arguments: [false, true]) func `tiles of a rectangle between two scales are exported, with the service's words`(
        isHosted: Bool
    ) async throws {
        let site = try TileExportSite(isHosted: isHosted)
        defer { site.discard() }
        let task = ExportTileCacheTask(url: site.map, transport: site.server, credential: CredentialStore())
        let box = Envelope(xMin: -10, yMin: -20, xMax: 30, yMax: 40, spatialReference: .wgs84)
        let scales = site.images.info.tileInfo.levelsOfDetail.map(\.scale)
        let parameters = try await task.makeDefaultExportTileCacheParameters(
            areaOfInterest: .envelope(box), minScale: scales[2], maxScale: scales[4] * 0.9)
        #expect(parameters.levelIDs == [2, 3, 4] && parameters.areaOfInterest == .envelope(box))
        #expect(task.info?.maxExportTilesCount == 100_000 && task.info?.name == "World" && task.info?.allowsCompactV2 == true)
        let job = try task.makeExportTileCacheJob(
            parameters: parameters, downloadFileURL: site.file, configuration: TileExportSite.configuration())
        let cache = try await job.run().tileCache
        try await cache.load()
        #expect(try await cache.allKeys() == keys(site, box.projected(to: .webMercator), [2, 3, 4]))
        let key = try #require(try await cache.allKeys().first)
        #expect(try await cache.tile(at: key) == Data("tile \(key)".utf8))
        #expect(job.progress == 100 && site.names == ["it's tiles.tpkx"])
        #expect(isHosted || job.messages.contains { $0.text.hasSuffix("tiles were exported.") })
    }

    @Test(arguments: [0.0, 1e300]) func `defaults are all levels, or none that there are`(scale: Double) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let task = ExportTileCacheTask(url: TileExportSite.url("Image/ImageServer"), transport: site.server)
        let parameters = try await task.makeDefaultExportTileCacheParameters(minScale: 0, maxScale: scale)
        #expect(parameters.levelIDs == (scale == 0 ? Array(0...6) : []))
    }

    @Test(arguments: [false, true]) func `of a polygon the tiles that touch it are exported`(isHosted: Bool) async throws {
        let site = try TileExportSite(isHosted: isHosted)
        defer { site.discard() }
        let parameters = ExportTileCacheParameters(areaOfInterest: TileExportSite.triangle, levelIDs: [3, 5])
        let cache = try await site.exportJob(parameters).run().tileCache
        try await cache.load()
        let expected = try keys(site, #require(TileExportSite.triangle.extent), [3, 5]).filter { key in
            let extent = try #require(site.images.info.tileInfo.extent(of: key))
            let inner = Envelope(
                xMin: extent.xMin + 1, yMin: extent.yMin + 1, xMax: extent.xMax - 1, yMax: extent.yMax - 1,
                spatialReference: .webMercator)
            return try TileExportSite.triangle.intersects(.envelope(inner))
        }
        #expect(try await cache.allKeys() == expected)
    }

    @Test(arguments: [false, true]) func `an estimate says how many tiles there are, and about how much they take`(isHosted: Bool)
        async throws
    {
        let site = try TileExportSite(isHosted: isHosted)
        defer { site.discard() }
        let task = ExportTileCacheTask(url: site.map, transport: site.server)
        for area in [nil, TileExportSite.triangle] {
            let parameters = ExportTileCacheParameters(areaOfInterest: area, levelIDs: [0, 1, 2, 3])
            let job = try task.makeEstimateTileCacheSizeJob(parameters: parameters, configuration: TileExportSite.configuration())
            let estimate = try await job.run()
            #expect(estimate.tileCount == (area == nil ? 85 : 1 + 1 + 1 + 3))
            #expect(abs(estimate.fileSize - estimate.tileCount * 10) <= estimate.tileCount)
        }
    }

    @Test func `what the service would refuse is told before it is asked`() async throws {
        let site = try TileExportSite(limit: 50)
        let closed = try TileExportSite(allowsExport: false)
        defer { [site, closed].forEach { $0.discard() } }
        let beside = Envelope(xMin: 9e7, yMin: 0, xMax: 9.1e7, yMax: 1, spatialReference: .webMercator)
        for (site, parameters, expected) in [
            (site, ExportTileCacheParameters(levelIDs: [0, 1, 2, 3]), "exports 50 at once"),
            (site, ExportTileCacheParameters(levelIDs: []), "No levels"),
            (site, ExportTileCacheParameters(levelIDs: [3, 99]), "does not have all"),
            (site, ExportTileCacheParameters(areaOfInterest: .envelope(beside), levelIDs: [1]), "shows nothing of the area"),
            (closed, ExportTileCacheParameters(levelIDs: [1]), "does not let its tiles be exported"),
        ] {
            let job = try site.exportJob(parameters)
            _ = try? await job.run()
            #expect(job.status == .failed && job.serverJobIDs.isEmpty)
            #expect(job.record.failure?.message.contains(expected) == true, "\(job.record.failure?.message ?? "")")
            #expect(job.record.failure?.isRetryable == false && site.names.isEmpty)
        }
        // Of polygons only the service can tell.
        let many = ExportTileCacheParameters(areaOfInterest: TileExportSite.triangle, levelIDs: [6])
        let job = try site.exportJob(many)
        _ = try? await job.run()
        #expect(job.record.failure?.message.contains("001564") == true || job.messages.contains { $0.text.contains("001564") })
        #expect(job.serverJobIDs.count == 1)
    }

    @Test func `what somebody else has put where a package would grow stays, and the job is refused`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let partial = URL(filePath: site.file.path + ".partial")
        try Data("precious".utf8).write(to: partial)
        let job = try site.exportJob(ExportTileCacheParameters(areaOfInterest: TileExportSite.triangle, levelIDs: [2]))
        let error = await #expect(throws: (any Error).self) { try await job.run() }
        #expect(error.map { "\($0)" }?.contains(partial.path) == true)
        // Before the service has been asked for what nobody could take.
        #expect(job.serverJobIDs.isEmpty && site.images.count == 0)
        try await job.cancelAndWait()
        #expect(try Data(contentsOf: partial) == Data("precious".utf8))
    }

    @Test func `a hosted service says why it has failed in one text`() async throws {
        let site = try TileExportSite(isHosted: true, limit: 50)
        defer { site.discard() }
        let job = try site.exportJob(ExportTileCacheParameters(areaOfInterest: TileExportSite.triangle, levelIDs: [6]))
        _ = try? await job.run()
        #expect(job.status == .failed)
        #expect(job.messages.contains { $0.text.contains("001564") && $0.severity == .error }, "\(job.messages)")
    }

    @Test func `services that are none of tiles, or are not there, are told`() async throws {
        let transport = StubTransport { _ in
            HTTPResponse(headers: ["content-type": "application/json"], body: Data(#"{"mapName":"Drawn","layers":[]}"#.utf8))
        }
        let task = ExportTileCacheTask(url: TileExportSite.url("Map/MapServer"), transport: transport)
        await #expect(throws: TileExportError.self) { try await task.makeDefaultExportTileCacheParameters() }
        let style = StubTransport { _ in .json(#"{"version":8,"sprite":"../sprites/sprite","sources":{},"layers":[]}"#) }
        let error = await #expect(throws: TransportError.self) {
            try await ExportVectorTilesTask(
                url: TileExportSite.url("Map/VectorTileServer/resources/styles/root.json"), transport: style
            )
            .load()
        }
        #expect(error?.description.contains("is no map, image or vector tile service") == true)
        let site = try TileExportSite()
        defer { site.discard() }
        let missing = ExportTileCacheTask(url: TileExportSite.url("None/MapServer"), transport: site.server)
        await #expect(throws: ServiceError.self) { try await missing.load() }
        #expect(throws: (any Error).self) {
            try ExportTileCacheTask(url: URL(string: "http://x/MapServer?token=hush")!, transport: site.server)
                .makeExportTileCacheJob(
                    parameters: ExportTileCacheParameters(levelIDs: [1]), downloadFileURL: site.file)
        }
    }
}
