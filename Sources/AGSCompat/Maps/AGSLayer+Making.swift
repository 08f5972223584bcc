import CairnTasks
import Foundation

extension AGSLayer {
    /// Groups that nest deeper are shown empty.
    private static let deepestGroup = 16

    /// The old object of a layer of a map.
    static func make(_ layer: MapLayer, of origin: LayerOrigin, depth: Int = deepestGroup) -> AGSLayer {
        let access = MapAccess(origin.portal)
        let item = origin.portal.flatMap { portal in layer.itemID.map { AGSPortalItem(portal: portal, itemID: $0) } }
        let url = origin.map.url(of: layer)
        switch layer.layerType {
        case .mapImage: return AGSArcGISMapImageLayer(layer, url, access, item)
        case .tiled:
            if let cache = origin.tileCache(layer) { return AGSArcGISTiledLayer(layer, cache, item) }
            return AGSArcGISTiledLayer(layer, url, access, item)
        case .vectorTiled:
            if let cache = origin.vectorTileCache(layer) {
                return AGSArcGISVectorTiledLayer(layer, cache, origin.package?.styles(of: layer), item)
            }
            return AGSArcGISVectorTiledLayer(layer, url ?? origin.map.styleURL(of: layer), access, item)
        case .group:
            let inner = depth > 0 ? layer.layers.map { make($0, of: origin, depth: depth - 1) } : []
            return AGSGroupLayer(layer, inner, item)
        case .feature:
            guard let table = origin.table(layer) else { return AGSUnsupportedLayer(layer, item: item) }
            return AGSFeatureLayer(layer, table, item)
        default: return AGSUnsupportedLayer(layer, item: item)
        }
    }
}
