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
        let list = try list("WHERE relation_name = 'media'", in: database)
        return Dictionary(list.map { ($0.base.lowercased(), $0) }) { first, _ in first }
    }

    /// Those that a table of features has to files, if what they name is there.
    static func all(of base: String, in database: Database) throws(DatabaseError) -> [AttachmentRelation] {
        var relations: [AttachmentRelation] = []
        for relation in try list("WHERE relation_name = 'media' AND lower(base_table_name) = lower(?)", base, in: database) {
            guard try database.has(table: relation.media), try database.has(table: relation.mapping) else { continue }
            relations.append(relation)
        }
        return relations
    }

    /// The tables by which anything makes use of the files.
    func mappings(in database: Database) throws(DatabaseError) -> [String] {
        let relations = try Self.list("WHERE lower(related_table_name) = lower(?)", media, in: database)
        var names: Set<String> = []
        for name in relations.map(\.mapping) where try database.has(table: name) { names.insert(name) }
        return names.sorted()
    }

    private static func list(
        _ condition: String, _ name: String? = nil, in database: Database
    ) throws(DatabaseError) -> [AttachmentRelation] {
        guard try database.has(table: "gpkgext_relations") else { return [] }
        let statement = try database.prepare(
            """
            SELECT base_table_name, related_table_name, related_primary_column, mapping_table_name FROM gpkgext_relations
            \(condition) ORDER BY id
            """)
        if let name { statement.bind(1, name) }
        var relations: [AttachmentRelation] = []
        while try statement.step() {
            let (base, media, key) = (statement.string(0), statement.string(1), statement.string(2))
            relations.append(AttachmentRelation(base: base, media: media, mediaKey: key, mapping: statement.string(3)))
        }
        return relations
    }
}
