import CairnCore
import CairnGeo
import CairnOffline
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GenerateOfflineMapTests {
    @Test func `a map is taken offline, opened again, edited and brought up to date`() async throws {
        let town = try await OfflineTown()
        let task = try town.task
        let parameters = try await task.makeDefaultGenerateOfflineMapParameters(
            areaOfInterest: .envelope(OfflineTown.extent), minScale: 600_000, maxScale: 20_000)
        let folder = town.folder.appending(path: "offline")
        let job = try task.makeGenerateOfflineMapJob(
            parameters: parameters, downloadDirectory: folder, configuration: OfflineTown.configuration)
        let result = try await job.run()
        #expect(!result.hasErrors, "\(result.layerErrors)")
        let package = MobileMapPackage(fileURL: folder)
        try await package.load()
        let map = try #require(package.maps.first)
        #expect(package.item?.title == "The town" && package.originalPortalItemID == OfflineTown.mapID)
        #expect(map.operationalLayers.map(\.id) == ["trees0", "trees1", "trees2"])
        for layer in map.operationalLayers {
            let table = try #require(try await package.featureTable(of: layer))
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 5)
        }
        let base = try #require(map.basemap?.layers)
        try #require(base.map(\.id) == ["ground", "streets"])
        #expect(base[0].opacity == 0.5)
        try await expectTiles(package, base)
        // What others do not know of it.
        let table = try #require(try await package.featureTable(of: map.operationalLayers[1]))
        _ = try await table.applyEdits(
            FeatureEdits(adds: [
                Feature(attributes: ["NAME": "mine"], geometry: .point(MapPoint(x: 1, y: 1, spatialReference: .webMercator)))
            ]))
        let sync = try OfflineMapSyncTask(map: map, transport: town.transport, credential: CredentialStore())
        #expect(try await sync.checkForUpdates().uploadAvailability == .available)
        let synced = try await sync.makeSyncOfflineMapJob(
            parameters: OfflineMapSyncParameters(), configuration: OfflineTown.configuration
        ).run()
        #expect(!synced.hasErrors && synced.geodatabases.count == 3 && !synced.isMobileMapPackageReopenRequired)
        #expect(synced.geodatabases.flatMap(\.layers).reduce(0) { $0 + $1.uploadedCount } == 1)
        #expect(try await sync.checkForUpdates().uploadAvailability == .none)
        try await package.close()
    }

    private func expectTiles(_ package: MobileMapPackage, _ base: [MapLayer]) async throws {
        let images = try #require(try package.tileCache(of: base[0]))
        try await images.load()
        let levels = try #require(images.info?.levels)
        let range = try #require(images.info?.tileInfo.tiles(in: OfflineTown.extent, level: levels.upperBound))
        for key in range.keys { #expect(try await images.tile(at: key) == Data("PNG \(key)".utf8)) }
        let vectors = try #require(try package.vectorTileCache(of: base[1]))
        try await vectors.load()
        let key = TileKey(level: 0, row: 0, column: 0)
        #expect(try await vectors.tile(at: key) == Data("PBF \(key)".utf8))
        let style = try #require(base[1].styleURL?.relativeString)
        #expect(try package.data(at: style) != nil)
    }

    @Test func `of twelve layers three fail: the others are there, the errors say why`() async throws {
        let town = try await OfflineTown(services: 10)
        town.broken.withLock { $0 = ["Trees1", "Trees4", "Streets"] }
        let folder = town.folder.appending(path: "offline")
        let result = try await town.task.makeGenerateOfflineMapJob(
            parameters: OfflineTown.parameters, downloadDirectory: folder, configuration: OfflineTown.configuration
        ).run()
        #expect(Set(result.layerErrors.map(\.title)) == ["Trees 1", "Trees 4", "Streets"])
        #expect(result.layerErrors.allSatisfy { $0.reason.contains("The disk is full.") })
        let map = try result.offlineMap()
        #expect(map.operationalLayers.map(\.id) == [0, 2, 3, 5, 6, 7, 8, 9].map { "trees\($0)" })
        #expect(map.basemap?.layers.map(\.id) == ["ground"])
        let package = MobileMapPackage(fileURL: folder)
        try await package.load()
        #expect(package.geodatabases.count == 8)
    }

    @Test(arguments: [true, false])
    func `a job that wants all, retried, takes what is missing and only that`(isKnownBefore: Bool) async throws {
        let town = try await OfflineTown(services: 10)
        let folder = town.folder.appending(path: "offline")
        var parameters = OfflineTown.parameters
        parameters.continuesOnErrors = false
        // What is known before fails when it is asked for, all else when it is found out what to ask for.
        let task = try town.task
        let overrides =
            isKnownBefore ? try await task.makeGenerateOfflineMapParameterOverrides(parameters: parameters) : nil
        town.broken.withLock { $0 = ["Trees1", "Trees4", "Streets"] }
        let job = try task.makeGenerateOfflineMapJob(
            parameters: parameters, downloadDirectory: folder, overrides: overrides, configuration: OfflineTown.configuration)
        let error = await #expect(throws: OfflineMapError.self) { try await job.run() }
        guard case .incomplete(_, let reasons)? = error else { throw try #require(error) }
        #expect(reasons.count == 3 && !FileManager.default.fileExists(atPath: folder.path))
        let before = town.asked.withLock(\.self)
        #expect(before.count >= 8 && before.values.allSatisfy { $0 >= 1 })
        // As long as they fail, so does each try.
        try job.retry()
        await #expect(throws: OfflineMapError.self) { try await job.output }
        town.broken.withLock { $0 = [] }
        try job.retry()
        let result = try await job.output
        #expect(!result.hasErrors)
        let after = town.asked.withLock(\.self)
        for name in after.keys where !["Trees1", "Trees4", "Streets"].contains(name) {
            #expect(after[name] == before[name], "\(name)")
        }
        let package = MobileMapPackage(fileURL: folder)
        try await package.load()
        #expect(package.geodatabases.count == 10 && package.maps[0].operationalLayers.count == 10)
        for number in 0..<10 { #expect(try await town.replicas(of: "Trees\(number)") == 1) }
    }

    @Test func `a job that is cancelled when parts are there leaves no copy and no file`() async throws {
        let town = try await OfflineTown(services: 4)
        town.broken.withLock { $0 = ["Trees3"] }
        var parameters = OfflineTown.parameters
        parameters.continuesOnErrors = false
        let folder = town.folder.appending(path: "offline")
        let task = try town.task
        let job = try task.makeGenerateOfflineMapJob(
            parameters: parameters, downloadDirectory: folder, configuration: OfflineTown.configuration)
        await #expect(throws: (any Error).self) { try await job.run() }
        #expect(FileManager.default.fileExists(atPath: folder.path + ".partial"))
        town.broken.withLock { $0 = [] }
        try await job.cancelAndWait()
        #expect(!FileManager.default.fileExists(atPath: folder.path + ".partial"))
        for number in 0..<4 { #expect(try await town.replicas(of: "Trees\(number)") == 0) }
    }

    @Test func `a record says how parts have ended, and keeps a map with nulls`() throws {
        var checkpoint = OfflineMapCheckpoint()
        checkpoint.ended = ["there": .init(), "missing": .init(reason: "The disk is full.")]
        let stored = try JobRecord.storable(checkpoint)
        #expect(try stored.decode(OfflineMapCheckpoint.self) == checkpoint)
        let map = try WebMap(json: ["version": "2", "operationalLayers": [.null, ["id": .null]], "bookmarks": .null])
        let portal = try ServiceURL(URL(string: "https://portal.example")!)
        for source in [OnlineMapSource.map(map), .item(portal: portal, id: "a"), .changed(map, portal: portal, id: "a")] {
            #expect(try JobRecord.storable(source).decode(OnlineMapSource.self) == source)
        }
    }

    @Test func `nothing that can be had is a failure, and a folder that is there is not touched`() async throws {
        let town = try await OfflineTown(services: 1)
        town.broken.withLock { $0 = ["Trees0", "Streets", "Ground"] }
        let folder = town.folder.appending(path: "offline")
        let task = try town.task
        let job = try task.makeGenerateOfflineMapJob(
            parameters: OfflineTown.parameters, downloadDirectory: folder, configuration: OfflineTown.configuration)
        let error = await #expect(throws: OfflineMapError.self) { try await job.run() }
        if case .nothing? = error {} else { Issue.record("\(String(describing: error))") }
        try FileManager.default.createDirectory(at: folder.appending(path: "mine"), withIntermediateDirectories: true)
        let second = try task.makeGenerateOfflineMapJob(
            parameters: OfflineTown.parameters, downloadDirectory: folder, configuration: OfflineTown.configuration)
        #expect(await #expect(throws: OfflineMapError.self) { try await second.run() } == .exists(path: folder.path))
    }

    @Test func `capabilities tell of each layer whether it can be taken, and why not`() async throws {
        let town = try await OfflineTown(services: 2)
        town.broken.withLock { $0 = ["Trees1"] }
        var map = OfflineTown.map(2)
        map.operationalLayers.append(MapLayer(.kml, id: "kml", title: "Places", url: URL(string: "http://local/x.kml")))
        let task = OfflineMapTask(onlineMap: Map(webMap: map), transport: town.transport, credential: CredentialStore())
        let capabilities = try await task.makeOfflineMapCapabilities(parameters: OfflineTown.parameters)
        #expect(capabilities.hasErrors)
        let errors = capabilities.layers.filter { !$0.supportsOffline }
        #expect(errors.map(\.layer.id) == ["trees1", "kml"])
        #expect(errors.last?.error?.reason.contains("KML") == true)
        #expect(capabilities.layers.count == 5)
    }
}
