/// The table that names the extensions a GeoPackage makes use of (OGC 12-128r18, §2.3.2).
struct ExtensionTable {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Whether a table makes use of one.
    func has(_ name: String, table: String) throws(DatabaseError) -> Bool {
        guard try database.has(table: "gpkg_extensions") else { return false }
        let statement = try database.prepare(
            "SELECT 1 FROM gpkg_extensions WHERE extension_name = ? AND lower(table_name) = lower(?)")
        statement.bind(1, name)
        statement.bind(2, table)
        return try statement.step()
    }

    /// Enters one, unless it is there.
    func enter(
        _ name: String, table: String, column: String? = nil, definition: String, scope: String = "read-write"
    ) throws(DatabaseError) {
        try database.execute(GeoPackageSchema.extensions)
        let statement = try database.prepare(
            """
            INSERT INTO gpkg_extensions (table_name, column_name, extension_name, definition, scope) SELECT ?1, ?2, ?3, ?4, ?5
            WHERE NOT EXISTS (SELECT 1 FROM gpkg_extensions
                WHERE lower(table_name) = lower(?1) AND lower(column_name) IS lower(?2) AND extension_name = ?3)
            """)
        statement.bind(1, table)
        if let column { statement.bind(2, column) } else { statement.bindNull(2) }
        statement.bind(3, name)
        statement.bind(4, definition)
        statement.bind(5, scope)
        try statement.run()
    }
}
