import CSQLite
import CairnCore

/// The tables and views of features and of attributes that a GeoPackage names in its contents.
final class TableCatalog {
    /// What can be read, by name, and what cannot, by its name with the reason.
    struct Contents {
        var tables: [FeatureTableDefinition] = []
        var unreadable: [String: GeodatabaseError] = [:]

        /// Why a table cannot be read; nil if it can, or is not there.
        func reason(_ name: String) -> GeodatabaseError? {
            unreadable.first { $0.key.lowercased() == name.lowercased() }?.value
        }
    }

    private let database: Database
    /// The keys of views by what makes these: they are looked for once.
    private var viewKeys: [String: Result<String, Unreadable>] = [:]

    private struct Unreadable: Error {
        let reason: String
    }

    init(_ database: Database) {
        self.database = database
    }

    func read() throws -> Contents {
        let statement = try database.prepare(
            """
            SELECT c.table_name, g.column_name, g.geometry_type_name, g.srs_id, g.z, g.m, m.type, m.sql FROM gpkg_contents c
            LEFT JOIN gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
            LEFT JOIN sqlite_master m ON lower(m.name) = lower(c.table_name) AND m.type IN ('table', 'view')
            WHERE c.data_type IN ('features', 'attributes') ORDER BY c.table_name
            """)
        let relations = try AttachmentRelation.all(in: database)
        let ofAttachments = Set(relations.values.flatMap { [$0.media.table.lowercased(), $0.mapping.lowercased()] })
        var contents = Contents()
        while try statement.step() {
            let name = statement.string(0)
            if ofAttachments.contains(name.lowercased()) { continue }
            do {
                var table = try definition(name, statement)
                table.hasAttachments = relations[name.lowercased()] != nil
                contents.tables.append(table)
            } catch let error as Unreadable {
                contents.unreadable[name] = .unreadable(table: name, reason: error.reason)
            } catch let error as DatabaseError where error.code & 0xFF == SQLITE_ERROR {
                // As a view of a column that is not there, or by a function of other software. What is wrong with the file is thrown.
                let advice = "have the file's other tables as they were, or make it anew, with texts in single quotes"
                contents.unreadable[name] = .unreadable(table: name, reason: "SQLite says \(error.message); \(advice)")
            }
        }
        return contents
    }

    private func definition(_ name: String, _ row: Statement) throws -> FeatureTableDefinition {
        if row.isNull(6) { throw Unreadable(reason: "it is named in the file's contents, and is not there") }
        var table = FeatureTableDefinition(name)
        table.isView = row.string(6) == "view"
        if !row.isNull(1) {
            table.geometryColumn = row.string(1)
            table.geometryType = GeometryType(geoPackageName: row.string(2))
            table.hasMixedGeometries = table.geometryType == nil
            table.spatialReference = try SpatialReferenceTable(database).reference(of: row.int(3))
            (table.hasZ, table.hasM) = (row.int(4) != 0, row.int(5) != 0)
        }
        let key = try readColumns(&table)
        table.objectIDField = table.isView ? try viewKey(of: table, row.string(7)) : key ?? ""
        guard table.isView || key != nil else {
            throw Unreadable(
                reason:
                    "it has no key of one whole number to tell its rows apart by; copy it by ogr2ogr -f GPKG, which gives it one")
        }
        table.fields.removeAll { $0.name == table.objectIDField }
        try LayerMetadata(database).complete(&table)
        return table
    }

    /// The key, if it is one whole number.
    private func readColumns(_ table: inout FeatureTableDefinition) throws(DatabaseError) -> String? {
        let statement = try database.prepare("SELECT name, type, pk FROM pragma_table_info(?)")
        statement.bind(1, table.name)
        var (key, parts): (String?, Int) = (nil, 0)
        while try statement.step() {
            let (name, type) = (statement.string(0), statement.string(1))
            parts += statement.int(2) > 0 ? 1 : 0
            if statement.int(2) == 1, type.uppercased() == "INTEGER" {
                key = name
            } else if !table.hasGeometry || name.lowercased() != table.geometryColumn.lowercased() {
                table.fields.append(ColumnType.field(name, declared: type))
            }
        }
        table.globalIDField = try globalIDField(of: table.name)
        return parts == 1 ? key : nil
    }

    /// The column that the index for global ids is on.
    private func globalIDField(of table: String) throws(DatabaseError) -> String? {
        let statement = try database.prepare("SELECT name FROM pragma_index_info(?)")
        statement.bind(1, GeoPackage.globalIDIndex(table))
        return try statement.step() ? statement.string(0) : nil
    }

    // MARK: - Views

    /// The column that tells the rows of a view apart.
    private func viewKey(of view: FeatureTableDefinition, _ sql: String) throws -> String {
        if let known = viewKeys[sql] { return try known.get() }
        do {
            let key = try findKey(of: view)
            viewKeys[sql] = .success(key)
            return key
        } catch let error as Unreadable {
            viewKeys[sql] = .failure(error)
            throw error
        }
    }

    /// As GDAL does: the one called `OGC_FID`, or the first whole number.
    private func findKey(of view: FeatureTableDefinition) throws -> String {
        let whole = view.fields.filter { ColumnType.isWhole($0) }
        guard let key = (whole.first { $0.name.uppercased() == "OGC_FID" } ?? whole.first)?.name else {
            throw Unreadable(
                reason: "it is a view without a whole number to tell its rows apart by; have it begin with the key of a table")
        }
        let (column, name) = (SQLName(key), SQLName(view.name))
        let twice = try database.prepare(
            "SELECT 1 FROM \(name) GROUP BY \(column) HAVING count(*) > 1 OR \(column) IS NULL LIMIT 1")
        if try !twice.step() { return key }
        throw Unreadable(
            reason: "it is a view whose column \(key) does not tell its rows apart; have it begin with a whole number that does")
    }
}
