import CairnCore

/// Keeps, by triggers, what has become of each feature since its geodatabase was last in step with its service, whoever edits the file.
///
/// A feature that was added and deleted leaves nothing behind, one that was added and changed was added, one that was deleted and is there again
/// was changed.
struct ChangeTracking {
    private let database: Database
    private let definition: FeatureTableDefinition

    init(_ definition: FeatureTableDefinition, _ database: Database) {
        (self.definition, self.database) = (definition, database)
    }

    /// One feature that has changed.
    struct Change: Sendable, Hashable {
        enum Kind: String, Sendable {
            case add, update, delete
        }

        let objectID: Int
        /// Empty for a table without them.
        let globalID: String
        let kind: Kind
    }

    static let changes = SQLName("cairn_changes")
    private static let pause = SQLName("cairn_tracking_pause")

    /// Makes the tables that all tracked tables of a file share, if they are not there.
    private func makeTables() throws(DatabaseError) {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS \(Self.changes) (
                table_name TEXT NOT NULL, object_id INTEGER NOT NULL, global_id TEXT NOT NULL, kind TEXT NOT NULL, parent INTEGER,
                PRIMARY KEY (table_name, object_id, global_id));
            CREATE INDEX IF NOT EXISTS cairn_changes_global_id ON \(Self.changes) (table_name, global_id);
            CREATE TABLE IF NOT EXISTS \(Self.pause) (is_paused INTEGER NOT NULL);
            -- What is named in the contents, but is neither features nor attributes, other software shows to nobody.
            INSERT OR IGNORE INTO gpkg_contents (table_name, data_type, identifier)
                VALUES ('cairn_changes', 'cairn-changes', 'cairn_changes'), ('cairn_tracking_pause', 'cairn-changes', 'cairn_tracking_pause');
            """)
    }

    /// Tracks the table from now on; within a transaction of the caller's.
    func start() throws(DatabaseError) {
        try makeTables()
        for sql in triggers { try database.execute(sql) }
        if let relation = try AttachmentRelation.all(in: database)[definition.name.lowercased()] {
            for sql in try attachmentTriggers(relation) { try database.execute(sql) }
        }
    }

    /// Whether the table is tracked.
    func isOn() throws(DatabaseError) -> Bool { try hasTrigger(triggerName("insert")) }

    /// Whether what is done to the files that are attached to its features is tracked: not if it had none when its tracking began.
    func isOnForAttachments() throws(DatabaseError) -> Bool {
        guard let relation = try AttachmentRelation.all(in: database)[definition.name.lowercased()] else { return false }
        return try hasTrigger(Self.triggerName(relation, "add"))
    }

    private func hasTrigger(_ name: String) throws(DatabaseError) -> Bool {
        let statement = try database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?")
        statement.bind(1, name)
        return try statement.step()
    }

    /// Whether anything has changed, files that are attached and what is set apart to be sent included.
    func hasAny() throws(DatabaseError) -> Bool {
        let files = try AttachmentRelation.all(in: database)[definition.name.lowercased()].map { [$0.media.table] } ?? []
        let names = [definition.name] + files
        let list = names.map { SQLName($0).literal }.joined(separator: ", ")
        if try database.prepare("SELECT 1 FROM \(Self.changes) WHERE table_name IN (\(list)) LIMIT 1").step() { return true }
        return try FrozenChanges(database).hasAny(of: names)
    }

    /// What has changed, by object id.
    func list() throws(DatabaseError) -> [Change] {
        let statement = try database.prepare(
            "SELECT object_id, global_id, kind FROM \(Self.changes) WHERE table_name = ? ORDER BY object_id, global_id")
        statement.bind(1, definition.name)
        var changes: [Change] = []
        while try statement.step() {
            guard let kind = Change.Kind(rawValue: statement.string(2)) else { continue }
            changes.append(Change(objectID: statement.int(0), globalID: statement.string(1), kind: kind))
        }
        return changes
    }

    /// Runs `body`, whose edits are not tracked, for they come from the service; within a transaction of the caller's, so that nobody else edits.
    func paused<Value>(_ body: () throws -> Value) throws -> Value {
        try database.execute("INSERT INTO \(Self.pause) VALUES (1)")
        let value = try body()
        try database.execute("DELETE FROM \(Self.pause)")
        return value
    }

    // MARK: - Triggers

    private func triggerName(_ suffix: String) -> String { "cairn_\(definition.name)_\(suffix)" }
    private static func triggerName(_ relation: AttachmentRelation, _ suffix: String) -> String {
        "cairn_\(relation.media.table)_track_\(suffix)"
    }

    private var triggers: [String] {
        let (id, name) = (SQLName(definition.objectIDField), SQLName(definition.name).literal)
        let global = definition.globalIDField.map { SQLName($0).description }
        func key(_ row: String) -> String { "\(row).\(id), \(global.map { "coalesce(\(row).\($0), '')" } ?? "''")" }
        func isOf(_ row: String) -> String { "table_name = \(name) AND (object_id, global_id) = (\(key(row)))" }
        func note(_ row: String, _ kind: String, from source: String = "", onConflict: String) -> String {
            // Without a WHERE the parser takes ON for the condition of a join.
            "INSERT INTO \(Self.changes) (table_name, object_id, global_id, kind) SELECT \(name), \(key(row)), \(kind) \(source.isEmpty ? "WHERE true" : source) ON CONFLICT DO \(onConflict);"
        }
        let revive = "UPDATE SET kind = 'update' WHERE kind = 'delete'"
        return [
            trigger(
                "replace", "BEFORE INSERT", "EXISTS (SELECT 1 FROM \(SQLName(definition.name)) WHERE \(id) = NEW.\(id))",
                note(
                    "old", "CASE WHEN (\(key("old"))) = (\(key("NEW"))) THEN 'update' ELSE 'delete' END",
                    from: "FROM \(SQLName(definition.name)) AS old WHERE old.\(id) = NEW.\(id)", onConflict: "NOTHING")),
            trigger("insert", "AFTER INSERT", nil, note("NEW", "'add'", onConflict: revive)),
            trigger(
                "update", "AFTER UPDATE", nil,
                "UPDATE OR IGNORE \(Self.changes) SET (object_id, global_id) = (\(key("NEW"))) WHERE \(isOf("OLD")) AND kind <> 'delete';"
                    + note("NEW", "'update'", onConflict: revive)),
            trigger(
                "delete", "AFTER DELETE", nil,
                note(
                    "OLD", "'delete'",
                    from: "WHERE NOT EXISTS (SELECT 1 FROM \(Self.changes) WHERE \(isOf("OLD")) AND kind = 'add')",
                    onConflict: "UPDATE SET kind = 'delete'")
                    + "DELETE FROM \(Self.changes) WHERE \(isOf("OLD")) AND kind = 'add';"),
        ]
    }

    private static let isOn = "NOT EXISTS (SELECT 1 FROM \(pause))"

    /// Files are told from others by the table that keeps them; with one that was taken from its feature that feature is kept.
    private func attachmentTriggers(_ relation: AttachmentRelation) throws(DatabaseError) -> [String] {
        guard relation.media.column.lowercased() == relation.mediaKey.lowercased(), try database.isTable(relation.mapping),
            try database.columns(of: relation.media.table).contains("global_id")
        else { return [] }
        let (media, mapping, key) = (SQLName(relation.media.table), SQLName(relation.mapping), SQLName(relation.mediaKey))
        let columns = "(table_name, object_id, global_id, kind, parent)"
        let name = media.literal
        func trigger(_ suffix: String, _ event: String, _ action: String) -> String {
            let own = SQLName(Self.triggerName(relation, suffix))
            return "CREATE TRIGGER \(own) \(event) WHEN \(Self.isOn) BEGIN \(action) END"
        }
        return [
            // Who deletes a file alone means that its feature has it no more.
            trigger("remove", "BEFORE DELETE ON \(media)", "DELETE FROM \(mapping) WHERE related_id = OLD.\(key);"),
            trigger(
                "add", "AFTER INSERT ON \(mapping)",
                """
                INSERT INTO \(Self.changes) \(columns)
                    SELECT \(name), m.\(key), coalesce(m.global_id, ''), 'add', NEW.base_id FROM \(media) m WHERE m.\(key) = NEW.related_id
                    ON CONFLICT DO UPDATE SET kind = 'update' WHERE kind = 'delete';
                """),
            trigger(
                "update", "AFTER UPDATE ON \(media)",
                """
                INSERT INTO \(Self.changes) \(columns) SELECT \(name), NEW.\(key), coalesce(NEW.global_id, ''), 'update', NULL WHERE true
                    ON CONFLICT DO NOTHING;
                """),
            trigger(
                "delete", "AFTER DELETE ON \(mapping)",
                """
                INSERT INTO \(Self.changes) \(columns)
                    SELECT \(name), m.\(key), coalesce(m.global_id, ''), 'delete', OLD.base_id FROM \(media) m WHERE m.\(key) = OLD.related_id
                    AND NOT EXISTS (SELECT 1 FROM \(Self.changes) c WHERE c.table_name = \(name) AND c.object_id = m.\(key) AND c.kind = 'add')
                    ON CONFLICT DO UPDATE SET kind = 'delete', parent = excluded.parent;
                DELETE FROM \(Self.changes) WHERE table_name = \(name) AND object_id = OLD.related_id AND (kind = 'add'
                    OR kind = 'update' AND NOT EXISTS (SELECT 1 FROM \(media) m WHERE m.\(key) = OLD.related_id));
                """),
        ]
    }

    private func trigger(_ suffix: String, _ event: String, _ condition: String?, _ action: String) -> String {
        let isOn = Self.isOn
        return """
            CREATE TRIGGER \(SQLName(triggerName(suffix))) \(event) ON \(SQLName(definition.name))
            WHEN \(condition.map { "\(isOn) AND \($0)" } ?? isOn) BEGIN \(action) END
            """
    }
}
