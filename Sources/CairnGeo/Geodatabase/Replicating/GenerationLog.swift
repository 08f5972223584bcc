import CairnCore

/// Numbers, by triggers, each change of features and attachments, whoever edits the file: so a server can tell what is new since it was last asked.
///
/// The number of a change is its generation. Of changes of one feature that nobody needs to tell apart the last is kept. What was there at a
/// generation is told by the first change behind it, and what is there now by the table itself.
package struct GenerationLog {
    private let database: Database

    package init(_ package: GeoPackage) {
        database = package.database
    }

    static let counter = SQLName("cairn_generation")
    static let changes = SQLName("cairn_generations")
    private static let tables = SQLName("cairn_generation_tables")

    /// Makes the tables that all tracked tables of a file share, unless they are there.
    private func makeTables() throws(DatabaseError) {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS \(Self.counter) (value INTEGER NOT NULL, pruned INTEGER NOT NULL, keeps_all INTEGER NOT NULL);
            INSERT INTO \(Self.counter) SELECT 1, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM \(Self.counter));
            CREATE TABLE IF NOT EXISTS \(Self.changes) (
                table_name TEXT NOT NULL, generation INTEGER NOT NULL, global_id TEXT NOT NULL, kind TEXT NOT NULL,
                PRIMARY KEY (table_name, generation)) WITHOUT ROWID;
            CREATE INDEX IF NOT EXISTS cairn_generations_global_id ON \(Self.changes) (table_name, global_id);
            CREATE TABLE IF NOT EXISTS \(Self.tables) (table_name TEXT PRIMARY KEY NOT NULL, since INTEGER NOT NULL);
            -- What is named in the contents, but is neither features nor attributes, other software shows to nobody.
            INSERT OR IGNORE INTO gpkg_contents (table_name, data_type, identifier) VALUES
                ('cairn_generation', 'cairn-changes', 'cairn_generation'), ('cairn_generations', 'cairn-changes', 'cairn_generations'),
                ('cairn_generation_tables', 'cairn-changes', 'cairn_generation_tables');
            """)
    }

    /// The number of the last change.
    package func generation() throws(DatabaseError) -> Int { try number("SELECT value FROM \(Self.counter)") }

    /// The last generation whose changes may have been forgotten: what has changed since an earlier one, nobody knows.
    package func pruned() throws(DatabaseError) -> Int { try number("SELECT pruned FROM \(Self.counter)") }

    private func number(_ sql: String) throws(DatabaseError) -> Int {
        guard try database.has(table: "cairn_generation") else { return 0 }
        let statement = try database.prepare(sql)
        return try statement.step() ? statement.int(0) : 0
    }

    // MARK: - Tracking

    /// Tracks a table that has global ids from now on, and its attachments, which it can have then, if that is not done yet; within a transaction of
    /// the caller's.
    ///
    /// Features that have no global id get one, and so do those that others will add without.
    package func start(_ table: FeatureTableDefinition) throws {
        guard let field = table.globalIDField, !table.isView else { return }
        try makeTables()
        try begin(GenerationTriggers(table, globalIDField: field))
        let attachments =
            try AttachmentRelation.all(in: database)[table.name.lowercased()]
            ?? AttachmentRelation(making: table, database)
        if let triggers = try AttachmentTriggers(attachments, in: database) { try begin(triggers) }
    }

    private func begin(_ triggers: some ChangeTriggers) throws {
        let known = try database.prepare(
            "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ? AND lower(tbl_name) = lower(?)")
        let isComplete = try triggers.list.allSatisfy { trigger in
            defer { known.reset() }
            known.bind(1, trigger.name)
            known.bind(2, trigger.table)
            return try known.step()
        }
        if isComplete, try beginning(of: triggers.subject) != nil { return }
        for trigger in triggers.list {
            try database.execute("DROP TRIGGER IF EXISTS \(SQLName(trigger.name)); \(trigger.sql)")
        }
        try database.execute(triggers.preparation)
        // What became of it before, as when somebody made it anew, is not known.
        try database.execute("UPDATE \(Self.counter) SET value = value + 1")
        try database.execute(
            """
            INSERT INTO \(Self.tables) SELECT \(SQLName(triggers.subject).literal), value FROM \(Self.counter) WHERE true
            ON CONFLICT DO UPDATE SET since = excluded.since
            """)
    }

    /// The generation from which on the changes of a table are known; nil if it is not tracked.
    package func beginning(of table: String) throws(DatabaseError) -> Int? {
        guard try database.has(table: "cairn_generation_tables") else { return nil }
        let statement = try database.prepare("SELECT since FROM \(Self.tables) WHERE table_name = ?")
        statement.bind(1, table)
        return try statement.step() ? statement.int(0) : nil
    }

    // MARK: - Changes

    /// Runs `body`, which may change what others have changed before, and these changes are still told then; within a transaction of the
    /// caller's.
    ///
    /// - Returns: What it gives, and the generations that it made: those after the first number, up to the second.
    package func keepingAll<Value>(_ body: () throws -> Value) throws -> (Value, made: GenerationRange) {
        let first = try generation()
        try database.execute("UPDATE \(Self.counter) SET keeps_all = 1")
        let value = try body()
        try database.execute("UPDATE \(Self.counter) SET keeps_all = 0")
        return (value, GenerationRange(after: first, through: try generation()))
    }

    /// Forgets the changes up to a generation, which nobody will ask for any more; within a transaction of the caller's.
    package func prune(through generation: Int) throws(DatabaseError) {
        let delete = try database.prepare(
            "DELETE FROM \(Self.changes) WHERE table_name = ?1 AND generation <= ?2")
        let names = try database.prepare("SELECT table_name FROM \(Self.tables)")
        while try names.step() {
            delete.bind(1, names.string(0))
            delete.bind(2, generation)
            try delete.run()
        }
        let note = try database.prepare("UPDATE \(Self.counter) SET pruned = max(pruned, ?)")
        note.bind(1, generation)
        try note.run()
    }
}
