import AGSCompat
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSLayerItemTests {
    private let town: MapTown

    init() async throws { town = try await MapTown() }

    @Test func `a vector tiled layer of an item finds its service when it is loaded`() async throws {
        let layer = AGSArcGISVectorTiledLayer(item: town.item("streets"))
        #expect(layer.url == nil && layer.name.isEmpty)
        try await done { layer.load(completion: $0) }
        #expect(layer.url == MapTown.service("Streets/VectorTileServer") && layer.name == "Streets" && layer.fullExtent != nil)
    }

    @Test func `a layer that nobody keeps is there when its load is answered, and is let go then`() async throws {
        weak var object: AGSArcGISTiledLayer?
        let isThere = await withCheckedContinuation { continuation in
            let layer = AGSArcGISTiledLayer(item: town.item("ground"))
            object = layer
            layer.load { [weak layer] _ in continuation.resume(returning: layer != nil) }
        }
        #expect(isThere)
        while object != nil { await Task.yield() }
    }

    @Test func `a tiled layer of an item finds its service when it is loaded`() async throws {
        let layer = AGSArcGISTiledLayer(item: town.item("ground"))
        try await done { layer.load(completion: $0) }
        #expect(layer.url == MapTown.service("Ground/MapServer") && layer.name == "ground" && layer.item?.itemID == "ground")
    }

    @Test func `a tiled layer tells how its tiles lie, as its service or its file says`() async throws {
        let layer = AGSArcGISTiledLayer(item: town.item("ground"))
        #expect(layer.tileInfo == nil)
        try await done { layer.load(completion: $0) }
        #expect(layer.tileInfo?.levelsOfDetail.map(\.level) == Array(0...16) && layer.tileInfo?.tileWidth == 256)
        #expect(layer.tileInfo?.spatialReference == .webMercator())
        let file = AGSArcGISTiledLayer(name: town.folder.appending(path: "ground.tpkx").path)
        #expect(file.tileInfo == nil)
        try await done { file.load(completion: $0) }
        #expect(file.tileInfo?.levelsOfDetail.map(\.level) == Array(0...16) && file.tileInfo?.tileHeight == 256)
    }

    @Test func `a tiled layer of a service that has no tiles has no scheme of them`() async throws {
        let portal = Portal(
            url: URL(string: "https://example.com/portal")!,
            transport: StubTransport { request in
                request.url.path.hasSuffix("MapServer")
                    ? .json(#"{"layers":[],"tileInfo":{"lods":7}}"#)
                    : .json(#"{"id":"m","type":"Map Service","title":"M","url":"https://example.com/M/MapServer"}"#)
            })
        let layer = AGSArcGISTiledLayer(item: AGSPortalItem(portal: AGSPortal(portal), itemID: "m"))
        try await done { layer.load(completion: $0) }
        #expect(layer.loadStatus == .loaded && layer.tileInfo == nil)
    }

    @Test func `a map that a service draws tells its layers, those within others there`() async throws {
        let layers =
            #"[{"id":0,"name":"a","defaultVisibility":false},{"id":1,"name":"b","parentLayerId":0},{"id":1,"name":"again"},{"id":2,"name":"c","parentLayerId":2},{"id":3,"name":"d","parentLayerId":1},{},7]"#
        let item = AGSPortalItem(
            portal: AGSPortal(
                Portal(
                    url: URL(string: "https://example.com/portal")!,
                    transport: StubTransport { request in
                        request.url.path.hasSuffix("MapServer")
                            ? .json(#"{"layers":\#(layers),"copyrightText":"ours","description":"","serviceDescription":"all"}"#)
                            : .json(#"{"id":"m","type":"Map Service","title":"M","url":"https://example.com/M/MapServer"}"#)
                    })), itemID: "m")
        let layer = AGSArcGISMapImageLayer(item: item)
        #expect(layer.mapImageSublayers.count == 0 && layer.attribution.isEmpty)
        try await done { layer.load(completion: $0) }
        #expect(layer.attribution == "ours" && layer.layerDescription == "all" && layer.name == "M")
        let sublayers = layer.mapImageSublayers.compactMap { $0 as? AGSArcGISMapImageSublayer }
        #expect(sublayers.map(\.name) == ["a", "c"] && !sublayers[0].isVisible && sublayers[1].isVisible)
        let inner = try #require(sublayers[0].sublayers.firstObject as? AGSArcGISMapImageSublayer)
        #expect(inner.name == "b" && (inner.sublayers.firstObject as? AGSArcGISMapImageSublayer)?.sublayerID == 3)
        layer.layerID = "mine"
        #expect(layer.layerID == "mine")
    }

    @Test func `a layer of a map service that has features can be asked for them`() async throws {
        let layers =
            #"[{"id":0,"name":"g","subLayerIds":[1]},{"id":1,"name":"a","parentLayerId":0,"type":"Feature Layer"},{"id":2,"name":"r","type":"Raster Layer"}]"#
        let table =
            #"{"id":1,"name":"a","type":"Feature Layer","geometryType":"esriGeometryPoint","objectIdField":"OBJECTID","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}]}"#
        let portal = Portal(
            url: URL(string: "https://example.com/portal")!,
            transport: StubTransport { request in
                switch request.url.lastPathComponent {
                case "MapServer": .json(#"{"layers":\#(layers)}"#)
                case "1": .json(table)
                case "query": .json(#"{"count":12}"#)
                default: .json(#"{"id":"m","type":"Map Service","url":"https://example.com/M/MapServer"}"#)
                }
            })
        let layer = AGSArcGISMapImageLayer(item: AGSPortalItem(portal: AGSPortal(portal), itemID: "m"))
        try await layer.load()
        let sublayers = layer.mapImageSublayers.compactMap { $0 as? AGSArcGISMapImageSublayer }
        #expect(sublayers.map(\.sublayerID) == [0, 2] && sublayers.allSatisfy { $0.table == nil })
        try await sublayers[0].load()
        let feature = try #require(sublayers[0].sublayers[0] as? AGSArcGISMapImageSublayer)
        #expect(feature.loadStatus == .notLoaded)
        (feature.name, feature.isVisible, feature.definitionExpression) = ("mine", false, "OBJECTID = 0")
        layer.mapImageSublayers.removeObject(at: 1)
        let copy = try #require(layer.copy() as? AGSArcGISMapImageLayer)
        let inner = (copy.mapImageSublayers[0] as? AGSArcGISMapImageSublayer)?.sublayers[0] as? AGSArcGISMapImageSublayer
        #expect(copy.mapImageSublayers.count == 1 && inner?.name == "mine" && inner?.isVisible == false && inner !== feature)
        #expect(inner?.definitionExpression == "OBJECTID = 0" && feature.table?.definitionExpression.isEmpty == true)
        try await feature.load()
        #expect(feature.loadStatus == .loaded && feature.table === feature.table && feature.table?.loadStatus == .loaded)
        let count: Int = try await withCheckedThrowingContinuation { continuation in
            feature.table?.queryFeatureCount(with: AGSQueryParameters()) { count, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(count))
            }
        }
        #expect(count == 12)
    }

    @Test func `a layer keeps who asks its service, and a layer of a file asks nobody`() throws {
        let credential = AGSCredential(user: "ann", password: "secret")
        let url = URL(string: "https://layers-\(UUID().uuidString.lowercased()).example.com/M/MapServer")!
        for layer in [AGSArcGISTiledLayer(url: url), AGSArcGISVectorTiledLayer(url: url), AGSArcGISMapImageLayer(url: url)]
            as [any AGSRemoteResource]
        {
            layer.credential = credential
            #expect(layer.credential === credential && layer.url == url)
            layer.credential = nil
        }
        let file = AGSArcGISTiledLayer(tileCache: AGSTileCache(fileURL: URL(filePath: "/nowhere.tpkx")))
        file.credential = credential
        #expect(file.credential == nil)
    }

    @Test(arguments: ["{}", #"{"foo": 1}"#, "[]"])
    func `what is no service is no map service`(answer: String) async throws {
        let portal = Portal(
            url: URL(string: "https://example.com/portal")!,
            transport: StubTransport { request in
                .json(
                    request.url.path.hasSuffix("MapServer")
                        ? answer : #"{"id":"m","type":"Map Service","url":"https://example.com/M/MapServer"}"#)
            })
        let layer = AGSArcGISMapImageLayer(item: AGSPortalItem(portal: AGSPortal(portal), itemID: "m"))
        await #expect { try await done { layer.load(completion: $0) } } throws: { ($0 as NSError).domain == AGSErrorDomain }
    }

    @Test func `layers within layers without end are let go of`() async throws {
        let layers = (0..<100_000).map { #"{"id":\#($0),"name":"","parentLayerId":\#($0 - 1)}"# }.joined(separator: ",")
        let portal = Portal(
            url: URL(string: "https://example.com/portal")!,
            transport: StubTransport { request in
                request.url.path.hasSuffix("MapServer")
                    ? .json(#"{"layers":[\#(layers)]}"#)
                    : .json(#"{"id":"m","type":"Map Service","url":"https://example.com/M/MapServer"}"#)
            })
        do {
            let layer = AGSArcGISMapImageLayer(item: AGSPortalItem(portal: AGSPortal(portal), itemID: "m"))
            try await done { layer.load(completion: $0) }
            #expect(layer.mapImageSublayers.count == 500)
        }
    }

    @Test func `a layer of an item that is of no service, or not there, says so`() async throws {
        let map = AGSArcGISTiledLayer(item: town.item())
        await #expect { try await done { map.load(completion: $0) } } throws: {
            ($0 as NSError).code == AGSErrorCode.commonInvalidArgument.rawValue
        }
        let gone = AGSArcGISVectorTiledLayer(item: town.item("gone"))
        await #expect { try await done { gone.load(completion: $0) } } throws: {
            ($0 as NSError).domain == AGSServicesErrorDomain
        }
        #expect(gone.loadStatus == .failedToLoad && gone.url == nil)
    }

    @Test func `the sample that exports vector tiles of a basemap finds the service by the layer`() async throws {
        let root = try await town.server.start()
        let map = AGSMap(item: AGSPortalItem(portal: AGSPortal(url: root, loginRequired: false), itemID: "townmap"))
        try await done { map.load(completion: $0) }
        let layer = try #require(map.basemap.referenceLayers.firstObject as? AGSArcGISVectorTiledLayer)
        #expect(layer.url == root.appending(path: "arcgis/rest/services/Streets/VectorTileServer"))
        let task = AGSExportVectorTilesTask(url: try #require(layer.url))
        try await done { task.load(completion: $0) }
        #expect(task.vectorTileSourceInfo?.exportTilesAllowed == true)
        let parameters: AGSExportVectorTilesParameters = try await answer {
            task.defaultExportVectorTilesParameters(withAreaOfInterest: MapTown.area, maxScale: 100_000, completion: $0)
        }
        #expect(parameters.maxLevel > 0)
        await town.server.stop()
    }

    @Test func `a layer of a file is called as that`() throws {
        let tiles = AGSArcGISTiledLayer(tileCache: AGSTileCache(fileURL: URL(filePath: "/tmp/ground.tpkx")))
        let vectors = AGSArcGISVectorTiledLayer(
            vectorTileCache: AGSVectorTileCache(fileURL: URL(filePath: "/tmp/streets.vtpk")))
        #expect(tiles.name == "ground" && vectors.name == "streets" && tiles.url?.path == "/tmp/ground.tpkx")
        let named = AGSArcGISTiledLayer(name: "/tmp/ground.tpkx")
        #expect(named.tileCache != nil && named.name == "ground" && named.url?.path == "/tmp/ground.tpkx")
    }
}
