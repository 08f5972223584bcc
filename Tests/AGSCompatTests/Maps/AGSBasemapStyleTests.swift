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

    @Test func `parts of styles are styles of their own`() {
        let parts: [(AGSBasemapStyle, String)] = [
            (.arcGISOceansBase, "ArcGIS:Oceans:Base"), (.arcGISOceansLabels, "ArcGIS:Oceans:Labels"),
            (.arcGISTerrainBase, "ArcGIS:Terrain:Base"), (.arcGISTerrainDetail, "ArcGIS:Terrain:Detail"),
            (.arcGISHillshadeLight, "ArcGIS:Hillshade:Light"), (.arcGISHillshadeDark, "ArcGIS:Hillshade:Dark"),
            (.arcGISStreetsReliefBase, "ArcGIS:StreetsRelief:Base"), (.arcGISTopographicBase, "ArcGIS:Topographic:Base"),
            (.arcGISChartedTerritoryBase, "ArcGIS:ChartedTerritory:Base"),
            (.arcGISModernAntiqueBase, "ArcGIS:ModernAntique:Base"), (.osmStandardReliefBase, "OSM:StandardRelief:Base"),
            (.osmStreetsReliefBase, "OSM:StreetsRelief:Base"), (.osmLightGrayBase, "OSM:LightGray:Base"),
            (.osmLightGrayLabels, "OSM:LightGray:Labels"), (.osmDarkGrayBase, "OSM:DarkGray:Base"),
            (.osmDarkGrayLabels, "OSM:DarkGray:Labels"),
        ]
        for (style, name) in parts {
            let layer = AGSBasemap(style: style).baseLayers.firstObject as? AGSArcGISVectorTiledLayer
            #expect(layer?.url?.absoluteString.hasSuffix("/styles/\(name)") == true)
        }
    }

    @Test func `a basemap of nothing is filled by its lists`() async throws {
        let basemap = AGSBasemap()
        #expect(basemap.baseLayers.count == 0 && basemap.referenceLayers.count == 0 && basemap.item == nil)
        basemap.baseLayers.add(AGSArcGISTiledLayer(url: try #require(URL(string: "https://example.com/T/MapServer"))))
        let map = AGSMap(basemap: basemap)
        #expect(map.basemap.baseLayers.count == 1)
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

    @Test func `types of before have styles, and show a place at a scale`() throws {
        for type in AGSBasemapType.allCases {
            let map = AGSMap(basemapType: type, latitude: 34, longitude: -117, levelOfDetail: 10)
            #expect(map.basemap.baseLayers.count == 1)
            #expect((map.initialViewpoint?.targetGeometry as? AGSPoint)?.y == 34)
            #expect(abs((map.initialViewpoint?.targetScale ?? 0) - 577_790.554289) < 1e-3)
        }
        let map = AGSMap()
        let given = AGSBasemap.imagery()
        (map.basemap, map.minScale, map.maxScale) = (given, 5000, 100)
        #expect(map.basemap === given && map.minScale == 5000 && map.maxScale == 100)
        #expect(try AGSArcGISRuntimeEnvironment.setLicenseKey("any").licenseStatus == .valid)
    }
}
