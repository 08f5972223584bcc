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
    /// - Throws: ``GeometryError`` for a geometry that cannot be read, named by its feature, and for coordinates on a grid.
    public init(esriJSON json: JSONValue) throws {
        if let transform = json["transform"], !transform.isNull { throw GeometryError.unsupported("Quantized coordinates") }
        let reference = try SpatialReference(esriJSON: json["spatialReference"])
        let fields = json["fields"]?.array?.compactMap(Field.init(esriJSON:)) ?? []
        let types = Dictionary(fields.map { ($0.name, $0.type) }) { first, _ in first }
        self.init(fields: fields, spatialReference: reference)
        exceededTransferLimit = json["exceededTransferLimit"]?.bool ?? false
        // Flags on the set hold for geometries that do not carry them.
        let flags = ["hasZ", "hasM"].filter { json[$0]?.bool == true }
        let idField = Self.objectIDField(json["objectIdFieldName"], fields)
        features = try (json["features"]?.array ?? []).enumerated().map { index, json in
            guard let members = json.object else {
                throw GeometryError.malformed("feature \(index + 1) of the answer is no object")
            }
            let attributes = (members["attributes"]?.object ?? [:]).sorted { $0.key < $1.key }.map { name, value in
                (name, AttributeValue(esriJSON: value, type: types[name]))
            }
            var feature = Feature(attributes: Attributes(attributes))
            do {
                feature.geometry = try Self.geometry(members["geometry"] ?? .null, flags, reference)
            } catch let error as GeometryError {
                throw error.told(of: feature, number: index + 1, objectIDField: idField)
            }
            return feature
        }
    }

    /// The name of the field of object ids, as an answer says it.
    static func objectIDField(_ name: JSONValue?, _ fields: [Field]) -> String? {
        name?.string ?? fields.first { $0.type == .objectID }?.name
    }

    private static func geometry(
        _ json: JSONValue, _ flags: [String], _ reference: SpatialReference?
    ) throws -> Geometry? {
        if json.isNull { return nil }
        guard case .object(var members) = json else {
            throw GeometryError.malformed("\(json.text().printable(upTo: 40)) is no object")
        }
        for flag in flags where members[flag] == nil { members[flag] = true }
        // What says nothing of a place, and nothing else, is no geometry.
        let isKnown = members.keys.allSatisfy(["y", "z", "m", "hasZ", "hasM", "spatialReference"].contains)
        return isKnown
            ? try Geometry.place(in: .object(members), reference)
            : try Geometry(esriJSON: .object(members), spatialReference: reference)
    }

    /// The feature set in Esri JSON.
    public var esriJSON: JSONValue { esriJSON(missing: .null) }

    /// - Parameter missing: What stands for a height or measure that a vertex lacks beside others.
    package func esriJSON(missing: JSONValue) -> JSONValue {
        var members: [String: JSONValue] = [
            "features": .array(
                features.map { feature in
                    var members: [String: JSONValue] = ["attributes": feature.attributes.esriJSON]
                    members["geometry"] = feature.geometry?.esriJSON(missing: missing)
                    return .object(members)
                })
        ]
        if !fields.isEmpty { members["fields"] = .array(fields.map(\.esriJSON)) }
        members["spatialReference"] = spatialReference?.esriJSON
        if exceededTransferLimit { members["exceededTransferLimit"] = true }
        return .object(members)
    }
}
