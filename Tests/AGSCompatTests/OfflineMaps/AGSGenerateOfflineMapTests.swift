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
struct AGSGenerateOfflineMapTests {
    private let town: MapTown

    init() async throws { town = try await MapTown() }

    // MARK: - What is missing

    @Test func `what is missing is told by the layers and tables of the online map`() async throws {
        let map = AGSMap(item: town.item())
        try await done { map.load(completion: $0) }
        let task = AGSOfflineMapTask(onlineMap: map)
        let parameters = try await offlineParameters(task)
        let capabilities: AGSOfflineMapCapabilities = try await answer {
            task.getOfflineMapCapabilities(with: parameters, completion: $0)
        }
        let weather = try #require(map.operationalLayers[1] as? AGSLayer)
        let (layer, gone) = (try trees(map), try #require(map.tables[1] as? AGSFeatureTable))
        #expect(capabilities.hasErrors && capabilities.layerCapabilities[layer]?.supportsOffline == true)
        #expect(capabilities.layerCapabilities[weather]?.error != nil && capabilities.tableCapabilities[gone]?.error != nil)
        let job = task.generateOfflineMapJob(with: parameters, downloadDirectory: town.offline)
        let result: AGSGenerateOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        let errors = try #require(result.layerErrors as? [AGSLayer: Error])
        #expect(
            Array(errors.keys) == [weather] && result.hasErrors && job.onlineMap === map && task.portalItem?.itemID == "townmap")
        #expect((result.tableErrors as? [AGSFeatureTable: Error])?.keys.map { $0 } == [gone])
    }

    @Test func `a map that is to be whole fails for what is missing`() async throws {
        let task = AGSOfflineMapTask(portalItem: town.item())
        let parameters = try await offlineParameters(task)
        parameters.continueOnErrors = false
        let job = task.generateOfflineMapJob(with: parameters, downloadDirectory: town.offline)
        await #expect {
            let _: AGSGenerateOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        } throws: { ($0 as NSError).code == AGSErrorCode.commonNoData.rawValue }
        #expect(job.status == .failed && job.result == nil && job.error != nil)
    }

    @Test func `a folder in which something is stays as it is`() async throws {
        try FileManager.default.createDirectory(at: town.offline, withIntermediateDirectories: true)
        try Data().write(to: town.offline.appending(path: "mine"))
        let job = AGSOfflineMapTask(portalItem: town.item()).generateOfflineMapJob(
            with: AGSGenerateOfflineMapParameters(areaOfInterest: MapTown.area, minScale: 0, maxScale: 0),
            downloadDirectory: town.offline)
        await #expect {
            let _: AGSGenerateOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        } throws: { ($0 as NSError).code == AGSErrorCode.commonExists.rawValue }
        #expect(try FileManager.default.contentsOfDirectory(atPath: town.offline.path) == ["mine"])
    }

    // MARK: - What is asked for

    @Test func `overrides change what is asked of one service`() async throws {
        let map = AGSMap(item: town.item())
        try await done { map.load(completion: $0) }
        let table = try #require(try trees(map).featureTable)
        try await done { table.load(completion: $0) }
        let controller = OverridesViewController()
        controller.offlineMapTask = AGSOfflineMapTask(onlineMap: map)
        let parameters = try await offlineParameters(controller.offlineMapTask)
        controller.parameterOverrides = try await answer {
            controller.offlineMapTask.generateOfflineMapParameterOverrides(with: parameters, completion: $0)
        }
        controller.restrictBasemapScaleLevelRange(to: 11..<13)
        controller.filterTrees("NAME <> 'ash'", in: try trees(map))
        controller.remove(try #require(map.basemap.referenceLayers.firstObject as? AGSLayer))
        let job = controller.offlineMapTask.generateOfflineMapJob(
            with: parameters, parameterOverrides: controller.parameterOverrides, downloadDirectory: town.offline)
        let key = AGSOfflineMapParametersKey(featureTable: table)
        #expect(key == AGSOfflineMapParametersKey(layer: try trees(map)) && key.serviceURL != nil)
        #expect(job.parameterOverrides?.generateGeodatabaseParameters[key] != nil)
        let result: AGSGenerateOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(try await names(try trees(result.offlineMap).featureTable) == ["elm", "oak"])
        let ground = try #require(result.offlineMap.basemap.baseLayers.firstObject as? AGSArcGISTiledLayer)
        try await done { ground.load(completion: $0) }
        let cache = try #require(ground.tileCache?.cache)
        #expect(cache.info?.levels == 11...12 && result.offlineMap.basemap.referenceLayers.count == 0)
        let nothing = AGSOfflineMapParametersKey(layer: AGSGroupLayer(childLayers: []))
        #expect(nothing == nothing && nothing != AGSOfflineMapParametersKey(layer: AGSGroupLayer(childLayers: [])))
        let asked = controller.parameterOverrides.generateGeodatabaseParameters[key]
        asked?.shouldSyncAnnotations = true
        let refused = controller.offlineMapTask.generateOfflineMapJob(
            with: parameters, parameterOverrides: controller.parameterOverrides, downloadDirectory: town.offline)
        await #expect {
            let _: AGSGenerateOfflineMapResult = try await answer { refused.start(statusHandler: nil, completion: $0) }
        } throws: { ($0 as NSError).code == AGSErrorCode.commonNotImplemented.rawValue }
    }

    @Test func `parameters say what is taken, and of what the map says of itself`() async throws {
        let task = AGSOfflineMapTask(portalItem: town.item())
        let parameters = try await offlineParameters(task)
        #expect(parameters.itemInfo?.title == "The town" && parameters.itemInfo?.tags == ["trees"])
        #expect(parameters.itemInfo?.snippet == "Its trees" && parameters.itemInfo?.thumbnail == nil)
        parameters.itemInfo?.title = "Mine"
        parameters.itemInfo?.thumbnailData = Data([1])
        (parameters.includeBasemap, parameters.updateMode) = (false, .noUpdates)
        (parameters.attachmentSyncDirection, parameters.returnLayerAttachmentOption) = (.upload, .editableLayers)
        (parameters.isDefinitionExpressionFilterEnabled, parameters.returnSchemaOnlyForEditableLayers) = (false, true)
        (parameters.destinationTableRowFilter, parameters.onlineOnlyServicesOption) = (.all, .include)
        parameters.esriVectorTilesDownloadOption = .useReducedFontsService
        let job = task.generateOfflineMapJob(with: parameters, downloadDirectory: town.offline)
        parameters.includeBasemap = true
        let kept = job.parameters
        #expect(kept !== parameters && !kept.includeBasemap && kept.updateMode == .noUpdates && kept.itemInfo?.title == "Mine")
        #expect(kept.attachmentSyncDirection == .upload && kept.returnLayerAttachmentOption == .editableLayers)
        #expect(!kept.isDefinitionExpressionFilterEnabled && kept.returnSchemaOnlyForEditableLayers)
        #expect(kept.destinationTableRowFilter == .all && kept.onlineOnlyServicesOption == .include)
        #expect(kept.esriVectorTilesDownloadOption == .useReducedFontsService && kept.referenceBasemapFilename.isEmpty)
        let result: AGSGenerateOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(result.offlineMap.basemap.baseLayers.count == 0 && result.mobileMapPackage.item?.title == "Mine")
        #expect(try await names(try trees(result.offlineMap).featureTable) == [])
        #expect(result.offlineMap.operationalLayers.count == 2 && (result.tableErrors as? [AGSFeatureTable: Error])?.count == 1)
    }

    @Test func `a basemap that is here already is not asked for`() async throws {
        let task = AGSOfflineMapTask(portalItem: town.item())
        let parameters = try await offlineParameters(task)
        (parameters.referenceBasemapDirectory, parameters.referenceBasemapFilename) = (town.folder, "ground.tpkx")
        let job = task.generateOfflineMapJob(with: parameters, downloadDirectory: town.offline)
        let result: AGSGenerateOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        let ground = try #require(result.offlineMap.basemap.baseLayers.firstObject as? AGSArcGISTiledLayer)
        #expect(ground.url?.lastPathComponent == "ground.tpkx")
        try await done { ground.load(completion: $0) }
    }

    @Test func `layers that were added to a map, or taken out, are taken with it`() async throws {
        let map = AGSMap(item: town.item())
        try await done { map.load(completion: $0) }
        let own = AGSFeatureLayer(
            featureTable: AGSServiceFeatureTable(
                ServiceFeatureTable(url: MapTown.service("Trees/FeatureServer/0"), transport: town.server)))
        (own.name, own.definitionExpression) = ("Oaks", "NAME = 'oak'")
        map.operationalLayers.removeAllObjects()
        map.operationalLayers.add(own)
        map.tables.removeAllObjects()
        let job = AGSOfflineMapTask(onlineMap: map).generateOfflineMapJob(
            with: MapTown.parameters(),
            downloadDirectory: town.offline)
        let result: AGSGenerateOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(!result.hasErrors && result.offlineMap.operationalLayers.count == 1)
        let layer = try #require(result.offlineMap.operationalLayers.firstObject as? AGSFeatureLayer)
        #expect(try await names(layer.featureTable) == ["oak"] && layer.name == "Oaks")
        #expect(result.offlineMap.basemap.baseLayers.count == 1)
    }

    @Test func `a map that code has put together is taken offline`() async throws {
        let ground = AGSArcGISTiledLayer(url: MapTown.service("Ground/MapServer"))
        let map = AGSMap(basemap: AGSBasemap(baseLayer: ground))
        let table = AGSServiceFeatureTable(
            ServiceFeatureTable(url: MapTown.service("Trees/FeatureServer/0"), transport: town.server))
        map.operationalLayers.add(AGSGroupLayer(childLayers: [AGSFeatureLayer(featureTable: table)]))
        map.tables.add(
            AGSServiceFeatureTable(
                ServiceFeatureTable(url: MapTown.service("Trees/FeatureServer/1"), transport: town.server)))
        let task = AGSOfflineMapTask(
            OfflineMapTask(onlineMap: map.map, transport: town.server, credential: CredentialStore()), map)
        let job = task.generateOfflineMapJob(
            with: MapTown.parameters(),
            downloadDirectory: town.offline)
        let result: AGSGenerateOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(!result.hasErrors && result.offlineMap.basemap.baseLayers.count == 1 && result.offlineMap.tables.count == 1)
        #expect(try await names(try trees(result.offlineMap).featureTable) == ["ash", "elm", "oak"])
    }

    @Test func `a job that is started elsewhere answers elsewhere`() async throws {
        let task = AGSOfflineMapTask(portalItem: town.item())
        let job = task.generateOfflineMapJob(with: try await offlineParameters(task), downloadDirectory: town.offline)
        let isMain = await withCheckedContinuation { continuation in
            // Proof: nothing else uses the job until it has answered.
            let carried = Carried(job)
            DispatchQueue.global().async {
                carried.value.start(statusHandler: nil) { (_: AGSGenerateOfflineMapResult?, _) in
                    continuation.resume(returning: CallbackQueue.isMain)
                }
            }
        }
        #expect(!isMain)
    }

    @Test func `a job that was paused is restored elsewhere, and asks for nothing again that is there`() async throws {
        let root = try await town.server.start()
        let portal = AGSPortal(url: root, loginRequired: false)
        let task = AGSOfflineMapTask(portalItem: AGSPortalItem(portal: portal, itemID: "townmap"))
        let first = task.generateOfflineMapJob(
            with: try await offlineParameters(task), downloadDirectory: town.offline)
        town.gate.close()
        // Its completion is owed for as long as it is paused.
        first.start(statusHandler: nil) { (_: AGSGenerateOfflineMapResult?, _) in }
        await town.gate.waiting(for: 1)
        #expect(oldWay(first).pause() && first.status == .paused)
        let second = try #require(try AGSJob.fromJSON(first.toJSON()) as? AGSGenerateOfflineMapJob)
        #expect(second.status == .paused && second.downloadDirectory == town.offline)
        town.gate.open()
        let result: AGSGenerateOfflineMapResult = try await answer { second.start(statusHandler: nil, completion: $0) }
        #expect(try await names(trees(result.offlineMap).featureTable) == ["ash", "elm", "oak"])
        #expect(second.progress.fractionCompleted == 1 && second.status == .succeeded && first.status == .paused)
        await town.server.stop()
    }
}
