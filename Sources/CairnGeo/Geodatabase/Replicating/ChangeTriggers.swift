/// The triggers that number the changes of something.
protocol ChangeTriggers {
    /// What its changes are kept under: the name of a table.
    var subject: String { get }
    /// All of them.
    var list: [ChangeTrigger] { get }
    /// What is to be done once, when they are there.
    var preparation: String { get }
}

/// One trigger.
struct ChangeTrigger {
    let name: String
    let table: String
    let sql: String

    init(_ name: String, _ event: String, on table: String, when condition: String? = nil, _ actions: [String]) {
        (self.name, self.table) = (name, table)
        sql = """
            CREATE TRIGGER \(SQLName(name)) \(event) ON \(SQLName(table)) \(condition.map { "WHEN \($0)" } ?? "")
            BEGIN \(actions.joined(separator: " ")) END;
            """
    }
}

extension ChangeTriggers {
    /// What numbers a change.
    ///
    /// - Parameters:
    ///   - kind: Whether what has changed was not there before (`add`), or was.
    ///   - rows: What gives its global id as `global_id`.
    func note(_ kind: String, _ rows: String) -> [String] {
        let (counter, changes, name) = (GenerationLog.counter, GenerationLog.changes, SQLName(subject).literal)
        // Of those behind the last that added it: what was there before that is told by what is kept of then.
        let added =
            "SELECT max(a.generation) FROM \(changes) AS a WHERE (a.table_name, a.global_id, a.kind) = (\(name), \(changes).global_id, 'add')"
        let isOlder = "table_name = \(name) AND kind <> 'add' AND (SELECT keeps_all FROM \(counter)) = 0"
        let forget = """
            DELETE FROM \(changes) WHERE \(isOlder) AND global_id IN (SELECT global_id FROM (\(rows)))
            AND generation > coalesce((\(added)), 0);
            """
        return (kind == "add" ? [] : [forget]) + [
            "UPDATE \(counter) SET value = value + 1;",
            """
            INSERT INTO \(changes) SELECT \(name), (SELECT value FROM \(counter)), global_id, '\(kind)' FROM (\(rows))
            WHERE global_id <> '' LIMIT 1;
            """,
        ]
    }

    /// An id that tells from all others anywhere (RFC 9562, version 4), in SQL.
    static var newGlobalID: String {
        let parts = [
            "hex(randomblob(4))", "'-'", "hex(randomblob(2))", "'-4'", "substr(hex(randomblob(2)), 2)", "'-'",
            "substr('89AB', 1 + (random() & 3), 1)", "substr(hex(randomblob(2)), 2)", "'-'", "hex(randomblob(6))",
        ]
        return "('{' || \(parts.joined(separator: " || ")) || '}')"
    }
}
