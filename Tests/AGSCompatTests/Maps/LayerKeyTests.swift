import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTasks
import CairnTesting
import Dispatch
import Foundation
import Testing

/// Whom the API key of a layer, and of a basemap, is shown to.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct LayerKeyTests {
    private typealias KeyedLayer = AGSLayer & AGSAPIKeyResource

    private nonisolated static let map = """
        {"baseMap":{"title":"B","baseMapLayers":[
        {"id":"a","layerType":"ArcGISTiledMapServiceLayer","url":"https://tiles.arcgis.com/T/MapServer"},
        {"id":"b","layerType":"ArcGISTiledMapServiceLayer","url":"https://notarcgis.com/T/MapServer"},
        {"id":"c","layerType":"ArcGISTiledMapServiceLayer","url":"https://arcgis.com.example/T/MapServer"},
        {"id":"d","layerType":"VectorTileLayer","isReference":true,"styleUrl":"https://vectors.arcgis.com/V/VectorTileServer/resources/styles/root.json"}
        ]}}
        """

    private let stub = StubTransport { request in
        if request.url.host == "portal.example" {
            return .json(
                request.url.path.hasSuffix("data")
                    ? Self.map : #"{"id":"x","type":"Web Map","title":"X","url":"https://tiles.arcgis.com/T/MapServer"}"#)
        }
        return request.form["token"] == "a key"
            ? .json(#"{"currentVersion":10.9,"name":"T"}"#) : .json(#"{"error":{"code":499,"message":"Token Required"}}"#)
    }

    /// An item of a portal that nobody has asked yet, with a store of its own.
    private func item() -> AGSPortalItem {
        let url = URL(string: "https://portal.example")!
        return AGSPortalItem(portal: AGSPortal(Portal(url: url, transport: stub, credential: CredentialStore())), itemID: "x")
    }

    /// The hosts that a token went to.
    private var told: Set<String> { Set(stub.requests.filter { $0.form["token"] != nil }.compactMap(\.url.host)) }

    private func load(_ layer: AGSLayer) async throws { try await done { layer.retryLoad(completion: $0) } }

    @Test func `the key of a layer is what its service is asked with, and nobody else`() async throws {
        for layer in [AGSArcGISTiledLayer(item: item()), AGSArcGISVectorTiledLayer(item: item())] as [any KeyedLayer] {
            #expect(layer.apiKey.isEmpty)
            await #expect(throws: (any Error).self) { try await load(layer) }
            layer.apiKey = "a key"
            try await load(layer)
            #expect(layer.apiKey == "a key" && layer.loadStatus == .loaded)
        }
        #expect(told == ["tiles.arcgis.com"])
    }

    @Test func `a key that was taken back is not asked with, and a layer of a file takes none`() async throws {
        let layer = AGSArcGISTiledLayer(item: item())
        layer.apiKey = "a key"
        layer.apiKey = ""
        await #expect(throws: (any Error).self) { try await load(layer) }
        let file = AGSArcGISTiledLayer(name: "/nowhere.tpkx")
        file.apiKey = "a key"
        #expect(file.apiKey.isEmpty && told.isEmpty)
    }

    private func layers(_ basemap: AGSBasemap) throws -> [any KeyedLayer] {
        try (basemap.baseLayers.map(\.self) + basemap.referenceLayers.map(\.self)).map { try #require($0 as? any KeyedLayer) }
    }

    @Test func `of somebody's map the key of a basemap is for the layers at ArcGIS alone`() async throws {
        let basemap = AGSBasemap(item: item())
        let resource: any AGSAPIKeyResource = basemap
        resource.apiKey = "a key"
        try await done { basemap.load(completion: $0) }
        let layers = try layers(basemap)
        #expect(layers.map(\.apiKey) == ["a key", "", "", "a key"] && basemap.apiKey == "a key")
        try await load(layers[0])
        try await load(layers[3])
        await #expect(throws: (any Error).self) { try await load(layers[1]) }
        #expect(told == ["tiles.arcgis.com", "vectors.arcgis.com"])
    }

    @Test func `another key of a basemap is for the layers that have none of their own`() async throws {
        let basemap = AGSBasemap(item: item())
        try await done { basemap.load(completion: $0) }
        let layers = try layers(basemap)
        layers[0].apiKey = "its own"
        basemap.apiKey = "first"
        #expect(layers.map(\.apiKey) == ["its own", "", "", "first"])
        basemap.apiKey = "second"
        #expect(layers.map(\.apiKey) == ["its own", "", "", "second"])
        basemap.apiKey = ""
        #expect(layers.map(\.apiKey) == ["its own", "", "", ""])
    }

    @Test func `layers that the program has put into a basemap get its key wherever they are`() async throws {
        let first = AGSArcGISTiledLayer(item: item())
        let basemap = AGSBasemap(baseLayer: first)
        basemap.apiKey = "a key"
        try await load(first)
        let (second, third) = (AGSArcGISVectorTiledLayer(item: item()), AGSArcGISTiledLayer(item: item()))
        let references = basemap.referenceLayers
        references.add(second)
        #expect(second.apiKey.isEmpty && basemap.referenceLayers.contains(second) && second.apiKey == "a key")
        references.add(third)
        try await done { basemap.load(completion: $0) }
        #expect(third.apiKey == "a key")
        let copy = try #require(basemap.copy() as? AGSBasemap)
        #expect(copy.apiKey == "a key")
        basemap.apiKey = ""
        #expect(copy.apiKey == "a key" && first.apiKey.isEmpty)
    }

    @Test func `a key for a layer on the portal's own host is no sign-in of the portal`() async throws {
        let stub = StubTransport { request in
            if request.url.path.hasSuffix("MapServer") { return .json(#"{"currentVersion":10.9,"name":"T"}"#) }
            return .json(#"{"id":"x","title":"X","type":"Map Service","url":"https://portal.example/T/MapServer"}"#)
        }
        let (url, store) = (URL(string: "https://portal.example")!, CredentialStore())
        store.set(APIKeyCredential("anns", server: url), for: url)
        let portal = AGSPortal(Portal(url: url, transport: stub, credential: store))
        func tokens(_ ending: String) -> [String?] {
            stub.requests.filter { $0.url.path.hasSuffix(ending) }.map { $0.form["token"] }
        }
        let layer = AGSArcGISTiledLayer(item: AGSPortalItem(portal: portal, itemID: "x"))
        layer.apiKey = "tileskey"
        try await load(layer)
        #expect(tokens("items/x") == ["anns"] && tokens("MapServer") == ["tileskey"])
        layer.apiKey = ""
        try await load(AGSArcGISTiledLayer(item: AGSPortalItem(portal: portal, itemID: "x")))
        #expect(tokens("items/x") == ["anns", "anns"] && tokens("MapServer") == ["tileskey", "anns"])
    }

    /// A map of layers on one host, of which the basemap has one, at a portal that has a user's token for that host.
    private func signedIn() -> (AGSMap, CredentialStore) {
        let json = """
            {"baseMap":{"title":"B","baseMapLayers":[
            {"id":"a","layerType":"ArcGISTiledMapServiceLayer","url":"https://tiles.arcgis.com/Base/MapServer"}]},
            "operationalLayers":[{"id":"o","layerType":"ArcGISTiledMapServiceLayer","url":"https://tiles.arcgis.com/Private/MapServer"}]}
            """
        let stub = StubTransport { request in
            if request.url.host == "portal.example" {
                return .json(request.url.path.hasSuffix("data") ? json : #"{"id":"x","type":"Web Map","title":"X"}"#)
            }
            let wanted = request.url.path.contains("Private") ? "the user's" : "a key"
            return request.form["token"] == wanted
                ? .json(#"{"currentVersion":10.9,"name":"T"}"#) : .json(#"{"error":{"code":499,"message":"Token Required"}}"#)
        }
        let (url, store) = (URL(string: "https://portal.example")!, CredentialStore())
        let tiles = URL(string: "https://tiles.arcgis.com")!
        store.set(APIKeyCredential("the user's", server: tiles), for: tiles)
        let portal = AGSPortal(Portal(url: url, transport: stub, credential: store))
        return (AGSMap(item: AGSPortalItem(portal: portal, itemID: "x")), store)
    }

    @Test func `a basemap's key is no sign-in for other layers of its host, nor is that gone with it`() async throws {
        let (map, store) = signedIn()
        try await done { map.load(completion: $0) }
        let basemap = map.basemap
        basemap.apiKey = "a key"
        try await load(#require(basemap.baseLayers.firstObject as? AGSLayer))
        try await load(#require(map.operationalLayers.firstObject as? AGSLayer))
        basemap.apiKey = ""
        let token = try await store.token(for: URL(string: "https://tiles.arcgis.com/Private/MapServer")!, replacing: nil)
        #expect(token?.value == "the user's")
    }

    @Test func `the key of a copy is its own, and so is that of what was copied`() async throws {
        let layer = AGSArcGISTiledLayer(item: item())
        layer.apiKey = "first"
        let copy = try #require(layer.copy() as? AGSArcGISTiledLayer)
        #expect(copy.apiKey == "first")
        copy.apiKey = "a key"
        #expect(layer.apiKey == "first")
        try await load(copy)
        #expect(copy.loadStatus == .loaded && layer.loadStatus == .notLoaded)
        let basemap = AGSBasemap(baseLayer: layer)
        basemap.apiKey = "second"
        let other = try #require(basemap.copy() as? AGSBasemap)
        other.apiKey = "third"
        #expect(try layers(basemap).map(\.apiKey) == ["first"] && basemap.apiKey == "second")
        layer.apiKey = ""
        #expect(try layers(basemap).map(\.apiKey) == ["second"] && layers(other).map(\.apiKey) == ["first"])
    }

    @Test func `of two threads that set the key of a basemap the layers obey the last`() async throws {
        for _ in 0..<rounds(40, long: 2_000) {
            let layers = (0..<20).map { _ in AGSArcGISTiledLayer(url: URL(string: "https://example.com/T/MapServer")!) }
            let basemap = AGSBasemap(baseLayers: layers, referenceLayers: nil)
            let carried = Carried(basemap)
            DispatchQueue.concurrentPerform(iterations: 2) { carried.value.apiKey = $0 == 0 ? "A" : "" }
            let key = basemap.apiKey
            #expect(layers.allSatisfy { $0.apiKey == key })
            if !layers.allSatisfy({ $0.apiKey == key }) { return }
        }
    }

    @Test(arguments: [true, false])
    func `sublayers of a copy ask as the copy does, and those of the other as that`(isLoaded: Bool) async throws {
        let stub = StubTransport { request in
            if request.url.host == "portal.example" {
                return .json(#"{"id":"x","title":"X","type":"Map Service","url":"https://maps.example/T/MapServer"}"#)
            }
            return request.url.path.hasSuffix("MapServer")
                ? .json(#"{"currentVersion":10.9,"layers":[{"id":0,"name":"L","type":"Feature Layer"}]}"#)
                : .json(#"{"id":0,"name":"L","type":"Feature Layer","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}]}"#)
        }
        let portal = AGSPortal(
            Portal(url: URL(string: "https://portal.example")!, transport: stub, credential: CredentialStore()))
        let layer = AGSArcGISMapImageLayer(item: AGSPortalItem(portal: portal, itemID: "x"))
        layer.credential = AGSCredential(token: "first", referer: nil)
        if isLoaded { try await load(layer) }
        let copy = try #require(layer.copy() as? AGSArcGISMapImageLayer)
        copy.credential = AGSCredential(token: "second", referer: nil)
        for one in [copy, layer] {
            try await load(one)
            let sublayer = try #require(one.mapImageSublayers.firstObject as? AGSArcGISMapImageSublayer)
            try await done { sublayer.load(completion: $0) }
        }
        #expect(stub.requests.filter { $0.url.path.hasSuffix("MapServer/0") }.map { $0.form["token"] } == ["second", "first"])
    }

    @Test func `a credential for a table of a map on the portal's own host is no sign-in of the portal`() async throws {
        let json = """
            {"operationalLayers":[{"id":"o","layerType":"ArcGISFeatureLayer","url":"https://portal.example/F/FeatureServer/0"}]}
            """
        let stub = StubTransport { request in
            if request.url.path.contains("FeatureServer") {
                return .json(
                    #"{"id":0,"name":"L","type":"Feature Layer","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}]}"#)
            }
            return .json(request.url.path.hasSuffix("data") ? json : #"{"id":"x","type":"Web Map","title":"X"}"#)
        }
        let (url, store) = (URL(string: "https://portal.example")!, CredentialStore())
        store.set(APIKeyCredential("anns", server: url), for: url)
        let map = AGSMap(
            item: AGSPortalItem(portal: AGSPortal(Portal(url: url, transport: stub, credential: store)), itemID: "x"))
        try await done { map.load(completion: $0) }
        let layer = try #require(map.operationalLayers.firstObject as? AGSFeatureLayer)
        let table = try #require(layer.featureTable as? AGSServiceFeatureTable)
        table.credential = AGSCredential(token: "the table's", referer: nil)
        try await done { table.load(completion: $0) }
        #expect(stub.requests.last { $0.url.path.hasSuffix("FeatureServer/0") }?.form["token"] == "the table's")
        #expect(try await store.token(for: url, replacing: nil)?.value == "anns")
        table.credential = nil
        #expect(try await store.token(for: url, replacing: nil)?.value == "anns")
    }
}
