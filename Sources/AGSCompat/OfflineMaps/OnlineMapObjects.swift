import CairnCore
import CairnTasks
import Foundation

/// The old objects of the layers of an online map, by what the new core says of them.
struct OnlineMapObjects {
    private let layers: KeyedObjects<AGSLayer>
    private let tables: KeyedObjects<AGSFeatureTable>
    /// What the map says of its tables.
    private let models: [MapLayer]

    /// - Parameters:
    ///   - online: The map that callers know.
    ///   - taken: What it was made of when it was taken; nil if that is not known.
    init(_ online: AGSMap, _ taken: WebMap?) {
        models = taken?.tables ?? online.map.tables
        let lists = [online.operationalLayers, online.basemap.baseLayers, online.basemap.referenceLayers]
        layers = KeyedObjects(lists.flatMap(\.allLayers), isTable: false, \.value)
        tables = KeyedObjects(online.tables.compactMap { $0 as? AGSFeatureTable }, isTable: true, online.model)
    }

    // MARK: - What can be taken

    /// What there is to say of layers, by the objects that callers know.
    func layers<Said>(_ said: [OfflineMapCapabilities.Layer], _ say: (OfflineMapCapabilities.Layer) -> Said) -> [AGSLayer: Said] {
        layers.found(said.map(\.layer)) { say(said[$0]) }
    }

    /// The same of tables.
    func tables<Said>(
        _ said: [OfflineMapCapabilities.Layer], _ say: (OfflineMapCapabilities.Layer) -> Said
    ) -> [AGSFeatureTable: Said] {
        tables.found(said.map(\.layer)) { say(said[$0]) }
    }

    // MARK: - What is missing

    /// Why layers are missing, by the objects that callers know, else by new ones: ``AGSLayer``, `NSError`.
    func layerErrors(_ errors: [OfflineMapLayerError]) -> [AnyHashable: Any] {
        keyed(errors, layers.find(errors.map { ($0.key, $0.layerID) })) { error in
            AGSUnsupportedLayer(MapLayer(json: ["id": .string(error.layerID), "title": .string(error.title)]), item: nil)
        }
    }

    /// Why tables are missing, likewise: ``AGSFeatureTable``, `NSError`.
    func tableErrors(_ errors: [OfflineMapLayerError]) -> [AnyHashable: Any] {
        keyed(errors, tables.find(errors.map { ($0.key, $0.layerID) })) { error in
            // Of a table without an address nothing else can be said.
            AGSServiceFeatureTable(url: table(error)?.url ?? URL(filePath: "/"))
        }
    }

    private func table(_ error: OfflineMapLayerError) -> MapLayer? {
        models.first { $0.offlineKey(isTable: true) == error.key } ?? models.first { $0.id == error.layerID }
    }

    private func keyed<Object: NSObject>(
        _ errors: [OfflineMapLayerError], _ objects: [Object?], _ make: (OfflineMapLayerError) -> Object
    ) -> [AnyHashable: Any] {
        let pairs = zip(errors, objects).map { error, object in (AnyHashable(object ?? make(error)), AGSError.legacy(error)) }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension NSMutableArray {
    /// The layers, ``AGSLayer``, and those within groups.
    fileprivate var allLayers: [AGSLayer] {
        compactMap { $0 as? AGSLayer }.flatMap { layer in [layer] + ((layer as? AGSGroupLayer)?.layers.allLayers ?? []) }
    }
}
