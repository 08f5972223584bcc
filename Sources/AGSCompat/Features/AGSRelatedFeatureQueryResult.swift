import CairnGeo
import Foundation

/// The features that belong to another by one relationship.
public final class AGSRelatedFeatureQueryResult: AGSFeatureQueryResult {
    /// The feature that they belong to.
    public let feature: AGSArcGISFeature?
    /// Their table.
    public let relatedTable: AGSArcGISFeatureTable?
    /// How they belong to it.
    public let relationshipInfo: AGSRelationshipInfo?

    init(_ set: FeatureSet, of table: AGSArcGISFeatureTable, to feature: AGSArcGISFeature, by relationship: AGSRelationshipInfo) {
        (self.feature, relatedTable, relationshipInfo) = (feature, table, relationship)
        let types = Set(set.features.compactMap { $0.geometry?.type })
        super.init(set, types.count == 1 ? types.first : nil, table.features(set, isWhole: true))
    }
}
