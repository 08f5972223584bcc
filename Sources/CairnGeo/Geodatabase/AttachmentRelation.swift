/// How the features of a table are related to files (OGC 18-000, the Related Tables Extension of GeoPackage).
struct AttachmentRelation {
    /// The table of features, and the one that holds the files.
    let base: String
    let media: String
    /// The key of the latter.
    let mediaKey: String
    /// The table that says which belong to which, as `base_id` and `related_id`.
    let mapping: String

    /// All of them, by the name of the table of features in small letters.
    static func all(in database: Database) throws(DatabaseError) -> [String: AttachmentRelation] {
        guard try database.has(table: "gpkgext_relations") else { return [:] }
        let statement = try database.prepare(
            """
            SELECT base_table_name, related_table_name, related_primary_column, mapping_table_name FROM gpkgext_relations
            WHERE relation_name = 'media' ORDER BY id DESC
            """)
        var relations: [String: AttachmentRelation] = [:]
        while try statement.step() {
            let relation = AttachmentRelation(
                base: statement.string(0), media: statement.string(1), mediaKey: statement.string(2), mapping: statement.string(3)
            )
            relations[relation.base.lowercased()] = relation
        }
        return relations
    }
}
