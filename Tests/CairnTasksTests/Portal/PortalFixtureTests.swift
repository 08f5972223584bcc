import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What was recorded from portals is read as it says.
struct PortalFixtureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../shared/fixtures/portal"
    ).standardized

    private static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `an organization`() async throws {
        let stub = StubbedPortal(["portals/self": try Self.text("portals_self.json")])
        try await stub.portal.load()
        let info = try #require(stub.portal.info)
        #expect(info.id == "LjjARY1mkhxulWPq" && info.name == "Washington, DC" && info.portalName == "ArcGIS Online")
        #expect(info.urlKey == "dc" && info.customBaseURL == "mapsdevext.arcgis.com" && !info.isPortal && info.supportsOAuth)
        #expect(info.basemapGalleryGroupQuery == "id:06d589ea1fdb47768ee3870f497333c0" && info.units == "english")
        #expect(info.vectorBasemapGalleryGroupQuery == #"title:"ArcGIS Online Vector Basemaps" AND owner:esri_en"#)
        #expect(info.defaultExtent?.spatialReference == .webMercator && info.defaultExtent?.xMin == -8589300.590116454)
        #expect(info.defaultVectorBasemap?.title == "Topographic" && info.helperServices.isEmpty && stub.portal.user == nil)
        #expect(info.json["storageQuota"] == 2_199_023_255_552)
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `an item, and what it holds`() async throws {
        let stub = StubbedPortal([
            "content/items/4bc": try Self.text("item.json"), "content/items/4bc/data": try Self.text("item_data_mock.json"),
            "content/items/4bc/relatedItems": try Self.text("related_items.json"),
        ])
        let item = stub.item()
        try await item.load()
        let info = try #require(item.info)
        #expect(
            info.owner == "jeffvader" && info.title == "DS Plans" && info.tags == ["plans", "star dust"] && info.type == .webMap)
        #expect(info.typeKeywords == ["Javascript", "hubSiteApplication"] && info.properties == ["parentId": "3eb"])
        #expect(info.created == Date(timeIntervalSince1970: 0.123) && info.modified == Date(timeIntervalSince1970: 0.456))
        #expect(info.size == 123 && info.viewCount == 1337 && info.extent == nil && info.url == nil)
        #expect(try await item.json() == ["source": "3ef", "values": ["key": "value"]])
        await #expect(throws: WebMapError.self) { try await item.webMap() }
        let related = try await item.relatedItems(.mapToArea)
        #expect(related.map(\.id) == ["4bc"] && related.first?.info?.title == "DS Plans")
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `what a search finds`() async throws {
        let stub = StubbedPortal(["search": try Self.text("search.json")])
        let found = try await stub.portal.findItems(using: PortalQueryParameters(query: "x"))
        #expect(found.totalResults == 10795 && found.nextQueryParameters == nil && found.results.count == 1)
        let info = try #require(found.results.first?.info)
        #expect(info.type == .featureService && info.access == "shared" && info.size == nil && info.averageRating == nil)
        #expect(info.extent == Envelope(xMin: -180, yMin: -90, xMax: 180, yMax: 90, spatialReference: .wgs84))
        #expect(info.url?.lastPathComponent == "FeatureServer" && info.title == " Drug Activity Reporter")
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `a web map`() async throws {
        let text = try Self.text("webmap_item_data.json")
        let stub = StubbedPortal(["content/items/4bc": #"{"id":"4bc","type":"Web Map"}"#, "content/items/4bc/data": text])
        let map = Map(item: stub.item())
        try await map.load()
        let webMap = try #require(map.webMap)
        let json = try JSONValue(parsing: text)
        #expect(webMap.json == json && webMap.version == "2.8")
        let layer = try #require(map.operationalLayers.first)
        #expect(map.operationalLayers.count == 1 && layer.layerType == .feature && layer.title == "Alternative Fueling Stations")
        #expect(layer.itemID == "44612e6217d34f40b1ce2a48f367e90a" && layer.isVisible && layer.opacity == 1)
        #expect(layer.minScale == 2_896_791 && layer.maxScale == nil && map.url(of: layer)?.lastPathComponent == "0")
        let base = try #require(map.basemap?.baseLayers.first)
        #expect(
            map.basemap?.title == "Basemap" && base.layerType == .vectorTiled && base.styleURL?.lastPathComponent == "root.json")
        #expect(map.spatialReference == .webMercator && map.tables.isEmpty && map.initialExtent == nil)
    }
}
