import CairnCore

/// Something that is to be done with a table.
package enum TableEdit: Sendable {
    /// Adds, changes and deletes features.
    case features(FeatureEdits)
    /// Attaches a file, or bytes, to a feature.
    case addAttachment(NewAttachment, feature: Int)
    /// Replaces an attachment of a feature.
    case updateAttachment(Int, NewAttachment, feature: Int)
    /// Deletes attachments of a feature.
    case deleteAttachments([Int], feature: Int)
}

extension GeoPackage {
    /// Does it as a whole: a result for each feature, those that are added first, or for each attachment.
    ///
    /// - Throws: ``GeodatabaseError``, ``DatabaseError``; `SystemError` for a file that cannot be read.
    func perform(_ edit: TableEdit, on table: FeatureTableDefinition) throws -> [FeatureEditResult] {
        if case .features(let edits) = edit { return try applyEdits(edits, to: table).all }
        try table.expectEditable()
        try TableRights(table, self).expect(edit)
        return try using(table) { try transaction { try attach(edit, table) } }
    }

    private func attach(_ edit: TableEdit, _ table: FeatureTableDefinition) throws -> [FeatureEditResult] {
        let attachments = try AttachmentTable(of: table, database)
        switch edit {
        case .features: return []
        case .addAttachment(let new, let objectID): return [try add(new, objectID, table, attachments)]
        case .updateAttachment(let id, let new, let objectID):
            guard let attachments, try attachments.has(id, ofFeature: objectID) else {
                return [table.noAttachment(id, objectID)]
            }
            return [try attachments.update(id, ofFeature: objectID, new)]
        case .deleteAttachments(let ids, let objectID):
            return try ids.map { try delete($0, objectID, table, attachments) }
        }
    }

    private func add(
        _ new: NewAttachment, _ objectID: Int, _ table: FeatureTableDefinition, _ attachments: AttachmentTable?
    ) throws -> FeatureEditResult {
        guard try count(QueryParameters(objectIDs: [objectID]), of: table) > 0 else {
            throw GeodatabaseError.noFeature(objectID: objectID, table: table.name)
        }
        return try (attachments ?? AttachmentTable(makingOf: table, database)).add(new, toFeature: objectID)
    }

    private func delete(
        _ id: Int, _ objectID: Int, _ table: FeatureTableDefinition, _ attachments: AttachmentTable?
    ) throws -> FeatureEditResult {
        guard let attachments, try attachments.has(id, ofFeature: objectID) else { return table.noAttachment(id, objectID) }
        try attachments.delete(id, ofFeature: objectID)
        return FeatureEditResult(objectID: id)
    }
}

extension FeatureTableDefinition {
    fileprivate func noAttachment(_ id: Int, _ objectID: Int) -> FeatureEditResult {
        let error = GeodatabaseError.noAttachment(id: id, objectID: objectID, table: name)
        return FeatureEditResult(objectID: id, error: FeatureEditError(code: 1019, description: "\(error)"))
    }
}
