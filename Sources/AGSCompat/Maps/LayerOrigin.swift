import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Synchronization

/// What the layers of a map are made of: services, or the files of a package.
struct LayerOrigin {
    let map: Map
    var portal: AGSPortal?
    var package: PackagedMap?
    /// The tables of services that were made.
    private let tables = RelatedTables()

    init(_ map: Map, at portal: AGSPortal? = nil) {
        (self.map, self.portal) = (map, portal)
    }

    init(_ package: PackagedMap) {
        (map, self.package) = (package.map, package)
    }

    /// What is loaded before the layers can be made.
    var source: any Loadable { package ?? map }
    /// The map; nil until its layers can be made.
    var webMap: WebMap? { package?.isOpen == false ? nil : map.webMap }

    /// The file of a layer of images; nil if a service has them.
    func tileCache(_ layer: MapLayer) -> AGSTileCache? {
        package?.tileCache(of: layer) ?? file(layer).map { AGSTileCache(fileURL: $0) }
    }

    /// The file of a layer of vector tiles; nil if a service has them.
    func vectorTileCache(_ layer: MapLayer) -> AGSVectorTileCache? {
        package?.vectorTileCache(of: layer) ?? file(layer).map { AGSVectorTileCache(fileURL: $0) }
    }

    /// A file that is not in the package, such as a basemap that was there before.
    private func file(_ layer: MapLayer) -> URL? { map.url(of: layer).flatMap { $0.isFileURL ? $0 : nil } }

    /// The table of a layer, or a table; nil if it has none.
    func table(_ layer: MapLayer) -> AGSArcGISFeatureTable? {
        let table = package?.table(of: layer) ?? serviceTable(layer)
        if let popup = layer.json["popupInfo"], popup.object != nil { table?.popupDefinition = AGSPopupDefinition(popup) }
        return table
    }

    /// The utility networks that the map names.
    var utilityNetworks: [AGSUtilityNetwork] {
        let access = MapAccess(portal)
        let urls = (webMap?.json["utilityNetworks"]?.array ?? []).compactMap { $0["url"]?.string.flatMap { URL(string: $0) } }
        return urls.map { url in
            AGSUtilityNetwork(
                UtilityNetwork(
                    url: url, transport: access.transport, credential: access.credential(for: url)))
        }
    }

    private func serviceTable(_ layer: MapLayer) -> AGSServiceFeatureTable? {
        guard let url = map.url(of: layer), !url.isFileURL else { return nil }
        let access = MapAccess(portal)
        let table = AGSServiceFeatureTable(
            ServiceFeatureTable(
                url: url, transport: access.transport, credential: access.credential(for: url)))
        table.model.withLock { $0 = layer }
        tables.add(table)
        table.definitionExpression = layer.definitionExpression
        return table
    }
}
