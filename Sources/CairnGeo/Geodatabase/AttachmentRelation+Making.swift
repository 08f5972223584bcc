import CairnCore

extension AttachmentRelation {
    /// Makes the tables, and what deletes the files of a feature with it.
    init(making definition: FeatureTableDefinition, _ database: Database) throws(DatabaseError) {
        let base = definition.name
        let media = try Self.freeName("\(base)__ATTACH", in: database)
        let mapping = try Self.freeName("\(base)__ATTACHREL", in: database)
        self.init(
            base: TableRelation.Side(table: base, column: definition.objectIDField),
            media: TableRelation.Side(table: media, column: "id"), mediaKey: "id", mapping: mapping)
        let url = "http://www.geopackage.org/18-000.html"
        let (baseName, mediaName, mappingName) = (SQLName(base), SQLName(media), SQLName(mapping))
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS gpkgext_relations (
                id INTEGER PRIMARY KEY AUTOINCREMENT, base_table_name TEXT NOT NULL, base_primary_column TEXT NOT NULL DEFAULT 'id',
                related_table_name TEXT NOT NULL, related_primary_column TEXT NOT NULL DEFAULT 'id', relation_name TEXT NOT NULL,
                mapping_table_name TEXT NOT NULL UNIQUE);
            CREATE TABLE \(mediaName) (
                id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, data BLOB NOT NULL, content_type TEXT NOT NULL, name TEXT, global_id TEXT UNIQUE);
            CREATE TABLE \(mappingName) (base_id INTEGER NOT NULL, related_id INTEGER NOT NULL);
            CREATE INDEX \(SQLName("cairn_\(mapping)_base")) ON \(mappingName) (base_id);
            CREATE INDEX \(SQLName("cairn_\(mapping)_related")) ON \(mappingName) (related_id);
            INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES
                (\(mediaName.literal), 'attributes', \(mediaName.literal)), (\(mappingName.literal), 'attributes', \(mappingName.literal));
            CREATE TRIGGER \(SQLName("cairn_\(media)_delete")) AFTER DELETE ON \(baseName) BEGIN
                DELETE FROM \(mediaName) WHERE id IN (SELECT related_id FROM \(mappingName) WHERE base_id = OLD.\(SQLName(definition.objectIDField)))
                    AND id NOT IN (SELECT related_id FROM \(mappingName) WHERE base_id <> OLD.\(SQLName(definition.objectIDField)));
                DELETE FROM \(mappingName) WHERE base_id = OLD.\(SQLName(definition.objectIDField));
            END;
            """)
        for table in ["gpkgext_relations", mapping] {
            try ExtensionTable(database).enter("related_tables", table: table, definition: url)
        }
        let statement = try database.prepare(
            """
            INSERT INTO gpkgext_relations (
                base_table_name, base_primary_column, related_table_name, related_primary_column, relation_name, mapping_table_name)
            VALUES (?, ?, ?, 'id', 'media', ?)
            """)
        for (index, text) in [base, definition.objectIDField, media, mapping].enumerated() {
            statement.bind(Int32(index + 1), text)
        }
        try statement.run()
    }

    /// What remains of tables that somebody has removed is in nobody's way.
    private static func freeName(_ name: String, in database: Database) throws(DatabaseError) -> String {
        let hasRelations = try database.has(table: "gpkgext_relations")
        let taken = try database.prepare(
            """
            SELECT 1 FROM sqlite_master WHERE lower(name) = lower(?1)
            UNION ALL SELECT 1 FROM gpkg_contents WHERE lower(table_name) = lower(?1) OR identifier = ?1
            \(hasRelations ? "UNION ALL SELECT 1 FROM gpkgext_relations WHERE lower(mapping_table_name) = lower(?1)" : "")
            """)
        var name = name
        while true {
            taken.bind(1, name)
            defer { taken.reset() }
            if try !taken.step() { return name }
            name += "_"
        }
    }
}
