import CairnCore
import CairnGeo
import CairnOffline
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PreplannedMapAreaTests {
    private func area(_ task: OfflineMapTask) async throws -> PreplannedMapArea {
        let areas = try await task.preplannedMapAreas()
        let area = try #require(areas.first)
        #expect(areas.count == 1 && area.portalItem.id == "area")
        return area
    }

    @Test func `an area says what it is and what is packaged of it`() async throws {
        let town = try await OfflineTown(hasArea: true)
        let area = try await area(town.task)
        #expect(area.packagingStatus == nil && area.contentItems.isEmpty)
        try await area.load()
        #expect(area.packagingStatus == .complete && area.contentItems.map(\.id) == ["ground", "trees", "secret"])
        #expect(area.areaOfInterest == .envelope(OfflineTown.extent))
    }

    @Test(arguments: PreplannedUpdateMode.allCases)
    func `packages of open formats are used, and services for all else`(mode: PreplannedUpdateMode) async throws {
        let town = try await OfflineTown(hasArea: true)
        let task = try town.task
        let area = try await area(task)
        var parameters = try await task.makeDefaultDownloadPreplannedOfflineMapParameters(preplannedMapArea: area)
        parameters.updateMode = mode
        let folder = town.folder.appending(path: "offline")
        let result = try await task.makeDownloadPreplannedOfflineMapJob(
            parameters: parameters, preplannedMapArea: area, downloadDirectory: folder, configuration: OfflineTown.configuration
        ).run()
        #expect(!result.hasErrors, "\(result.layerErrors)")
        let package = MobileMapPackage(fileURL: folder)
        try await package.load()
        let map = try #require(package.maps.first)
        let base = try #require(map.basemap?.layers.first)
        let ground = try #require(try package.tileCache(of: base))
        try await ground.load()
        #expect(try await ground.tile(at: TileKey(level: 0, row: 0, column: 0)) == Data("packaged".utf8))
        let counts = try await map.operationalLayers.asyncCounts(in: package)
        let isSynced = mode == .syncWithFeatureServices
        #expect(counts == [isSynced ? 5 : 1, 5, 5])
        #expect(town.asked.withLock { $0["Trees0"] ?? 0 } == (isSynced ? 1 : 0))
        #expect(town.asked.withLock { $0["Ground"] } == nil && town.asked.withLock { $0["Trees1"] } == 1)
        #expect(try await town.replicas(of: "Trees1") == (isSynced ? 1 : 0))
        try await package.close()
    }

    @Test func `a package of which one byte is another is left out, and fetched anew when all is wanted`() async throws {
        let town = try await OfflineTown(hasArea: true)
        let (task, packaged) = (try town.task, town.folder.appending(path: "ground.tpkx"))
        let whole = try Data(contentsOf: packaged)
        var damaged = whole
        damaged[try #require(whole.range(of: Data("packaged".utf8))).lowerBound] ^= 1
        try damaged.write(to: packaged)
        let folder = town.folder.appending(path: "offline")
        let job = try task.makeDownloadPreplannedOfflineMapJob(
            parameters: DownloadPreplannedOfflineMapParameters(continuesOnErrors: false),
            preplannedMapArea: try await area(task), downloadDirectory: folder, configuration: OfflineTown.configuration)
        let error = await #expect(throws: OfflineMapError.self) { try await job.run() }
        #expect(error?.description.contains("checksum") == true, "\(String(describing: error))")
        try whole.write(to: packaged)
        try job.retry()
        #expect(try await !job.output.hasErrors)
        #expect(try Data(contentsOf: folder.appending(path: "tiles/Ground.tpkx")) == whole)
    }

    @Test func `what a portal has packaged anew is fetched, once`() async throws {
        let town = try await OfflineTown(hasArea: true)
        let task = try town.task
        let folder = town.folder.appending(path: "offline")
        let parameters = DownloadPreplannedOfflineMapParameters(updateMode: .downloadScheduledUpdates)
        _ = try await task.makeDownloadPreplannedOfflineMapJob(
            parameters: parameters, preplannedMapArea: try await area(task), downloadDirectory: folder,
            configuration: OfflineTown.configuration
        ).run()
        let sync = OfflineMapSyncTask(packageURL: folder, transport: town.transport, credential: CredentialStore())
        #expect(try await sync.updateCapabilities().supportsScheduledUpdatesForFeatures)
        #expect(try await sync.checkForUpdates().downloadAvailability == .none)
        // As if what is here had been made before.
        let files = PackageFiles.folder(folder)
        var manifest = try MobileMapPackageManifest(in: files)
        manifest.preplanned?.packages["ground"]?.version = 1
        try manifest.write(to: folder)
        try Data("old".utf8).write(to: folder.appending(path: "tiles/Ground.tpkx"))
        let info = try await sync.checkForUpdates()
        #expect(info.downloadAvailability == .available && info.isMobileMapPackageReopenRequired)
        var asked = OfflineMapSyncParameters(preplannedScheduledUpdatesOption: .noUpdates)
        let none = try await sync.makeSyncOfflineMapJob(parameters: asked, configuration: OfflineTown.configuration).run()
        #expect(!none.isMobileMapPackageReopenRequired)
        asked.preplannedScheduledUpdatesOption = .downloadAllUpdates
        let result = try await sync.makeSyncOfflineMapJob(parameters: asked, configuration: OfflineTown.configuration).run()
        #expect(result.isMobileMapPackageReopenRequired && !result.hasErrors)
        try await TileCache(fileURL: folder.appending(path: "tiles/Ground.tpkx")).load()
        #expect(try await sync.checkForUpdates().downloadAvailability == .none)
    }
}

extension [MapLayer] {
    fileprivate func asyncCounts(in package: MobileMapPackage) async throws -> [Int] {
        var counts: [Int] = []
        for layer in self {
            let table = try await package.featureTable(of: layer)
            counts.append(try await table?.queryFeatureCount(using: QueryParameters()) ?? -1)
        }
        return counts
    }
}
