import CairnCore

/// The ids that were given in transactions that were taken back, and those of what was deleted, which may be taken back as well: they are not given
/// again, for somebody may still know them, and would change what has them since.
struct TakenBackIDs {
    private var given: [String: Int] = [:]
    private var taken: [String: Int] = [:]

    /// An id of a table has been given.
    mutating func give(_ id: Int, of table: String) { given[table] = max(id, given[table] ?? id) }

    /// A transaction has ended, or will begin.
    mutating func end(committing: Bool) {
        if !committing { taken.merge(given) { max($0, $1) } }
        given = [:]
    }

    /// What had an id has been deleted.
    mutating func delete(_ id: Int, of table: String) { taken[table] = max(id, taken[table] ?? id) }

    /// The greatest that was taken back, or deleted; nil if none was.
    func last(of table: String) -> Int? { taken[table] }
}

extension Database {
    /// The next id of a table, if SQLite would give one that was taken back, or deleted; else nil.
    ///
    /// - Parameter column: What it is kept in.
    func freshID(of table: String, in column: String) throws(DatabaseError) -> Int? {
        guard let taken = takenBackIDs.last(of: table), taken < .max else { return nil }
        let greatest = try prepare("SELECT max(\(SQLName(column))) FROM \(SQLName(table))")
        if try greatest.step(), greatest.int(0) >= taken { return nil }
        guard try has(table: "sqlite_sequence") else { return taken + 1 }
        let sequence = try prepare("SELECT seq FROM sqlite_sequence WHERE lower(name) = lower(?)")
        sequence.bind(1, table)
        return try sequence.step() && sequence.int(0) >= taken ? nil : taken + 1
    }
}
