import CairnCore
import CairnTasks
import Foundation

/// The old objects of the layers of an online map, by what the new core says of them.
struct OnlineMapObjects {
    private let layers: [AGSLayer]
    private let tables: [AGSFeatureTable]
    private let map: Map
    private let taken: WebMap?

    /// - Parameters:
    ///   - online: The map that callers know.
    ///   - taken: What it was made of when it was taken; nil if that is not known.
    init(_ online: AGSMap, _ taken: WebMap?) {
        (map, self.taken) = (online.map, taken)
        layers = [online.operationalLayers, online.basemap.baseLayers, online.basemap.referenceLayers].flatMap(\.allLayers)
        tables = online.tables.compactMap { $0 as? AGSFeatureTable }
    }

    /// Why layers are missing, by the objects that callers know, else by new ones: ``AGSLayer``, `NSError`.
    func layerErrors(_ errors: [OfflineMapLayerError]) -> [AnyHashable: Any] {
        keyed(errors) { error in
            layer(error.layerID)
                ?? AGSUnsupportedLayer(MapLayer(json: ["id": .string(error.layerID), "title": .string(error.title)]), item: nil)
        }
    }

    /// Why tables are missing, likewise: ``AGSFeatureTable``, `NSError`.
    func tableErrors(_ errors: [OfflineMapLayerError]) -> [AnyHashable: Any] {
        keyed(errors) { error in
            let layer = (taken?.tables ?? map.tables).first { $0.id == error.layerID }
            // Of a table without an address nothing else can be said.
            return table(layer?.url) ?? AGSServiceFeatureTable(url: layer?.url ?? URL(filePath: "/"))
        }
    }

    private func keyed(_ errors: [OfflineMapLayerError], _ key: (OfflineMapLayerError) -> NSObject) -> [AnyHashable: Any] {
        Dictionary(errors.map { (AnyHashable(key($0)), AGSError.legacy($0)) }) { first, _ in first }
    }

    /// The object of a layer; nil if callers know none.
    func layer(_ id: String) -> AGSLayer? { layers.first { $0.layerID == id } }

    /// The object of a table; nil if callers know none.
    func table(_ url: URL?) -> AGSFeatureTable? {
        guard let url else { return nil }
        return tables.first { ($0 as? AGSServiceFeatureTable)?.url == url }
    }
}

extension NSMutableArray {
    /// The layers, ``AGSLayer``, and those within groups.
    fileprivate var allLayers: [AGSLayer] {
        compactMap { $0 as? AGSLayer }.flatMap { layer in [layer] + ((layer as? AGSGroupLayer)?.layers.allLayers ?? []) }
    }
}
