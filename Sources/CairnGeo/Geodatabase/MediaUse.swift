/// A table whose rows make use of files.
struct MediaUse {
    let table: String
    /// That a row of it, called `u`, makes use of a row of the files' table.
    let condition: String
    /// Whether it says which files belong to which rows.
    let isMapping: Bool

    /// All that a file knows: relations, and foreign keys of whatever tables.
    static func all(of relation: AttachmentRelation, in database: Database) throws(DatabaseError) -> [MediaUse] {
        let media = SQLName(relation.media.table)
        var uses: [MediaUse] = []
        for other in try TableRelation.all(in: database) {
            for (side, end) in [(other.base, "base_id"), (other.related, "related_id")] where side.isOf(relation.media.table) {
                let condition = "u.\(end) = \(media).\(SQLName(side.column))"
                uses.append(MediaUse(table: other.mapping, condition: condition, isMapping: true))
            }
        }
        let mappings = Set(uses.map { $0.table.lowercased() })
        return uses + (try foreignKeys(to: relation, in: database).filter { !mappings.contains($0.table.lowercased()) })
    }

    private static func foreignKeys(to relation: AttachmentRelation, in database: Database) throws(DatabaseError) -> [MediaUse] {
        let (media, key) = (SQLName(relation.media.table), SQLName(relation.mediaKey))
        let statement = try database.prepare(
            """
            SELECT m.name, f.id, f."from", f."to" FROM sqlite_master m, pragma_foreign_key_list(m.name) f
            WHERE m.type = 'table' AND lower(f."table") = lower(?) ORDER BY m.name, f.id, f.seq
            """)
        statement.bind(1, relation.media.table)
        var uses: [MediaUse] = []
        var last = ("", -1)
        while try statement.step() {
            let (table, id) = (statement.string(0), statement.int(1))
            let target = statement.isNull(3) ? key : SQLName(statement.string(3))
            var condition = "u.\(SQLName(statement.string(2))) = \(media).\(target)"
            if last == (table, id), let first = uses.popLast() {
                condition = "\(first.condition) AND \(condition)"
            } else if table.lowercased() == relation.media.table.lowercased() {
                // One that refers to itself keeps itself from nothing.
                condition = "u.\(key) <> \(media).\(key) AND \(condition)"
            }
            uses.append(MediaUse(table: table, condition: condition, isMapping: false))
            last = (table, id)
        }
        return uses
    }
}
