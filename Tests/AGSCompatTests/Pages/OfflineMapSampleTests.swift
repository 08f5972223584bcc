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
struct OfflineMapSampleTests {
    private let town: MapTown

    init() async throws { town = try await MapTown() }

    @Test func `the sample of the page takes a map offline over HTTP, and shows it, on main`() async throws {
        let controller = OfflineMapViewController()
        let portal = AGSPortal(url: try await town.server.start(), loginRequired: false)
        controller.map = AGSMap(item: AGSPortalItem(portal: portal, itemID: "townmap"))
        try FileManager.default.createDirectory(at: town.offline, withIntermediateDirectories: true)
        await withCheckedContinuation { continuation in
            controller.mapView.shown = {
                #expect(CallbackQueue.isMain)
                continuation.resume()
            }
            controller.takeMapOffline(MapTown.area, town.offline)
        }
        await OfflineMapViewController.printed.wait(for: "progress changed: ")
        await OfflineMapViewController.printed.wait(for: "]: succeeded")
        #expect(controller.offlineMapJob.jobType == .generateOfflineMap)
        let map = try #require(controller.mapView.map)
        let layer = try trees(map)
        let table = try #require(layer.featureTable as? AGSGeodatabaseFeatureTable)
        #expect(map.operationalLayers.count == 1 && layer.name == "Trees" && layer.layerID == "trees")
        #expect(try await names(table) == ["ash", "elm", "oak"] && table.geodatabase != nil)
        // No feature has any: only those come that are related to others.
        #expect(try await names(map.tables.firstObject as? AGSFeatureTable) == [] && map.tables.count == 1)
        let ground = try #require(map.basemap.baseLayers.firstObject as? AGSArcGISTiledLayer)
        try await done { ground.load(completion: $0) }
        #expect(ground.tileCache?.tileInfo != nil)
        let streets = try #require(map.basemap.referenceLayers.firstObject as? AGSArcGISVectorTiledLayer)
        try await done { streets.load(completion: $0) }
        #expect(streets.vectorTileCache?.sourceInfo != nil)
        let styles = try #require(streets.itemResourceCache)
        try await done { styles.load(completion: $0) }
        await town.server.stop()
    }

    @Test func `the sample of the page is told that a user has cancelled`() async throws {
        town.gate.close()
        let controller = OfflineMapViewController()
        controller.offlineMapJob = AGSOfflineMapTask(portalItem: town.item()).generateOfflineMapJob(
            with: AGSGenerateOfflineMapParameters(areaOfInterest: MapTown.area, minScale: 600_000, maxScale: 20_000),
            downloadDirectory: town.offline)
        controller.startAndCancel()
        await town.gate.waiting(for: 1)
        controller.offlineMapJob.progress.cancel()
        town.gate.open()
        await OfflineMapViewController.printed.wait(for: "User Cancelled")
        #expect(controller.offlineMapJob.status == .failed)
        #expect(!FileManager.default.fileExists(atPath: town.offline.path))
    }

    @Test func `the sample of the page restores its job, and goes on with it`() async throws {
        let root = try await town.server.start()
        let portal = AGSPortal(url: root, loginRequired: false)
        let task = AGSOfflineMapTask(portalItem: AGSPortalItem(portal: portal, itemID: "townmap"))
        let first = OfflineMapViewController()
        first.offlineMapJob = task.generateOfflineMapJob(
            with: try await offlineParameters(task), downloadDirectory: town.offline)
        first.save()
        let data = try PropertyListSerialization.data(
            fromPropertyList: #require(first.savedJSON), format: .xml, options: 0)
        let json = try PropertyListSerialization.propertyList(from: data, format: nil)
        let second = OfflineMapViewController()
        await withCheckedContinuation { continuation in
            second.finished = { continuation.resume() }
            second.restore(json)
        }
        let job = try #require(second.offlineMapJob as? AGSGenerateOfflineMapJob)
        #expect(try await names(trees(try #require(second.mapView.map)).featureTable) == ["ash", "elm", "oak"])
        // The layers that callers knew are gone with the process: others stand for them.
        let errors = try #require(job.result?.layerErrors as? [AGSLayer: Error])
        #expect(errors.keys.map(\.name) == ["Weather"] && errors.values.allSatisfy { !$0.localizedDescription.isEmpty })
        let tableErrors = try #require(job.result?.tableErrors as? [AGSFeatureTable: Error])
        #expect((tableErrors.keys.first as? AGSServiceFeatureTable)?.url?.path.hasSuffix("Gone/FeatureServer/0") == true)
        #expect(job.onlineMap?.item?.itemID == "townmap" && job.parameters.minScale == MapTown.scales.minimum)
        #expect(job.parameters.itemInfo?.title == "The town")
        #expect(throws: (any Error).self) { try AGSOfflineMapSyncJob.fromJSON(json) }
        await town.server.stop()
        // One that has ended opens its map without the services.
        let ended = try #require(try AGSJob.fromJSON(job.toJSON()) as? AGSGenerateOfflineMapJob)
        #expect(ended.status == .paused && ended.result == nil)
        let result: AGSGenerateOfflineMapResult = try await answer { ended.start(statusHandler: nil, completion: $0) }
        #expect(result.hasErrors && result.offlineMap.operationalLayers.count == 1 && ended.result === result)
        result.mobileMapPackage.close()
        // Without its folder it has nothing to show.
        try FileManager.default.removeItem(at: town.offline)
        let lost = try #require(try AGSJob.fromJSON(job.toJSON()) as? AGSGenerateOfflineMapJob)
        await #expect {
            let _: AGSGenerateOfflineMapResult = try await answer { lost.start(statusHandler: nil, completion: $0) }
        } throws: { ($0 as NSError).code == AGSErrorCode.commonFileNotFound.rawValue }
        #expect(lost.status == .failed && lost.result == nil)
    }
}
