import CairnCore
public import CairnGeo
public import Foundation

/// Which features are asked for: all, unless something is said.
public final class AGSQueryParameters: NSObject {
    /// Only those that lie to this as ``spatialRelationship`` says.
    public var geometry: AGSGeometry?
    /// At most so many; 0 for all.
    public var maxFeatures = 0
    /// Only those with these ids; empty for any.
    public var objectIDs: [NSNumber] = []
    /// The order; by object id behind it.
    public var orderByFields: [AGSOrderBy] = []
    /// What the coordinates of features shall mean; nil for the table's own.
    public var outSpatialReference: AGSSpatialReference?
    /// How many of the first are left out.
    public var resultOffset = 0
    /// Whether geometries are given.
    public var returnGeometry = true
    /// How features must lie to the geometry.
    public var spatialRelationship = AGSSpatialRelationship.intersects
    /// When features must have been.
    public var timeExtent: AGSTimeExtent?
    /// A condition on the fields, in SQL; all meet an empty one.
    public var whereClause = ""

    /// All features.
    public override init() {}

    /// The new value, as this is now, for code of Cairn.
    ///
    /// - Parameter fields: What of features is asked for.
    /// - Throws: For a relationship that is not offered.
    public func value(_ fields: AGSQueryFeatureFields = .loadAll) throws -> QueryParameters {
        var parameters = QueryParameters(
            whereClause: whereClause, objectIDs: objectIDs.isEmpty ? nil : objectIDs.map { Int(truncating: $0) })
        parameters.geometry = geometry?.value
        parameters.spatialRelationship = try spatialRelationship.value()
        parameters.timeExtent = timeExtent?.value
        parameters.orderByFields = orderByFields.map(\.value)
        parameters.outSpatialReference = outSpatialReference?.value
        parameters.resultOffset = max(0, resultOffset)
        parameters.maxFeatures = maxFeatures > 0 ? maxFeatures : nil
        parameters.returnsGeometry = returnGeometry && fields != .idsOnly
        if fields == .idsOnly { parameters.outFields = [] }
        return parameters
    }
}
