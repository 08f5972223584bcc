public import CairnCore

/// Features with their fields and what their coordinates mean, as services exchange them.
public struct FeatureSet: Sendable, Hashable {
    /// The columns; empty if the server did not say.
    public var fields: [Field]
    /// The features.
    public var features: [Feature]
    /// What coordinates mean that do not say so themselves.
    public var spatialReference: SpatialReference?
    /// Whether the server held back more.
    public var exceededTransferLimit: Bool

    /// A feature set.
    public init(
        fields: [Field] = [], features: [Feature] = [], spatialReference: SpatialReference? = nil,
        exceededTransferLimit: Bool = false
    ) {
        self.fields = fields
        self.features = features
        self.spatialReference = spatialReference
        self.exceededTransferLimit = exceededTransferLimit
    }

    /// Reads a feature set in Esri JSON.
    ///
    /// - Throws: ``GeometryError`` for a geometry that cannot be read.
    public init(esriJSON json: JSONValue) throws {
        let reference = SpatialReference(esriJSON: json["spatialReference"])
        let fields = json["fields"]?.array?.compactMap(Field.init(esriJSON:)) ?? []
        let types = Dictionary(fields.map { ($0.name, $0.type) }) { first, _ in first }
        self.init(fields: fields, spatialReference: reference)
        exceededTransferLimit = json["exceededTransferLimit"]?.bool ?? false
        // Flags on the set hold for geometries that do not carry them.
        let flags = ["hasZ", "hasM"].filter { json[$0]?.bool == true }
        features = try (json["features"]?.array ?? []).map { feature in
            let attributes = (feature["attributes"]?.object ?? [:]).sorted { $0.key < $1.key }.map { name, value in
                (name, AttributeValue(esriJSON: value, type: types[name]))
            }
            let geometry = try Self.geometry(feature["geometry"], flags, reference)
            return Feature(attributes: Attributes(attributes), geometry: geometry)
        }
    }

    private static func geometry(
        _ json: JSONValue?, _ flags: [String], _ reference: SpatialReference?
    ) throws -> Geometry? {
        guard case .object(var members)? = json, !members.isEmpty else { return nil }
        for flag in flags where members[flag] == nil { members[flag] = true }
        return try Geometry(esriJSON: .object(members), spatialReference: reference)
    }

    /// The feature set in Esri JSON.
    public var esriJSON: JSONValue {
        var members: [String: JSONValue] = [
            "features": .array(
                features.map { feature in
                    var members: [String: JSONValue] = ["attributes": feature.attributes.esriJSON]
                    members["geometry"] = feature.geometry?.esriJSON
                    return .object(members)
                })
        ]
        if !fields.isEmpty { members["fields"] = .array(fields.map(\.esriJSON)) }
        members["spatialReference"] = spatialReference?.esriJSON
        if exceededTransferLimit { members["exceededTransferLimit"] = true }
        return .object(members)
    }
}
