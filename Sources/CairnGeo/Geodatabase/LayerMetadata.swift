import CairnCore

/// What a GeoPackage's columns cannot say of a table, as JSON among its metadata (OGC 12-128r18, annex F.8): the types and aliases of its
/// fields, which of them tell the time, and what a service said of the layer.
struct LayerMetadata {
    private let database: Database
    private static let standard = "urn:cairn:layer"

    init(_ database: Database) { self.database = database }

    private static let sql = """
        CREATE TABLE IF NOT EXISTS gpkg_metadata (
            id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL, md_scope TEXT NOT NULL DEFAULT 'dataset', md_standard_uri TEXT NOT NULL,
            mime_type TEXT NOT NULL DEFAULT 'text/xml', metadata TEXT NOT NULL DEFAULT '');
        CREATE TABLE IF NOT EXISTS gpkg_metadata_reference (
            reference_scope TEXT NOT NULL, table_name TEXT, column_name TEXT, row_id_value INTEGER,
            timestamp DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), md_file_id INTEGER NOT NULL, md_parent_id INTEGER,
            CONSTRAINT crmr_mfi_fk FOREIGN KEY (md_file_id) REFERENCES gpkg_metadata (id),
            CONSTRAINT crmr_mpi_fk FOREIGN KEY (md_parent_id) REFERENCES gpkg_metadata (id));
        """

    private static let url = "http://www.geopackage.org/spec120/#extension_metadata"

    /// Keeps what is known of a table, which has none yet; within a transaction of the caller's.
    func write(_ definition: FeatureTableDefinition) throws(DatabaseError) {
        try database.execute(Self.sql)
        for table in ["gpkg_metadata", "gpkg_metadata_reference"] {
            try ExtensionTable(database).enter("gpkg_metadata", table: table, definition: Self.url)
        }
        let metadata = try database.prepare(
            "INSERT INTO gpkg_metadata (md_scope, md_standard_uri, mime_type, metadata) VALUES ('featureType', ?, 'application/json', ?)"
        )
        metadata.bind(1, Self.standard)
        metadata.bind(2, Self.json(of: definition).text())
        try metadata.run()
        let reference = try database.prepare(
            "INSERT INTO gpkg_metadata_reference (reference_scope, table_name, md_file_id) VALUES ('table', ?, ?)")
        reference.bind(1, definition.name)
        reference.bind(2, database.lastInsertedID)
        try reference.run()
    }

    private static func json(of definition: FeatureTableDefinition) -> JSONValue {
        var members: [String: JSONValue] = ["fields": .array(definition.fields.map(\.esriJSON))]
        members["startTimeField"] = definition.startTimeField.map { .string($0) }
        members["endTimeField"] = definition.endTimeField.map { .string($0) }
        members["layer"] = definition.layerJSON
        return .object(members)
    }

    /// Adds what is kept of a table to what its columns say, as far as both agree: other software may have changed these.
    func complete(_ definition: inout FeatureTableDefinition) throws(DatabaseError) {
        guard let json = try json(ofTable: definition.name) else { return }
        let known = (json["fields"]?.array ?? []).compactMap(Field.init(esriJSON:))
        let fields = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
        for (index, field) in definition.fields.enumerated() {
            guard let known = fields[field.name], ColumnType.agrees(known, with: field) else { continue }
            definition.fields[index] = known
        }
        func field(_ name: String) -> String? {
            json[name]?.string.flatMap { name in definition.fields.first { $0.name == name && $0.type == .date }?.name }
        }
        definition.startTimeField = field("startTimeField")
        definition.endTimeField = definition.startTimeField == nil ? nil : field("endTimeField")
        definition.layerJSON = json["layer"]
    }

    private func json(ofTable name: String) throws(DatabaseError) -> JSONValue? {
        guard try database.has(table: "gpkg_metadata"), try database.has(table: "gpkg_metadata_reference") else { return nil }
        let statement = try database.prepare(
            """
            SELECT m.metadata FROM gpkg_metadata m JOIN gpkg_metadata_reference r ON r.md_file_id = m.id
            WHERE m.md_standard_uri = ? AND r.reference_scope = 'table' AND lower(r.table_name) = lower(?) ORDER BY m.id DESC LIMIT 1
            """)
        statement.bind(1, Self.standard)
        statement.bind(2, name)
        return try statement.step() ? try? JSONValue(parsing: statement.string(0)) : nil
    }
}
