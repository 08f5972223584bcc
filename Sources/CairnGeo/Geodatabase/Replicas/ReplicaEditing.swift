import CairnCore

/// Sets local changes apart, settles what became of them, and takes over what comes from a service; within a transaction of its caller's, and of use
/// until that ends.
package struct ReplicaEditing {
    let package: GeoPackage
    /// What the file is a copy of.
    package let replica: ReplicaInfo
    let tables: [SyncedTable]
    let frozen: FrozenChanges

    private var store: ReplicaTable { ReplicaTable(package.database) }

    /// - Throws: ``GeodatabaseError``, `DatabaseError`; nil if the file is no copy that is brought up to date.
    init?(_ package: GeoPackage) throws {
        guard let replica = try ReplicaTable(package.database).read() else { return nil }
        (self.package, self.replica, frozen) = (package, replica, FrozenChanges(package.database))
        tables = try replica.layers.map { try SyncedTable($0, package, sendsAttachments: replica.sendsAttachments != false) }
    }

    /// The upload that may be under way; nil if there is none.
    package var upload: PendingUpload? { get throws { try store.upload() } }

    /// What the sync of a mark has come to; nil if it has not been carried out, or others have been since.
    package func outcome(of mark: String) throws -> String? {
        try store.lastSync().flatMap { $0.mark == mark ? $0.outcome : nil }
    }

    /// Whether anything has been edited since the file was in step, but for what is set apart.
    package var hasChanges: Bool {
        get throws {
            for table in tables { try prepare(table) }
            let kinds: [SyncConflict.Change] = [.add, .update, .delete]
            return try tables.contains { table in
                try table.changeNames.contains { name in try kinds.contains { try !changes(of: name, $0).isEmpty } }
            }
        }
    }

    /// The columns of each table that its service does not have, so that nothing of them is sent.
    package var unsentFields: [String: [String]] {
        Dictionary(
            tables.map { table in
                let names = table.definition.fields.map(\.name).filter { name in
                    table.sentFields.map { !$0.contains(name.lowercased()) } ?? false
                }
                return (table.name, names)
            }
        ) { first, _ in first }.filter { !$0.value.isEmpty }
    }

    /// How many attachments of each table have been edited and are never sent, for the copy does not send any.
    package var unsentAttachments: [String: Int] {
        get throws {
            var counts: [String: Int] = [:]
            for table in tables where !table.sendsAttachments {
                guard let media = table.media else { continue }
                counts[table.name] = try SyncConflict.Change.allCases.reduce(0) { sum, kind in
                    try sum + changes(of: media.media.table, kind).count
                }
            }
            return counts.filter { $0.value > 0 }
        }
    }

    /// Keeps how far the file is in step.
    package func write(_ replica: ReplicaInfo) throws { try store.write(replica) }

    /// Keeps how far the file is in step, and what the sync has come to.
    package func finish(_ mark: String, _ replica: ReplicaInfo, outcome: String) throws {
        try store.write(replica)
        try store.write(PendingUpload?.none)
        try store.writeLastSync(mark, outcome: outcome)
    }

    // MARK: - Going up

    /// Sets the local changes of layers apart, and writes them down as the service takes them. Attachments of a copy that sends none stay what they are.
    ///
    /// - Returns: How many there are; if none, nothing has been set apart.
    package func beginUpload(_ upload: PendingUpload, layers: Set<Int>, _ write: @escaping (String) throws -> Void) throws -> Int
    {
        let tables = tables.filter { layers.contains($0.layerID) }
        for table in tables { try prepare(table) }
        try frozen.freeze(tables: tables.flatMap(\.sentNames))
        let count = try tables.reduce(0) { try $0 + self.count($1) }
        guard count > 0 else { return 0 }
        try store.write(upload)
        try EditsWriting(package, changes: { try frozen.list($1, $2) }, write).run(tables)
        return count
    }

    /// Writes all local changes down, without setting them apart: those, too, that are never sent.
    package func writeChanges(_ write: @escaping (String) throws -> Void) throws {
        for table in tables { try prepare(table) }
        try EditsWriting(package, changes: { try changes(of: $1, $2) }, write).run(tables, withUnsent: true)
    }

    private func changes(of name: String, _ kind: SyncConflict.Change) throws -> [FrozenChanges.Change] {
        let statement = try package.database.prepare(
            "SELECT object_id, global_id FROM \(ChangeTracking.changes) WHERE table_name = ? AND kind = ? ORDER BY object_id, global_id"
        )
        statement.bind(1, name)
        statement.bind(2, kind.rawValue)
        var changes: [FrozenChanges.Change] = []
        while try statement.step() {
            changes.append(FrozenChanges.Change(objectID: statement.int(0), globalID: statement.string(1), kind: kind))
        }
        return changes
    }

    private func count(_ table: SyncedTable) throws -> Int {
        let kinds: [SyncConflict.Change] = [.add, .update, .delete]
        return try table.changeNames.reduce(0) { sum, name in try kinds.reduce(sum) { try $0 + frozen.list(name, $1).count } }
    }

    /// Gives what other software has added the global ids that it needs, and leaves out what the service does by itself.
    private func prepare(_ table: SyncedTable) throws {
        let (name, database) = (SQLName(table.name), package.database)
        try giveGlobalIDs(SQLName(table.name), table.definition.objectIDField, table.globalIDField, changesOf: table.name)
        guard let media = table.media else { return }
        try giveGlobalIDs(SQLName(media.media.table), media.mediaKey, "global_id", changesOf: media.media.table)
        // Files go with their features; and of those that are gone, or that no feature has, there is nothing to send.
        let isOfFiles = "table_name = \(SQLName(media.media.table).literal)"
        try database.execute(
            """
            DELETE FROM \(ChangeTracking.changes) WHERE \(isOfFiles) AND kind = 'delete'
                AND parent NOT IN (SELECT \(SQLName(table.definition.objectIDField)) FROM \(name));
            DELETE FROM \(ChangeTracking.changes) WHERE \(isOfFiles) AND kind <> 'delete' AND object_id NOT IN (
                SELECT m.\(SQLName(media.mediaKey)) FROM \(SQLName(media.media.table)) m
                JOIN \(SQLName(media.mapping)) r ON r.related_id = m.\(SQLName(media.mediaKey))
                JOIN \(name) b ON b.\(SQLName(media.base.column)) = r.base_id);
            """)
    }

    private func giveGlobalIDs(_ table: SQLName, _ key: String, _ field: String, changesOf name: String) throws {
        let database = package.database
        let rows = try database.prepare(
            """
            SELECT c.object_id FROM \(ChangeTracking.changes) c JOIN \(table) t ON t.\(SQLName(key)) = c.object_id
            WHERE c.table_name = \(SQLName(name).literal) AND c.global_id = '' AND c.kind <> 'delete'
            """)
        var ids: [Int] = []
        while try rows.step() { ids.append(rows.int(0)) }
        let update = try database.prepare("UPDATE \(table) SET \(SQLName(field)) = ?2 WHERE \(SQLName(key)) = ?1")
        let rename = try database.prepare(
            "UPDATE OR REPLACE \(ChangeTracking.changes) SET global_id = ?2 WHERE table_name = ?3 AND object_id = ?1 AND global_id = ''"
        )
        for id in ids {
            let globalID = GlobalID.new()
            for statement in [update, rename] {
                statement.bind(1, id)
                statement.bind(2, globalID)
            }
            rename.bind(3, name)
            // The other way round the key would be that of a change of its own.
            try rename.run()
            try update.run()
        }
    }

    /// Makes changes again of all that is set apart: it has not arrived.
    package func takeBackUpload() throws {
        try frozen.thaw()
        try store.write(PendingUpload?.none)
    }
}

extension Geodatabase {
    /// Does something with the file as a copy of a service, in one transaction; nil if it is none.
    @concurrent
    package func editReplica<Value: Sendable>(_ body: @Sendable (ReplicaEditing) throws -> Value) async throws -> Value? {
        try await edit { package in
            try package.transaction { try ReplicaEditing(package).map(body) }
        }
    }
}
