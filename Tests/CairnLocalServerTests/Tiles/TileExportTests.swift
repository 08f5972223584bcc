import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Exports as any client asks for them.
@Suite(.timeLimit(.minutes(5)))
struct TileExportTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

    private func cache(_ data: Data, _ name: String) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: name)
        try data.write(to: file)
        return file
    }

    private func cleaned() { try? FileManager.default.removeItem(at: folder) }

    private static let area =
        #"{"features":[{"geometry":{"rings":[[[0,0],[0,9000000],[9000000,0],[0,0]]],"spatialReference":{"wkid":102100}}}]}"#

    @Test(arguments: [PublishedTiles.Form.map, .imagery])
    func `images are exported as a package with all tiles that there are, and no others`(form: PublishedTiles.Form) async throws {
        defer { cleaned() }
        let tiles = NumberedTiles { !$0.column.isMultiple(of: 3) }
        let site = TileSite(["N": PublishedTiles(tiles, as: form)])
        let service = form == .map ? "N/MapServer" : "N/ImageServer"
        let fields = [
            "tilePackage": "true", "levels": "2-5,7", "storageFormatType": "esriMapCacheStorageModeCompactV2",
            "areaOfInterest": Self.area,
            "exportExtent": "nonsense that does not count",
        ]
        let data = try await site.exported("\(service)/exportTiles", jobs: "\(service)/exportTiles/jobs", fields)
        let cache = TileCache(fileURL: try cache(data, "export.tpkx"))
        try await cache.load()
        #expect(cache.info?.levels == 2...7 && cache.info?.tileInfo == tiles.info.tileInfo && cache.info?.name == tiles.info.name)
        var keys: [TileKey] = []
        try await cache.forEachKeys { keys += $0 }
        let polygon = try Geometry(esriJSON: JSONValue(parsing: Self.area)["features"]?[0]?["geometry"] ?? .null)
        let box = try #require(polygon.extent)
        let expected = try [2, 3, 4, 5, 7].flatMap { level in
            try #require(tiles.info.tileInfo.tiles(in: box, level: level)).keys.filter { key in
                let extent = try #require(tiles.info.tileInfo.extent(of: key))
                let inner = Envelope(
                    xMin: extent.xMin + 1, yMin: extent.yMin + 1, xMax: extent.xMax - 1, yMax: extent.yMax - 1,
                    spatialReference: .webMercator)
                return try tiles.isThere(key) && polygon.intersects(.envelope(inner))
            }
        }
        #expect(Set(keys) == Set(expected) && keys.count == expected.count)
        for key in keys.prefix(50) { #expect(try await cache.tile(at: key) == Data("tile \(key)".utf8)) }
    }

    @Test(arguments: [
        ["levels": "0-2", "exportExtent": "DEFAULT"], [:], ["extent": "-1e7,-1e7,1e7,1e7"],
        ["polygon": #"{"rings":[[[0,0],[0,9000000],[9000000,0],[0,0]]]}"#],
    ])
    func `vector tiles are exported with what styles them`(fields: [String: String]) async throws {
        defer { cleaned() }
        let tiles = NumberedTiles(levels: 0...4, format: .pbf)
        let site = TileSite(["V": PublishedTiles(tiles, as: .vectors)])
        let data = try await site.exported("V/VectorTileServer/exportTiles", jobs: "V/VectorTileServer/jobs", fields)
        let cache = VectorTileCache(fileURL: try cache(data, "export.vtpk"))
        try await cache.load()
        #expect(cache.info?.levels == (fields["levels"] == nil ? 0...4 : 0...2))
        #expect(try await cache.tile(at: TileKey(level: 1, row: 0, column: 1)) == Data("tile 1/0/1".utf8))
        #expect(try await (cache.tile(at: TileKey(level: 1, row: 1, column: 0)) != nil) == (fields["polygon"] == nil))
        #expect(try cache.resourcePaths() == ["styles/root.json"])
        #expect(try cache.resource(at: "styles/root.json") == Data(#"{"version":8}"#.utf8))
    }

    @Test func `a job tells how many tiles are done, and gives its file from any byte on`() async throws {
        let tiles = NumberedTiles(levels: 0...4, isOpen: false)
        let site = TileSite(["N": PublishedTiles(tiles)])
        let submitted = try await site.json("N/MapServer/exportTiles", ["levels": "0-4"])
        #expect(submitted["jobStatus"] == "esriJobSubmitted" && submitted.object?.count == 2)
        let job = "N/MapServer/exportTiles/jobs/\(submitted["jobId"]?.string ?? "")"
        _ = try await site.job(job, is: "esriJobExecuting")
        #expect(try await site.json("\(job)/results/out_service_url")["error"]?["code"] == 404)
        #expect(try await site.json("\(job)/scratch")["error"]?["code"] == 404)
        for _ in 0..<40 { tiles.gate.openOnce() }
        while try await site.json(job)["progress"]?["percent"]?.int ?? 0 < 5 { await Task.yield() }
        tiles.gate.open()
        let ended = try await site.job(job)
        #expect(
            ended["jobStatus"] == "esriJobSucceeded"
                && ended["results"]?["out_service_url"]?["paramUrl"] == "results/out_service_url")
        let result = try await site.json("\(job)/results/out_service_url")
        #expect(result["dataType"] == "GPString" && result["value"]?.string?.hasSuffix("\(job)/scratch") == true)
        let file = try #require(try await site.json(result["value"]?.string ?? "")["files"]?[0])
        #expect(file["name"] == "Numbers___more.tpkx")
        let address = file["url"]?.string ?? ""
        let whole = try await site.response(address)
        #expect(whole.status == 200 && whole.headers["accept-ranges"] == "bytes" && whole.body.starts(with: Array("PK".utf8)))
        let part = try await site.response(address, headers: ["Range": "bytes=100-"])
        #expect(part.status == 206 && part.body == whole.body.dropFirst(100))
        #expect(try await site.json("\(job)/scratch/..%2fjob.json")["error"]?["code"] == 404)
        #expect(try await site.json("\(job)/inputs/levels")["value"] == "0-4")
        #expect(
            try await site.json("N/MapServer/estimateExportTilesSize/jobs/\(submitted["jobId"]?.string ?? "")")["error"]?["code"]
                == 404)
    }

    @Test func `an estimate says how much it would be`() async throws {
        let tiles = NumberedTiles(levels: 0...7)
        let site = TileSite(["N": PublishedTiles(tiles)])
        let root = "N/MapServer/estimateExportTilesSize"
        let id = try await site.json("\(root)/submitJob", ["levels": "0-7", "tilePackage": "true"])["jobId"]?.string ?? ""
        _ = try await site.job("\(root)/jobs/\(id)")
        let value = try await site.json("\(root)/jobs/\(id)/results/out_service_url")["value"]
        #expect(value?["totalTilesToExport"]?.int == (0...7).reduce(0) { $0 + 1 << (2 * $1) })
        let exact = (0...7).flatMap { level in Array(tiles.info.tileInfo.tiles(in: tiles.info.fullExtent!, level: level)!.keys) }
            .reduce(0) { $0 + "tile \($1)".utf8.count }
        #expect(abs(Double(value?["totalSize"]?.int ?? 0) / Double(exact) - 1) < 0.1)
    }

    @Test func `jobs of hosted services say where the file is themselves`() async throws {
        var images = PublishedTiles(NumberedTiles(levels: 0...3)),
            vectors = PublishedTiles(NumberedTiles(levels: 0...3, format: .pbf), as: .vectors, maxExportTilesCount: 30)
        (images.isHosted, vectors.isHosted) = (true, true)
        let site = TileSite(["N": images, "V": vectors])
        for (operation, jobs) in [
            ("N/MapServer/exportTiles", "N/MapServer/exportTiles/jobs"),
            ("V/VectorTileServer/exportTiles", "V/VectorTileServer/jobs"),
        ] {
            let submitted = try await site.json(operation, ["levels": "0-2"])
            #expect(submitted["jobStatus"] == nil && submitted["status"] == "success" && submitted["url"]?.isNull == true)
            let job = try await site.job("\(jobs)/\(submitted["jobId"]?.string ?? "")")
            #expect(job["jobStatus"] == "esriJobSucceeded" && job["type"] == "EXPORTTILES" && job["results"] == nil)
            let output = job["output"]?["outputUrl"]
            #expect((output?.array != nil) == operation.hasPrefix("V"))
            let address = output?.string ?? output?[0]?.string ?? ""
            #expect(try await site.response(address).body.starts(with: Array("PK".utf8)))
        }
        let estimate = try await site.json("N/MapServer/estimateExportTilesSize", ["levels": "0-2"])["jobId"]?.string ?? ""
        let estimated = try await site.job("N/MapServer/estimateExportTilesSize/jobs/\(estimate)")
        #expect(estimated["estimatedNumTiles"] == 21 && (estimated["estimatedTilesSize"]?.int ?? 0) > 21 * 9)
        let tooMany = try await site.json("V/VectorTileServer/exportTiles", ["levels": "0-3"])["jobId"]?.string ?? ""
        let failed = try await site.job("V/VectorTileServer/jobs/\(tooMany)")
        #expect(failed["jobStatus"] == "esriJobFailed" && failed["message"]?.string?.contains("ERROR 001564") == true)
    }

    @Test func `too many tiles, too large a package and an area elsewhere fail the job, saying so`() async throws {
        let town = SampleTown.extent
        let tiles = NumberedTiles(levels: 0...12, extent: town)
        let site = TileSite([
            "N": PublishedTiles(tiles, maxExportTilesCount: 12), "S": PublishedTiles(NumberedTiles(), storageLimit: 1000),
        ])
        for (service, fields, words) in [
            ("N", ["levels": "0-12"], "ERROR 001564"),
            ("N", ["levels": "12", "exportExtent": "0,0,1,1"], "no tiles in the area"),
            ("S", ["levels": "5"], "1000 bytes"),
        ] {
            let id = try await site.json("\(service)/MapServer/exportTiles", fields)["jobId"]?.string ?? ""
            let job = try await site.job("\(service)/MapServer/exportTiles/jobs/\(id)")
            #expect(job["jobStatus"] == "esriJobFailed" && job.text().contains(words), "\(fields): \(job.text())")
        }
    }

    @Test(
        arguments: [
            [:], ["levels": "99"], ["levels": "x"], ["levels": "1", "exportBy": "Zoom"],
            ["levels": "1", "storageFormatType": "esriMapCacheStorageModeCompact"],
            ["levels": "1", "storageFormatType": "Exploded"], ["levels": "1", "tilePackage": "false"],
            ["levels": "1", "tilePackage": "maybe"],
            ["levels": "1", "exportExtent": "1,2"], ["levels": "1", "areaOfInterest": "{}"],
            ["levels": "1", "compressionQuality": "good"],
        ] as [[String: String]])
    func `what cannot be exported is refused before there is a job`(fields: [String: String]) async throws {
        let site = TileSite(["N": PublishedTiles(NumberedTiles())])
        let error = try await site.json("N/MapServer/exportTiles", fields)["error"]
        #expect(error?["code"] == 400 && error?["message"] == "Invalid or missing input parameters.", "\(error?.text() ?? "")")
        #expect(error?["details"]?[0]?.string?.hasPrefix("'") == true)
    }

    @Test func `parameters that nobody knows are told, and exports that are not allowed refused`() async throws {
        var closed = PublishedTiles(NumberedTiles())
        closed.allowsExport = false
        let site = TileSite(["N": PublishedTiles(NumberedTiles(levels: 0...2)), "C": closed])
        let id = try await site.json("N/MapServer/exportTiles", ["levels": "1", "levls": "2"])["jobId"]?.string ?? ""
        let job = try await site.job("N/MapServer/exportTiles/jobs/\(id)")
        #expect(job.text().contains("'levls'") && job["jobStatus"] == "esriJobSucceeded")
        #expect(try await site.json("C/MapServer")["exportTilesAllowed"] == false)
        #expect(try await site.json("C/MapServer/exportTiles", ["levels": "1"])["error"]?["code"] == 400)
        for path in ["exportTiles/x", "exportTiles/jobs", "jobs/x", "exportTiles/submitJob/x", "nothing"] {
            #expect(try await site.json("N/MapServer/\(path)")["error"]?["code"] == 400, "\(path)")
        }
        #expect(try await site.json("N/MapServer/exportTiles/jobs/x")["error"]?["code"] == 404)
    }

    @Test func `an export is cancelled while it is made, and leaves nothing half-written`() async throws {
        defer { cleaned() }
        let tiles = NumberedTiles(levels: 0...6, isOpen: false)
        let published = PublishedTiles(tiles, folder: folder)
        let site = TileSite(["N": published])
        let id = try await site.json("N/MapServer/exportTiles", ["levels": "0-6"])["jobId"]?.string ?? ""
        let job = "N/MapServer/exportTiles/jobs/\(id)"
        _ = try await site.job(job, is: "esriJobExecuting")
        for _ in 0..<200 { tiles.gate.openOnce() }
        while try await site.json(job)["progress"]?["percent"]?.int ?? 0 < 1 { await Task.yield() }
        #expect(try await site.json("\(job)/cancel")["jobStatus"] == "esriJobCancelling")
        #expect(try await site.job(job)["jobStatus"] == "esriJobCancelled")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "jobs/\(id)/scratch").path).isEmpty)
        #expect(try await site.json("\(job)/cancel")["error"]?["code"] == 400)
        await published.close()
    }

    @Test func `a server that is started again knows exports that have ended, and does those that waited`() async throws {
        defer { cleaned() }
        let tiles = NumberedTiles(levels: 0...3)
        let gated = NumberedTiles(levels: 0...3, isOpen: false)
        let first = PublishedTiles(tiles, folder: folder, maximumRunning: 1)
        let site = TileSite(["N": first])
        let ended = try await site.json("N/MapServer/exportTiles", ["levels": "0-3"])["jobId"]?.string ?? ""
        _ = try await site.job("N/MapServer/exportTiles/jobs/\(ended)")
        await first.close()
        let second = PublishedTiles(gated, folder: folder, maximumRunning: 1)
        let again = TileSite(["N": second])
        let running = try await again.json("N/MapServer/exportTiles", ["levels": "1"])["jobId"]?.string ?? ""
        _ = try await again.job("N/MapServer/exportTiles/jobs/\(running)", is: "esriJobExecuting")
        let waiting = try await again.json("N/MapServer/exportTiles", ["levels": "2"])["jobId"]?.string ?? ""
        _ = try await again.job("N/MapServer/exportTiles/jobs/\(waiting)", is: "esriJobWaiting")
        await second.close()

        let third = PublishedTiles(tiles, folder: folder, maximumRunning: 1)
        try await third.load()
        let last = TileSite(["N": third])
        #expect(try await last.json("N/MapServer/exportTiles/jobs/\(ended)")["jobStatus"] == "esriJobSucceeded")
        let value = try await last.json("N/MapServer/exportTiles/jobs/\(ended)/results/out_service_url")["value"]?.string ?? ""
        #expect(try await last.json(value)["files"]?[0]?["name"] == "Numbers___more.tpkx")
        #expect(try await last.json("N/MapServer/exportTiles/jobs/\(running)")["jobStatus"] == "esriJobFailed")
        #expect(try await last.job("N/MapServer/exportTiles/jobs/\(waiting)")["jobStatus"] == "esriJobSucceeded")
        await #expect(throws: ToolFolderInUse.self) { try await PublishedTiles(tiles, folder: folder).load() }
        await third.close()
    }

    @Test func `the oldest packages go when all take more than there is room for`() async throws {
        let site = TileSite(["N": PublishedTiles(NumberedTiles(levels: 0...3), storageLimit: 500_000)])
        var ids: [String] = []
        for _ in 0..<6 {
            ids.append(try await site.json("N/MapServer/exportTiles", ["levels": "3"])["jobId"]?.string ?? "")
            _ = try await site.job("N/MapServer/exportTiles/jobs/\(ids[ids.count - 1])")
        }
        // A bundle's index has 131 kB.
        var known: [Bool] = []
        for id in ids { known.append(try await site.json("N/MapServer/exportTiles/jobs/\(id)")["error"] == nil) }
        #expect(known == [false, false, true, true, true, true])
    }
}
