import CairnCore
import Foundation

/// The table that keeps what a file is a copy of, and how far its syncs are. One row, or none.
struct ReplicaTable {
    private let database: Database

    init(_ database: Database) { self.database = database }

    private static let name = SQLName("cairn_replica")

    private func make() throws(DatabaseError) {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS \(Self.name) (
                id INTEGER PRIMARY KEY CHECK (id = 1), replica_id TEXT NOT NULL, replica TEXT NOT NULL, upload TEXT, applied TEXT, outcome TEXT);
            INSERT OR IGNORE INTO gpkg_contents (table_name, data_type, identifier) VALUES ('cairn_replica', 'cairn-changes', 'cairn_replica');
            """)
    }

    /// What the file is a copy of; nil if it is none.
    ///
    /// - Throws: ``GeodatabaseError/unreadable(table:reason:)`` if nobody can read it; `DatabaseError`.
    func read() throws -> ReplicaInfo? {
        guard let text = try text("replica") else { return nil }
        do { return try JSONValue(parsing: text).decode(ReplicaInfo.self) } catch {
            throw GeodatabaseError.unreadable(table: "cairn_replica", reason: error.words)
        }
    }

    /// Whether what is done to a table goes to the service, and to its attachments, without the rest of what is kept; nil if it is no copy of a layer.
    func sending(of table: String) throws(DatabaseError) -> (edits: Bool, attachments: Bool)? {
        guard try database.has(table: "cairn_replica") else { return nil }
        let statement = try database.prepare(
            """
            SELECT coalesce(json_extract(replica, '$.sendsEdits'), 1), coalesce(json_extract(replica, '$.sendsAttachments'), 1) FROM \(Self.name)
            WHERE id = 1 AND EXISTS (SELECT 1 FROM json_each(replica, '$.layers') WHERE json_extract(value, '$.tableName') = ?)
            """)
        statement.bind(1, table)
        return try statement.step() ? (statement.int(0) != 0, statement.int(1) != 0) : nil
    }

    /// Keeps what the file is a copy of, or that it is none; within a transaction of the caller's.
    func write(_ replica: ReplicaInfo?) throws {
        try make()
        guard let replica else { return try database.execute("DELETE FROM \(Self.name)") }
        let statement = try database.prepare(
            """
            INSERT INTO \(Self.name) (id, replica_id, replica) VALUES (1, ?1, ?2)
            ON CONFLICT (id) DO UPDATE SET replica_id = ?1, replica = ?2
            """)
        statement.bind(1, replica.id)
        statement.bind(2, try JSONValue(encoding: replica).text())
        try statement.run()
    }

    /// The upload that may be under way; nil if there is none.
    func upload() throws -> PendingUpload? {
        try text("upload").map { try JSONValue(parsing: $0).decode(PendingUpload.self) }
    }

    /// Keeps that an upload may be under way, or that none is; within a transaction of the caller's.
    func write(_ upload: PendingUpload?) throws {
        try set("upload", upload.map { try JSONValue(encoding: $0).text() })
    }

    /// Which sync was carried out last, and what it came to.
    func lastSync() throws(DatabaseError) -> (mark: String, outcome: String)? {
        guard let mark = try text("applied"), let outcome = try text("outcome") else { return nil }
        return (mark, outcome)
    }

    /// Keeps what a sync has come to; within a transaction of the caller's.
    func writeLastSync(_ mark: String, outcome: String) throws(DatabaseError) {
        try set("applied", mark)
        try set("outcome", outcome)
    }

    private func set(_ column: String, _ text: String?) throws(DatabaseError) {
        let statement = try database.prepare("UPDATE \(Self.name) SET \(SQLName(column)) = ?")
        if let text { statement.bind(1, text) } else { statement.bindNull(1) }
        try statement.run()
    }

    private func text(_ column: String) throws(DatabaseError) -> String? {
        guard try database.has(table: "cairn_replica") else { return nil }
        let statement = try database.prepare("SELECT \(SQLName(column)) FROM \(Self.name) WHERE id = 1")
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.string(0)
    }
}
