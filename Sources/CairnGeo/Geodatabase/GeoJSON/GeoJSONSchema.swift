import CairnCore

/// What the features of a GeoJSON file have in common, found by looking at all of them.
struct GeoJSONSchema {
    /// What the values of a property are.
    private enum Kind {
        case nothing, small, whole, number, text

        init(_ value: JSONValue) {
            switch value {
            case .null: self = .nothing
            case .bool: self = .small
            case .integer(let number): self = Int32(exactly: number) == nil ? .whole : .small
            case .number, .decimal: self = .number
            case .string, .array, .object: self = .text
            }
        }

        /// What holds the values of both.
        func merged(_ other: Kind) -> Kind {
            switch (self, other) {
            case (.nothing, let kind), (let kind, .nothing): kind
            case (.text, _), (_, .text): .text
            case (.number, _), (_, .number): .number
            case (.whole, _), (_, .whole): .whole
            default: .small
            }
        }

        var type: FieldType {
            switch self {
            case .nothing, .text: .string
            case .small: .integer
            case .whole: FieldType(rawValue: "esriFieldTypeBigInteger")
            case .number: .double
            }
        }
    }

    /// The properties in the order in which they were seen first.
    private var names: [String] = []
    private var kinds: [String: Kind] = [:]
    /// What kinds of geometries there are, and whether there are features without.
    private var types: Set<GeometryType> = []
    private var hasZ = false

    mutating func add(_ element: GeoJSONReader.Element) {
        for (name, value) in element.properties {
            if kinds[name] == nil { names.append(name) }
            kinds[name] = (kinds[name] ?? .nothing).merged(Kind(value))
        }
        guard let geometry = element.geometry, let type = geometry.type else { return }
        types.insert(type)
        hasZ = hasZ || geometry.positions.contains { $0.z != nil }
    }

    /// The tables for them: one, or one for each kind of geometries where they are mixed. Places and groups of places go together.
    ///
    /// - Parameter name: What the table is called; where there are several, each has its kind behind it.
    func tables(_ name: String) -> [GeoJSONTable] {
        var kinds = GeometryType.allCases.filter(types.contains)
        if kinds.contains(.multipoint) { kinds.removeAll { $0 == .point } }
        if kinds.count < 2 { return [table(name, kinds.first)] }
        return kinds.map { table("\(name)_\("\($0)")", $0) }
    }

    private func table(_ name: String, _ type: GeometryType?) -> GeoJSONTable {
        var free = FreeNames()
        let fields = names.map { name in
            Field(free.take(name), type: kinds[name]?.type ?? .string, alias: name)
        }
        var definition = FeatureTableDefinition(
            name, fields: fields, objectIDField: free.take("OBJECTID"), geometryType: type, spatialReference: .wgs84, hasZ: hasZ)
        definition.geometryColumn = free.take("SHAPE")
        return GeoJSONTable(definition, properties: names)
    }
}

/// Names of columns, which are the same whatever their case.
private struct FreeNames {
    private var taken: Set<String> = []

    /// The name, or if it is taken already, one that is not.
    mutating func take(_ name: String) -> String {
        let name = name.isEmpty || name.contains("\0") ? "field" : name
        if taken.insert(name.lowercased()).inserted { return name }
        var number = 1
        while !taken.insert("\(name)_\(number)".lowercased()).inserted { number += 1 }
        return "\(name)_\(number)"
    }
}
