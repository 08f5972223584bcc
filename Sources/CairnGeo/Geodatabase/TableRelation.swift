/// How the rows of two tables are related by a third (OGC 18-000, the Related Tables Extension of GeoPackage).
struct TableRelation {
    /// One of the two, and the column by whose values the third knows its rows.
    struct Side {
        let table: String
        let column: String

        func isOf(_ table: String) -> Bool { self.table.lowercased() == table.lowercased() }
    }

    let base: Side
    let related: Side
    /// What the rows are to each other; files are `media`.
    let name: String
    /// The table, or the view, that says which belong to which, as `base_id` and `related_id`.
    let mapping: String

    /// All whose table in between is there.
    static func all(in database: Database) throws(DatabaseError) -> [TableRelation] {
        guard try database.has(table: "gpkgext_relations") else { return [] }
        let statement = try database.prepare(
            """
            SELECT base_table_name, base_primary_column, related_table_name, related_primary_column, relation_name, mapping_table_name
            FROM gpkgext_relations ORDER BY id
            """)
        var relations: [TableRelation] = []
        while try statement.step() {
            let mapping = statement.string(5)
            guard try database.columns(of: mapping).isSuperset(of: ["base_id", "related_id"]) else { continue }
            let base = try side(statement.string(0), statement.string(1), in: database)
            let related = try side(statement.string(2), statement.string(3), in: database)
            relations.append(TableRelation(base: base, related: related, name: statement.string(4), mapping: mapping))
        }
        return relations
    }

    /// A column that is not there, as the default of the standard's table, is meant for the key.
    private static func side(_ table: String, _ column: String, in database: Database) throws(DatabaseError) -> Side {
        let isThere = try database.columns(of: table).contains(column.lowercased())
        return Side(table: table, column: isThere ? column : try database.wholeKey(of: table) ?? column)
    }
}

extension Database {
    /// The column that is the key of a table; nil if that is not one whole number.
    func wholeKey(of table: String) throws(DatabaseError) -> String? {
        let statement = try prepare("SELECT name, upper(type) FROM pragma_table_info(?) WHERE pk > 0")
        statement.bind(1, table)
        guard try statement.step(), statement.string(1) == "INTEGER" else { return nil }
        let name = statement.string(0)
        return try statement.step() ? nil : name
    }

    /// Whether a name is that of a table, and not of a view.
    func isTable(_ name: String) throws(DatabaseError) -> Bool {
        let statement = try prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND lower(name) = lower(?)")
        statement.bind(1, name)
        return try statement.step()
    }
}
