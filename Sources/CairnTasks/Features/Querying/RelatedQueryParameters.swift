public import CairnGeo

/// Which of the features that belong to others are asked for, and what of them.
///
/// ```swift
/// var parameters = RelatedQueryParameters(relationshipID: 3)
/// parameters.whereClause = "HEIGHT > 10"
/// let trees = try await table.queryRelatedFeatures(to: [1, 2], using: parameters)
/// ```
public struct RelatedQueryParameters: Sendable, Hashable {
    /// The relationship, one of those of the layer's `info`.
    public var relationshipID: Int
    /// A condition on the fields of the related features, in SQL; all meet an empty one.
    public var whereClause: String
    /// The fields that are given; `["*"]` are all of them.
    public var outFields: [String]
    /// Whether geometries are given.
    public var returnsGeometry: Bool
    /// What the coordinates shall mean; nil for the related table's own.
    public var outSpatialReference: SpatialReference?
    /// The order of the related features of each feature.
    public var orderByFields: [OrderBy.Key]

    /// All features that belong to others by a relationship, with all of their fields.
    public init(relationshipID: Int) {
        self.relationshipID = relationshipID
        whereClause = ""
        outFields = ["*"]
        returnsGeometry = true
        outSpatialReference = nil
        orderByFields = []
    }
}
