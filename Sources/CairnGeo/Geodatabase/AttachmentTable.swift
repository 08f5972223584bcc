import CSQLite
import CairnCore
import Foundation

/// The files that are attached to the features of one table.
struct AttachmentTable {
    private let database: Database
    private let definition: FeatureTableDefinition
    private let relation: AttachmentRelation
    private let columns: Set<String>

    /// Nil if there is none.
    init?(of definition: FeatureTableDefinition, _ database: Database) throws(DatabaseError) {
        guard let relation = try AttachmentRelation.all(in: database)[definition.name.lowercased()] else { return nil }
        try self.init(definition, relation, database)
    }

    /// Makes it; within a transaction of the caller's.
    init(makingOf definition: FeatureTableDefinition, _ database: Database) throws(DatabaseError) {
        try self.init(definition, AttachmentRelation(making: definition, database), database)
    }

    private init(
        _ definition: FeatureTableDefinition, _ relation: AttachmentRelation, _ database: Database
    ) throws(DatabaseError) {
        (self.database, self.definition, self.relation) = (database, definition, relation)
        columns = try database.columns(of: relation.media)
    }

    private var media: SQLName { SQLName(relation.media) }
    private var mapping: SQLName { SQLName(relation.mapping) }
    private var key: SQLName { SQLName(relation.mediaKey) }
    /// What other software has not kept is empty.
    private func column(_ name: String) -> String { columns.contains(name) ? SQLName(name).description : "''" }

    /// Of features, by their object ids.
    func list(ofFeatures objectIDs: [Int]) throws(DatabaseError) -> [Int: [AttachmentInfo]] {
        let statement = try database.prepare(
            """
            SELECT base_id, m.\(key), \(column("name")), \(column("content_type")), length(data), \(column("global_id"))
            FROM \(mapping) r JOIN \(media) m ON m.\(key) = r.related_id
            WHERE base_id IN (SELECT value FROM json_each(?)) ORDER BY base_id, m.\(key)
            """)
        statement.bind(1, "[" + objectIDs.map(String.init).joined(separator: ",") + "]")
        var list: [Int: [AttachmentInfo]] = [:]
        while try statement.step() {
            let global = statement.string(5)
            list[statement.int(0), default: []].append(
                AttachmentInfo(
                    id: statement.int(1), globalID: global.isEmpty ? nil : global, name: statement.string(2),
                    contentType: statement.string(3), size: statement.int(4)))
        }
        return list
    }

    /// Adds a file to a feature; within a transaction of the caller's.
    func add(_ attachment: NewAttachment, toFeature objectID: Int) throws -> FeatureEditResult {
        let content = try Self.content(of: attachment)
        let globalID = attachment.globalID ?? GlobalID.new()
        let insert = try database.prepare(
            "INSERT INTO \(media) (data, content_type, name, global_id, \(key)) VALUES (zeroblob(?), ?, ?, ?, ?)")
        insert.bind(1, content.size)
        insert.bind(2, attachment.contentType)
        insert.bind(3, attachment.name)
        insert.bind(4, globalID)
        if let id = try database.freshID(of: relation.media, in: relation.mediaKey) {
            insert.bind(5, id)
        } else {
            insert.bindNull(5)
        }
        try insert.run()
        let id = database.lastInsertedID
        database.takenBackIDs.give(id, of: relation.media)
        try write(content, id)
        let relate = try database.prepare("INSERT INTO \(mapping) (base_id, related_id) VALUES (?, ?)")
        relate.bind(1, objectID)
        relate.bind(2, id)
        try relate.run()
        return FeatureEditResult(objectID: id, globalID: globalID)
    }

    private static let greatestSize = 1_000_000_000

    private static func content(of attachment: NewAttachment) throws -> AttachmentContent {
        let content = try AttachmentContent(attachment.content)
        // SQLite's own limit for bytes of one value.
        guard content.size <= greatestSize else {
            throw GeodatabaseError.wrongValue(
                field: "data", reason: "a file of \(content.size) bytes is too large, \(greatestSize) fit")
        }
        return content
    }

    private func write(_ content: AttachmentContent, _ id: Int) throws {
        let blob = try DatabaseBlob(database, table: relation.media, column: "data", row: id, isWritable: true)
        try content.forEachPiece { try blob.write($0, at: $1) }
    }

    /// Replaces an attachment, which keeps its ids; within a transaction of the caller's.
    func update(_ id: Int, _ attachment: NewAttachment) throws -> FeatureEditResult {
        let content = try Self.content(of: attachment)
        var values = [("data", "zeroblob(?1)")]
        if columns.contains("content_type") { values.append(("content_type", "?2")) }
        if columns.contains("name") { values.append(("name", "?3")) }
        let sets = values.map { "\(SQLName($0)) = \($1)" }.joined(separator: ", ")
        let update = try database.prepare("UPDATE \(media) SET \(sets) WHERE \(key) = ?4")
        update.bind(1, content.size)
        update.bind(2, attachment.contentType)
        update.bind(3, attachment.name)
        update.bind(4, id)
        try update.run()
        try write(content, id)
        return FeatureEditResult(objectID: id, globalID: try globalID(of: id))
    }

    private func globalID(of id: Int) throws(DatabaseError) -> String? {
        let statement = try database.prepare("SELECT \(column("global_id")) FROM \(media) WHERE \(key) = ?")
        statement.bind(1, id)
        guard try statement.step(), !statement.string(0).isEmpty else { return nil }
        return statement.string(0)
    }

    /// Whether a feature has an attachment.
    func has(_ id: Int, ofFeature objectID: Int) throws(DatabaseError) -> Bool {
        let statement = try database.prepare("SELECT 1 FROM \(mapping) WHERE base_id = ? AND related_id = ?")
        statement.bind(1, objectID)
        statement.bind(2, id)
        return try statement.step()
    }

    /// Deletes an attachment that a feature has; within a transaction of the caller's.
    func delete(_ id: Int) throws(DatabaseError) {
        for sql in ["DELETE FROM \(mapping) WHERE related_id = ?", "DELETE FROM \(media) WHERE \(key) = ?"] {
            let statement = try database.prepare(sql)
            statement.bind(1, id)
            try statement.run()
        }
    }

    /// Calls `body` with the bytes of an attachment, piece by piece.
    func forEachPiece(of id: Int, _ body: ([UInt8]) throws -> Void) throws {
        let blob = try DatabaseBlob(database, table: relation.media, column: "data", row: id, isWritable: false)
        for offset in stride(from: 0, to: blob.size, by: AttachmentContent.pieceSize) {
            try body(try blob.read(upTo: AttachmentContent.pieceSize, at: offset))
        }
    }
}

extension AttachmentRelation {
    /// Makes the tables, and what deletes the files of a feature with it.
    fileprivate init(making definition: FeatureTableDefinition, _ database: Database) throws(DatabaseError) {
        (base, mediaKey) = (definition.name, "id")
        (media, mapping) = ("\(definition.name)__ATTACH", "\(definition.name)__ATTACHREL")
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
                DELETE FROM \(mediaName) WHERE id IN (SELECT related_id FROM \(mappingName) WHERE base_id = OLD.\(SQLName(definition.objectIDField)));
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
}
