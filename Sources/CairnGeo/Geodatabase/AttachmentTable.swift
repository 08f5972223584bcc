import CSQLite
import CairnCore
import Foundation

/// The files that are attached to the features of one table.
struct AttachmentTable {
    let database: Database
    let definition: FeatureTableDefinition
    let relation: AttachmentRelation
    /// What the features are known by.
    private let owner: FeatureValue
    /// In small letters.
    let columns: Set<String>

    /// Nil if there is none.
    init?(of definition: FeatureTableDefinition, _ database: Database) throws(DatabaseError) {
        guard let relation = try AttachmentRelation.all(in: database)[definition.name.lowercased()] else { return nil }
        try self.init(definition, relation, database)
    }

    /// Makes it; within a transaction of the caller's.
    init(makingOf definition: FeatureTableDefinition, _ database: Database) throws(DatabaseError) {
        try self.init(definition, AttachmentRelation(making: definition, database), database)
    }

    init(
        _ definition: FeatureTableDefinition, _ relation: AttachmentRelation, _ database: Database
    ) throws(DatabaseError) {
        (self.database, self.definition, self.relation) = (database, definition, relation)
        owner = FeatureValue(relation.base.column, of: definition)
        columns = try database.columns(of: relation.media.table)
    }

    var media: SQLName { SQLName(relation.media.table) }
    var mapping: SQLName { SQLName(relation.mapping) }
    var key: SQLName { SQLName(relation.mediaKey) }
    /// What other software has not kept is empty.
    func column(_ name: String) -> String { columns.contains(name) ? "m.\(SQLName(name))" : "''" }

    /// Of features, by their object ids.
    func list(ofFeatures objectIDs: [Int]) throws(DatabaseError) -> [Int: [AttachmentInfo]] {
        let id = SQLName(definition.objectIDField)
        let statement = try database.prepare(
            """
            SELECT DISTINCT b.\(id), m.\(key), \(column("name")), \(column("content_type")), length(m.data), \(column("global_id"))
            FROM \(SQLName(definition.name)) b JOIN \(mapping) r ON r.base_id = b.\(SQLName(relation.base.column))
            JOIN \(media) m ON m.\(SQLName(relation.media.column)) = r.related_id
            WHERE b.\(id) IN (SELECT value FROM json_each(?)) ORDER BY b.\(id), m.\(key)
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
        try expectEditable(objectID, isGivingIDs: true)
        let content = try Self.content(of: attachment)
        let globalID = columns.contains("global_id") ? attachment.globalID ?? GlobalID.new() : nil
        let values = [("data", "zeroblob(?1)")] + known([("content_type", "?2"), ("name", "?3"), ("global_id", "?4")])
        let names = (values.map(\.0) + [relation.mediaKey]).map { SQLName($0).description }.joined(separator: ", ")
        let insert = try database.prepare(
            "INSERT INTO \(media) (\(names)) VALUES (\(values.map(\.1).joined(separator: ", ")), ?5)")
        bind(attachment, content, insert)
        if let globalID { insert.bind(4, globalID) }
        let id = try insertFresh(insert)
        try write(content, id)
        let relate = try database.prepare("INSERT INTO \(mapping) (base_id, related_id) VALUES (\(owner.of("?1")), ?2)")
        relate.bind(1, objectID)
        relate.bind(2, id)
        try relate.run()
        return FeatureEditResult(objectID: id, globalID: globalID)
    }

    /// Columns, and what is put into them, if they are there: what other software has not kept it need not keep.
    private func known(_ values: [(String, String)]) -> [(String, String)] { values.filter { columns.contains($0.0) } }

    private func bind(_ attachment: NewAttachment, _ content: AttachmentContent, _ statement: Statement) {
        statement.bind(1, content.size)
        statement.bind(2, attachment.contentType)
        statement.bind(3, attachment.name)
    }

    /// Runs what inserts a row whose key is `?5`.
    private func insertFresh(_ insert: Statement) throws(DatabaseError) -> Int {
        if let id = try database.freshID(of: relation.media.table, in: relation.mediaKey) {
            insert.bind(5, id)
        } else {
            insert.bindNull(5)
        }
        try insert.run()
        database.takenBackIDs.give(database.lastInsertedID, of: relation.media.table)
        return database.lastInsertedID
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
        let blob = try DatabaseBlob(database, table: relation.media.table, column: "data", row: id, isWritable: true)
        try content.forEachPiece { try blob.write($0, at: $1) }
    }

    /// Replaces an attachment that a feature has, which keeps its ids, unless others have it, too; within a transaction of the caller's.
    func update(_ id: Int, ofFeature objectID: Int, _ attachment: NewAttachment) throws -> FeatureEditResult {
        let content = try Self.content(of: attachment)
        try expectEditable(objectID)
        let id = try isShared(id, by: objectID) ? try part(id, from: objectID) : id
        let values = [("data", "zeroblob(?1)")] + known([("content_type", "?2"), ("name", "?3")])
        let sets = values.map { "\(SQLName($0)) = \($1)" }.joined(separator: ", ")
        let update = try database.prepare("UPDATE \(media) SET \(sets) WHERE \(key) = ?4")
        bind(attachment, content, update)
        update.bind(4, id)
        try update.run()
        try write(content, id)
        return FeatureEditResult(objectID: id, globalID: try globalID(of: id))
    }

    private func globalID(of id: Int) throws(DatabaseError) -> String? {
        let statement = try database.prepare("SELECT \(column("global_id")) FROM \(media) m WHERE \(key) = ?")
        statement.bind(1, id)
        guard try statement.step(), !statement.string(0).isEmpty else { return nil }
        return statement.string(0)
    }

    /// The attachments of a feature.
    func ids(ofFeature objectID: Int) throws(DatabaseError) -> [Int] {
        let statement = try database.prepare(
            """
            SELECT DISTINCT m.\(key) FROM \(mapping) r JOIN \(media) m ON m.\(SQLName(relation.media.column)) = r.related_id
            WHERE r.base_id = \(owner.of("?1")) ORDER BY m.\(key)
            """)
        statement.bind(1, objectID)
        var ids: [Int] = []
        while try statement.step() { ids.append(statement.int(0)) }
        return ids
    }

    /// Whether a feature has an attachment.
    func has(_ id: Int, ofFeature objectID: Int) throws(DatabaseError) -> Bool {
        let statement = try database.prepare(
            "SELECT 1 FROM \(mapping) WHERE base_id = \(owner.of("?1")) AND related_id = \(known("?2"))")
        statement.bind(1, objectID)
        statement.bind(2, id)
        return try statement.step()
    }

    /// What the file of an id is known by.
    private func known(_ mark: String) -> String {
        "(SELECT \(SQLName(relation.media.column)) FROM \(media) WHERE \(key) = \(mark))"
    }

    /// Deletes an attachment that a feature has, the file with the last that has it; within a transaction of the caller's.
    func delete(_ id: Int, ofFeature objectID: Int) throws {
        try expectEditable(objectID)
        let statement = try database.prepare(
            "DELETE FROM \(mapping) WHERE base_id = \(owner.of("?1")) AND related_id = \(known("?2"))")
        statement.bind(1, objectID)
        statement.bind(2, id)
        try statement.run()
        try deleteUnused(id)
    }

    /// Deletes a file, unless anything makes use of it.
    func deleteUnused(_ id: Int) throws(DatabaseError) {
        guard try database.isTable(relation.media.table) else { return }
        let unused = try MediaUse.all(of: relation, in: database).map {
            " AND NOT EXISTS (SELECT 1 FROM \(SQLName($0.table)) AS u WHERE \($0.condition))"
        }
        let statement = try database.prepare("DELETE FROM \(media) WHERE \(key) = ?1\(unused.joined())")
        statement.bind(1, id)
        try statement.run()
        if database.changeCount > 0 { database.takenBackIDs.delete(id, of: relation.media.table) }
    }

    // MARK: - What others have made

    /// - Parameter isGivingIDs: Whether a file comes to those that there are.
    /// - Throws: ``GeodatabaseError/attachmentsFixed(table:reason:)`` if nobody could tell what belongs to what, or if views say it.
    private func expectEditable(_ objectID: Int, isGivingIDs: Bool = false) throws {
        func refusal(_ reason: String) -> GeodatabaseError { .attachmentsFixed(table: definition.name, reason: reason) }
        for name in [relation.mapping, relation.media.table] where try !database.isTable(name) {
            throw refusal("\(name) is a view")
        }
        if isGivingIDs, relation.media.column.lowercased() != relation.mediaKey.lowercased() {
            let column = "\(relation.media.column) of \(relation.media.table)"
            throw refusal("files are known by the column \(column), whose values other software gives")
        }
        guard let isOwn = owner.isOwn("?1") else { return }
        let statement = try database.prepare("SELECT \(owner.of("?1")) IS NOT NULL AND \(isOwn)")
        statement.bind(1, objectID)
        if try statement.step(), statement.int(0) != 0 { return }
        let column = "\(relation.base.column) of \(definition.name)"
        throw refusal("they belong to features by the column \(column), and feature \(objectID) has no value of its own there")
    }

    private func isShared(_ id: Int, by objectID: Int) throws(DatabaseError) -> Bool {
        let shares = try MediaUse.all(of: relation, in: database).map { use in
            let isOwn = use.isMapping && use.table.lowercased() == relation.mapping.lowercased()
            let others = isOwn ? " AND u.base_id IS NOT \(owner.of("?2"))" : ""
            return "EXISTS (SELECT 1 FROM \(SQLName(use.table)) AS u WHERE \(use.condition)\(others))"
        }
        let statement = try database.prepare(
            "SELECT 1 FROM \(media) WHERE \(key) = ?1 AND (\(shares.joined(separator: " OR ")))")
        statement.bind(1, id)
        statement.bind(2, objectID)
        return try statement.step()
    }

    /// Gives a feature a file of its own in place of one that others have, too, with all else that is said of it.
    private func part(_ id: Int, from objectID: Int) throws -> Int {
        try expectEditable(objectID, isGivingIDs: true)
        let own: Set<String> = ["data", "global_id", relation.mediaKey.lowercased()]
        let rest = columns.subtracting(own).sorted().map { ", \(SQLName($0))" }.joined()
        let hasGlobalID = columns.contains("global_id")
        let insert = try database.prepare(
            """
            INSERT INTO \(media) (\(key), data\(hasGlobalID ? ", global_id" : "")\(rest))
            SELECT ?5, zeroblob(0)\(hasGlobalID ? ", ?2" : "")\(rest) FROM \(media) WHERE \(key) = ?1
            """)
        insert.bind(1, id)
        if hasGlobalID { insert.bind(2, GlobalID.new()) }
        let new = try insertFresh(insert)
        let relate = try database.prepare(
            "UPDATE \(mapping) SET related_id = ?1 WHERE base_id = \(owner.of("?2")) AND related_id = ?3")
        for (index, value) in [new, objectID, id].enumerated() { relate.bind(Int32(index + 1), value) }
        try relate.run()
        return new
    }

    /// Calls `body` with the bytes of an attachment, piece by piece.
    func forEachPiece(of id: Int, _ body: ([UInt8]) throws -> Void) throws {
        let blob = try DatabaseBlob(database, table: relation.media.table, column: "data", row: id, isWritable: false)
        for offset in stride(from: 0, to: blob.size, by: AttachmentContent.pieceSize) {
            try body(try blob.read(upTo: AttachmentContent.pieceSize, at: offset))
        }
    }
}
