import AGSCompat
import CairnCallbacks
import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Dispatch
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSExportTilesTests {
    private let town: MapTown

    init() async throws { town = try await MapTown() }

    private func task() -> AGSExportTileCacheTask {
        AGSExportTileCacheTask(
            ExportTileCacheTask(
                url: MapTown.service("Ground/MapServer"), transport: town.server, credential: CredentialStore()))
    }

    private func vectorTask() -> AGSExportVectorTilesTask {
        AGSExportVectorTilesTask(
            ExportVectorTilesTask(
                url: MapTown.service("Streets/VectorTileServer"), transport: town.server, credential: CredentialStore()))
    }

    private var file: URL { town.folder.appending(path: "tiles.tpk") }

    private func parameters(_ levels: ClosedRange<Int> = 10...14) -> AGSExportTileCacheParameters {
        let parameters = AGSExportTileCacheParameters()
        parameters.areaOfInterest = MapTown.area
        parameters.levelIDs = levels.map { NSNumber(value: $0) }
        return parameters
    }

    @Test func `an export that is restored when it had ended, and whose file is gone, has failed`() async throws {
        let job = task().exportTileCacheJob(with: parameters(10...11), downloadFileURL: file)
        let _: AGSTileCache = try await answer { job.start(statusHandler: nil, completion: $0) }
        let record = try #require(job.job.storedRecord)
        func restored() throws -> AGSExportTileCacheJob {
            let access = ServiceAccess(credentials: CredentialStore(), transport: town.server)
            return AGSExportTileCacheJob(try Job<ExportTileCacheWork>(restoring: record) { access })
        }
        let (there, told) = (try restored(), LegacyLog())
        let _: AGSTileCache = try await answer { completion in
            there.start(statusHandler: { told.add("\($0.rawValue)") }, completion: completion)
            #expect(there.status != .succeeded || there.result != nil)
        }
        #expect(there.status == .succeeded && there.result != nil && told.entries == ["3"])
        try FileManager.default.removeItem(at: file)
        let gone = try restored()
        await #expect {
            let _: AGSTileCache = try await answer { completion in
                gone.start(statusHandler: { told.add("\($0.rawValue)") }, completion: completion)
            }
        } throws: { ($0 as NSError).code == AGSErrorCode.commonFileNotFound.rawValue }
        #expect(gone.status == .failed && gone.result == nil && gone.error != nil && told.entries == ["3", "4"])
    }

    @Test func `a job that has failed stays what was told when its progress is cancelled`() async throws {
        let folder = town.folder.appending(path: "nowhere/tiles.tpkx")
        let job = task().exportTileCacheJob(with: parameters(10...11), downloadFileURL: folder)
        let (parent, told) = (Progress(totalUnitCount: 1), LegacyLog())
        parent.addChild(job.progress, withPendingUnitCount: 1)
        let error: NSError? = await withCheckedContinuation { continuation in
            job.start(statusHandler: { told.add("\($0.rawValue)") }) { (_: AGSTileCache?, error) in
                continuation.resume(returning: error as NSError?)
            }
        }
        let entries = told.entries
        parent.cancel()
        job.progress.cancel()
        #expect(job.status == .failed && job.job.status == .failed && (job.error as NSError?)?.code == error?.code)
        #expect(error != nil && told.entries == entries && entries.last == "4")
    }

    // MARK: - Samples

    @Test func `a sample of old code estimates an export, and makes a layer of what it exports, on main`() async throws {
        let controller = ExportTilesViewController()
        controller.exportTask = task()
        await withCheckedContinuation { continuation in
            controller.finished = { continuation.resume() }
            controller.estimate(MapTown.area)
        }
        let count = try #require(controller.estimateJob.result?.tileCount)
        #expect(controller.lines == ["\(count) tiles, true"] && count > 10)
        #expect(controller.estimateJob.jobType == .estimateTileCacheSize && controller.estimateJob.parameters != nil)
        await withCheckedContinuation { continuation in
            controller.finished = {
                #expect(CallbackQueue.isMain)
                continuation.resume()
            }
            controller.initiateDownload(MapTown.area, file)
        }
        #expect(controller.lines.last == "succeeded" && controller.job.jobType == .exportTileCache)
        let layer = try #require(controller.layer)
        #expect(layer.tileCache === controller.job.result && layer.tileCache?.fileURL == file && layer.url == file)
        try await done { layer.load(completion: $0) }
        #expect(layer.loadStatus == .loaded && layer.tileCache?.loadStatus == .loaded && layer.fullExtent?.xMin == -1000)
        #expect(controller.job.parameters?.levelIDs.contains(13) == false)
        #expect(controller.job.downloadFileURL == file && controller.job.url == MapTown.service("Ground/MapServer"))
    }

    @Test func `a sample of old code exports vector tiles of an item, with what styles them`() async throws {
        let controller = ExportVectorTilesViewController()
        controller.exportVectorTilesTask = AGSExportVectorTilesTask(portalItem: town.item("streets"))
        #expect(controller.exportVectorTilesTask.url == nil && controller.exportVectorTilesTask.task == nil)
        let error: (any Error)? = await withCheckedContinuation { continuation in
            controller.finished = { continuation.resume(returning: $0) }
            controller.exportTiles(MapTown.area, town.folder)
        }
        #expect(error == nil && controller.exportVectorTilesTask.url == MapTown.service("Streets/VectorTileServer"))
        let layer = try #require(controller.layer)
        try await done { layer.load(completion: $0) }
        let tiles = try #require(layer.vectorTileCache)
        #expect(tiles.sourceInfo?.name == "Town" && tiles.sourceInfo?.exportTilesAllowed == false)
        #expect(tiles.sourceInfo?.spatialReference == .webMercator() && tiles.sourceInfo?.origin != nil)
        let styles = try #require(layer.itemResourceCache)
        try await done { styles.load(completion: $0) }
        #expect(styles.fileURL.lastPathComponent == "styleItemResources" && styles.loadStatus == .loaded)
    }

    // MARK: - What there is

    @Test func `a service says what it is once it is loaded`() async throws {
        let task = task()
        #expect(task.mapServiceInfo == nil && task.loadStatus == .notLoaded)
        try await done { task.load(completion: $0) }
        let info = try #require(task.mapServiceInfo)
        #expect(info.exportTilesAllowed && info.exportTileCacheCompactV2Allowed && info.maxExportTilesCount == 100_000)
        #expect(info.mapName == "Town" && info.url == task.url && info.fullExtent?.xMin == -1000)
        let scheme = try #require(info.tileInfo)
        #expect(scheme.dpi == 96 && scheme.format == .PNG && scheme.tileWidth == 256 && scheme.tileHeight == 256)
        #expect(scheme.levelsOfDetail.map(\.level) == Array(0...16) && scheme.spatialReference == .webMercator())
        let copy = AGSTileInfo(
            dpi: scheme.dpi, format: scheme.format, levelsOfDetail: scheme.levelsOfDetail, origin: scheme.origin,
            spatialReference: scheme.spatialReference, tileHeight: scheme.tileHeight, tileWidth: scheme.tileWidth)
        #expect(copy.origin == scheme.origin && copy.levelsOfDetail.last?.scale == scheme.levelsOfDetail.last?.scale)
        #expect(AGSTileKey(level: 1, column: 2, row: 3) == AGSTileKey(level: 1, column: 2, row: 3))
        #expect(AGSTileKey(level: 1, column: 2, row: 3) != AGSTileKey(level: 1, column: 3, row: 2))
    }

    @Test func `what styles vector tiles comes alone, if that is all that is asked for`() async throws {
        let folder = town.folder.appending(path: "styles")
        let job = vectorTask().exportStyleResourceCacheJob(withDownloadDirectory: folder)
        let result: AGSExportVectorTilesResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(result.vectorTileCache == nil && result.itemResourceCache?.fileURL == folder && job.parameters == nil)
        #expect(job.itemResourceCacheDownloadDirectory == folder && job.vectorTileCacheDownloadFileURL == nil)
        let parameters: AGSExportVectorTilesParameters = try await answer {
            vectorTask().defaultExportVectorTilesParameters(
                withAreaOfInterest: MapTown.area, maxScale: 20_000, completion: $0)
        }
        let file = town.folder.appending(path: "plain.vtpk")
        let plain = vectorTask().exportVectorTilesJob(with: parameters, downloadFileURL: file)
        let tiles: AGSExportVectorTilesResult = try await answer { plain.start(statusHandler: nil, completion: $0) }
        #expect(tiles.itemResourceCache == nil && tiles.vectorTileCache?.fileURL == file)
        #expect(plain.parameters?.maxLevel == parameters.maxLevel && plain.result === tiles)
    }

    @Test func `files of tiles are loaded, or say why they are not`() async throws {
        let job = task().exportTileCacheJob(with: parameters(), downloadFileURL: file)
        let cache: AGSTileCache = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(cache.tileInfo == nil && cache.cacheStorageFormat == .unknown && !cache.antialiasing)
        try await done { cache.load(completion: $0) }
        #expect(cache.tileInfo?.format == .PNG && cache.cacheStorageFormat == .compactV2)
        let named = AGSTileCache(name: file.path)
        try await done { named.load(completion: $0) }
        #expect(named.fullExtent?.xMin == -1000)
        await #expect { try await done { AGSVectorTileCache(fileURL: self.file).load(completion: $0) } } throws: {
            ($0 as NSError).code == AGSErrorCode.commonFile.rawValue && ($0 as NSError).domain == AGSErrorDomain
        }
        await #expect { try await done { AGSTileCache(name: "nowhere").load(completion: $0) } } throws: {
            ($0 as NSError).code == AGSErrorCode.commonFileNotFound.rawValue
        }
        let old = town.folder.appending(path: "old.tpk")
        try Data("PK".utf8).write(to: old)
        await #expect(throws: (any Error).self) { try await done { AGSTileCache(fileURL: old).load(completion: $0) } }
    }

    // MARK: - Trouble

    @Test func `a job that is cancelled fails as one that a user has cancelled, and leaves nothing`() async throws {
        town.gate.close()
        let job = task().exportTileCacheJob(with: parameters(), downloadFileURL: file)
        async let failure = withCheckedContinuation { (continuation: CheckedContinuation<Int?, Never>) in
            job.start(statusHandler: nil) { (_: AGSTileCache?, error) in
                continuation.resume(returning: (error as NSError?)?.code)
            }
        }
        await town.gate.waiting(for: 1)
        try await done { job.cancel(completion: $0) }
        town.gate.open()
        #expect(await failure == NSUserCancelledError && job.status == .failed && job.result == nil)
        #expect(
            !FileManager.default.fileExists(atPath: file.path) && !FileManager.default.fileExists(atPath: file.path + ".partial"))
    }

    @Test func `what cannot be exported fails when it is started, with the reason`() async throws {
        func code(_ job: AGSExportTileCacheJob) async -> Int? {
            await withCheckedContinuation { continuation in
                job.start(statusHandler: nil) { (_: AGSTileCache?, error) in
                    continuation.resume(returning: (error as NSError?)?.code)
                }
            }
        }
        let none = task().exportTileCacheJob(with: parameters(40...41), downloadFileURL: file)
        #expect(await code(none) == AGSErrorCode.commonInvalidArgument.rawValue && none.status == .failed)
        let unloaded = AGSExportVectorTilesTask(portalItem: town.item("streets"))
        let job = unloaded.exportVectorTilesJob(with: AGSExportVectorTilesParameters(), downloadFileURL: file)
        await #expect {
            let _: AGSExportVectorTilesResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        } throws: {
            ($0 as NSError).code == AGSErrorCode.commonIllegalState.rawValue
        }
        let noService = AGSExportVectorTilesTask(portalItem: town.item())
        await #expect { try await done { noService.load(completion: $0) } } throws: {
            ($0 as NSError).code == AGSErrorCode.commonInvalidArgument.rawValue
        }
        #expect(noService.loadStatus == .failedToLoad)
    }

    @Test func `a job that is started elsewhere answers elsewhere`() async throws {
        let job = task().estimateTileCacheSizeJob(with: parameters())
        let isMain = await withCheckedContinuation { continuation in
            // Proof: nothing else uses the job until it has answered.
            let carried = Carried(job)
            DispatchQueue.global().async {
                carried.value.start(statusHandler: nil) { (_: AGSEstimateTileCacheSizeResult?, _) in
                    continuation.resume(returning: CallbackQueue.isMain)
                }
            }
        }
        #expect(!isMain)
    }

    // MARK: - By HTTP

    @Test func `jobs are restored from property lists as objects of their classes, and end`() async throws {
        let services = try await town.server.start().appending(path: "arcgis/rest/services")
        func restored<Kind: AGSJob>(_ job: Kind) throws -> Kind {
            let data = try PropertyListSerialization.data(fromPropertyList: job.toJSON(), format: .binary, options: 0)
            let json = try PropertyListSerialization.propertyList(from: data, format: nil)
            let job = try #require(try AGSJob.fromJSON(json) as? Kind)
            #expect(job.status == .paused)
            return job
        }
        let task = AGSExportTileCacheTask(url: services.appending(path: "Ground/MapServer"))
        let estimate = try restored(task.estimateTileCacheSizeJob(with: parameters()))
        let size: AGSEstimateTileCacheSizeResult = try await answer { estimate.start(statusHandler: nil, completion: $0) }
        #expect(size.tileCount > 0)
        let export = try restored(task.exportTileCacheJob(with: parameters(), downloadFileURL: file))
        #expect(throws: (any Error).self) { try AGSEstimateTileCacheSizeJob.fromJSON(export.toJSON()) }
        let cache: AGSTileCache = try await answer { export.start(statusHandler: nil, completion: $0) }
        try await done { cache.load(completion: $0) }
        let vectors = AGSExportVectorTilesTask(url: services.appending(path: "Streets/VectorTileServer"))
        let vectorParameters = AGSExportVectorTilesParameters()
        vectorParameters.maxLevel = 3
        let tiles = try restored(
            vectors.exportVectorTilesJob(
                with: vectorParameters, vectorTileCacheDownloadFileURL: town.folder.appending(path: "v.vtpk"),
                itemResourceCacheDownloadDirectory: town.folder.appending(path: "v")))
        let result: AGSExportVectorTilesResult = try await answer { tiles.start(statusHandler: nil, completion: $0) }
        #expect(result.itemResourceCache != nil && tiles.jobType == .unknown)
        let styles = try restored(
            vectors.exportStyleResourceCacheJob(withDownloadDirectory: town.folder.appending(path: "s")))
        let folder: AGSExportVectorTilesResult = try await answer { styles.start(statusHandler: nil, completion: $0) }
        #expect(folder.itemResourceCache?.fileURL.lastPathComponent == "s")
        await town.server.stop()
        // One that has ended is rebuilt without the service.
        let ended = try restored(export)
        let again: AGSTileCache = try await answer { ended.start(statusHandler: nil, completion: $0) }
        #expect(again.fileURL.lastPathComponent == file.lastPathComponent)
    }
}
