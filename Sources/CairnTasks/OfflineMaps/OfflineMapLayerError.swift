import CairnCore

/// A layer, or a table, that is not in an offline map, and why.
public struct OfflineMapLayerError: Error, Sendable, Hashable, Codable {
    /// The layer's id in the map.
    public let layerID: String
    /// What the layer is called: its title, or else the name of its service, or its id.
    public let title: String
    /// Whether it is a table without places.
    public let isTable: Bool
    /// What is wrong, and what to do.
    public let reason: String
    /// What tells the layer from others of the map, ids or not; nil if that was not kept.
    package let key: String?

    init(_ layer: MapLayer, isTable: Bool, reason: String) {
        (layerID, title, self.isTable, self.reason) = (layer.id, layer.shownName, isTable, reason)
        key = OfflineMapPart.key(layer, isTable: isTable)
    }

    init(_ layer: OfflineMapPart.Layer, reason: String) {
        (layerID, title, isTable, self.reason, key) = (layer.id, layer.title, layer.isTable, reason, layer.key)
    }
}

extension OfflineMapLayerError: CustomStringConvertible {
    /// What is wrong.
    public var description: String { reason.printable(upTo: .max) }
}
