import CairnGeo

extension SyncResult {
    /// The same, and what had come before.
    func after(_ earlier: [SyncLayerResult]) -> SyncResult {
        var result = self
        for index in result.layers.indices {
            guard let layer = earlier.first(where: { $0.layerID == result.layers[index].layerID }) else { continue }
            result.layers[index].conflicts = layer.conflicts + result.layers[index].conflicts
            result.layers[index].uploadedCount += layer.uploadedCount
            result.layers[index].downloadedCount += layer.downloadedCount
        }
        return result
    }
}

extension SyncLayerResult {
    init(_ outcome: LayerOutcome) {
        self.init(
            layerID: outcome.layerID, tableName: outcome.tableName, editResults: outcome.refused, conflicts: outcome.conflicts,
            uploadedCount: outcome.uploaded, downloadedCount: outcome.downloaded)
    }
}
