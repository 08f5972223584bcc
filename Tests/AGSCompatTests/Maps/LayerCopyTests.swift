import AGSCompat
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct LayerCopyTests {
    private let url = URL(string: "https://example.com/M/MapServer")!

    private func copy<Object: NSObject>(_ object: Object) throws -> Object { try #require(object.copy() as? Object) }

    private func changes(_ layer: AGSLayer) throws {
        (layer.name, layer.opacity, layer.isVisible) = ("first", 0.5, false)
        let other = try copy(layer)
        #expect(other !== layer && type(of: other) == type(of: layer) && other.item === layer.item)
        #expect(other.name == "first" && other.opacity == 0.5 && !other.isVisible && other.layerID == layer.layerID)
        (other.name, other.opacity) = ("second", 1)
        #expect(layer.name == "first" && layer.opacity == 0.5)
    }

    @Test func `a copy of a layer shows the same, and what is set of it is its own`() throws {
        try changes(AGSArcGISTiledLayer(url: url))
        try changes(AGSArcGISVectorTiledLayer(url: url))
        try changes(AGSArcGISMapImageLayer(url: url))
        try changes(AGSGroupLayer())
        let tiles = AGSTileCache(fileURL: URL(filePath: "/nowhere.tpkx"))
        try changes(AGSArcGISTiledLayer(tileCache: tiles))
        #expect(try copy(AGSArcGISTiledLayer(tileCache: tiles)).tileCache === tiles)
        #expect(try copy(AGSArcGISTiledLayer(url: url)).url == url)
    }

    @Test func `a copy of a layer of features has a table of its own, with the same condition`() async throws {
        let service = try await SampleService(count: 6)
        let layer = AGSFeatureLayer(featureTable: service.table())
        (layer.definitionExpression, layer.labelsEnabled) = ("rank >= 3", true)
        (layer.renderer, layer.selectionColor, layer.selectionWidth) = (AGSSimpleRenderer(), .yellow, 5)
        try changes(layer)
        let other = try copy(layer)
        #expect(other.featureTable !== layer.featureTable && other.featureTable?.layer === other && other.labelsEnabled)
        #expect(layer.featureTable?.layer === layer && other.definitionExpression == "rank >= 3")
        #expect(other.renderer === layer.renderer && other.selectionColor == .yellow && other.selectionWidth == 5)
        other.resetRenderer()
        #expect(other.renderer == nil && layer.renderer != nil)
        other.definitionExpression = "rank = 0"
        try await other.load()
        #expect(layer.loadStatus == .notLoaded && other.loadStatus == .loaded && layer.definitionExpression == "rank >= 3")
        #expect(try await query(try #require(other.featureTable)).count == 1)
        #expect(try await query(try #require(layer.featureTable)).count == 3)
        withExtendedLifetime(service) {}
    }

    @Test func `a copy of a group has copies of its layers, however deep`() throws {
        let inner = AGSGroupLayer(childLayers: [AGSArcGISTiledLayer(url: url)])
        inner.visibilityMode = .exclusive
        let group = AGSGroupLayer(childLayers: [AGSArcGISMapImageLayer(url: url), inner])
        let other = try copy(group)
        #expect(other.layers.count == 2 && other.layers[0] is AGSArcGISMapImageLayer)
        let own = try #require(other.layers[1] as? AGSGroupLayer)
        #expect(
            own !== inner && own.visibilityMode == .exclusive && own.layers.count == 1 && own.layers[0] is AGSArcGISTiledLayer)
        other.layers.removeAllObjects()
        #expect(group.layers.count == 2)
    }

    @Test func `a copy of a basemap has copies of its layers, also of those that come later`() async throws {
        let base = AGSArcGISTiledLayer(url: url)
        let basemap = AGSBasemap(baseLayers: [base], referenceLayers: [AGSArcGISVectorTiledLayer(url: url)])
        let other = try copy(basemap)
        #expect(other.baseLayers.count == 1 && other.referenceLayers.count == 1 && other.baseLayers[0] as? AGSLayer !== base)
        let json = #"{"baseMap":{"title":"B","baseMapLayers":[{"layerType":"ArcGISTiledMapServiceLayer","url":"\#(url)"}]}}"#
        let portal = Portal(
            url: URL(string: "https://example.com/portal")!,
            transport: StubTransport { request in
                .json(request.url.path.hasSuffix("data") ? json : #"{"id":"m","type":"Web Map","title":"M"}"#)
            })
        let later = AGSBasemap(item: AGSPortalItem(portal: AGSPortal(portal), itemID: "m"))
        let copied = try copy(later)
        #expect(copied.baseLayers.count == 0)
        try await copied.load()
        #expect(copied.baseLayers.count == 1 && copied.name == "B" && copied.item === later.item)
    }

    @Test func `bookmarks can be filled later, and are copied`() throws {
        let bookmark = AGSBookmark()
        #expect(bookmark.name.isEmpty && bookmark.viewpoint == nil)
        bookmark.viewpoint = AGSViewpoint(latitude: 50, longitude: 8, scale: 1000)
        let other = try copy(bookmark)
        other.name = "home"
        #expect(bookmark.name.isEmpty && other.viewpoint === bookmark.viewpoint)
    }

    @Test func `viewpoints are kept as JSON`() throws {
        let extent = AGSEnvelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4, spatialReference: .wgs84())
        for viewpoint in [
            AGSViewpoint(latitude: 50, longitude: 8, scale: 1000), AGSViewpoint(targetExtent: extent, rotation: 30),
        ] {
            let data = try JSONSerialization.data(withJSONObject: viewpoint.toJSON())
            let other = try #require(try AGSViewpoint.fromJSON(JSONSerialization.jsonObject(with: data)) as? AGSViewpoint)
            #expect(other.targetGeometry == viewpoint.targetGeometry && other.rotation == viewpoint.rotation)
            #expect(other.viewpointType == viewpoint.viewpointType)
            #expect(other.targetScale == viewpoint.targetScale || other.targetScale.isNaN && viewpoint.targetScale.isNaN)
        }
        for wrong in [[:], ["scale": 3], ["targetGeometry": 7], ["targetGeometry": [:]], 5] as [Any] {
            #expect(throws: (any Error).self) { try AGSViewpoint.fromJSON(wrong) }
        }
    }
}
