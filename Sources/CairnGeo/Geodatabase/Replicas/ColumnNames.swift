import CairnCore

/// The names of a table's columns, however services spell them.
final class ColumnNames {
    private let names: [String: String]
    /// Of the last feature: features that come together mostly share their names.
    private var known: (names: FieldNames, columns: Columns)?

    private enum Columns {
        case same
        /// The columns, and where their values stand.
        case other(FieldNames, [Int])
    }

    init(_ table: FeatureTableDefinition) {
        let all = [table.objectIDField] + table.fields.map(\.name)
        names = Dictionary(all.map { ($0.lowercased(), $0) }) { first, _ in first }
    }

    /// The feature by the names of the columns; what has no column is left out.
    func named(_ feature: Feature) -> Feature {
        let attributes = feature.attributes
        guard case .other(let names, let places) = columns(of: attributes.fieldNames) else { return feature }
        return Feature(attributes: Attributes(names, places.map { attributes.values[$0] }), geometry: feature.geometry)
    }

    private func columns(of given: FieldNames) -> Columns {
        if let known, known.names === given { return known.columns }
        let columns = columns(given.list)
        known = (given, columns)
        return columns
    }

    private func columns(_ given: [String]) -> Columns {
        if given.allSatisfy({ names[$0.lowercased()] == $0 }) { return .same }
        let columns = given.map { names[$0.lowercased()] }
        // Of those that differ in capitals the last counts, in the place of the first.
        var (chosen, places) = ([String](), [Int]())
        for (place, column) in columns.enumerated() {
            guard let column else { continue }
            if let known = chosen.firstIndex(of: column) {
                places[known] = place
            } else {
                chosen.append(column)
                places.append(place)
            }
        }
        return .other(FieldNames(chosen), places)
    }
}
