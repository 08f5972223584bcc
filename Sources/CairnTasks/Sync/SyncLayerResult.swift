public import CairnGeo

/// What a sync has come to for one layer.
public struct SyncLayerResult: Sendable, Hashable, Codable {
    /// The number of the layer in the service.
    public var layerID: Int
    /// The table that is its copy.
    public var tableName: String
    /// The local edits that the service has refused, of features and of attachments; they stay local changes, and go with the next sync again.
    public var editResults: [FeatureEditResult]
    /// Features that were changed on both sides.
    public var conflicts: [SyncConflict]
    /// How many local edits the service has taken.
    public var uploadedCount: Int
    /// How many edits have come from the service.
    public var downloadedCount: Int

    /// What a sync has come to for one layer.
    public init(
        layerID: Int, tableName: String, editResults: [FeatureEditResult] = [], conflicts: [SyncConflict] = [],
        uploadedCount: Int = 0, downloadedCount: Int = 0
    ) {
        self.layerID = layerID
        self.tableName = tableName
        self.editResults = editResults
        self.conflicts = conflicts
        self.uploadedCount = uploadedCount
        self.downloadedCount = downloadedCount
    }
}
