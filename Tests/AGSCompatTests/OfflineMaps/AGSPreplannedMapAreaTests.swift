import AGSCompat
import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSPreplannedMapAreaTests {
    private let town: MapTown

    init() async throws { town = try await MapTown() }

    private func area(_ task: AGSOfflineMapTask) async throws -> AGSPreplannedMapArea {
        let areas: [AGSPreplannedMapArea] = try await answer { task.getPreplannedMapAreas(completion: $0) }
        return try #require(areas.first)
    }

    @Test func `an area says what it is, and what is packaged of it`() async throws {
        let task = AGSOfflineMapTask(portalItem: town.item())
        let area = try await area(task)
        #expect(area.portalItem.itemID == "area" && area.portalItem.title == "The middle" && area.contentItems.isEmpty)
        #expect(area.portalItem.portal === task.portalItem?.portal && area.areaOfInterest == nil)
        let items: [AGSPortalItem] = try await answer { area.getContentItems(completion: $0) }
        #expect(items.map(\.itemID) == ["ground"] && area.loadStatus == .loaded && area.contentItems.count == 1)
        #expect(area.areaOfInterest?.extent.xMax == 1000)
        #expect([area: 1][area] == 1)
        let none: [AGSPreplannedMapArea] = try await answer {
            AGSOfflineMapTask(onlineMap: AGSMap()).getPreplannedMapAreas(completion: $0)
        }
        #expect(none.isEmpty)
    }

    @Test func `an area is downloaded, with the tiles that were packaged`() async throws {
        let task = AGSOfflineMapTask(portalItem: town.item())
        let area = try await area(task)
        let parameters: AGSDownloadPreplannedOfflineMapParameters = try await answer {
            task.defaultDownloadPreplannedOfflineMapParameters(with: area, completion: $0)
        }
        #expect(parameters.preplannedMapArea === area && parameters.continueOnErrors)
        parameters.updateMode = .noUpdates
        let job = task.downloadPreplannedOfflineMapJob(with: parameters, downloadDirectory: town.offline)
        let result: AGSDownloadPreplannedOfflineMapResult = try await answer {
            job.start(statusHandler: nil, completion: $0)
        }
        #expect(job.jobType == .downloadPreplannedOfflineMapJob && job.preplannedMapArea === area && job.result === result)
        #expect(job.parameters?.updateMode == .noUpdates && job.onlineMap === task.onlineMap)
        #expect(result.hasErrors && (result.layerErrors as? [AGSLayer: Error])?.keys.map(\.name) == ["Weather"])
        #expect((result.tableErrors as? [AGSFeatureTable: Error])?.count == 1)
        let ground = try #require(result.offlineMap.basemap.baseLayers.firstObject as? AGSArcGISTiledLayer)
        try await done { ground.load(completion: $0) }
        let tile = try await ground.tileCache?.cache.tile(at: TileKey(level: 0, row: 0, column: 0))
        #expect(tile == Data("packaged".utf8) && result.mobileMapPackage.maps == [result.offlineMap])
    }

    @Test func `a job is restored with its area, and goes on`() async throws {
        let root = try await town.server.start()
        let portal = AGSPortal(url: root, loginRequired: false)
        let task = AGSOfflineMapTask(portalItem: AGSPortalItem(portal: portal, itemID: "townmap"))
        let parameters = AGSDownloadPreplannedOfflineMapParameters(preplannedMapArea: try await area(task))
        let json = try task.downloadPreplannedOfflineMapJob(with: parameters, downloadDirectory: town.offline).toJSON()
        let job = try #require(try AGSJob.fromJSON(json) as? AGSDownloadPreplannedOfflineMapJob)
        #expect(job.status == .paused && job.preplannedMapArea?.portalItem.itemID == "area")
        #expect(job.onlineMap?.item?.itemID == "townmap" && job.downloadDirectory == town.offline)
        #expect(job.parameters?.preplannedMapArea === job.preplannedMapArea)
        let result: AGSDownloadPreplannedOfflineMapResult = try await answer {
            job.start(statusHandler: nil, completion: $0)
        }
        #expect(result.offlineMap.operationalLayers.count == 1)
        await town.server.stop()
    }

    @Test func `a download that is cancelled fails as one that a user has cancelled, and leaves nothing`() async throws {
        let gate = Gate()
        let item = AGSPortalItem(portal: town.portal(holding: "createReplica", until: gate), itemID: "townmap")
        let task = AGSOfflineMapTask(portalItem: item)
        let job = task.downloadPreplannedOfflineMapJob(with: try await area(task), downloadDirectory: town.offline)
        #expect(job.parameters?.updateMode == .syncWithFeatureServices)
        async let failure: Int? = code {
            (completion: @escaping (AGSDownloadPreplannedOfflineMapResult?, (any Error)?) -> Void) in
            job.start(statusHandler: nil, completion: completion)
        }
        await gate.waiting(for: 1)
        job.progress.cancel()
        gate.open()
        #expect(await failure == NSUserCancelledError && job.status == .failed)
        let left = try FileManager.default.contentsOfDirectory(atPath: town.folder.path)
        #expect(!left.contains { $0.hasPrefix("offline") })
    }

    @Test func `an area of a map that is none of a portal cannot be downloaded`() async throws {
        let parameters = AGSDownloadPreplannedOfflineMapParameters(
            preplannedMapArea: AGSPreplannedMapArea(portalItem: town.item("area")))
        let job = AGSOfflineMapTask(onlineMap: AGSMap()).downloadPreplannedOfflineMapJob(
            with: parameters, downloadDirectory: town.offline)
        await #expect {
            let _: AGSDownloadPreplannedOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        } throws: { ($0 as NSError).code == AGSErrorCode.commonNoData.rawValue }
    }

    @Test func `an item that is no map has no areas, and one that is no area is not loaded as one`() async throws {
        let task = AGSOfflineMapTask(portalItem: town.item("streets"))
        let failure: Int? = await code { (completion: @escaping ([AGSPreplannedMapArea]?, (any Error)?) -> Void) in
            task.getPreplannedMapAreas(completion: completion)
        }
        #expect(failure != nil)
        let area = AGSPreplannedMapArea(portalItem: town.item("streets"))
        await #expect { try await done { area.load(completion: $0) } } throws: {
            ($0 as NSError).code == AGSErrorCode.commonInvalidArgument.rawValue
        }
        #expect(area.loadStatus == .failedToLoad && area.contentItems.isEmpty)
    }
}
