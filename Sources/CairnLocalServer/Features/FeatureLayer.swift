import CairnGeo

/// A table as a layer of a service.
struct FeatureLayer: Sendable {
    let id: Int
    let table: any FeatureTable
    let definition: FeatureTableDefinition
    let isEditable: Bool
    let maxRecordCount: Int

    /// All fields, the object id first.
    var fields: [Field] { [Field(definition.objectIDField, type: .objectID)] + definition.fields }

    var isTable: Bool { definition.geometryType == nil }

    /// A field's name as it is, for one in whatever letters.
    func fieldName(_ name: String) -> String? {
        fields.first { $0.name == name }?.name ?? fields.first { $0.name.lowercased() == name.lowercased() }?.name
    }

    /// What is thrown if clients may not change it.
    func expectEditable() throws(ServiceFailure) {
        guard isEditable else {
            throw ServiceFailure(
                code: 403, message: "Unable to complete operation.",
                details: ["The layer \(definition.name) may not be edited: it is published for queries only."])
        }
    }
}

extension PublishedFeatures {
    /// The layers, those of one name in the order of their tables.
    func layers() async throws -> [FeatureLayer] {
        var named: [(table: any FeatureTable, definition: FeatureTableDefinition)] = []
        for table in try await tables() { named.append((table, try await table.definition())) }
        let sorted = named.enumerated().sorted { one, other in
            (one.element.definition.name, one.offset) < (other.element.definition.name, other.offset)
        }
        return sorted.enumerated().map { id, entry in
            FeatureLayer(
                id: id, table: entry.element.table, definition: entry.element.definition, isEditable: isEditable,
                maxRecordCount: maxRecordCount)
        }
    }
}
