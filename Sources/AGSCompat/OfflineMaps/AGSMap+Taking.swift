import CairnTasks
import Foundation
import Synchronization

extension AGSMap {
    /// The map as it is now, with what callers have changed of it; the map that this one drives if they have changed nothing, or it is not loaded.
    ///
    /// - Throws: If it is above a basemap whose layers are not known yet.
    var current: Map {
        get throws {
            guard let known = map.webMap else { return map }
            var webMap = known
            webMap.operationalLayers = operationalLayers.models
            webMap.tables = tableModels
            try replaceBasemap(&webMap)
            return webMap == known ? map : Map(webMap: webMap, baseURL: map.baseURL, item: map.item)
        }
    }

    private func replaceBasemap(_ webMap: inout WebMap) throws {
        guard basemap.map.webMap != nil else {
            throw AGSError.runtime(
                .commonIllegalState, "The layers of the map's basemap are not known yet. Load the map, or the task, first.")
        }
        let (base, reference) = (basemap.baseLayers.models, basemap.referenceLayers.models)
        guard base != webMap.basemap?.baseLayers ?? [] || reference != webMap.basemap?.referenceLayers ?? [] else { return }
        var new = webMap.basemap ?? basemap.map.basemap ?? Basemap(title: basemap.name, layers: [])
        new.layers =
            base
            + reference.map { layer in
                var layer = layer
                layer.isReference = true
                return layer
            }
        webMap.basemap = new
        webMap.spatialReference = spatialReference?.value ?? webMap.spatialReference
    }

    /// What the map says of tables, as far as they are still there, and what there is to say of others.
    private var tableModels: [MapLayer] {
        let (known, shown) = (map.tables, tables.compactMap { $0 as? AGSFeatureTable }.map(model))
        // What has no address is none that could have been taken out.
        return known.filter { shown.contains($0) || map.url(of: $0) == nil } + shown.filter { !known.contains($0) }
    }

    /// What the map says of a table, or what there is to say of a table, as it is now.
    func model(of table: AGSFeatureTable) -> MapLayer {
        let service = table as? AGSServiceFeatureTable
        var model = table.model.withLock(\.self) ?? model(at: service?.url, of: table)
        if let service { model.definitionExpression = service.definitionExpression }
        return model
    }

    private func model(at url: URL?, of table: AGSFeatureTable) -> MapLayer {
        let known = url.flatMap { url in map.tables.first { map.url(of: $0) == url } }
        return known ?? MapLayer(.feature, id: table.mapID, title: table.tableName, url: url)
    }
}

extension AGSMap {
    /// The map that a job takes.
    convenience init(_ source: OnlineMapSource) {
        func item(_ portal: ServiceURL, _ id: String) -> AGSPortalItem {
            AGSPortalItem(portal: AGSPortal(url: portal.url, loginRequired: false), itemID: id)
        }
        switch source {
        case .item(let portal, let id): self.init(item: item(portal, id))
        case .map(let webMap): self.init(Map(webMap: webMap))
        case .changed(let webMap, let portal, let id): self.init(Map(webMap: webMap, item: item(portal, id).item))
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
