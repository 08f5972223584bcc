/// Which way the edits of one layer go.
public struct SyncLayerOption: Sendable, Hashable, Codable {
    /// The number of the layer in the service.
    public var layerID: Int
    /// Which way its edits go.
    public var syncDirection: SyncDirection

    /// Which way the edits of one layer go.
    public init(layerID: Int, syncDirection: SyncDirection = .bidirectional) {
        (self.layerID, self.syncDirection) = (layerID, syncDirection)
    }
}
