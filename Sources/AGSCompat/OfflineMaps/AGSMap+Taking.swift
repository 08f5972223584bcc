import CairnTasks
import Foundation

extension AGSMap {
    /// The map as it is now, with what callers have changed of it; the map that this one drives if they have changed nothing, or it is not loaded.
    var current: Map {
        guard let known = map.webMap else { return map }
        var webMap = known
        webMap.operationalLayers = operationalLayers.models
        webMap.tables = models(of: tables.compactMap { $0 as? AGSFeatureTable }, known.tables)
        let (base, reference) = (basemap.baseLayers.models, basemap.referenceLayers.models)
        if base != known.basemap?.baseLayers ?? [] || reference != known.basemap?.referenceLayers ?? [] {
            var new = known.basemap ?? Basemap(title: basemap.name, layers: [])
            new.layers =
                base
                + reference.map { layer in
                    var layer = layer
                    layer.isReference = true
                    return layer
                }
            webMap.basemap = new
        }
        return webMap == known ? map : Map(webMap: webMap, baseURL: map.baseURL)
    }

    /// What the map says of tables, as far as they are still there, and what there is to say of others.
    private func models(of tables: [AGSFeatureTable], _ known: [MapLayer]) -> [MapLayer] {
        let urls = tables.map { ($0 as? AGSServiceFeatureTable)?.url }
        let kept = known.filter { layer in map.url(of: layer).map { urls.contains($0) } ?? true }
        let new = zip(tables, urls).compactMap { table, url -> MapLayer? in
            guard let url, !known.contains(where: { map.url(of: $0) == url }) else { return nil }
            return MapLayer(.feature, title: table.tableName, url: url)
        }
        return kept + new
    }
}

extension AGSMap {
    /// The map that a job takes.
    convenience init(_ source: OnlineMapSource) {
        switch source {
        case .item(let portal, let id):
            self.init(item: AGSPortalItem(portal: AGSPortal(url: portal.url, loginRequired: false), itemID: id))
        case .map(let webMap): self.init(Map(webMap: webMap))
        }
    }
}

extension NSMutableArray {
    /// What there is to say of layers, ``AGSLayer``.
    fileprivate var models: [MapLayer] {
        compactMap { layer in
            guard let layer = layer as? AGSLayer else { return nil }
            var model = layer.value
            if let group = layer as? AGSGroupLayer { model.layers = group.layers.models }
            if let table = (layer as? AGSFeatureLayer)?.featureTable as? AGSServiceFeatureTable {
                model.definitionExpression = table.definitionExpression
            }
            return model
        }
    }
}
