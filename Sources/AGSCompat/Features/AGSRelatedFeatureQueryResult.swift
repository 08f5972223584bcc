import CairnGeo
import Foundation

/// The features that belong to another by one relationship.
public final class AGSRelatedFeatureQueryResult: AGSFeatureQueryResult {
    /// The feature that they belong to.
    public let feature: AGSArcGISFeature?
    /// Their table; nil if the service does not say which it is.
    public let relatedTable: AGSArcGISFeatureTable?
    /// How they belong to it.
    public let relationshipInfo: AGSRelationshipInfo?

    /// - Parameter table: Nil if the service does not say which it is: then they are of no table.
    init(_ set: FeatureSet, of table: AGSArcGISFeatureTable?, to feature: AGSArcGISFeature, by relationship: AGSRelationshipInfo)
    {
        (self.feature, relatedTable, relationshipInfo) = (feature, table, relationship)
        let types = Set(set.features.compactMap { $0.geometry?.type })
        let fields = Dictionary(set.fields.map { ($0.name, $0.type) }) { first, _ in first }
        let features = table?.features(set, isWhole: true) ?? set.features.map { AGSFeature($0, fields) }
        super.init(set, types.count == 1 ? types.first : nil, features)
    }
}
