// Every name of the domains tiles, offline maps and mobile map packages that old code is known to use, as it uses it. It is compiled, and not run.
import AGSCompat
import Foundation

private func tiles(_ url: URL, _ area: AGSGeometry, _ info: AGSArcGISMapServiceInfo) {
    let cache = AGSTileCache(name: "tiles")
    let other = AGSTileCache(fileURL: url)
    other.load { error in print(error as Any, other.antialiasing, other.cacheStorageFormat, cache.loadStatus) }
    let layer = AGSArcGISTiledLayer(tileCache: cache)
    print(
        layer.tileCache as Any, AGSVectorTileCache(name: "vectors"), info.exportTileCacheCompactV2Allowed, info.exportTilesAllowed
    )
    let task = AGSExportTileCacheTask(url: url)
    print(task.mapServiceInfo as Any)
    task.exportTileCacheParameters(withAreaOfInterest: area, minScale: 1, maxScale: 2) {
        (parameters: AGSExportTileCacheParameters?, error: Error?) in
        guard let parameters = parameters else { return print(error as Any) }
        parameters.areaOfInterest = area
        parameters.compressionQuality = 50
        parameters.levelIDs = [1, 2, 3]
        let estimate: AGSEstimateTileCacheSizeJob = task.estimateTileCacheSizeJob(with: parameters)
        estimate.start(statusHandler: nil) { (result: AGSEstimateTileCacheSizeResult?, error: Error?) in
            print(result?.fileSize as Any, result?.tileCount as Any)
        }
        let job: AGSExportTileCacheJob = task.exportTileCacheJob(with: parameters, downloadFileURL: url)
        job.start(statusHandler: { (status: AGSJobStatus) in }) { (tileCache: AGSTileCache?, error: Error?) in
            print(tileCache?.tileInfo?.levelsOfDetail as Any, tileCache?.tileInfo?.format == .unknown)
        }
    }
}

private func scheme(_ point: AGSPoint, _ reference: AGSSpatialReference) -> AGSTileInfo {
    let level = AGSLevelOfDetail(level: 0, resolution: 1, scale: 2)
    print(level.level, level.resolution, level.scale, AGSTileKey(level: 0, column: 0, row: 0))
    return AGSTileInfo(
        dpi: 96, format: AGSTileImageFormat(rawValue: 0) ?? .unknown, levelsOfDetail: [level], origin: point,
        spatialReference: reference, tileHeight: 256, tileWidth: 256)
}

private func vectorTiles(_ url: URL, _ item: AGSPortalItem, _ area: AGSGeometry) {
    let task = AGSExportVectorTilesTask(portalItem: item)
    let byURL = AGSExportVectorTilesTask(url: url)
    let info: AGSVectorTileSourceInfo? = byURL.vectorTileSourceInfo
    print(info?.exportTilesAllowed as Any, byURL.exportStyleResourceCacheJob(withDownloadDirectory: url))
    task.defaultExportVectorTilesParameters(withAreaOfInterest: area, maxScale: 1) {
        (parameters: AGSExportVectorTilesParameters?, error: Error?) in
        guard let parameters = parameters else { return }
        parameters.areaOfInterest = area
        let job: AGSExportVectorTilesJob = task.exportVectorTilesJob(
            with: parameters, vectorTileCacheDownloadFileURL: url, itemResourceCacheDownloadDirectory: url)
        job.start(statusHandler: nil) { (result: AGSExportVectorTilesResult?, error: Error?) in
            let cache: AGSItemResourceCache? = result?.itemResourceCache
            let tiles: AGSVectorTileCache? = result?.vectorTileCache
            if let tiles = tiles { print(AGSArcGISVectorTiledLayer(vectorTileCache: tiles, itemResourceCache: cache)) }
        }
    }
}

private func parameters(_ area: AGSGeometry, _ url: URL) -> AGSGenerateOfflineMapParameters {
    let parameters = AGSGenerateOfflineMapParameters(areaOfInterest: area, minScale: 0, maxScale: 0)
    parameters.attachmentSyncDirection = AGSAttachmentSyncDirection(rawValue: 2) ?? .none
    parameters.continueOnErrors = true
    parameters.destinationTableRowFilter = AGSDestinationTableRowFilter(rawValue: 1) ?? .all
    parameters.esriVectorTilesDownloadOption = AGSEsriVectorTilesDownloadOption(rawValue: 0) ?? .useOriginalService
    parameters.includeBasemap = true
    parameters.isDefinitionExpressionFilterEnabled = true
    parameters.onlineOnlyServicesOption = AGSOnlineOnlyServicesOption(rawValue: 0) ?? .exclude
    parameters.returnLayerAttachmentOption = AGSReturnLayerAttachmentOption(rawValue: 0) ?? .none
    parameters.returnSchemaOnlyForEditableLayers = false
    parameters.updateMode = AGSGenerateOfflineMapUpdateMode(rawValue: 0) ?? .noUpdates
    parameters.referenceBasemapFilename = "tiles.tpkx"
    parameters.referenceBasemapDirectory = url
    let item = parameters.itemInfo ?? AGSOfflineMapItemInfo()
    (item.title, item.snippet, item.itemDescription) = ("title", "snippet", "description")
    (item.tags, item.termsOfUse, item.accessInformation) = ([], "", "")
    item.thumbnail = nil
    parameters.itemInfo = item
    return parameters
}

private func offlineMaps(_ map: AGSMap, _ item: AGSPortalItem, _ area: AGSGeometry, _ url: URL, _ layer: AGSLayer) {
    let task = AGSOfflineMapTask(onlineMap: map)
    let other = AGSOfflineMapTask(portalItem: item)
    other.defaultGenerateOfflineMapParameters(withAreaOfInterest: area) { parameters, error in
        print(parameters as Any, error as Any)
    }
    other.defaultGenerateOfflineMapParameters(withAreaOfInterest: area, minScale: 1, maxScale: 2) { _, _ in }
    task.getOfflineMapCapabilities(with: parameters(area, url)) { (capabilities: AGSOfflineMapCapabilities?, _) in
        print(capabilities?.hasErrors as Any)
    }
    task.generateOfflineMapParameterOverrides(with: parameters(area, url)) {
        (overrides: AGSGenerateOfflineMapParameterOverrides?, _) in
        let key: AGSOfflineMapParametersKey = AGSOfflineMapParametersKey(layer: layer)
        overrides?.exportTileCacheParameters[key]?.levelIDs = []
        overrides?.generateGeodatabaseParameters[key] = nil
        print(task.generateOfflineMapJob(with: parameters(area, url), parameterOverrides: overrides!, downloadDirectory: url))
    }
    let job: AGSGenerateOfflineMapJob = task.generateOfflineMapJob(with: parameters(area, url), downloadDirectory: url)
    job.start(statusHandler: nil) { (result: AGSGenerateOfflineMapResult?, error: Error?) in
        guard let result = result else { return }
        print(result.offlineMap, result.mobileMapPackage, result.hasErrors)
        if let errors = result.layerErrors as? [AGSLayer: Error] { print(errors) }
        if let errors = result.tableErrors as? [AGSFeatureTable: Error] { print(errors) }
    }
}

private func areas(_ task: AGSOfflineMapTask, _ url: URL) {
    task.getPreplannedMapAreas { (areas: [AGSPreplannedMapArea]?, error: Error?) in
        guard let area = areas?.first else { return }
        area.getContentItems { (items: [AGSPortalItem]?, _) in print(items as Any, area.portalItem.title) }
        task.defaultDownloadPreplannedOfflineMapParameters(with: area) {
            (parameters: AGSDownloadPreplannedOfflineMapParameters?, _) in
            guard let parameters = parameters else { return }
            parameters.updateMode = AGSPreplannedUpdateMode.noUpdates
            let job: AGSDownloadPreplannedOfflineMapJob = task.downloadPreplannedOfflineMapJob(
                with: parameters, downloadDirectory: url)
            job.start(statusHandler: nil) { (result: AGSDownloadPreplannedOfflineMapResult?, _) in
                print(result?.mobileMapPackage as Any, result?.offlineMap as Any)
            }
        }
    }
}

private func sync(_ map: AGSMap) {
    let task = AGSOfflineMapSyncTask(map: map)
    let capabilities: AGSOfflineMapUpdateCapabilities? = task.updateCapabilities
    print(capabilities?.supportsScheduledUpdatesForFeatures as Any, capabilities?.supportsSyncWithFeatureServices as Any)
    task.checkForUpdates { (info: AGSOfflineMapUpdatesInfo?, error: Error?) in
        print(info?.downloadAvailability == .available, info?.uploadAvailability == AGSOfflineUpdateAvailability.none)
        print(info?.scheduledUpdatesDownloadSize as Any, info?.isMobileMapPackageReopenRequired as Any)
    }
    task.defaultOfflineMapSyncParameters { (parameters: AGSOfflineMapSyncParameters?, error: Error?) in
        let parameters = parameters ?? AGSOfflineMapSyncParameters()
        parameters.syncDirection = .bidirectional
        parameters.keepGeodatabaseDeltas = true
        parameters.preplannedScheduledUpdatesOption = AGSPreplannedScheduledUpdatesOption(rawValue: 0) ?? .noUpdates
        parameters.rollbackOnFailure = false
        let job: AGSOfflineMapSyncJob = task.offlineMapSyncJob(with: parameters)
        job.start(statusHandler: nil) { (result: AGSOfflineMapSyncResult?, _) in
            print(result?.hasErrors as Any, result?.isMobileMapPackageReopenRequired as Any)
        }
    }
}

private func packages(_ url: URL) {
    let package = AGSMobileMapPackage(name: "town")
    package.load { error in
        print(error as Any, package.maps, package.item as Any, package.fileURL, package.locatorTask as Any)
        let expiration: AGSExpiration? = package.expiration
        print(expiration?.dateTime as Any, expiration?.isExpired as Any, expiration?.message as Any)
        package.close()
    }
    AGSMobileMapPackage.unpack(atFileURL: url, outputDirectory: url) { error in
        print(error as Any, AGSMobileMapPackage(fileURL: url))
    }
    let scenes = AGSMobileScenePackage(name: "town")
    print(scenes.scenes.first as Any, scenes.fileURL, AGSMobileScenePackage(fileURL: url))
    AGSMobileScenePackage.unpack(atFileURL: url, outputDirectory: url) { error in print(error as Any) }
}

private class SubclassedPackage: AGSMobileMapPackage {}

private func portals(_ portal: AGSPortal) {
    let (item, group) = (AGSPortalItem(portal: portal), AGSPortalGroup(portal: portal, groupID: "id"))
    item.fetchRelatedItems(with: .mapToArea, direction: .forward) { items, error in print(items as Any, error as Any) }
    group.load { error in print(error as Any, group.title as Any) }
}
