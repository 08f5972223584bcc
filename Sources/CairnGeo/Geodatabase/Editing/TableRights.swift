import CairnCore

/// What may be edited of a table, within one transaction: what its service takes, and what it has not got.
///
/// A feature that was added here, and not sent, is changed by who may add, and deleted by anybody: it is sent as it is then, or not at all. While it is
/// being sent nobody knows which of that would do.
struct TableRights {
    private let rights: LayerRights
    private let table: FeatureTableDefinition
    private let package: GeoPackage
    /// Finds features that were added here, those of them that are being sent, and all there are; nil where each may be changed and deleted.
    private let features: (added: FeatureLookup, sent: FeatureLookup?, all: FeatureLookup)?

    init(_ table: FeatureTableDefinition, _ package: GeoPackage) throws {
        (rights, self.table, self.package) = (try package.rights(of: table), table, package)
        let database = package.database
        guard !rights.canUpdate || !rights.canDelete, try database.isTable("cairn_changes") else {
            features = nil
            return
        }
        let isSending = try database.isTable("cairn_frozen_changes")
        features = (
            try FeatureLookup(addedTo: table.name, by: ChangeTracking.changes, database),
            try isSending ? FeatureLookup(addedTo: table.name, by: FrozenChanges.name, database) : nil,
            try FeatureLookup(table, database)
        )
    }

    /// Which edits of a feature are taken.
    func rights(of objectID: Int) throws -> LayerRights {
        let isOurs = try features?.added.has(.objectID(objectID)) ?? false
        return LayerRights(
            canAdd: rights.canAdd, canUpdate: rights.canUpdate || isOurs && rights.canAdd, canDelete: rights.canDelete || isOurs)
    }

    // MARK: - What is expected

    /// - Throws: ``GeodatabaseError/notTaken(edits:table:)``, as all of these.
    func expectAdds() throws {
        if !rights.canAdd { throw notTaken("new features") }
    }

    /// - Throws: ``GeodatabaseError/beingSent(edits:table:)``, too, as all of these.
    func expectChange(of objectID: Int) throws { try expectChange(of: .objectID(objectID)) }

    func expectDeletion(of objectID: Int) throws { try expectDeletion(of: .objectID(objectID)) }

    /// Of edits of a table, all of them.
    func expect(_ edit: TableEdit) throws {
        guard case .features(let edits) = edit else { return try expectAttachments(edit) }
        if !edits.adds.isEmpty { try expectAdds() }
        if !rights.canUpdate { for key in edits.updates.compactMap({ key(of: $0, edits) }) { try expectChange(of: key) } }
        for id in edits.deletedObjectIDs { try expectDeletion(of: .objectID(id)) }
        for id in edits.deletedGlobalIDs { try expectDeletion(of: .globalID(id)) }
    }

    private func expectChange(of key: FeatureLookup.Key) throws {
        if !rights.canUpdate { try expect("changes of features", isTakenOfAdded: rights.canAdd, key) }
    }

    private func expectDeletion(of key: FeatureLookup.Key) throws {
        if !rights.canDelete { try expect("deletions of features", isTakenOfAdded: true, key) }
    }

    private func expect(_ edits: String, isTakenOfAdded: Bool, _ key: FeatureLookup.Key) throws {
        guard let features else { throw notTaken(edits) }
        if isTakenOfAdded, try features.added.has(key) { return }
        // Who edits what is not there is told that, as everywhere.
        guard try features.all.has(key) else { return }
        if try features.sent?.has(key) == true { throw GeodatabaseError.beingSent(edits: edits, table: table.name) }
        throw notTaken(edits)
    }

    /// Nil if it has none.
    private func key(of feature: Feature, _ edits: FeatureEdits) -> FeatureLookup.Key? {
        guard edits.usesGlobalIDs else { return feature.objectID(table.objectIDField).map { .objectID($0) } }
        return table.globalIDField.flatMap { feature.attributes.value(ofAnyCase: $0)?.string }.map { .globalID($0) }
    }

    private func expectAttachments(_ edit: TableEdit) throws {
        let isTaken = if case .deleteAttachments = edit { rights.canEdit } else { rights.canAdd || rights.canUpdate }
        if isTaken, try package.takesAttachments(of: table) { return }
        if case .deleteAttachments(let ids, _) = edit, try areUnsent(ids) { return }
        throw notTaken("attachments")
    }

    /// Whether a service has got nothing of some attachments: they were added here, or are none that anybody would send.
    private func areUnsent(_ ids: [Int]) throws -> Bool {
        guard let relation = try AttachmentRelation.all(in: package.database)[table.name.lowercased()] else { return false }
        guard try ChangeTracking(table, package.database).isOnForAttachments() else { return true }
        let added = try FeatureLookup(addedTo: relation.media.table, by: ChangeTracking.changes, package.database)
        return try ids.allSatisfy { try added.has(.objectID($0)) }
    }

    private func notTaken(_ edits: String) -> GeodatabaseError { .notTaken(edits: edits, table: table.name) }
}
