import CSQLite
import CairnCore

/// A transaction that is held open from one call to another: every edit meanwhile is a part of it.
extension GeoPackage {
    /// Begins one.
    ///
    /// - Throws: ``GeodatabaseError/inTransaction(path:)`` if there is one, `DatabaseError`.
    func beginTransaction() throws {
        if isHolding { throw GeodatabaseError.inTransaction(path: path) }
        try database.execute("BEGIN IMMEDIATE")
        database.takenBackIDs.end(committing: true)
        isHolding = true
    }

    /// Ends it. What cannot be committed stays, to be committed later or rolled back.
    ///
    /// - Throws: ``GeodatabaseError/noTransaction(path:)``, ``GeodatabaseError/transactionLost(path:)``, `DatabaseError`;
    ///   ``GeodatabaseError/replaced(path:)`` if it has ended, and nobody will find what was done.
    func endTransaction(committing: Bool) throws {
        guard isHolding else { throw GeodatabaseError.noTransaction(path: path) }
        if isLost {
            if committing { throw GeodatabaseError.transactionLost(path: path) }
        } else {
            try database.execute(committing ? "COMMIT" : "ROLLBACK")
        }
        database.takenBackIDs.end(committing: committing)
        isHolding = false
        if committing { try expectInPlace() }
    }

    /// Runs `body` as a part of the held transaction, as a whole or not at all.
    func partOfTransaction<Value>(_ body: () throws -> Value) throws -> Value {
        if isLost { throw GeodatabaseError.transactionLost(path: path) }
        // An edit that is interrupted takes the whole transaction back, with what was edited before.
        sqlite3_progress_handler(database.handle, 0, nil, nil)
        try database.execute("SAVEPOINT cairn_part")
        do {
            let value = try body()
            try database.execute("RELEASE cairn_part")
            return value
        } catch {
            if !isLost { try? database.execute("ROLLBACK TO cairn_part; RELEASE cairn_part") }
            throw error
        }
    }

    /// Whether SQLite has taken it back by itself, as on a full disk.
    private var isLost: Bool { sqlite3_get_autocommit(database.handle) != 0 }
}
