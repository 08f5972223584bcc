package import CairnCore

/// Writes a feature set in Esri JSON while its features come: what has been written can be taken at any time.
package struct FeatureSetWriter: FeatureWriter {
    /// What is said of all features.
    package struct Header: Sendable {
        /// The fields of each feature.
        package var fields: [Field]
        /// The name of the field of object ids; nil for rows without, as statistics are.
        package var objectIDField: String?
        package var globalIDField: String?
        /// The kind of geometries; nil for none.
        package var geometryType: GeometryType?
        package var spatialReference: SpatialReference?
        /// The grid whose whole numbers coordinates are, as ``Quantization/deltas(of:)`` gives them; nil for coordinates themselves.
        package var grid: Quantization?
        /// Whether heights are written.
        package var hasZ = false
        /// Whether measures are written.
        package var hasM = false

        package init(fields: [Field], geometryType: GeometryType? = nil, spatialReference: SpatialReference? = nil) {
            (self.fields, self.geometryType, self.spatialReference) = (fields, geometryType, spatialReference)
        }
    }

    private var json = JSONBytes()
    private let attributes: AttributesWriter
    private let vertices: WrittenVertices
    private let hasGeometry: Bool
    private var isFirst = true

    /// - Parameter isList: Whether the features alone are written, with commas between, and nothing else.
    package init(_ header: Header, isList: Bool = false) {
        attributes = AttributesWriter(header.fields)
        vertices = WrittenVertices(hasZ: header.hasZ, hasM: header.hasM)
        hasGeometry = header.geometryType != nil
        if isList { return }
        json.append("{")
        for (name, value) in Self.members(of: header) {
            json.text(name)
            json.append(":")
            json.append(value.data())
            json.append(",")
        }
        json.append("\"features\":[")
    }

    package static func members(of header: Header) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        if let name = header.objectIDField {
            members.append(("objectIdFieldName", .string(name)))
            members.append(("uniqueIdField", ["name": .string(name), "isSystemMaintained": true]))
            members.append(("globalIdFieldName", .string(header.globalIDField ?? "")))
        }
        if let type = header.geometryType { members.append(("geometryType", .string(type.rawValue))) }
        if let reference = header.spatialReference { members.append(("spatialReference", reference.esriJSON)) }
        if let grid = header.grid { members.append(("transform", grid.esriJSON)) }
        if header.hasZ { members.append(("hasZ", true)) }
        if header.hasM { members.append(("hasM", true)) }
        members.append(("fields", .array(header.fields.map(\.esriJSON))))
        return members
    }

    /// Adds a feature.
    package mutating func append(_ feature: Feature) {
        json.separate(&isFirst)
        json.append("{\"attributes\":")
        attributes.write(feature.attributes, to: &json)
        if hasGeometry {
            json.append(",\"geometry\":")
            if let geometry = feature.geometry { json.esriGeometry(geometry, vertices) } else { json.append("null") }
        }
        json.append("}")
    }

    /// Ends the set.
    ///
    /// - Parameter exceededTransferLimit: Whether there are more features than it has.
    package mutating func finish(exceededTransferLimit: Bool) {
        json.append(exceededTransferLimit ? "],\"exceededTransferLimit\":true}" : "]}")
    }

    /// How many bytes nobody has taken yet.
    package var count: Int { json.count }
    /// The bytes that have been written since they were last taken.
    package mutating func take() -> [UInt8] { json.take() }
}
