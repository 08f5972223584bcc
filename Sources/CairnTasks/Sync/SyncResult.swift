public import Foundation

/// What a sync has come to.
public struct SyncResult: Sendable, Hashable, Codable {
    /// What it has come to for each layer that took part.
    public var layers: [SyncLayerResult]
    /// What went to the service, if it was to be kept, and anything did.
    public var uploadDeltaURL: URL?
    /// What came from the service, if it was to be kept, and anything did.
    public var downloadDeltaURL: URL?

    /// What a sync has come to.
    public init(layers: [SyncLayerResult] = [], uploadDeltaURL: URL? = nil, downloadDeltaURL: URL? = nil) {
        self.layers = layers
        self.uploadDeltaURL = uploadDeltaURL
        self.downloadDeltaURL = downloadDeltaURL
    }

    /// Whether the service has refused anything.
    public var hasErrors: Bool { layers.contains { !$0.editResults.isEmpty } }
}
