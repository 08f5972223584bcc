/// What a sync has come to for one table.
package struct LayerOutcome: Sendable, Hashable, Codable {
    package var layerID: Int
    package var tableName: String
    /// What the service has refused.
    package var refused: [FeatureEditResult] = []
    package var conflicts: [SyncConflict] = []
    package var uploaded = 0
    package var downloaded = 0

    init(layerID: Int, tableName: String) { (self.layerID, self.tableName) = (layerID, tableName) }
}
