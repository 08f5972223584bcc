import AGSCompat
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Whom the credential of a task for vector tiles is shown to.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct VectorTileCredentialTests {
    private nonisolated static let service = URL(string: "https://tiles.example/V/VectorTileServer")!
    private let stub: StubTransport
    private let portal: AGSPortal

    init() {
        stub = StubTransport { request in
            if request.url.host == "portal.example" {
                return .json(#"{"id":"x","title":"X","type":"Vector Tile Service","url":"\#(Self.service)"}"#)
            }
            return request.form["token"] == "tilestoken"
                ? .json(#"{"currentVersion":10.9,"name":"V","exportTilesAllowed":true}"#)
                : .json(#"{"error":{"code":499,"message":"Token Required"}}"#)
        }
        portal = AGSPortal(Portal(url: URL(string: "https://portal.example")!, transport: stub, credential: CredentialStore()))
    }

    private var item: AGSPortalItem { AGSPortalItem(portal: portal, itemID: "x") }

    /// The hosts that a token went to.
    private var told: Set<String> { Set(stub.requests.filter { $0.form["token"] != nil }.compactMap(\.url.host)) }

    private func service() -> ExportVectorTilesTask {
        ExportVectorTilesTask(url: Self.service, transport: stub, credential: CredentialStore())
    }

    @Test(arguments: [false, true]) func `a credential of a vector tile task goes to its service, and nowhere else`(ofItem: Bool)
        async throws
    {
        let task = ofItem ? AGSExportVectorTilesTask(portalItem: item) : AGSExportVectorTilesTask(service())
        let credential = AGSCredential(token: "tilestoken", referer: nil)
        task.credential = credential
        #expect(task.credential === credential)
        try await done { task.load(completion: $0) }
        #expect(task.vectorTileSourceInfo?.exportTilesAllowed == true && told == ["tiles.example"])
    }

    @Test func `a credential that is given when the service is known goes there, too, and can be taken back`() async throws {
        let task = AGSExportVectorTilesTask(portalItem: item)
        await #expect(throws: (any Error).self) { try await done { task.load(completion: $0) } }
        task.credential = AGSCredential(token: "tilestoken", referer: nil)
        try await done { task.retryLoad(completion: $0) }
        task.credential = nil
        let again = AGSExportVectorTilesTask(portalItem: item)
        await #expect(throws: (any Error).self) { try await done { again.load(completion: $0) } }
        #expect(told == ["tiles.example"])
    }

    @Test func `a credential that was taken back before the service was known goes nowhere`() async throws {
        let task = AGSExportVectorTilesTask(portalItem: item)
        task.credential = AGSCredential(token: "tilestoken", referer: nil)
        task.credential = nil
        await #expect(throws: (any Error).self) { try await done { task.load(completion: $0) } }
        #expect(told.isEmpty)
    }

    @Test func `a credential for a service on the portal's own host is no sign-in of the portal`() async throws {
        let stub = StubTransport { request in
            if request.url.path.hasSuffix("VectorTileServer") {
                return request.form["token"] == nil
                    ? .json(#"{"error":{"code":499,"message":"Token Required"}}"#)
                    : .json(#"{"currentVersion":10.9,"name":"V","exportTilesAllowed":true}"#)
            }
            return .json(
                #"{"id":"x","title":"X","type":"Vector Tile Service","url":"https://portal.example/V/VectorTileServer"}"#)
        }
        let url = URL(string: "https://portal.example")!
        let store = CredentialStore()
        store.set(APIKeyCredential("anns", server: url), for: url)
        let portal = AGSPortal(Portal(url: url, transport: stub, credential: store))
        func load(_ credential: AGSCredential?) async throws -> AGSExportVectorTilesTask {
            let task = AGSExportVectorTilesTask(portalItem: AGSPortalItem(portal: portal, itemID: "x"))
            task.credential = credential
            try await done { task.load(completion: $0) }
            return task
        }
        func tokens(_ ending: String) -> [String?] {
            stub.requests.filter { $0.url.path.hasSuffix(ending) }.map { $0.form["token"] }
        }
        let task = try await load(AGSCredential(token: "tilestoken", referer: nil))
        #expect(tokens("items/x") == ["anns"] && tokens("VectorTileServer") == ["tilestoken"])
        task.credential = nil
        // The portal is signed in as before, and its services are asked as it is where nothing else was set.
        _ = try await load(nil)
        #expect(tokens("items/x") == ["anns", "anns"] && tokens("VectorTileServer") == ["tilestoken", "anns"])
    }
}
