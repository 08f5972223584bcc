import CairnCore
import CairnGeo

/// A table as a layer of a service.
struct FeatureLayer: Sendable {
    let id: Int
    let table: any FeatureTable
    let definition: FeatureTableDefinition
    let isEditable: Bool
    let maxRecordCount: Int
    /// Whether replicas of it can be kept in step.
    var isSynced = false

    /// All fields, the object id first.
    var fields: [Field] { [Field(definition.objectIDField, type: .objectID)] + definition.fields }

    var isTable: Bool { definition.geometryType == nil }

    /// Why it is none that clients are told of; nil if it is one.
    var refusal: String? {
        guard definition.hasMixedGeometries else { return nil }
        return
            "The table \(definition.name) has geometries of several kinds, and a layer has one: export it as GeoJSON, and publish that, which makes a layer of each kind."
    }

    /// That nobody can tell where its coordinates lie; nil if that is known, or if there are none.
    var placeTrouble: String? {
        guard !isTable, definition.spatialReference == nil else { return nil }
        return
            "The file does not say what the coordinates of the table \(definition.name) mean, and QGIS shows no such layer: where you know it, \"ogr2ogr -a_srs EPSG:NUMBER NEW FILE\" enters it."
    }

    /// A field's name as it is, for one in whatever letters.
    func fieldName(_ name: String) -> String? {
        fields.first { $0.name == name }?.name ?? fields.first { $0.name.lowercased() == name.lowercased() }?.name
    }

    /// What is thrown if it is none that clients are told of.
    func expectPublished() throws(ServiceFailure) {
        if let refusal { throw ServiceFailure(code: 400, message: "Unable to complete operation.", details: [refusal]) }
    }

    /// What is thrown if clients may not change it.
    func expectEditable() throws(ServiceFailure) {
        if definition.isView {
            let words = GeodatabaseError.isView(name: definition.name).words
            throw ServiceFailure(code: 403, message: "Unable to complete operation.", details: [words])
        }
        try expectPublished()
        guard isEditable else {
            throw ServiceFailure(
                code: 403, message: "Unable to complete operation.",
                details: ["The layer \(definition.name) may not be edited: it is published for queries only."])
        }
    }
}

extension PublishedFeatures {
    /// The layers, those of one name in the order of their tables.
    func layers(_ numbers: LayerNumbers = LayerNumbers()) async throws -> [FeatureLayer] {
        var named: [(table: any FeatureTable, definition: FeatureTableDefinition)] = []
        for table in try await tables() { named.append((table, try await table.definition())) }
        let sorted = named.enumerated().sorted { one, other in
            (one.element.definition.name, one.offset) < (other.element.definition.name, other.offset)
        }
        let ids = numbers.numbers(of: sorted.map(\.element.definition.name))
        return zip(ids, sorted).map { id, entry in
            FeatureLayer(
                id: id, table: entry.element.table, definition: entry.element.definition,
                isEditable: isEditable && !entry.element.definition.isView,
                maxRecordCount: maxRecordCount,
                isSynced: isSyncEnabled && entry.element.definition.globalIDField != nil && !entry.element.definition.isView)
        }.sorted { $0.id < $1.id }
    }
}

extension PublishedFeatures {
    /// Why tables are not among the layers, a sentence for each.
    ///
    /// - Throws: As ``load()`` does.
    @concurrent
    public func unpublished() async throws -> [String] {
        let refused = try await layers().compactMap(\.refusal)
        return refused + unreadable().sorted { $0.key < $1.key }.map { $0.value.words }
    }

    /// Of which layers nobody can tell where they lie, for they have no spatial reference, a sentence for each.
    ///
    /// - Throws: As ``load()`` does.
    @concurrent
    public func unplaced() async throws -> [String] { try await layers().compactMap(\.placeTrouble) }

    /// Of which layers no replica can be taken that is kept in step, for they have no global ids, a sentence for each; none if replicas are not
    /// made at all.
    ///
    /// - Throws: As ``load()`` does.
    @concurrent
    public func unsynced() async throws -> [String] {
        guard isSyncEnabled else { return [] }
        return try await layers().filter { $0.definition.globalIDField == nil && $0.refusal == nil }.map { layer in
            "The table \(layer.definition.name.printable()) cannot be synced: it has no column for global ids. "
                + "Docs/LocalServer.md says how to add one (Replicas)."
        }
    }
}
