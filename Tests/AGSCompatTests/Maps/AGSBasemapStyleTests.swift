import AGSCompat
import CairnTasks
import Foundation
import Testing

@Suite(.serialized)
struct AGSBasemapStyleTests {
    @Test func `each style is of one layer of vector tiles, at an address of its own`() throws {
        let urls = try AGSBasemapStyle.allCases.map { style in
            let map = AGSMap(basemapStyle: style)
            let layer = try #require(map.basemap.baseLayers.firstObject as? AGSArcGISVectorTiledLayer)
            #expect(map.basemap.baseLayers.count == 1 && map.operationalLayers.count == 0 && map.bookmarks.count == 0)
            return try #require(layer.url)
        }
        #expect(Set(urls).count == AGSBasemapStyle.allCases.count && urls.allSatisfy { $0.scheme == "https" })
        #expect(urls[14].absoluteString.hasSuffix("/styles/ArcGIS:Topographic"))
    }

    @Test func `the key of all is asked for hosts of ArcGIS alone, as long as it is set`() async throws {
        let basemaps = try #require(URL(string: "https://basemaps-api.arcgis.com/arcgis/rest"))
        #expect(AGSArcGISRuntimeEnvironment.apiKey.isEmpty)
        AGSArcGISRuntimeEnvironment.apiKey = "k3y"
        #expect(try await CredentialStore.standard.token(for: basemaps, replacing: nil)?.value == "k3y")
        #expect(try await CredentialStore.standard.token(for: URL(string: "https://other.test")!, replacing: nil) == nil)
        AGSArcGISRuntimeEnvironment.apiKey = ""
        #expect(try await CredentialStore.standard.token(for: basemaps, replacing: nil) == nil)
    }
}
