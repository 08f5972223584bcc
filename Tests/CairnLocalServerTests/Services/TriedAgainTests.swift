import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// What could not be opened for one request is opened for the next.
struct TriedAgainTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func status(_ server: LocalServer, _ path: String) async throws -> Int? {
        let url = try #require(URL(string: "http://local/arcgis/rest/services/\(path)"))
        let answer = try await server.send(HTTPRequest(.get, url, timeout: nil))
        return (try? JSONValue(parsing: answer.body))?["error"]?["code"]?.int ?? answer.status
    }

    private func expectServed(_ server: LocalServer, _ path: String, once makeThere: () async throws -> Void) async throws {
        for _ in 0..<2 { #expect(try await status(server, path) != 200) }
        try await makeThere()
        for _ in 0..<2 { #expect(try await status(server, path) == 200) }
    }

    @Test func `a geodatabase`() async throws {
        let file = folder.appending(path: "town.gpkg")
        let server = LocalServer(features: ["Town": PublishedFeatures(Geodatabase(fileURL: file))])
        try await expectServed(server, "Town/FeatureServer/0?f=json") {
            let geodatabase = try await Geodatabase.create(at: file)
            _ = try await geodatabase.createTable(SampleFeatures.definition("Rows", nil))
            try await geodatabase.close()
        }
    }

    @Test func `tiles`() async throws {
        let file = folder.appending(path: "town.tpkx")
        let server = LocalServer(tiles: ["Town": PublishedTiles(TileCache(fileURL: file))])
        try await expectServed(server, "Town/MapServer?f=json") {
            let writer = try TileCacheWriter(to: file, info: TileCacheInfo(name: "Town", tileInfo: .webMercator()))
            try writer.add(Data([1]), at: TileKey(level: 0, row: 0, column: 0))
            try writer.finish()
        }
    }

    @Test func `a locator`() async throws {
        let file = folder.appending(path: "town.locator")
        let server = LocalServer(locators: ["Town": LocatorTask(fileURL: file)])
        try await expectServed(server, "Town/GeocodeServer/findAddressCandidates?f=json&singleLine=1+A+St") {
            try FileManager.default.moveItem(at: TownFile("1,A St,Town,OR,97000,-120,45\n").url, to: file)
        }
    }

    @Test func `a table of another service`() async throws {
        let file = folder.appending(path: "town.gpkg")
        let geodatabase = try await Geodatabase.create(at: file)
        _ = try await geodatabase.createTable(SampleFeatures.definition("Rows", nil))
        let other = LocalServer(features: ["Far": PublishedFeatures(geodatabase)])
        let isAway = Atomic(true)
        let transport = StubTransport { request in
            if isAway.load(ordering: .relaxed) { throw TransportError(.connectionLost, url: request.url) }
            return try await other.send(request)
        }
        let url = try #require(URL(string: "http://local/arcgis/rest/services/Far/FeatureServer/0"))
        let server = LocalServer(features: [
            "Town": PublishedFeatures(tables: [ServiceFeatureTable(url: url, transport: transport)])
        ])
        try await expectServed(server, "Town/FeatureServer/0?f=json") { isAway.store(false, ordering: .relaxed) }
    }
}
