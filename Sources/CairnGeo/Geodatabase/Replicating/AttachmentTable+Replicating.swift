import CairnCore

extension AttachmentTable {
    /// What holds the files.
    var mediaTable: String { relation.media.table }

    /// Those of some global ids, with their features.
    func list(ofGlobalIDs globalIDs: [String]) throws(DatabaseError) -> [ReplicatedAttachment] {
        guard let field = definition.globalIDField, columns.contains("global_id") else { return [] }
        let statement = try database.prepare(
            """
            SELECT DISTINCT m.\(key), \(column("name")), \(column("content_type")), length(m.data), m.global_id,
                b.\(SQLName(definition.objectIDField)), b.\(SQLName(field))
            FROM \(media) m JOIN \(mapping) r ON r.related_id = m.\(SQLName(relation.media.column))
            JOIN \(SQLName(definition.name)) b ON b.\(SQLName(relation.base.column)) = r.base_id
            WHERE m.global_id IN (SELECT value FROM json_each(?)) ORDER BY m.\(key)
            """)
        statement.bind(1, JSONValue.array(globalIDs.map { .string($0) }).text())
        var list: [ReplicatedAttachment] = []
        while try statement.step() {
            let info = AttachmentInfo(
                id: statement.int(0), globalID: statement.string(4), name: statement.string(1), contentType: statement.string(2),
                size: statement.int(3))
            list.append(
                ReplicatedAttachment(info: info, parentObjectID: statement.int(5), parentGlobalID: statement.string(6)))
        }
        return list
    }
}
