public import Foundation

/// What became of the edits of one table.
public final class AGSFeatureTableEditResult: NSObject {
    /// The table.
    public let featureTable: AGSFeatureTable
    /// A result for each feature.
    public let editResults: [AGSFeatureEditResult]

    init(_ featureTable: AGSFeatureTable, _ editResults: [AGSFeatureEditResult]) {
        (self.featureTable, self.editResults) = (featureTable, editResults)
    }
}
