import CairnCore
import CairnGeo

/// Writes what a replica gets: all of it, or what is new.
struct ReplicaWriter {
    let replica: Replica
    let package: GeoPackage
    let document: ReplicaDocument
    /// The address of the service.
    let address: String

    private func table(_ layer: Replica.Layer) throws -> ReplicatedTable? {
        let definition = try package.table(layer.table)
        return try replica.parameters(of: layer, definition).map { try ReplicatedTable(definition, $0, in: package) }
    }

    private func header(_ table: ReplicatedTable) throws -> FeatureSetWriter.Header {
        let (shape, definition) = (try table.shape(), table.definition)
        var header = FeatureSetWriter.Header(
            fields: shape.fields, geometryType: definition.geometryType, spatialReference: shape.spatialReference)
        (header.objectIDField, header.globalIDField) = (definition.objectIDField, definition.globalIDField)
        (header.hasZ, header.hasM) = (definition.hasZ, definition.hasM)
        return header
    }

    private func lists<Element>(_ lists: [(String, Element)], _ write: (Element) throws -> Void) throws {
        for (place, (name, list)) in lists.enumerated() {
            try document.append("\(place == 0 ? "" : ",")\"\(name)\":")
            try write(list)
        }
    }

    // MARK: - All

    /// The layers with all that the replica has of them.
    func writeLayers() throws {
        try document.list({ add in try replica.layers.forEach(add) }) { layer in try write(layer) }
    }

    private func write(_ layer: Replica.Layer) throws {
        guard let table = try table(layer) else { return try document.append("{\"id\":\(layer.id),\"features\":[]}") }
        try document.append("{\"id\":\(layer.id),")
        let header = try header(table)
        try document.members(FeatureSetWriter.members(of: header))
        try document.append("\"features\":")
        try document.features(header) { add in try table.forEachFeature(add) }
        if replica.returnsAttachments {
            try document.append(",\"attachments\":")
            try document.list({ add in try table.forEachAttachment(add) }) { try write($0, of: table, layer) }
        }
        try document.append("}")
    }

    private func write(_ attachment: ReplicatedAttachment, of table: ReplicatedTable, _ layer: Replica.Layer) throws {
        let info = attachment.info
        try document.append("{")
        try document.members([
            ("attachmentId", .integer(info.id)), ("globalId", info.globalID.map { .string($0) } ?? .null),
            ("parentGlobalId", .string(attachment.parentGlobalID)), ("parentObjectId", .integer(attachment.parentObjectID)),
            ("name", .string(info.name)), ("contentType", .string(info.contentType)), ("size", .integer(info.size)),
        ])
        if replica.attachmentsByURL {
            let url = "\(address)/\(layer.id)/\(attachment.parentObjectID)/attachments/\(info.id)"
            try document.append("\"url\":\(JSONValue.string(url).text())}")
        } else {
            try document.append("\"data\":")
            try document.base64 { add in try table.forEachPiece(of: info.id, add) }
            try document.append("}")
        }
    }

    // MARK: - Changes

    /// What has become of a layer since a generation.
    ///
    /// - Parameter own: The generations that the replica has made itself.
    func writeChanges(of layer: Replica.Layer, since generation: Int, without own: [GenerationRange]) throws {
        guard let table = try table(layer) else { return }
        let changes = ReplicaChanges(of: table, since: generation, without: own)
        let header = try header(table)
        try document.append(",\"features\":{")
        try lists([("adds", changes.forEachAdded), ("updates", changes.forEachUpdated)]) { list in
            try document.features(header) { add in try list(add) }
        }
        try document.append(",\"deleteIds\":")
        try writeIDs(changes.forEachDeleted)
        try document.append("}")
        guard replica.returnsAttachments else { return }
        try document.append(",\"attachments\":{")
        try lists([("adds", changes.forEachAddedAttachment), ("updates", changes.forEachUpdatedAttachment)]) { list in
            try document.list({ add in try list(add) }) { try write($0, of: table, layer) }
        }
        try document.append(",\"deleteIds\":")
        try writeIDs(changes.forEachDeletedAttachment)
        try document.append("}")
    }

    private func writeIDs(_ ids: @escaping ((String) throws -> Void) throws -> Void) throws {
        try document.list(ids) { try document.append(JSONValue.string($0).text()) }
    }
}
