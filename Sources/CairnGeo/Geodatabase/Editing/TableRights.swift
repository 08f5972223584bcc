/// What may be edited of a table, within one transaction: what its service takes, and what it has not got.
///
/// A feature that was added here, and not sent, is changed and deleted by who may add: it is sent as it is then, or not at all.
struct TableRights {
    private let rights: LayerRights
    private let table: FeatureTableDefinition
    /// Finds a feature that was added here by an object id, and by a global id; nil where everything may be done.
    private let added: (byObjectID: Statement, byGlobalID: Statement)?

    init(_ table: FeatureTableDefinition, _ package: GeoPackage) throws {
        (rights, self.table) = (try package.rights(of: table), table)
        guard rights != .all, rights.canAdd, try package.database.isTable("cairn_changes") else {
            added = nil
            return
        }
        let added = "SELECT 1 FROM \(ChangeTracking.changes) WHERE table_name = \(SQLName(table.name).literal) AND kind = 'add'"
        self.added = (
            try package.database.prepare("\(added) AND object_id = ?"),
            try package.database.prepare("\(added) AND global_id = ?")
        )
    }

    /// Which edits of a feature are taken.
    func rights(of objectID: Int) throws -> LayerRights {
        let isOurs = try isAdded(objectID)
        return LayerRights(
            canAdd: rights.canAdd, canUpdate: rights.canUpdate || isOurs, canDelete: rights.canDelete || isOurs)
    }

    private func isAdded(_ objectID: Int) throws -> Bool {
        guard let statement = added?.byObjectID else { return false }
        defer { statement.reset() }
        statement.bind(1, objectID)
        return try statement.step()
    }

    private func isAdded(_ globalID: String) throws -> Bool {
        guard let statement = added?.byGlobalID else { return false }
        return try GlobalID.spellings(of: globalID).contains { id in
            defer { statement.reset() }
            statement.bind(1, id)
            return try statement.step()
        }
    }

    // MARK: - What is expected

    /// - Throws: ``GeodatabaseError/notTaken(edits:table:)``, as all of these.
    func expectAdds() throws {
        if !rights.canAdd { throw GeodatabaseError.notTaken(edits: "new features", table: table.name) }
    }

    func expectChange(of objectID: Int) throws {
        if rights.canUpdate { return }
        if try !isAdded(objectID) { throw Self.changes(table) }
    }

    func expectDeletion(of objectID: Int) throws {
        if rights.canDelete { return }
        if try !isAdded(objectID) { throw Self.deletions(table) }
    }

    /// Of edits of a table, all of them.
    func expect(_ edit: TableEdit) throws {
        if rights == .all { return }
        guard case .features(let edits) = edit else {
            let isTaken = if case .deleteAttachments = edit { rights.canEdit } else { rights.canAdd || rights.canUpdate }
            if !isTaken { throw GeodatabaseError.notTaken(edits: "attachments", table: table.name) }
            return
        }
        if !edits.adds.isEmpty { try expectAdds() }
        if !rights.canUpdate { for feature in edits.updates where try !isAdded(feature, edits) { throw Self.changes(table) } }
        for id in edits.deletedObjectIDs { try expectDeletion(of: id) }
        if !rights.canDelete { for id in edits.deletedGlobalIDs where try !isAdded(id) { throw Self.deletions(table) } }
    }

    private func isAdded(_ feature: Feature, _ edits: FeatureEdits) throws -> Bool {
        guard edits.usesGlobalIDs else { return try feature.objectID(table.objectIDField).map { try isAdded($0) } ?? false }
        return try table.globalIDField.flatMap { feature.attributes.value(ofAnyCase: $0)?.string }.map { try isAdded($0) }
            ?? false
    }

    private static func changes(_ table: FeatureTableDefinition) -> GeodatabaseError {
        .notTaken(edits: "changes of features", table: table.name)
    }

    private static func deletions(_ table: FeatureTableDefinition) -> GeodatabaseError {
        .notTaken(edits: "deletions of features", table: table.name)
    }
}
