/// How the features of a table are related to files: by a ``TableRelation`` to what holds these.
struct AttachmentRelation {
    /// The table of features, and the one that holds the files.
    let base: TableRelation.Side
    let media: TableRelation.Side
    /// The key of the latter.
    let mediaKey: String
    /// The table that says which belong to which, as `base_id` and `related_id`.
    let mapping: String

    init(base: TableRelation.Side, media: TableRelation.Side, mediaKey: String, mapping: String) {
        (self.base, self.media, self.mediaKey, self.mapping) = (base, media, mediaKey, mapping)
    }

    /// Nil if it is not one to files, or if what it names is not there.
    init?(_ relation: TableRelation, in database: Database) throws(DatabaseError) {
        guard relation.name == "media", let key = try database.wholeKey(of: relation.related.table),
            try database.columns(of: relation.related.table).contains("data")
        else { return nil }
        self.init(base: relation.base, media: relation.related, mediaKey: key, mapping: relation.mapping)
    }

    /// The first of each table of features, by the name of that in small letters.
    static func all(in database: Database) throws(DatabaseError) -> [String: AttachmentRelation] {
        var relations: [String: AttachmentRelation] = [:]
        for relation in try TableRelation.all(in: database) where relations[relation.base.table.lowercased()] == nil {
            relations[relation.base.table.lowercased()] = try AttachmentRelation(relation, in: database)
        }
        return relations
    }
}
