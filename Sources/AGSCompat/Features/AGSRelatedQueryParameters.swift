import CairnGeo
import CairnTasks
public import Foundation

/// Which of the features that belong to another are asked for.
public final class AGSRelatedQueryParameters: NSObject {
    /// By which relationship they belong to it; nil for all there are.
    public let relationshipInfo: AGSRelationshipInfo?
    /// The order.
    public var orderByFields: [AGSOrderBy] = []
    /// What their coordinates shall mean; nil for their table's own.
    public var outSpatialReference: AGSSpatialReference?
    /// Whether geometries are given.
    public var returnGeometry = true
    /// A condition on their fields, in SQL; all meet an empty one.
    public var whereClause = ""

    /// All features that belong to another by any relationship.
    public override init() {
        relationshipInfo = nil
    }

    /// All features that belong to another by a relationship.
    public init(relationshipInfo: AGSRelationshipInfo) {
        self.relationshipInfo = relationshipInfo
    }

    func value(_ fields: AGSQueryFeatureFields) -> @Sendable (FeatureRelationship) -> RelatedQueryParameters {
        var parameters = RelatedQueryParameters(relationshipID: 0)
        parameters.whereClause = whereClause
        parameters.outFields = fields == .idsOnly ? [] : ["*"]
        parameters.returnsGeometry = returnGeometry && fields != .idsOnly
        parameters.outSpatialReference = outSpatialReference?.value
        parameters.orderByFields = orderByFields.map(\.value)
        return { [parameters] relationship in
            var parameters = parameters
            parameters.relationshipID = relationship.id
            return parameters
        }
    }
}
