/// Which layers of a map can be taken offline.
public struct OfflineMapCapabilities: Sendable, Hashable {
    /// What can be done with one layer, or one table.
    public struct Layer: Sendable, Hashable {
        /// The layer.
        public let layer: MapLayer
        /// Why it cannot be taken offline; nil if it can.
        public let error: OfflineMapLayerError?

        /// Whether it can be taken offline.
        public var supportsOffline: Bool { error == nil }
    }

    /// The layers, those of the basemap and of groups included.
    public let layers: [Layer]
    /// The tables.
    public let tables: [Layer]

    /// Whether some cannot be taken offline.
    public var hasErrors: Bool { !(layers + tables).allSatisfy(\.supportsOffline) }
}
