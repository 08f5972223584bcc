import AGSCompat
import CairnCore
import CairnLocalServer
import CairnTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSMapTakingTests {
    private typealias Result = AGSGenerateOfflineMapResult
    private let town: MapTown

    init() async throws { town = try await MapTown() }

    private func loaded() async throws -> AGSMap {
        let map = AGSMap(item: town.item())
        try await done { map.load(completion: $0) }
        return map
    }

    /// A task for a map that no portal has.
    private func task(_ map: AGSMap) -> AGSOfflineMapTask {
        AGSOfflineMapTask(OfflineMapTask(onlineMap: map.map, transport: town.server, credential: CredentialStore()), map)
    }

    private func job(_ task: AGSOfflineMapTask) -> AGSGenerateOfflineMapJob {
        task.generateOfflineMapJob(with: MapTown.parameters(), downloadDirectory: town.offline)
    }

    private func take(_ task: AGSOfflineMapTask) async throws -> Result {
        let job = job(task)
        return try await answer { job.start(statusHandler: nil, completion: $0) }
    }

    private func trees() -> AGSFeatureLayer {
        let url = MapTown.service("Trees/FeatureServer/0")
        return AGSFeatureLayer(featureTable: AGSServiceFeatureTable(ServiceFeatureTable(url: url, transport: town.server)))
    }

    /// A map of a portal of its own.
    private func map(_ layers: [JSONValue], tables: [JSONValue] = []) -> AGSMap {
        var item = PublishedItem(id: "own", type: .webMap, title: "Own")
        item.content = .json([
            "version": "2.31", "spatialReference": ["wkid": 102100], "operationalLayers": .array(layers),
            "tables": .array(tables), "baseMap": ["title": "B", "baseMapLayers": []],
        ])
        let server = LocalServer(
            features: ["Trees": PublishedFeatures(town.trees, isEditable: true, isSyncEnabled: true)],
            portal: PublishedPortal([item]))
        let portal = AGSPortal(Portal(url: MapTown.root, transport: server, credential: CredentialStore()))
        return AGSMap(item: AGSPortalItem(portal: portal, itemID: "own"))
    }

    private func layer(_ title: String, _ path: String) -> JSONValue {
        let url = "{server}/arcgis/rest/services/\(path)"
        return ["layerType": "ArcGISFeatureLayer", "title": .string(title), "url": .string(url)]
    }

    // MARK: - Basemaps

    @Test func `a basemap of an item comes with its map`() async throws {
        let map = AGSMap(basemap: AGSBasemap(item: town.item()))
        map.operationalLayers.add(trees())
        let task = task(map)
        try await done { task.load(completion: $0) }
        #expect(task.loadStatus == .loaded && map.loadStatus == .loaded)
        let result = try await take(task)
        #expect(!result.hasErrors && result.offlineMap.basemap.baseLayers.count == 1)
        #expect(result.offlineMap.basemap.referenceLayers.count == 1 && result.offlineMap.basemap.name == "Base")
    }

    @Test func `a map whose basemap is not known yet is not taken without it`() async throws {
        let map = AGSMap(basemap: AGSBasemap(item: town.item()))
        map.operationalLayers.add(trees())
        let job = job(task(map))
        let made: Int? = await code { (completion: @escaping (Result?, (any Error)?) -> Void) in
            job.start(statusHandler: nil, completion: completion)
        }
        let asked: Int? = await code { (completion: @escaping (AGSOfflineMapCapabilities?, (any Error)?) -> Void) in
            task(map).getOfflineMapCapabilities(with: MapTown.parameters(), completion: completion)
        }
        #expect(made == AGSErrorCode.commonIllegalState.rawValue && asked == made)
    }

    @Test func `a vector basemap of a loaded item is taken offline`() async throws {
        let item = town.item("streets")
        try await done { item.load(completion: $0) }
        let map = AGSMap(basemap: AGSBasemap(baseLayer: AGSArcGISVectorTiledLayer(item: item)))
        let result = try await take(task(map))
        let streets = try #require(result.offlineMap.basemap.baseLayers.firstObject as? AGSArcGISVectorTiledLayer)
        #expect(!result.hasErrors && streets.name == "Streets" && streets.vectorTileCache != nil)
    }

    @Test func `a layer of a file is refused by its name, and as a file`() async throws {
        let map = try await loaded()
        let own = AGSArcGISTiledLayer(tileCache: AGSTileCache(fileURL: town.folder.appending(path: "ground.tpkx")))
        map.operationalLayers.add(own)
        let result = try await take(AGSOfflineMapTask(onlineMap: map))
        let reason = (result.layerErrors as? [AGSLayer: NSError])?[own]?.localizedDescription ?? ""
        #expect(reason.hasPrefix("ground cannot be taken offline. It is a file."))
    }

    // MARK: - What callers have changed

    @Test func `a map of which a layer was hidden still knows its item offline`() async throws {
        let map = try await loaded()
        (map.operationalLayers[1] as? AGSLayer)?.isVisible = false
        let result = try await take(AGSOfflineMapTask(onlineMap: map))
        let item = try #require(result.mobileMapPackage.item as? AGSLocalItem)
        #expect(item.originalPortalItemID == "townmap" && item.title == "The town" && item.tags == ["trees"])
    }

    @Test func `a job that takes a changed map is restored with the change, and with the item`() async throws {
        let map = try await loaded()
        map.operationalLayers.removeLastObject()
        let json = try job(AGSOfflineMapTask(onlineMap: map)).toJSON()
        let again = try #require(try AGSJob.fromJSON(json) as? AGSGenerateOfflineMapJob)
        let online = try #require(again.onlineMap)
        #expect(online.item?.itemID == "townmap" && online.operationalLayers.count == 1)
        let untouched = try job(AGSOfflineMapTask(onlineMap: try await loaded())).toJSON()
        let whole = try #require(try AGSJob.fromJSON(untouched) as? AGSGenerateOfflineMapJob)
        #expect(whole.onlineMap?.item?.itemID == "townmap" && whole.onlineMap?.operationalLayers.count == 0)
    }

    @Test func `a table that is not of a service is told of, not dropped`() async throws {
        let map = try await loaded()
        map.tables.removeAllObjects()
        let geodatabase = AGSGeodatabase(fileURL: town.folder.appending(path: "trees.gpkg"))
        try await done { geodatabase.load(completion: $0) }
        let own = try #require(geodatabase.geodatabaseFeatureTable(withName: "Visits"))
        map.tables.add(own)
        let result = try await take(AGSOfflineMapTask(onlineMap: map))
        let errors = try #require(result.tableErrors as? [AGSFeatureTable: NSError])
        #expect(errors.count == 1 && errors[own]?.localizedDescription.hasPrefix("Visits") == true)
    }

    @Test func `a table is one of the map by its address, too`() async throws {
        let map = try await loaded()
        map.tables.removeAllObjects()
        let url = MapTown.service("Trees/FeatureServer/1")
        let own = AGSServiceFeatureTable(ServiceFeatureTable(url: url, transport: town.server))
        map.tables.add(own)
        let capabilities: AGSOfflineMapCapabilities = try await answer {
            AGSOfflineMapTask(onlineMap: map).getOfflineMapCapabilities(with: MapTown.parameters(), completion: $0)
        }
        #expect(capabilities.tableCapabilities.count == 1 && capabilities.tableCapabilities[own]?.supportsOffline == true)
    }

    @Test func `a table has the condition of its map, and is taken with the one that callers have set`() async throws {
        let visits: JSONValue = [
            "layerType": "ArcGISFeatureLayer", "title": "Visits", "url": "{server}/arcgis/rest/services/Trees/FeatureServer/1",
            "layerDefinition": ["definitionExpression": "OBJECTID = 1"],
        ]
        let map = map([layer("Trees", "Trees/FeatureServer/0")], tables: [visits])
        try await done { map.load(completion: $0) }
        let table = try #require(map.tables[0] as? AGSServiceFeatureTable)
        #expect(table.definitionExpression == "OBJECTID = 1")
        let all = try await rows(take(task(map)))
        table.definitionExpression = "OBJECTID > 100"
        try FileManager.default.removeItem(at: town.offline)
        let none = try await rows(take(task(map)))
        #expect(all == 1 && none == 0)
    }

    @Test func `a table that is there twice, with two conditions, comes whole`() async throws {
        let visits = ["OBJECTID = 1", "OBJECTID > 100"].map { condition -> JSONValue in
            [
                "layerType": "ArcGISFeatureLayer", "title": "Visits",
                "url": "{server}/arcgis/rest/services/Trees/FeatureServer/1",
                "layerDefinition": ["definitionExpression": .string(condition)],
            ]
        }
        let map = map([layer("Trees", "Trees/FeatureServer/0")], tables: visits)
        try await done { map.load(completion: $0) }
        #expect(map.tables.compactMap { ($0 as? AGSServiceFeatureTable)?.definitionExpression }.count == 2)
        #expect(try await rows(take(task(map))) == 1)
    }

    private func rows(_ result: Result) async throws -> Int {
        let table = try #require(result.offlineMap.tables[0] as? AGSFeatureTable)
        let count: Int = try await withCheckedThrowingContinuation { continuation in
            table.queryFeatureCount(with: AGSQueryParameters()) { count, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: count) }
            }
        }
        result.mobileMapPackage.close()
        return count
    }

    // MARK: - What is missing

    @Test func `what is missing is told by its own objects, where the map gives no ids`() async throws {
        let map = map(
            [layer("Trees", "Trees/FeatureServer/0"), layer("Lost", "Lost/FeatureServer/0")],
            tables: [layer("Visits", "Trees/FeatureServer/1"), layer("Gone", "Gone/FeatureServer/0")])
        try await done { map.load(completion: $0) }
        let layers = map.operationalLayers.compactMap { $0 as? AGSLayer }
        let tables = map.tables.compactMap { $0 as? AGSFeatureTable }
        let task = AGSOfflineMapTask(onlineMap: map)
        let capabilities: AGSOfflineMapCapabilities = try await answer {
            task.getOfflineMapCapabilities(with: MapTown.parameters(), completion: $0)
        }
        #expect(layers.map { capabilities.layerCapabilities[$0]?.supportsOffline } == [true, false])
        #expect(tables.map { capabilities.tableCapabilities[$0]?.supportsOffline } == [true, false])
        let result = try await take(task)
        #expect((result.layerErrors as? [AGSLayer: Error])?.keys.map { $0 } == [layers[1]])
        #expect((result.tableErrors as? [AGSFeatureTable: Error])?.keys.map { $0 } == [tables[1]])
    }

    @Test func `of layers that nothing tells from each other each is told of`() async throws {
        let weather: JSONValue = ["layerType": "WMS", "title": "Weather"]
        let map = map([layer("Trees", "Trees/FeatureServer/0"), weather, weather])
        try await done { map.load(completion: $0) }
        let result = try await take(AGSOfflineMapTask(onlineMap: map))
        let layers = map.operationalLayers.compactMap { $0 as? AGSLayer }
        let errors = try #require(result.layerErrors as? [AGSLayer: Error])
        #expect(Set(errors.keys) == Set(layers.dropFirst()))
    }

    // MARK: - Groups

    @Test(arguments: [false, true])
    func `a layer deep within groups is taken offline, its map loaded or not`(isLoaded: Bool) async throws {
        var inner = layer("Trees", "Trees/FeatureServer/0")
        for level in 0..<100 {
            inner = ["id": .string("g\(level)"), "layerType": "GroupLayer", "title": "G", "layers": [inner]]
        }
        let map = map([inner])
        if isLoaded { try await done { map.load(completion: $0) } }
        let result = try await take(AGSOfflineMapTask(onlineMap: map))
        #expect(!result.hasErrors && result.mobileMapPackage.package.geodatabases.count == 1)
    }
}
