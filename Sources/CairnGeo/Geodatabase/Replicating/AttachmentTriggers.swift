/// Number the changes of the attachments of a table.
struct AttachmentTriggers: ChangeTriggers {
    private let relation: AttachmentRelation
    private let media: SQLName
    private let key: SQLName
    let subject: String

    /// Nil for files that have no global ids, or whose tables are views: these are not told.
    init?(_ relation: AttachmentRelation, in database: Database) throws(DatabaseError) {
        guard try database.columns(of: relation.media.table).contains("global_id"), try database.isTable(relation.mapping),
            try database.isTable(relation.media.table)
        else { return nil }
        (self.relation, subject) = (relation, relation.media.table)
        (media, key) = (SQLName(relation.media.table), SQLName(relation.mediaKey))
    }

    private func name(_ suffix: String) -> String { "cairn_\(subject)_generation_\(suffix)" }
    private func row(_ row: String) -> String { "SELECT \(row).global_id AS global_id" }

    /// The file that a row of the table in between is about.
    private func file(_ row: String) -> String {
        "SELECT m.global_id AS global_id FROM \(media) AS m WHERE m.\(SQLName(relation.media.column)) = \(row).related_id"
    }

    var preparation: String { "UPDATE \(media) SET global_id = \(Self.newGlobalID) WHERE coalesce(global_id, '') = ''" }

    /// A file is an attachment once it belongs to something. The bytes of one that is added, or replaced, may follow in ways that no trigger sees.
    var list: [ChangeTrigger] {
        [
            ChangeTrigger(
                name("identify"), "AFTER INSERT", on: subject, when: "coalesce(NEW.global_id, '') = ''",
                ["UPDATE \(media) SET global_id = \(Self.newGlobalID) WHERE \(key) = NEW.\(key);"]),
            ChangeTrigger(
                name("update"), "AFTER UPDATE", on: subject, when: "NEW.global_id IS OLD.global_id", note("update", row("NEW"))),
            ChangeTrigger(name("delete"), "AFTER DELETE", on: subject, note("delete", row("OLD"))),
            ChangeTrigger(name("relate"), "AFTER INSERT", on: relation.mapping, note("add", file("NEW"))),
            ChangeTrigger(
                name("move"), "AFTER UPDATE", on: relation.mapping, note("delete", file("OLD")) + note("add", file("NEW"))),
            ChangeTrigger(name("part"), "AFTER DELETE", on: relation.mapping, note("delete", file("OLD"))),
        ]
    }
}
