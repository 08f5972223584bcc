/// Which features of a table are asked for, and what of them: all features and all of each, unless something else is said.
///
/// ```swift
/// var parameters = QueryParameters(whereClause: "POP > 10000")
/// parameters.geometry = .envelope(Envelope(xMin: 9, yMin: 47, xMax: 10, yMax: 48, spatialReference: .wgs84))
/// parameters.outFields = ["NAME", "POP"]
/// parameters.orderByFields = [OrderBy.Key("POP", isDescending: true)]
/// ```
public struct QueryParameters: Sendable, Hashable, Codable {
    /// A condition on the fields, in SQL; all features meet an empty one. A file understands what ``WhereClause`` does, a service perhaps more.
    public var whereClause: String
    /// The features that come into question; nil for all.
    public var objectIDs: [Int]?
    /// The geometry that features must lie to as ``spatialRelationship`` says; what it does not say of its coordinates is as with the table's.
    public var geometry: Geometry?
    /// How they must lie to the geometry.
    public var spatialRelationship: SpatialRelationship
    /// When features must have been, for a table that knows times.
    public var timeExtent: TimeExtent?
    /// The fields that are given; `["*"]` are all of them, and `[]` is the object id alone.
    public var outFields: [String]
    /// Whether geometries are given.
    public var returnsGeometry: Bool
    /// What the coordinates of the features shall mean; nil for the table's own.
    public var outSpatialReference: SpatialReference?
    /// Whether each combination of the values of ``outFields`` is given once, and nothing else.
    public var returnsDistinctValues: Bool
    /// The order of the features; by object id behind it, and if it is empty.
    public var orderByFields: [OrderBy.Key]
    /// How many of the first features are left out.
    public var resultOffset: Int
    /// The most features that are given; nil for no limit.
    public var maxFeatures: Int?

    /// Parameters that ask for the features that meet a condition, with all of their fields.
    public init(whereClause: String = "", objectIDs: [Int]? = nil) {
        self.whereClause = whereClause
        self.objectIDs = objectIDs
        geometry = nil
        spatialRelationship = .intersects
        timeExtent = nil
        outFields = ["*"]
        returnsGeometry = true
        outSpatialReference = nil
        returnsDistinctValues = false
        orderByFields = []
        resultOffset = 0
        maxFeatures = nil
    }
}
