import CSQLite
import CairnCore
package import Foundation

/// An OGC GeoPackage: tables of features in one file. Not thread-safe: it belongs to one actor, or to one thread at a time.
package final class GeoPackage {
    package let database: Database
    let path: String
    private let catalog: TableCatalog
    /// What is written beside the file first; nil if nothing is.
    private(set) var log: DatabaseLog?
    /// Whether a transaction is held open, of which every edit is a part.
    var isHolding = false

    /// Makes a new file.
    ///
    /// - Throws: ``GeodatabaseError/exists(path:)``, `DatabaseError`.
    package static func create(at url: URL) throws -> GeoPackage {
        // Made here and by nobody else, or not at all: so it may be removed again.
        let isOurs = (try? Data().write(to: url, options: .withoutOverwriting)) != nil
        if !isOurs, FileManager.default.fileExists(atPath: url.path) { throw GeodatabaseError.exists(path: url.path) }
        do {
            return try GeoPackage(makingIn: url)
        } catch {
            // An empty file would be there already for who tries again.
            if isOurs { try? FileManager.default.removeItem(at: url) }
            throw error
        }
    }

    /// Opens a file.
    ///
    /// - Throws: ``GeodatabaseError``, `DatabaseError`.
    package convenience init(_ url: URL, isReadOnly: Bool = false) throws {
        try self.init(url, isReadOnly: isReadOnly, waiting: Patience(), until: nil)
    }

    /// The same, and waits as it is told for who else has the file, unless it is asked to end.
    convenience init(_ url: URL, isReadOnly: Bool, waiting patience: Patience, until interruption: Interruption?) throws {
        try GeoPackageCheck.expectFile(at: url)
        try self.init(UnchangingFile.open(url, isReadOnly ? .readOnly : .readWrite), url.path, patience)
        database.interruption = interruption
        defer { database.interruption = nil }
        try LeftJournal(beside: database).takeBack()
        try GeoPackageCheck(database).expectWhole()
        try check()
    }

    /// Opens a file, and makes a GeoPackage of one that is empty.
    ///
    /// - Throws: ``GeodatabaseError``, `DatabaseError`.
    package convenience init(makingIn url: URL) throws {
        try self.init(Database(url, .create), url.path, Patience())
        let isEmpty = try transaction {
            guard try database.isEmpty() else { return false }
            try database.execute(GeoPackageSchema.sql)
            try SpatialReferenceTable(database).enterRequired()
            return true
        }
        if !isEmpty { try check() }
    }

    private init(_ database: Database, _ path: String, _ patience: Patience) throws {
        (self.database, self.path, catalog) = (database, path, TableCatalog(database))
        database.wait(with: patience)
        GeometryFunctions.add(to: database)
        try database.registerQueryFunctions()
    }

    private func check() throws {
        do {
            if try database.has(table: "gpkg_contents") { return }
            // A mobile geodatabase of Esri's is an SQLite file, too.
            if try database.has(table: "GDB_Items") { throw GeodatabaseError.esriGeodatabase(path: path) }
        } catch let error as DatabaseError where error.isCorruption {}
        throw GeodatabaseError.notAGeoPackage(path: path)
    }

    // MARK: - Journals

    /// Whether the file may be written.
    var isWritable: Bool { sqlite3_db_readonly(database.handle, "main") == 0 }

    /// Keeps what is written beside the file first, so that who reads need not wait, until ``endLoggingAhead()``.
    func beginLoggingAhead() throws(DatabaseError) {
        try database.waiting { () throws(DatabaseError) in try database.setJournalMode("WAL") }
        // The log is there once something has been read.
        _ = try database.isEmpty()
        log = DatabaseLog(of: database)
    }

    /// Keeps everybody else out until it is closed, which spares many small steps. What the power takes away is whole transactions.
    package func lockForWriting() throws(DatabaseError) {
        // Where a log is kept ahead, even the lock of all keeps nobody from writing. Whether it is SQLite knows who has read.
        _ = try database.isEmpty()
        try database.waiting { () throws(DatabaseError) in try database.setJournalMode("DELETE") }
        // A lock is kept from where one is told to, refused or not: told to before it has all, it would keep others from ending what it waits for.
        try database.execute("BEGIN EXCLUSIVE; PRAGMA locking_mode = EXCLUSIVE; COMMIT; PRAGMA synchronous = NORMAL")
        // Pages are changed often before they are full: brought home every 64 MB, and kept in 16 MB, they are read and written less.
        try database.execute("PRAGMA wal_autocheckpoint = 16000; PRAGMA cache_size = -16000")
        try beginLoggingAhead()
    }

    /// Brings all of it home. While another program has the file open, that is left for who closes it last.
    package func endLoggingAhead() throws(DatabaseError) {
        guard let log = log.take() else { return }
        if isHolding { try? endTransaction(committing: false) }
        guard log.isBesideDatabase else { return log.removeIfLeft() }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sqlite3_busy_timeout(database.handle, 0)
        try? database.setJournalMode("DELETE")
    }

    deinit { try? endLoggingAhead() }

    /// Runs `body` as a whole, or not at all.
    ///
    /// - Throws: ``GeodatabaseError/replaced(path:)`` if nobody will find what was done; what `body` throws, `DatabaseError`.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        if isHolding { return try partOfTransaction(body) }
        try database.execute("BEGIN IMMEDIATE")
        let value: Value
        do {
            value = try body()
            try database.execute("COMMIT")
        } catch {
            // Full disks and the like have rolled it back already.
            if sqlite3_get_autocommit(database.handle) == 0 { try? database.execute("ROLLBACK") }
            throw error
        }
        try expectInPlace()
        return value
    }

    /// Behind a commit: before, the file could still be replaced.
    ///
    /// - Throws: ``GeodatabaseError/replaced(path:)`` if nobody will find what was done.
    func expectInPlace() throws(GeodatabaseError) {
        if database.isInPlace { return }
        log?.removeIfLeft()
        throw .replaced(path: path)
    }

    // MARK: - Tables

    /// The tables of features and of attributes that can be read, by name.
    package func tables() throws -> [FeatureTableDefinition] { try contents().tables }

    /// The tables of features and of attributes, and why some of them cannot be read.
    func contents() throws -> TableCatalog.Contents { try catalog.read() }

    /// What changes if tables are added, removed or changed by anybody.
    package func tableStamp() throws(DatabaseError) -> String {
        let statement = try database.prepare(
            """
            SELECT (SELECT schema_version FROM pragma_schema_version),
                (SELECT group_concat(quote(table_name) || data_type) FROM gpkg_contents),
                (SELECT group_concat(quote(table_name) || quote(column_name) || geometry_type_name || srs_id || z || m) FROM gpkg_geometry_columns)
            """)
        guard try statement.step() else { return "" }
        return (0..<3).map { statement.string($0) }.joined(separator: "\n")
    }

    /// The table of that name, in whatever letters.
    package func table(_ name: String) throws -> FeatureTableDefinition {
        let contents = try contents()
        if let table = contents.tables.first(where: { $0.name.caseInsensitiveCompare(name) == .orderedSame }) { return table }
        throw contents.reason(name) ?? GeodatabaseError.noTable(name: name, path: path)
    }

    static func globalIDIndex(_ table: String) -> String { "cairn_\(table)_global_id" }

    /// Makes a table; within a transaction of the caller's.
    ///
    /// - Parameter isIndexed: Whether its indexes are kept from the beginning; of what is to be filled first they are made faster afterwards, by
    ///   ``createGlobalIDIndex(of:)`` and ``createIndex(of:)``.
    /// - Throws: ``GeodatabaseError``, `DatabaseError`.
    package func createTable(_ table: FeatureTableDefinition, isIndexed: Bool = true) throws {
        try check(table)
        let geometry = table.geometryTypeName.map { ["\(SQLName(table.geometryColumn)) \($0)"] } ?? []
        let columns =
            ["\(SQLName(table.objectIDField)) INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"] + geometry
            + table.fields.map { "\(SQLName($0.name)) \(ColumnType.declaration(of: $0))" }
        try database.execute("CREATE TABLE \(SQLName(table.name)) (\(columns.joined(separator: ", ")))")
        let srsID = try SpatialReferenceTable(database).id(of: table.spatialReference)
        try enter(table, srsID)
        try LayerMetadata(database).write(table)
        if table.hasAttachments { _ = try AttachmentTable(makingOf: table, database) }
        guard isIndexed else { return }
        try createGlobalIDIndex(of: table)
        try createIndex(of: table)
    }

    /// Makes the index of the global ids, if the table has them, and sees to it that none comes twice; within a transaction of the caller's.
    package func createGlobalIDIndex(of table: FeatureTableDefinition) throws(DatabaseError) {
        guard let field = table.globalIDField else { return }
        let index = SQLName(Self.globalIDIndex(table.name))
        try database.execute("CREATE UNIQUE INDEX \(index) ON \(SQLName(table.name)) (\(SQLName(field)))")
    }

    /// The same of several tables, sorted in memory and not in the system's folder for temporary files; outside of a transaction.
    func createGlobalIDIndexesInMemory(of tables: [FeatureTableDefinition]) throws {
        try database.execute("PRAGMA temp_store = MEMORY")
        defer { try? database.execute("PRAGMA temp_store = DEFAULT") }
        try transaction { for table in tables { try createGlobalIDIndex(of: table) } }
    }

    /// Why no table may be called so; nil if one may.
    package static func objection(toTableName name: String) -> String? {
        if name.isEmpty { return "it has no name" }
        if name.contains("\0") { return "its name has a character that no name may have (NUL)" }
        let isTaken = ["gpkg_", "rtree_", "sqlite_", "cairn_"].contains(where: name.lowercased().hasPrefix)
        return isTaken ? "its name is one of those that the file uses itself" : nil
    }

    private func check(_ table: FeatureTableDefinition) throws {
        func wrong(_ reason: String) -> GeodatabaseError { .wrongDefinition(table: table.name, reason: reason) }
        if let reason = Self.objection(toTableName: table.name) { throw wrong(reason) }
        if try database.has(table: table.name) { throw GeodatabaseError.tableExists(name: table.name, path: path) }
        let names = [table.objectIDField] + (table.hasGeometry ? [table.geometryColumn] : []) + table.fields.map(\.name)
        if names.contains(where: { $0.isEmpty || $0.contains("\0") }) { throw wrong("one of its fields has no name") }
        if Set(names.map { $0.lowercased() }).count < names.count { throw wrong("two of its fields have one name") }
        // SQLite's own limit.
        if names.count > 1999 { throw wrong("it has \(names.count) fields, and no more than 1999 are kept") }
        if let field = table.globalIDField, !table.fields.contains(where: { $0.name == field }) {
            throw wrong("it has no field \(field)")
        }
    }

    private func enter(_ table: FeatureTableDefinition, _ srsID: Int) throws(DatabaseError) {
        let contents = try database.prepare(
            "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES (?, ?, ?, ?)")
        contents.bind(1, table.name)
        contents.bind(2, table.hasGeometry ? "features" : "attributes")
        contents.bind(3, table.name)
        if table.hasGeometry { contents.bind(4, srsID) } else { contents.bindNull(4) }
        try contents.run()
        guard let type = table.geometryTypeName else { return }
        let columns = try database.prepare("INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, ?, ?)")
        columns.bind(1, table.name)
        columns.bind(2, table.geometryColumn)
        columns.bind(3, type)
        columns.bind(4, srsID)
        columns.bind(5, table.hasZ ? 1 : 0)
        columns.bind(6, table.hasM ? 1 : 0)
        try columns.run()
    }

    /// Makes the spatial index of a table that has none, and tells its extent; within a transaction of the caller's.
    package func createIndex(of table: FeatureTableDefinition) throws {
        let index = SpatialIndex(table, database)
        guard table.hasGeometry, try !index.exists() else { return }
        try index.create()
        try updateExtent(of: table)
    }

    /// Tells other software that a table has changed, and where its features are; within a transaction of the caller's.
    package func updateExtent(of table: FeatureTableDefinition) throws {
        let index = SpatialIndex(table, database)
        let extent = try table.hasGeometry && index.exists() ? try index.extent() : nil
        let statement = try database.prepare(
            """
            UPDATE gpkg_contents SET (min_x, min_y, max_x, max_y) = (?, ?, ?, ?), last_change = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
            WHERE lower(table_name) = lower(?)
            """)
        if let extent {
            for (number, bound) in [extent.xMin, extent.yMin, extent.xMax, extent.yMax].enumerated() {
                statement.bind(Int32(number + 1), bound)
            }
        }
        statement.bind(5, table.name)
        try statement.run()
    }

    // MARK: - Features

    /// What adds, changes and deletes features of a table.
    package func writer(of table: FeatureTableDefinition) throws -> FeatureTableWriter {
        let references = SpatialReferenceTable(database)
        // As the table has it: of what is undefined, or known to others alone, nothing else tells the id.
        let srsID = try references.id(ofTable: table.name) ?? references.id(of: table.spatialReference)
        return try FeatureTableWriter(table, srsID: srsID, database)
    }

    /// Calls `body` with each feature of a table that parameters ask for, until it is false.
    package func forEachFeature(
        of table: FeatureTableDefinition, using parameters: QueryParameters = QueryParameters(), _ body: (Feature) throws -> Bool
    ) throws {
        let cursor = try FeatureCursor(parameters, table, self)
        while let batch = try cursor.nextBatch() {
            for feature in batch { if try !body(feature) { return } }
        }
    }
}
