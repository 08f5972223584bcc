import CairnCore

/// Local changes that have been set apart to be sent: what is edited from then on is a change of its own.
///
/// Those that have not arrived become changes again, together with what has been edited meanwhile: what was to be added and was changed since, is to
/// be added; what was to be added and was deleted since, leaves nothing behind.
struct FrozenChanges {
    private let database: Database

    static let name = SQLName("cairn_frozen_changes")
    private static let columns = "table_name, object_id, global_id, kind, parent"

    init(_ database: Database) { self.database = database }

    /// One change, and the feature that a file was taken from.
    struct Change: Hashable {
        let objectID: Int
        let globalID: String
        let kind: SyncConflict.Change
    }

    private func make() throws(DatabaseError) {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS \(Self.name) (
                table_name TEXT NOT NULL, object_id INTEGER NOT NULL, global_id TEXT NOT NULL, kind TEXT NOT NULL, parent INTEGER,
                PRIMARY KEY (table_name, object_id, global_id));
            CREATE INDEX IF NOT EXISTS cairn_frozen_changes_global_id ON \(Self.name) (table_name, global_id);
            INSERT OR IGNORE INTO gpkg_contents (table_name, data_type, identifier)
                VALUES ('cairn_frozen_changes', 'cairn-changes', 'cairn_frozen_changes');
            """)
    }

    /// Sets all changes of tables apart; within a transaction of the caller's.
    func freeze(tables: [String]) throws(DatabaseError) {
        try make()
        let list = Self.list(tables)
        try database.execute(
            """
            INSERT OR REPLACE INTO \(Self.name) (\(Self.columns)) SELECT \(Self.columns) FROM \(ChangeTracking.changes) WHERE table_name IN (\(list));
            DELETE FROM \(ChangeTracking.changes) WHERE table_name IN (\(list));
            """)
    }

    /// Makes changes again of all that is set apart; within a transaction of the caller's.
    func thaw() throws(DatabaseError) {
        guard try database.has(table: "cairn_frozen_changes") else { return }
        try database.execute(
            """
            INSERT INTO \(ChangeTracking.changes) (\(Self.columns)) SELECT \(Self.columns) FROM \(Self.name) WHERE true
                ON CONFLICT DO UPDATE SET kind = CASE
                    WHEN excluded.kind = 'add' AND kind = 'delete' THEN 'none'
                    WHEN excluded.kind = 'add' THEN 'add'
                    WHEN excluded.kind = 'delete' AND kind = 'add' THEN 'update'
                    ELSE kind END;
            DELETE FROM \(ChangeTracking.changes) WHERE kind = 'none';
            DELETE FROM \(Self.name);
            """)
    }

    /// Whether anything of a table is set apart.
    func hasAny(of tables: [String]) throws(DatabaseError) -> Bool {
        guard try database.has(table: "cairn_frozen_changes") else { return false }
        return try database.prepare("SELECT 1 FROM \(Self.name) WHERE table_name IN (\(Self.list(tables))) LIMIT 1").step()
    }

    /// What is set apart of a table, of one kind, in the order in which it is sent.
    func list(_ table: String, _ kind: SyncConflict.Change) throws(DatabaseError) -> [Change] {
        guard try database.has(table: "cairn_frozen_changes") else { return [] }
        let statement = try database.prepare(
            "SELECT object_id, global_id FROM \(Self.name) WHERE table_name = ? AND kind = ? ORDER BY object_id, global_id")
        statement.bind(1, table)
        statement.bind(2, kind.rawValue)
        var changes: [Change] = []
        while try statement.step() {
            changes.append(Change(objectID: statement.int(0), globalID: statement.string(1), kind: kind))
        }
        return changes
    }

    /// The object id of the feature that a file was taken from; nil if it was not.
    func parent(of change: Change, in table: String) throws(DatabaseError) -> Int? {
        let statement = try database.prepare(
            "SELECT parent FROM \(Self.name) WHERE (table_name, object_id, global_id) = (?, ?, ?)")
        statement.bind(1, table)
        statement.bind(2, change.objectID)
        statement.bind(3, change.globalID)
        return try statement.step() && !statement.isNull(0) ? statement.int(0) : nil
    }

    /// Forgets a change that has arrived, or that nobody wants any more.
    func forget(_ change: Change, of table: String) throws(DatabaseError) {
        guard try database.has(table: "cairn_frozen_changes") else { return }
        let statement = try database.prepare("DELETE FROM \(Self.name) WHERE (table_name, object_id, global_id) = (?, ?, ?)")
        statement.bind(1, table)
        statement.bind(2, change.objectID)
        statement.bind(3, change.globalID)
        try statement.run()
    }

    /// Forgets all changes: they have arrived.
    func forgetAll() throws(DatabaseError) {
        guard try database.has(table: "cairn_frozen_changes") else { return }
        try database.execute("DELETE FROM \(Self.name)")
    }

    private static func list(_ tables: [String]) -> String { tables.map { SQLName($0).literal }.joined(separator: ", ") }
}
