import CairnCore

/// A table for the features of a GeoJSON file, and which of its fields each property is.
struct GeoJSONTable {
    let definition: FeatureTableDefinition
    /// The places of the fields by the properties' names.
    private let properties: [String: Int]
    private let fieldNames: FieldNames

    /// - Parameter properties: The names of the properties, in the order of the fields.
    init(_ definition: FeatureTableDefinition, properties: [String]) {
        self.definition = definition
        self.properties = Dictionary(uniqueKeysWithValues: zip(properties, properties.indices))
        fieldNames = FieldNames(definition.fields.map(\.name))
    }

    /// A feature as the table takes it; nil if it is for another table.
    func feature(_ element: GeoJSONReader.Element, isFirst: Bool) -> Feature? {
        guard let geometry = geometry(element.geometry, isFirst) else { return nil }
        var values = [AttributeValue](repeating: .null, count: definition.fields.count)
        for (name, value) in element.properties {
            guard let place = properties[name] else { continue }
            values[place] = Self.value(value, definition.fields[place].type)
        }
        return Feature(attributes: Attributes(fieldNames, values), geometry: geometry)
    }

    /// Nil for one that is of another table; features without one are of the first.
    private func geometry(_ geometry: Geometry?, _ isFirst: Bool) -> Geometry?? {
        guard let geometry else { return isFirst ? .some(nil) : nil }
        if geometry.type == definition.geometryType { return geometry }
        guard definition.geometryType == .multipoint, case .point(let point) = geometry else { return nil }
        return .multipoint(
            Multipoint(points: point.isEmpty ? [] : [point.position], spatialReference: point.spatialReference))
    }

    private static func value(_ json: JSONValue, _ type: FieldType) -> AttributeValue {
        let value = AttributeValue(esriJSON: json)
        guard type == .string, value != .null else { return value }
        // Text, where others have numbers, too: as it was written.
        return .string(json.string ?? json.text())
    }
}
