import CairnCore

extension AttachmentTable {
    /// What a file is called, and the global id of the feature that has it; nil if none has.
    func known(_ id: Int, globalIDField: String) throws(DatabaseError) -> (name: String, contentType: String, parent: String)? {
        let statement = try database.prepare(
            """
            SELECT m.name, m.content_type, b.\(SQLName(globalIDField)) FROM \(SQLName(relation.media.table)) m
            JOIN \(SQLName(relation.mapping)) r ON r.related_id = m.\(SQLName(relation.mediaKey))
            JOIN \(SQLName(definition.name)) b ON b.\(SQLName(relation.base.column)) = r.base_id WHERE m.\(SQLName(relation.mediaKey)) = ?
            """)
        statement.bind(1, id)
        guard try statement.step() else { return nil }
        return (statement.string(0), statement.string(1), statement.string(2))
    }

    /// The feature that has a file, by its object id; nil if none has.
    func owner(of id: Int) throws(DatabaseError) -> Int? {
        let statement = try database.prepare(
            """
            SELECT b.\(SQLName(definition.objectIDField)) FROM \(SQLName(relation.mapping)) r
            JOIN \(SQLName(definition.name)) b ON b.\(SQLName(relation.base.column)) = r.base_id WHERE r.related_id = ?
            """)
        statement.bind(1, id)
        return try statement.step() ? statement.int(0) : nil
    }

    /// Replaces the file of a feature, or adds one, under a global id that a service has given.
    func put(_ attachment: NewAttachment, _ id: Int?, feature objectID: Int) throws {
        if let id, try owner(of: id) == objectID {
            _ = try update(id, ofFeature: objectID, attachment)
        } else {
            _ = try add(attachment, toFeature: objectID)
        }
    }
}
