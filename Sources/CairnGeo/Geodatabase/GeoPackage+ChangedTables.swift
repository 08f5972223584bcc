import CSQLite

extension GeoPackage {
    /// What `body` gives, which makes use of a table as it was when it was looked at.
    ///
    /// - Throws: ``GeodatabaseError/unreadable(table:reason:)`` if it fails for the table has other columns since; what `body` throws.
    func using<Value>(_ table: FeatureTableDefinition, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError where error.code & 0xFF == SQLITE_ERROR {
            guard try hasLostColumns(table) else { throw error }
            let reason =
                "it was changed since it was looked at (\(error.message)); look at the file's tables again"
            throw GeodatabaseError.unreadable(table: table.name, reason: reason)
        }
    }

    private func hasLostColumns(_ table: FeatureTableDefinition) throws(DatabaseError) -> Bool {
        let statement = try database.prepare("SELECT name FROM pragma_table_info(?)")
        statement.bind(1, table.name)
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.string(0)) }
        let known = [table.objectIDField] + (table.hasGeometry ? [table.geometryColumn] : []) + table.fields.map(\.name)
        return !names.isSuperset(of: known)
    }
}
