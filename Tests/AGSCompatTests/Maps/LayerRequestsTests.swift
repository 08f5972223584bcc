import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import AGSCompat

/// How a layer of a portal, its copy, and the tables within it are asked, whatever is set of others.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct LayerRequestsTests {
    private let stub = StubTransport { request in
        let path = request.url.path
        if path.hasSuffix("MapServer") {
            return .json(
                """
                {"currentVersion":10.9,"layers":[{"id":0,"name":"A","type":"Feature Layer"},{"id":1,"name":"B","type":"Feature Layer"}]}
                """)
        }
        if path.contains("Server/") {
            return .json(#"{"id":0,"name":"L","type":"Feature Layer","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}]}"#)
        }
        if path.hasSuffix("data") {
            return .json(
                #"{"operationalLayers":[{"id":"o","layerType":"ArcGISFeatureLayer","url":"https://maps.example/F/FeatureServer/0"}]}"#
            )
        }
        let (id, type) = path.hasSuffix("map") ? ("map", "Web Map") : ("x", "Map Service")
        return .json(#"{"id":"\#(id)","title":"X","type":"\#(type)","url":"https://maps.example/T/MapServer"}"#)
    }

    /// A portal as an address makes it, with a store of its own.
    private func portal(_ configuration: AGSRequestConfiguration?) -> AGSPortal {
        let url = URL(string: "https://portal.example")!
        let portal = AGSPortal(Portal(url: url, transport: ConfiguredTransport(stub), credential: CredentialStore()))
        portal.requestConfiguration = configuration
        return portal
    }

    private func naming(_ name: String) -> AGSRequestConfiguration {
        let configuration = AGSRequestConfiguration()
        configuration.userHeaders = ["X-Who": name, "X-\(name)": "yes"]
        return configuration
    }

    /// What the last request said of who is asking.
    private var who: String? {
        let fields = (stub.requests.last?.headers ?? [:]).filter { $0.key.hasPrefix("X-") }
        guard let who = fields["X-Who"] else { return fields.isEmpty ? nil : "\(fields)" }
        return fields == ["X-Who": who, "X-\(who)": "yes"] ? who : "\(fields)"
    }
    private var token: String? { stub.requests.last?.form["token"] }

    private func load(_ object: any AGSLoadable) async throws { try await done { object.retryLoad(completion: $0) } }

    private func who(asks portal: AGSPortal) async throws -> String? {
        try await load(AGSPortalItem(portal: portal, itemID: "x"))
        return who
    }

    @Test func `how a layer of a portal's is asked says nothing of how the portal is, nor of the layer's copies`() async throws {
        let portal = portal(naming("portal"))
        let item = AGSPortalItem(portal: portal, itemID: "x")
        for layer in [AGSArcGISTiledLayer(item: item), AGSArcGISVectorTiledLayer(item: item)] as [any AGSServiceLayer] {
            try await load(layer)
            #expect(who == "portal" && layer.requestConfiguration == nil)
            layer.requestConfiguration = naming("layer")
            try await load(AGSArcGISTiledLayer(item: item))
            #expect(who == "portal")
            let copy = try #require(layer.copy() as? any AGSServiceLayer)
            #expect(try await who(asks: portal) == "portal" && copy.requestConfiguration?.userHeaders?["X-Who"] == "layer")
            try await load(copy)
            #expect(who == "layer")
            copy.requestConfiguration = nil
            let second = try #require(copy.copy() as? any AGSServiceLayer)
            try await load(second)
            #expect(who == "portal")
            let third = try #require(layer.copy() as? any AGSServiceLayer)
            try await load(third)
            #expect(who == "layer")
        }
        #expect(try await who(asks: portal) == "portal")
    }

    @Test func `a layer of a portal's is asked as that is by then, and as all are where nothing is said of either`() async throws
    {
        let portal = portal(nil)
        let layer = AGSArcGISTiledLayer(item: AGSPortalItem(portal: portal, itemID: "x"))
        try await load(layer)
        #expect(who == nil)
        portal.requestConfiguration = naming("portal")
        try await load(try #require(layer.copy() as? AGSArcGISTiledLayer))
        #expect(who == "portal")
    }

    @Test func `how a table of a map, or of a copied layer, is asked is said of it alone`() async throws {
        let portal = portal(naming("portal"))
        let map = AGSMap(item: AGSPortalItem(portal: portal, itemID: "map"))
        try await done { map.load(completion: $0) }
        let layer = try #require(map.operationalLayers.firstObject as? AGSFeatureLayer)
        let table = try #require(layer.featureTable as? AGSServiceFeatureTable)
        let former = try copy(layer)
        table.requestConfiguration = naming("table")
        #expect(try await who(asks: portal) == "portal")
        let copy = try copy(layer)
        #expect(
            asked(copy)?.requestConfiguration?.userHeaders?["X-Who"] == "table"
                && asked(former)?.requestConfiguration == nil)
        asked(copy)?.requestConfiguration = naming("copy")
        let second = try self.copy(copy)
        for (layer, expected) in [(layer, "table"), (copy, "copy"), (second, "copy"), (former, "table")] {
            try await load(layer)
            #expect(who == expected)
        }
        asked(copy)?.requestConfiguration = nil
        let third = try self.copy(copy)
        try await load(third)
        #expect(who == "table")
    }

    private func copy(_ layer: AGSFeatureLayer) throws -> AGSFeatureLayer { try #require(layer.copy() as? AGSFeatureLayer) }

    private func asked(_ layer: AGSFeatureLayer) -> AGSServiceFeatureTable? { layer.featureTable as? AGSServiceFeatureTable }

    @Test func `a copied layer of features is asked with what its host is, also after somebody has signed out`() async throws {
        let store = CredentialStore()
        let url = URL(string: "https://maps.example/F/FeatureServer/0")!
        let table = AGSServiceFeatureTable(ServiceFeatureTable(url: url, transport: stub, credential: store))
        table.credential = AGSCredential(token: "first", referer: nil)
        let layer = AGSFeatureLayer(featureTable: table)
        let copy = try copy(layer)
        try await load(copy)
        #expect(token == "first")
        asked(copy)?.credential = AGSCredential(token: "second", referer: nil)
        try await load(layer)
        #expect(token == "second")
        store.removeAll()
        try await load(self.copy(layer))
        #expect(token == nil)
    }

    /// The sublayers' tables of a layer that is loaded.
    private func tables(_ layer: AGSArcGISMapImageLayer) throws -> [AGSServiceFeatureTable] {
        try layer.mapImageSublayers.map { try #require(($0 as? AGSArcGISMapImageSublayer)?.table) }
    }

    @Test func `what is set of a sublayer's table is for that alone`() async throws {
        let layer = AGSArcGISMapImageLayer(item: AGSPortalItem(portal: portal(nil), itemID: "x"))
        layer.credential = AGSCredential(token: "layers", referer: nil)
        layer.requestConfiguration = naming("layer")
        try await load(layer)
        let tables = try tables(layer)
        tables[0].credential = AGSCredential(token: "tables", referer: nil)
        tables[0].requestConfiguration = naming("table")
        for (table, expected) in zip(tables, [["tables", "table"], ["layers", "layer"]]) {
            try await load(table)
            #expect([token, who] == expected)
        }
        tables[0].credential = nil
        try await load(try #require(layer.copy() as? AGSArcGISMapImageLayer))
        #expect(token == "layers" && who == "layer")
    }

    @Test func `the tables of a copy whose address has become known meanwhile are asked as the copy is`() async throws {
        let portal = portal(nil)
        let service = DescribedService(nil, MapAccess(portal), AGSPortalItem(portal: portal, itemID: "x"))
        service.held.value = AGSCredential(token: "first", referer: nil)
        let copy = DescribedService(copying: service)
        try await service.load()
        try await load(AGSServiceFeatureTable(try #require(copy.table(0))))
        #expect(token == "first" && who == nil)
    }
}
