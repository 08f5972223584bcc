import CairnCore
import CairnGeo

/// The features that were brought here with some of their fields: what of them is not here counts neither as null nor as anything else.
struct PartlyBrought {
    private let table: String
    private let idField: String
    /// The fields of the table, by how they are written in small letters.
    private let fields: [String: String]
    /// The fields of each feature that are here, in small letters.
    private var known: [Int: Set<String>] = [:]

    /// - Parameters:
    ///   - ids: Of which features some fields may be missing.
    ///   - features: All of them that are here, as they are here.
    init(_ ids: Set<Int>, of features: [Feature], _ definition: FeatureTableDefinition) {
        (table, idField) = (definition.name, definition.objectIDField)
        fields = Dictionary(definition.fields.map { ($0.name.lowercased(), $0.name) }) { first, _ in first }
        for feature in features {
            guard let id = feature.attributes[idField]?.int, ids.contains(id) else { continue }
            known[id] = Set(feature.attributes.names.map { $0.lowercased() })
        }
    }

    /// - Throws: If what is asked for is told by fields that are not here.
    func expectFields(of parameters: QueryParameters, _ query: StatisticsQuery? = nil) throws {
        if known.isEmpty { return }
        var names = try WhereClause(parameters.whereClause.isEmpty ? "1=1" : parameters.whereClause).fields
        names += parameters.orderByFields.map(\.field)
        names += (query?.groupBy ?? []) + (query?.statistics.map(\.field) ?? [])
        for name in names {
            guard let field = fields[name.lowercased()] else { continue }
            let count = known.values.count { !$0.contains(name.lowercased()) }
            if count > 0 { throw missing(field, count) }
        }
    }

    private func missing(_ field: String, _ count: Int) -> any Error {
        AGSError.runtime(
            .commonInvalidArgument,
            "The field \(field) of \(count) features of \(table) was not brought here. Bring it by populateFromService, whose outFields name it, "
                + "or are [\"*\"].")
    }

    /// A feature of which nothing is said that is not here.
    func keeping(_ feature: Feature) -> Feature {
        guard let id = feature.attributes[idField]?.int, let known = known[id] else { return feature }
        let pairs = feature.attributes.filter { known.contains($0.name.lowercased()) }.map { ($0.name, $0.value) }
        return Feature(attributes: Attributes(pairs), geometry: feature.geometry)
    }
}
