import CairnCore
import CairnGeo
import Foundation

/// Makes the map of a package out of the online one: what is in the package leads there, and what is not is left out.
struct OfflineMapRewriting {
    /// Where a layer is in the package.
    private struct Place {
        let part: OfflineMapPart
        let layer: OfflineMapPart.Layer
    }

    private let online: WebMap
    private let parameters: GenerateOfflineMapParameters
    private let places: [String: Place]
    /// The tables of features, by the part and the number of the layer.
    private let tables: [String: [Int: String]]

    /// - Parameters:
    ///   - map: The online map.
    ///   - parts: What is in the package.
    ///   - folder: Where that is.
    init(
        _ map: WebMap, _ parameters: GenerateOfflineMapParameters, _ parts: [OfflineMapPart], in folder: URL
    ) async throws {
        (online, self.parameters) = (map, parameters)
        let layers = parts.flatMap { part in
            part.layers.map { (OfflineMapPart.present($0.key), Place(part: part, layer: $0)) }
        }
        places = Dictionary(layers) { first, _ in first }
        var tables: [String: [Int: String]] = [:]
        for part in parts {
            guard part.kind == .features else { continue }
            tables[part.name] = try await part.tables(in: folder.appending(path: part.path))
        }
        self.tables = tables
    }

    /// The map of the package.
    var map: WebMap {
        var map = online
        map.operationalLayers = layers(map.operationalLayers, isTable: false)
        map.tables = layers(map.tables, isTable: true)
        map.basemap = basemap(map.basemap)
        return map
    }

    private func layers(_ layers: [MapLayer], isTable: Bool) -> [MapLayer] {
        layers.compactMap { layer in
            if layer.layerType == .group {
                var group = layer
                // As deep as JSON is read.
                group.layers = self.layers(layer.layers, isTable: isTable)
                return group
            }
            return self.layer(layer, isTable: isTable)
        }
    }

    /// A layer that leads into the package; nil if it is not there.
    private func layer(_ layer: MapLayer, isTable: Bool) -> MapLayer? {
        if layer.isWithinMap { return layer }
        guard let place = places[OfflineMapPart.key(layer, isTable: isTable)] else {
            return OfflineLayerSource(layer) == nil && parameters.keepsOnlineOnly(of: online) ? layer : nil
        }
        var offline: [String: JSONValue] = ["serviceURL": .string(place.part.service.url.absoluteString)]
        var layer = layer
        layer.url = URL(string: place.part.path)
        switch place.part.kind {
        case .features:
            guard let number = place.layer.number, let table = tables[place.part.name]?[number] else { return nil }
            (offline["table"], offline["layerID"]) = (.string(table), .integer(number))
        case .images: layer.layerType = .tiled
        case .vectors: layer.styleURL = place.part.hasStyle ? URL(string: "\(place.part.stylePath)/styles/root.json") : nil
        }
        layer.offline = OfflineLayerPlace(.object(offline))
        return layer
    }

    private func basemap(_ basemap: Basemap?) -> Basemap? {
        guard var basemap else { return nil }
        if let name = parameters.referenceBasemapFilename {
            let file = parameters.referenceBasemapDirectory.map { $0.appending(path: name) }
            let url = file ?? URL(string: "../\(name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name)")
            let type: MapLayerType = name.lowercased().hasSuffix(".vtpk") ? .vectorTiled : .tiled
            var layer = MapLayer(type, title: basemap.title)
            layer.url = url
            basemap.layers = [layer]
        } else {
            basemap.layers = parameters.includesBasemap ? layers(basemap.layers, isTable: false) : []
        }
        return basemap
    }
}

extension OfflineMapPart {
    /// Tells a layer from others of the map; some have no ids.
    static func key(_ layer: MapLayer, isTable: Bool) -> String {
        "\(isTable)\n\(layer.id)\n\(layer.url?.absoluteString ?? layer.styleURL?.absoluteString ?? "")"
    }

    /// A key that was kept, perhaps when less counted as secret in its address, as that of the same layer is now.
    static func present(_ key: String) -> String {
        guard let end = key.lastIndex(of: "\n") else { return key }
        return key[...end] + String(key[end...].dropFirst()).withoutSecretInAddress
    }
}

extension MapLayer {
    /// What tells it from others of its map when that is taken offline, where what is secret is left out of addresses.
    package func offlineKey(isTable: Bool) -> String {
        OfflineMapPart.key(MapLayer(json: json.withoutSecretsInAddresses), isTable: isTable)
    }
}
