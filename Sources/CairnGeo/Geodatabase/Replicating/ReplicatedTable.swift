import CairnCore

/// What a replica has of a table: the features that parameters choose, and their attachments.
package struct ReplicatedTable {
    package let definition: FeatureTableDefinition
    private let parameters: QueryParameters
    let package: GeoPackage
    let attachments: AttachmentTable?

    package init(_ definition: FeatureTableDefinition, _ parameters: QueryParameters, in package: GeoPackage) throws {
        (self.definition, self.parameters, self.package) = (definition, parameters, package)
        attachments = try AttachmentTable(of: definition, package.database)
    }

    /// What the features consist of: their fields, and what their coordinates mean.
    package func shape() throws -> (fields: [Field], spatialReference: SpatialReference?) {
        let shape = try FeatureResultShape(parameters, definition, SQLColumns(definition))
        return (shape.fields, shape.spatialReference)
    }

    // MARK: - All

    package func forEachFeature(_ body: (Feature) throws -> Void) throws {
        try forEachFeature(parameters, body)
    }

    private func forEachFeature(_ parameters: QueryParameters, _ body: (Feature) throws -> Void) throws {
        try package.forEachFeature(of: definition, using: parameters) { feature in
            try body(feature)
            return true
        }
    }

    package func forEachAttachment(_ body: (ReplicatedAttachment) throws -> Void) throws {
        guard let attachments else { return }
        var keys = parameters
        (keys.outFields, keys.returnsGeometry) = (definition.globalIDField.map { [$0] } ?? [], false)
        let cursor = try FeatureCursor(keys, definition, package)
        while let batch = try cursor.nextBatch() {
            let ids = batch.compactMap { $0.objectID(definition.objectIDField) }
            let lists = try attachments.list(ofFeatures: ids)
            for feature in batch {
                guard let id = feature.objectID(definition.objectIDField), let infos = lists[id] else { continue }
                let parent = definition.globalIDField.flatMap { feature.attributes[$0]?.string } ?? ""
                for info in infos {
                    try body(ReplicatedAttachment(info: info, parentObjectID: id, parentGlobalID: parent))
                }
            }
        }
    }

    /// Calls `body` with the bytes of an attachment, piece by piece.
    package func forEachPiece(of attachment: Int, _ body: ([UInt8]) throws -> Void) throws {
        try attachments?.forEachPiece(of: attachment, body)
    }

    // MARK: - Some

    /// The object ids of those of some features that the replica has, by their global ids.
    func objectIDs(ofGlobalIDs globalIDs: [String]) throws -> [String: Int] {
        guard let field = definition.globalIDField else { return [:] }
        let global = SQLName(field)
        let statement = try package.database.prepare(
            """
            SELECT \(global), \(SQLName(definition.objectIDField)) FROM \(SQLName(definition.name))
            WHERE \(global) IN (SELECT value FROM json_each(?))
            """)
        statement.bind(1, JSONValue.array(globalIDs.map { .string($0) }).text())
        var found: [String: Int] = [:]
        while try statement.step() { found[statement.string(0)] = statement.int(1) }
        let chosen = Set(try objectIDs(of: Array(found.values)))
        return found.filter { chosen.contains($0.value) }
    }

    /// Those of some features that the replica has.
    func objectIDs(of ids: [Int]) throws -> [Int] {
        if ids.isEmpty { return [] }
        return try package.objectIDs(restricted(to: ids), of: definition)
    }

    func forEachFeature(of ids: [Int], _ body: (Feature) throws -> Void) throws {
        if !ids.isEmpty { try forEachFeature(restricted(to: ids), body) }
    }

    private func restricted(to ids: [Int]) -> QueryParameters {
        var parameters = parameters
        parameters.objectIDs = ids
        return parameters
    }
}
