import CairnTasks
public import Foundation

/// What a sync has come to for one layer.
public final class AGSSyncLayerResult: NSObject {
    private let value: SyncLayerResult

    init(_ value: SyncLayerResult) {
        self.value = value
    }

    /// The number of the layer in the service.
    public var layerID: Int { value.layerID }
    /// The table that is its copy.
    public var tableName: String { value.tableName }
    /// The local edits that the service has refused; they stay local edits, and go with the next sync again. What was to be done is not said.
    public var editResults: [AGSFeatureEditResult] {
        value.editResults.map { AGSFeatureEditResult(EditOutcome(result: $0, operation: .unknown)) }
    }
}
