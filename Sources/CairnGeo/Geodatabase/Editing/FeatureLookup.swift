import CairnCore

/// Finds out whether there is a feature, by an id of either kind.
struct FeatureLookup {
    enum Key {
        case objectID(Int)
        case globalID(String)
    }

    private let byObjectID: Statement
    /// Nil for a table without them.
    private let byGlobalID: Statement?

    /// Among all of a table.
    init(_ table: FeatureTableDefinition, _ database: Database) throws {
        let rows = "SELECT 1 FROM \(SQLName(table.name)) WHERE"
        byObjectID = try database.prepare("\(rows) \(SQLName(table.objectIDField)) = ?")
        byGlobalID = try table.globalIDField.map { try database.prepare("\(rows) \(SQLName($0)) = ?") }
    }

    /// Among those that were added to a table, by a list of changes.
    init(addedTo table: String, by changes: SQLName, _ database: Database) throws {
        let added = "SELECT 1 FROM \(changes) WHERE table_name = \(SQLName(table).literal) AND kind = 'add'"
        byObjectID = try database.prepare("\(added) AND object_id = ?")
        byGlobalID = try database.prepare("\(added) AND global_id = ?")
    }

    func has(_ key: Key) throws -> Bool {
        switch key {
        case .objectID(let id):
            defer { byObjectID.reset() }
            byObjectID.bind(1, id)
            return try byObjectID.step()
        case .globalID(let id):
            guard let byGlobalID else { return false }
            return try GlobalID.spellings(of: id).contains { spelling in
                defer { byGlobalID.reset() }
                byGlobalID.bind(1, spelling)
                return try byGlobalID.step()
            }
        }
    }
}
