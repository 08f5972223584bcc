import CairnCore

/// Finds rows by their global ids, and what has become of them since.
struct SyncedRows {
    private let lookUp: Statement
    private let changed: Statement?
    private let frozen: Statement?
    private let database: Database
    private let table: String

    /// - Parameters:
    ///   - table: The table of the rows.
    ///   - key: The column of their ids.
    ///   - globalID: The column of their global ids.
    init(_ table: String, key: String, globalID: String, _ database: Database) throws {
        (self.database, self.table) = (database, table)
        lookUp = try Self.lookUp(table, key, globalID, database)
        func kind(of changes: String) throws -> Statement? {
            guard try database.has(table: changes) else { return nil }
            return try database.prepare(
                "SELECT object_id, global_id, kind FROM \(SQLName(changes)) WHERE table_name = ?6 AND global_id IN (?1, ?2, ?3, ?4, ?5)"
            )
        }
        changed = try kind(of: "cairn_changes")
        frozen = try kind(of: "cairn_frozen_changes")
    }

    private static func lookUp(_ table: String, _ key: String, _ globalID: String, _ database: Database) throws -> Statement {
        let (id, column) = (SQLName(key), SQLName(globalID))
        return try database.prepare(
            "SELECT \(id), \(column) FROM \(SQLName(table)) WHERE \(column) IN (?1, ?2, ?3, ?4, ?5) ORDER BY \(column) = ?1 DESC")
    }

    /// The id of a row, and its global id as it is written here; nil if there is none.
    func row(_ globalID: String) throws -> (id: Int, globalID: String)? {
        defer { lookUp.reset() }
        Self.bind(globalID, lookUp)
        return try lookUp.step() ? (lookUp.int(0), lookUp.string(1)) : nil
    }

    /// What has been done to a row since it was in step, and is not set apart.
    func change(_ globalID: String) throws -> FrozenChanges.Change? { try changed.flatMap { try change(globalID, $0) } }

    /// What has been done to a row, and is set apart.
    func frozenChange(_ globalID: String) throws -> FrozenChanges.Change? { try frozen.flatMap { try change(globalID, $0) } }

    private func change(_ globalID: String, _ statement: Statement) throws -> FrozenChanges.Change? {
        defer { statement.reset() }
        Self.bind(globalID, statement)
        statement.bind(6, table)
        guard try statement.step(), let kind = SyncConflict.Change(rawValue: statement.string(2)) else { return nil }
        return FrozenChanges.Change(objectID: statement.int(0), globalID: statement.string(1), kind: kind)
    }

    /// All that has been done to a row, set apart or not.
    func changes(ofRow id: Int) throws -> [FrozenChanges.Change] {
        try ["cairn_changes", "cairn_frozen_changes"].filter { try database.has(table: $0) }.flatMap { name in
            let statement = try database.prepare(
                "SELECT global_id, kind FROM \(SQLName(name)) WHERE table_name = ? AND object_id = ?")
            statement.bind(1, table)
            statement.bind(2, id)
            var changes: [FrozenChanges.Change] = []
            while try statement.step() {
                guard let kind = SyncConflict.Change(rawValue: statement.string(1)) else { continue }
                changes.append(FrozenChanges.Change(objectID: id, globalID: statement.string(0), kind: kind))
            }
            return changes
        }
    }

    /// Says that a row has been changed in another way than was known; nil for not at all.
    func setChange(_ change: FrozenChanges.Change, to kind: SyncConflict.Change?) throws {
        let isRow = "(table_name, object_id, global_id) = (?1, ?2, ?3)"
        let statement = try database.prepare(
            kind == nil
                ? "DELETE FROM \(ChangeTracking.changes) WHERE \(isRow)"
                : "UPDATE \(ChangeTracking.changes) SET kind = ?4 WHERE \(isRow)")
        statement.bind(1, table)
        statement.bind(2, change.objectID)
        statement.bind(3, change.globalID)
        if let kind { statement.bind(4, kind.rawValue) }
        try statement.run()
    }

    private static func bind(_ globalID: String, _ statement: Statement) {
        let spellings = GlobalID.spellings(of: globalID)
        for index in 0..<5 { statement.bind(Int32(index + 1), spellings[min(index, spellings.count - 1)]) }
    }
}
