import CairnCore

/// The edits that a replica sends of one table, all by global ids.
package struct ReplicaEdits: Sendable {
    /// Those of features. One that is to be added and is there is changed.
    package var features = FeatureEdits(usesGlobalIDs: true, rollsBackOnFailure: false)
    /// Files, and the global ids of the features that they belong to. One that is to be added and is there is replaced.
    package var addedAttachments: [(attachment: NewAttachment, parent: String)] = []
    /// The files that take the place of others, by the global ids that they have.
    package var updatedAttachments: [(attachment: NewAttachment, parent: String)] = []
    /// The global ids of those to be deleted.
    package var deletedAttachments: [String] = []

    package init() {}
}

/// What became of the edits that a replica sent of one table.
package struct ReplicaEditResults: Sendable {
    package var features = FeatureEditResults()
    package var attachments = FeatureEditResults()

    package init() {}

    /// Whether something was refused, but for the deletion of what is gone, which is as was wanted.
    package var hasFailed: Bool {
        [features.adds, features.updates, attachments.adds, attachments.updates].joined().contains { !$0.isSuccess }
            || (features.deletes + attachments.deletes).contains {
                $0.error.map { $0.code != FeatureEditError.goneCode } ?? false
            }
    }

    /// The same, with nothing done.
    package var rolledBack: ReplicaEditResults {
        var results = self
        (results.features, results.attachments) = (features.rolledBack, attachments.rolledBack)
        return results
    }
}

extension GeoPackage {
    /// Carries out the edits of a replica; within a transaction of the caller's.
    package func apply(_ edits: ReplicaEdits, to definition: FeatureTableDefinition) throws -> ReplicaEditResults {
        try definition.expectEditable()
        return try using(definition) {
            var results = ReplicaEditResults()
            if !edits.features.isEmpty {
                try createIndex(of: definition)
                results.features = try FeatureEditing(edits.features, definition, self, changesWhatIsThere: true).results()
                try updateExtent(of: definition)
            }
            results.attachments = try ReplicaAttachmentEditing(definition, self).results(of: edits)
            return results
        }
    }
}

/// Carries out what a replica does with attachments, file by file.
private struct ReplicaAttachmentEditing {
    private let definition: FeatureTableDefinition
    private let package: GeoPackage
    private let table: AttachmentTable?

    init(_ definition: FeatureTableDefinition, _ package: GeoPackage) throws {
        (self.definition, self.package) = (definition, package)
        table = try AttachmentTable(of: definition, package.database)
    }

    func results(of edits: ReplicaEdits) throws -> FeatureEditResults {
        FeatureEditResults(
            adds: try edits.addedAttachments.map { edit in
                try result(edit.attachment.globalID) { try put(edit.attachment, parent: edit.parent, mayBeNew: true) }
            },
            updates: try edits.updatedAttachments.map { edit in
                try result(edit.attachment.globalID) { try put(edit.attachment, parent: edit.parent, mayBeNew: false) }
            },
            deletes: try edits.deletedAttachments.map { id in try result(id) { try delete(id) } })
    }

    private func known(_ globalID: String?) throws -> ReplicatedAttachment? {
        guard let globalID else { return nil }
        return try table?.list(ofGlobalIDs: GlobalID.spellings(of: globalID)).first
    }

    private func put(_ attachment: NewAttachment, parent: String, mayBeNew: Bool) throws -> FeatureEditResult {
        guard let table else { throw FeatureEditError.gone("no attachments", definition) }
        if let known = try known(attachment.globalID) {
            return try table.update(known.info.id, ofFeature: known.parentObjectID, attachment)
        }
        guard mayBeNew else { throw FeatureEditError.gone("no attachment \(attachment.globalID ?? "")", definition) }
        let owner = try ReplicatedTable(definition, QueryParameters(), in: package)
        guard let feature = try owner.objectIDs(ofGlobalIDs: GlobalID.spellings(of: parent)).values.first else {
            throw FeatureEditError.gone("no feature \(parent)", definition)
        }
        var attachment = attachment
        attachment.globalID = attachment.globalID.map(GlobalID.normalized)
        return try table.add(attachment, toFeature: feature)
    }

    private func delete(_ globalID: String) throws -> FeatureEditResult {
        guard let table, let known = try known(globalID) else {
            throw FeatureEditError.gone("no attachment \(globalID)", definition)
        }
        try table.delete(known.info.id, ofFeature: known.parentObjectID)
        return FeatureEditResult(objectID: known.info.id, globalID: known.info.globalID)
    }

    private func result(_ globalID: String?, _ body: () throws -> FeatureEditResult) throws -> FeatureEditResult {
        do { return try body() } catch let error as FeatureEditError {
            return FeatureEditResult(globalID: globalID, error: error)
        } catch let error as GeodatabaseError {
            return FeatureEditResult(globalID: globalID, error: FeatureEditError(code: 1000, description: "\(error)"))
        }
    }
}

extension FeatureEditError {
    /// The number of what is not there.
    package static let goneCode = 1019

    fileprivate static func gone(_ what: String, _ definition: FeatureTableDefinition) -> FeatureEditError {
        FeatureEditError(code: goneCode, description: "The table \(definition.name) has \(what.printable(upTo: 80)).")
    }
}
