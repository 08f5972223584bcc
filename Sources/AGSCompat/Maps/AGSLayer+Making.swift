import CairnTasks
import Foundation

extension AGSLayer {
    /// The old object of a layer of a map, with those of the layers within it.
    static func make(_ layer: MapLayer, of origin: LayerOrigin) -> AGSLayer {
        let made = makeAlone(layer, of: origin)
        // Without recursion: groups may nest as deep as they like.
        var open = [made]
        while let group = open.popLast() {
            guard let group = group as? AGSGroupLayer else { continue }
            let inner = group.value.layers.map { makeAlone($0, of: origin) }
            group.layers.addObjects(from: inner)
            open += inner
        }
        return made
    }

    private static func makeAlone(_ layer: MapLayer, of origin: LayerOrigin) -> AGSLayer {
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
            return AGSArcGISVectorTiledLayer(layer, url ?? origin.map.styleURL(of: layer)?.vectorTileService, access, item)
        case .group: return AGSGroupLayer(layer, [], item)
        case .feature:
            guard let table = origin.table(layer) else { return AGSUnsupportedLayer(layer, item: item) }
            return AGSFeatureLayer(layer, table, item)
        default: return AGSUnsupportedLayer(layer, item: item)
        }
    }
}
