import AGSCompat
import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSMapTests {
    private let town = TownPortal()

    @Test func `a map of an item has its layers once it is loaded`() async throws {
        let map = AGSMap(item: town.item("map"))
        let layers = map.operationalLayers
        let (tables, base, reference) = (map.tables, map.basemap.baseLayers, map.basemap.referenceLayers)
        #expect(layers.count == 0 && tables.count == 0 && base.count == 0 && map.initialViewpoint == nil)
        try await done { map.load(completion: $0) }
        // The lists that somebody holds have them, whether the map is asked for them again or not.
        #expect([layers, tables, base, reference].map(\.count) == [3, 1, 1, 1])
        #expect(map.operationalLayers === layers && layers.count == 3 && map.version == "2.31" && map.tables.count == 1)
        #expect((map.item as? AGSPortalItem)?.itemID == "map" && map.item?.title == "Trees of the town")
        let trees = try #require(layers[0] as? AGSFeatureLayer)
        #expect(trees.name == "Trees" && trees.layerID == "trees" && !trees.isVisible && trees.opacity == 0.5)
        #expect(trees.item?.itemID == "package" && trees.definitionExpression == "KIND = 'oak'")
        let table = try #require(trees.featureTable as? AGSServiceFeatureTable)
        #expect(table.url?.absoluteString == "http://localhost/arcgis/rest/services/Trees/FeatureServer/0")
        #expect(table.definitionExpression == "KIND = 'oak'")
        let group = try #require(layers[1] as? AGSGroupLayer)
        #expect((group.layers[0] as? AGSArcGISTiledLayer)?.url?.absoluteString == "http://localhost/T")
        let other = try #require(layers[2] as? AGSUnsupportedLayer)
        #expect(other.typeName == "WMS")
        await #expect(throws: (any Error).self) { try await done { other.load(completion: $0) } }
        #expect(
            map.basemap.name == "Base"
                && (map.basemap.baseLayers[0] as? AGSArcGISMapImageLayer)?.url?.absoluteString == "http://localhost/M")
        #expect((map.basemap.referenceLayers[0] as? AGSArcGISVectorTiledLayer)?.url?.absoluteString == "http://localhost/S")
        #expect(map.initialViewpoint?.targetGeometry.extent.xMin == 9 && map.spatialReference?.wkid == 102100)
        map.initialViewpoint = AGSViewpoint(latitude: 47, longitude: 9, scale: 5000)
        #expect(map.initialViewpoint?.targetScale == 5000)
    }

    @Test func `a map says how its tables' features are shown, and which utility networks it has`() async throws {
        let json = try JSONValue(
            parsing: #"""
                {"operationalLayers": [{"id": "a", "layerType": "ArcGISFeatureLayer", "url": "http://localhost/F/0", "popupInfo": {
                    "title": "{name}", "showAttachments": false, "fieldInfos": [
                      {"fieldName": "name", "label": "Name", "isEditable": true, "visible": true, "stringFieldOption": "textarea", "tooltip": "who"},
                      {"fieldName": "size", "visible": false, "format": {"places": 1, "digitSeparator": true}}, {"label": "no name"}, 7]}},
                  {"id": "b", "layerType": "ArcGISFeatureLayer", "url": "http://localhost/F/1", "popupInfo": null}],
                 "utilityNetworks": [{"url": "http://localhost/UN/FeatureServer"}, {"url": 5}, {}]}
                """#)
        let map = AGSMap(Map(webMap: try WebMap(json: json)))
        try await done { map.load(completion: $0) }
        let layers = map.operationalLayers.compactMap { $0 as? AGSFeatureLayer }
        let popup = try #require(layers[0].popupDefinition)
        #expect(popup.title == "{name}" && !popup.showAttachments && popup.fields.map(\.fieldName) == ["name", "size"])
        #expect(popup.fields[0].stringFieldOption == .multiLine && popup.fields[0].isEditable && popup.fields[0].tooltip == "who")
        #expect(!popup.fields[1].isVisible && popup.fields[1].format?.decimalPlaces == 1 && popup.fields[1].label == "size")
        #expect(layers[1].popupDefinition == nil && layers[1].isPopupEnabled)
        #expect(map.utilityNetworks.compactMap { ($0 as? AGSUtilityNetwork)?.url?.path } == ["/UN/FeatureServer"])
    }

    @Test func `a viewpoint says what it is, and how far the map is turned`() {
        let center = AGSViewpoint(center: AGSPointMakeWGS84(1, 2), scale: 5, rotation: 90)
        #expect(center.viewpointType == .centerAndScale && center.rotation == 90)
        let extent = AGSViewpoint(targetExtent: AGSPointMakeWGS84(1, 2).extent, rotation: 10)
        #expect(extent.viewpointType == .boundingGeometry && extent.rotation == 10 && extent.targetScale.isNaN)
    }

    @Test func `what was added before loading stays above what the map has`() async throws {
        let map = AGSMap(item: town.item("map"))
        let own = AGSArcGISMapImageLayer(url: URL(string: "https://x.example.com/M")!)
        map.operationalLayers.add(own)
        try await done { map.load(completion: $0) }
        #expect(map.operationalLayers.count == 4 && map.operationalLayers[3] as? AGSArcGISMapImageLayer === own)
        map.operationalLayers.remove(own)
        #expect(map.operationalLayers.count == 3)
    }

    @Test func `what is taken out of a list that was held before loading stays out`() async throws {
        let map = AGSMap(item: town.item("map"))
        let held = map.operationalLayers
        try await done { map.load(completion: $0) }
        held.removeAllObjects()
        #expect(map.operationalLayers.count == 0)
        let basemap = AGSBasemap(item: town.item("map"))
        let layers = basemap.baseLayers
        try await done { basemap.load(completion: $0) }
        #expect(layers.count == 1)
        layers.removeAllObjects()
        #expect(basemap.baseLayers.count == 0)
    }

    @Test func `maps without an item are there at once`() async throws {
        let base = AGSBasemap(baseLayer: AGSArcGISTiledLayer(url: URL(string: "https://x.example.com/T")!))
        let map = AGSMap(basemap: base)
        map.operationalLayers.add(
            AGSGroupLayer(childLayers: [AGSArcGISVectorTiledLayer(url: URL(string: "https://x.example.com/V")!)]))
        try await done { map.load(completion: $0) }
        #expect(map.basemap === base && map.operationalLayers.count == 1 && map.item == nil && map.loadStatus == .loaded)
        #expect(AGSMap(spatialReference: .wgs84()).spatialReference?.wkid == 4326 && AGSMap().tables.count == 0)
        #expect(AGSMap(url: URL(string: "https://www.arcgis.com/home/item.html?id=4bc")!)?.item?.itemID == "4bc")
        #expect(AGSMap(url: URL(string: "https://www.arcgis.com/nothing")!) == nil)
    }

    @Test func `what is no map says so`() async throws {
        let map = AGSMap(item: town.item("package"))
        await #expect { try await done { map.load(completion: $0) } } throws: {
            ($0 as NSError).domain == AGSErrorDomain && ($0 as NSError).code == AGSErrorCode.commonInvalidArgument.rawValue
        }
        #expect(map.loadStatus == .failedToLoad && map.operationalLayers.count == 0)
    }

    @Test func `a map whose item could not be loaded is loaded when it is tried again`() async throws {
        let (server, isDown) = (town.server, Log<Bool>())
        let transport = StubTransport { request in
            if isDown.elements.isEmpty { throw TransportError(.refused, url: request.url) }
            return try await server.send(request)
        }
        let portal = AGSPortal(Portal(url: MapTown.root, transport: transport, credential: CredentialStore()))
        let map = AGSMap(item: town.item("map", portal))
        await #expect { try await done { map.load(completion: $0) } } throws: { ($0 as NSError).domain == NSURLErrorDomain }
        isDown.append(false)
        try await done { map.retryLoad(completion: $0) }
        #expect(map.loadStatus == .loaded && map.operationalLayers.count == 3)
    }

    @Test func `a layer of a service is loaded with what that says of itself`() async throws {
        let service = try await SampleService(count: 3)
        let table = AGSServiceFeatureTable(
            ServiceFeatureTable(
                url: SampleService.url.appending(path: "0"), transport: service.server, credential: CredentialStore()))
        let layer = AGSFeatureLayer(featureTable: table)
        try await done { layer.load(completion: $0) }
        #expect(
            layer.loadStatus == .loaded && table.loadStatus == .loaded && layer.name == table.tableName && !layer.name.isEmpty)
        layer.definitionExpression = "rank > 1"
        #expect(table.definitionExpression == "rank > 1")
        (layer.isVisible, layer.minScale, layer.name) = (false, 1000, "Mine")
        #expect(!layer.isVisible && layer.minScale == 1000 && layer.maxScale == 0 && layer.name == "Mine")
    }
}
