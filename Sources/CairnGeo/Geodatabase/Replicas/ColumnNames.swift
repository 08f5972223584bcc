import CairnCore

/// The names of a table's columns, however services spell them.
struct ColumnNames {
    private let names: [String: String]

    init(_ table: FeatureTableDefinition) {
        let all = [table.objectIDField] + table.fields.map(\.name)
        names = Dictionary(all.map { ($0.lowercased(), $0) }) { first, _ in first }
    }

    /// The feature by the names of the columns; what has no column is left out.
    func named(_ feature: Feature) -> Feature {
        let attributes = feature.attributes
        if attributes.names.allSatisfy({ names[$0.lowercased()] == $0 }) { return feature }
        let pairs = attributes.compactMap { name, value in names[name.lowercased()].map { ($0, value) } }
        return Feature(attributes: Attributes(pairs), geometry: feature.geometry)
    }
}
