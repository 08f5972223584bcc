public import CairnCore
public import CairnGeo

/// What a layer, or a table, of a feature service says of itself.
///
/// ```swift
/// let info = FeatureLayerInfo(
///     id: 0, name: "Trees", geometryType: .point, fields: [Field("OBJECTID", type: .objectID), Field("SPECIES")])
/// print(info.objectIDField ?? "no ids", info.esriJSON.text())
/// ```
public struct FeatureLayerInfo: Sendable, Hashable {
    /// Its number in the service.
    public var id: Int
    /// Its name.
    public var name: String
    /// What it is.
    public var kind: FeatureLayerKind
    /// What it says of itself.
    public var description: String
    /// The kind of geometries; nil for rows without.
    public var geometryType: GeometryType?
    /// What coordinates mean; nil if the server does not say.
    public var spatialReference: SpatialReference?
    /// The rectangle around its features; nil if the server does not say.
    public var extent: Envelope?
    /// Whether vertices have heights.
    public var hasZ: Bool
    /// Whether vertices have measures.
    public var hasM: Bool
    /// The columns.
    public var fields: [Field]
    /// The field of object ids: the one that the server names, or the one that has their type; nil if there is none.
    public var objectIDField: String?
    /// The field of global ids; nil if there is none.
    public var globalIDField: String?
    /// The field to be shown to people; nil if the server names none.
    public var displayField: String?
    /// Whether files are attached to features.
    public var hasAttachments: Bool
    /// The most features of one answer; nil if the server does not say.
    public var maxRecordCount: Int?
    /// The formats of answers, such as `JSON` and `PBF`.
    public var queryFormats: [String]
    /// What callers may do.
    public var capabilities: Set<ServiceCapability>
    /// What queries can do.
    public var queryCapabilities: Set<QueryCapability>
    /// Whether edits are taken back together if one fails.
    public var supportsRollbackOnFailure: Bool
    /// Whether features are added with global ids that the caller has chosen.
    public var supportsApplyEditsWithGlobalIDs: Bool
    /// How its features belong to those of other tables.
    public var relationships: [FeatureRelationship]
    /// All that the server says, with what has no property here; empty if it was not read from one.
    public var json: JSONValue

    /// What a layer says of itself.
    public init(
        id: Int, name: String, kind: FeatureLayerKind? = nil, description: String = "", geometryType: GeometryType? = nil,
        spatialReference: SpatialReference? = nil, extent: Envelope? = nil, hasZ: Bool = false, hasM: Bool = false,
        fields: [Field] = [], objectIDField: String? = nil, globalIDField: String? = nil, displayField: String? = nil,
        hasAttachments: Bool = false, maxRecordCount: Int? = 2000, queryFormats: [String] = ["JSON"],
        capabilities: Set<ServiceCapability> = [.query], queryCapabilities: Set<QueryCapability> = [.pagination, .orderBy],
        supportsRollbackOnFailure: Bool = true, supportsApplyEditsWithGlobalIDs: Bool = false,
        relationships: [FeatureRelationship] = [], json: JSONValue = [:]
    ) {
        self.id = id
        self.name = name
        self.kind = kind ?? (geometryType == nil ? .table : .featureLayer)
        self.description = description
        self.geometryType = geometryType
        self.spatialReference = spatialReference
        self.extent = extent
        self.hasZ = hasZ
        self.hasM = hasM
        self.fields = fields
        self.objectIDField = objectIDField ?? fields.first { $0.type == .objectID }?.name
        self.globalIDField = globalIDField ?? fields.first { $0.type.rawValue == "esriFieldTypeGlobalID" }?.name
        self.displayField = displayField
        self.hasAttachments = hasAttachments
        self.maxRecordCount = maxRecordCount
        self.queryFormats = queryFormats
        self.capabilities = capabilities
        self.queryCapabilities = queryCapabilities
        self.supportsRollbackOnFailure = supportsRollbackOnFailure
        self.supportsApplyEditsWithGlobalIDs = supportsApplyEditsWithGlobalIDs
        self.relationships = relationships
        self.json = json
    }

    /// Whether features can be added, changed or deleted.
    public var isEditable: Bool { !capabilities.isDisjoint(with: [.create, .update, .delete, .editing]) }

    /// Whether answers can come in Protocol Buffers.
    public var supportsPBF: Bool { queryFormats.contains { $0.uppercased() == "PBF" } }
}
