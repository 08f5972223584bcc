/// What a table of a geodatabase holds: its fields, and the kind of its geometries.
///
/// ```swift
/// let trees = FeatureTableDefinition(
///     "Trees", fields: [Field("SPECIES"), Field("HEIGHT", type: .double)], geometryType: .point, spatialReference: .wgs84)
/// ```
public struct FeatureTableDefinition: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The columns but for the object id and the geometry.
    public var fields: [Field]
    /// The name of the column of object ids, which the geodatabase gives.
    public var objectIDField: String
    /// The field whose values tell each feature from all others anywhere; nil if there is none.
    public var globalIDField: String?
    /// The kind of geometries; nil for rows without.
    public var geometryType: GeometryType?
    /// What coordinates mean; nil if unknown.
    public var spatialReference: SpatialReference?
    /// Whether vertices have heights.
    public var hasZ: Bool
    /// Whether vertices have measures.
    public var hasM: Bool
    /// The name of the column of geometries.
    package var geometryColumn = "SHAPE"

    /// A table.
    public init(
        _ name: String, fields: [Field] = [], objectIDField: String = "OBJECTID", globalIDField: String? = nil,
        geometryType: GeometryType? = nil, spatialReference: SpatialReference? = nil, hasZ: Bool = false, hasM: Bool = false
    ) {
        self.name = name
        self.fields = fields
        self.objectIDField = objectIDField
        self.globalIDField = globalIDField
        self.geometryType = geometryType
        self.spatialReference = spatialReference
        self.hasZ = hasZ
        self.hasM = hasM
    }
}
