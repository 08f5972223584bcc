import CairnCore
import CairnGeo

/// What an output is made for: what has been written of other columns, or means something else, cannot be gone on with.
struct FeatureExportDefinition: Sendable, Codable, Hashable {
    struct Column: Sendable, Codable, Hashable {
        let name: String
        let type: String
    }

    private let columns: [Column]
    private let geometry: String
    private let spatialReference: SpatialReference?
    private let (hasZ, hasM): (Bool, Bool)

    /// - Parameter table: The table that is written.
    init(_ table: FeatureTableDefinition) {
        let id = Column(name: table.objectIDField, type: FieldType.objectID.rawValue)
        columns = [id] + table.fields.map { Column(name: $0.name, type: $0.type.rawValue) }
        geometry = table.geometryType?.rawValue ?? (table.hasMixedGeometries ? "esriGeometryAny" : "esriGeometryNull")
        (spatialReference, hasZ, hasM) = (table.spatialReference, table.hasZ, table.hasM)
    }

    /// In words, what is different of another one.
    func changes(to other: FeatureExportDefinition) -> [String] {
        var changes = columnChanges(to: other)
        if geometry != other.geometry { changes.append("its geometries were \(geometry) and are \(other.geometry)") }
        if spatialReference != other.spatialReference {
            changes.append("its spatial reference was \(Self.name(spatialReference)) and is \(Self.name(other.spatialReference))")
        }
        if hasZ != other.hasZ { changes.append(other.hasZ ? "it has heights now" : "it has no heights any more") }
        if hasM != other.hasM { changes.append(other.hasM ? "it has measures now" : "it has no measures any more") }
        return changes
    }

    private func columnChanges(to other: FeatureExportDefinition) -> [String] {
        let (before, now) = (types, other.types)
        let gone = columns.filter { now[$0.name] == nil }.map { "the field \($0.name.printable()) is gone" }
        let new = other.columns.filter { before[$0.name] == nil }.map { "the field \($0.name.printable()) is new" }
        let changed = other.columns.compactMap { column in
            before[column.name].flatMap {
                $0 == column.type ? nil : "the field \(column.name.printable()) was \($0) and is \(column.type)"
            }
        }
        let changes = gone + new + changed
        return changes.isEmpty && columns != other.columns ? ["its fields come in another order"] : changes
    }

    private var types: [String: String] { Dictionary(columns.map { ($0.name, $0.type) }) { first, _ in first } }

    private static func name(_ reference: SpatialReference?) -> String { reference?.id ?? "unknown" }
}
