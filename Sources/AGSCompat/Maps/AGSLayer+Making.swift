import CairnTasks
import Foundation

extension AGSLayer {
    /// Groups that nest deeper are shown empty.
    private static let deepestGroup = 16

    /// The old object of a layer of a map.
    static func make(_ layer: MapLayer, of map: Map, at portal: AGSPortal?, depth: Int = deepestGroup) -> AGSLayer {
        let access = MapAccess(portal)
        let item = portal.flatMap { portal in layer.itemID.map { AGSPortalItem(portal: portal, itemID: $0) } }
        let url = map.url(of: layer)
        switch layer.layerType {
        case .mapImage: return AGSArcGISMapImageLayer(layer, url, access, item)
        case .tiled: return AGSArcGISTiledLayer(layer, url, access, item)
        case .vectorTiled: return AGSArcGISVectorTiledLayer(layer, url ?? map.styleURL(of: layer), access, item)
        case .group:
            let inner = depth > 0 ? layer.layers.map { make($0, of: map, at: portal, depth: depth - 1) } : []
            return AGSGroupLayer(layer, inner, item)
        case .feature:
            guard let url else { return AGSUnsupportedLayer(layer, item: item) }
            return AGSFeatureLayer(layer, table(url, access), item)
        default: return AGSUnsupportedLayer(layer, item: item)
        }
    }

    static func table(_ url: URL, _ access: MapAccess) -> AGSServiceFeatureTable {
        AGSServiceFeatureTable(ServiceFeatureTable(url: url, transport: access.transport, credential: access.credential))
    }
}
