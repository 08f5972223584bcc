import AGSCompat
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSBasemapTests {
    private let town: MapTown

    init() async throws { town = try await MapTown() }

    @Test func `a map above a basemap of an item has its layers when the map is loaded`() async throws {
        let basemap = AGSBasemap(item: town.item())
        let map = AGSMap(basemap: basemap)
        #expect(map.loadStatus == .notLoaded && basemap.loadStatus == .notLoaded && map.spatialReference == nil)
        try await done { map.load(completion: $0) }
        #expect(map.basemap === basemap && basemap.baseLayers.count == 1 && basemap.loadStatus == .loaded)
        #expect(basemap.name == "Base" && map.operationalLayers.count == 0 && map.spatialReference?.wkid == 102100)
    }

    @Test func `a map is not loaded without its basemap, and is when that can be had`() async throws {
        let isOut = Mutex(true)
        let transport = StubTransport { [town] request in
            if isOut.withLock(\.self) { return HTTPResponse(status: 404) }
            return try await town.server.send(request)
        }
        let portal = AGSPortal(Portal(url: MapTown.root, transport: transport, credential: CredentialStore()))
        let map = AGSMap(basemap: AGSBasemap(item: AGSPortalItem(portal: portal, itemID: "townmap")))
        await #expect(throws: (any Error).self) { try await done { map.load(completion: $0) } }
        #expect(map.loadStatus == .failedToLoad && map.basemap.loadStatus == .failedToLoad)
        isOut.withLock { $0 = false }
        try await done { map.retryLoad(completion: $0) }
        #expect(map.loadStatus == .loaded && map.basemap.baseLayers.count == 1)
    }
}
