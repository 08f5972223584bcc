/// A layer, or a table, that is not in an offline map, and why.
public struct OfflineMapLayerError: Error, Sendable, Hashable, Codable {
    /// The layer's id in the map.
    public let layerID: String
    /// The layer's name.
    public let title: String
    /// Whether it is a table without places.
    public let isTable: Bool
    /// What is wrong, and what to do.
    public let reason: String

    init(_ layer: MapLayer, isTable: Bool, reason: String) {
        (layerID, title, self.isTable, self.reason) = (layer.id, layer.title, isTable, reason)
    }

    init(layerID: String, title: String, isTable: Bool, reason: String) {
        (self.layerID, self.title, self.isTable, self.reason) = (layerID, title, isTable, reason)
    }
}

extension OfflineMapLayerError: CustomStringConvertible {
    /// What is wrong.
    public var description: String { reason }
}
