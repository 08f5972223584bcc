import CairnGeo
public import Foundation

/// Which statistics are asked for, of which features.
public final class AGSStatisticsQueryParameters: NSObject {
    /// Only of features that lie to this as ``spatialRelationship`` says.
    public var geometry: AGSGeometry?
    /// The fields whose values make the groups; one group of all if there are none.
    public var groupByFieldNames: [String] = []
    /// The order of the groups.
    public var orderByFields: [AGSOrderBy] = []
    /// How features must lie to the geometry.
    public var spatialRelationship = AGSSpatialRelationship.intersects
    /// The statistics.
    public let statisticDefinitions: [AGSStatisticDefinition]
    /// Only of features of this time.
    public var timeExtent: AGSTimeExtent?
    /// A condition on the fields, in SQL; all meet an empty one.
    public var whereClause = ""

    /// Statistics of all features.
    public init(statisticDefinitions: [AGSStatisticDefinition]) {
        self.statisticDefinitions = statisticDefinitions
    }

    /// - Throws: For a relationship that is not offered.
    func value() throws -> (StatisticsQuery, QueryParameters) {
        var parameters = QueryParameters(whereClause: whereClause)
        parameters.geometry = geometry?.value
        parameters.spatialRelationship = try spatialRelationship.value()
        parameters.timeExtent = timeExtent?.value
        parameters.orderByFields = orderByFields.map(\.value)
        return (StatisticsQuery(statisticDefinitions.map(\.value), groupBy: groupByFieldNames), parameters)
    }
}
