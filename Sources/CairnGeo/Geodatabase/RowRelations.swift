/// What relates the rows of one table to those of others: it goes with its row, so that who gets the row's id later has none of it, and follows the
/// row when that is known by another value.
final class RowRelations {
    /// One end of a relation.
    private struct Link {
        /// The column by which the rows are known.
        let column: String
        let mapping: SQLName
        /// `base_id`, or `related_id`.
        let end: String
        /// What is deleted with the last row that has it; nil for all but files.
        let files: AttachmentTable?
        /// Deletes what is said of the row of an object id.
        let deletion: Statement
    }

    private let definition: FeatureTableDefinition
    private let database: Database
    private let links: [Link]
    /// Those that know rows by what may change.
    private let changing: [Link]

    init(of definition: FeatureTableDefinition, _ database: Database) throws(DatabaseError) {
        (self.definition, self.database) = (definition, database)
        var links: [Link] = []
        for relation in try TableRelation.all(in: database) where try database.isTable(relation.mapping) {
            for (side, end) in [(relation.base, "base_id"), (relation.related, "related_id")] where side.isOf(definition.name) {
                let (mapping, value) = (SQLName(relation.mapping), FeatureValue(side.column, of: definition))
                let isOwn = value.isOwn("?1").map { " AND \($0)" } ?? ""
                let deletion = try database.prepare("DELETE FROM \(mapping) WHERE \(end) = \(value.of("?1"))\(isOwn)")
                var files: AttachmentTable?
                if end == "base_id", let relation = try AttachmentRelation(relation, in: database) {
                    files = try AttachmentTable(definition, relation, database)
                }
                links.append(Link(column: side.column, mapping: mapping, end: end, files: files, deletion: deletion))
            }
        }
        self.links = links
        changing = links.filter { !FeatureValue($0.column, of: definition).isID }
    }

    /// Deletes a row by `deletion`, which says whether there is one, and what relates it to others.
    func delete(_ objectID: Int, by deletion: () throws -> Bool) throws -> Bool {
        if links.isEmpty { return try deletion() }
        return try whole {
            var unused: [(AttachmentTable, [Int])] = []
            for link in links {
                if let files = link.files { unused.append((files, try files.ids(ofFeature: objectID))) }
                link.deletion.bind(1, objectID)
                try link.deletion.run()
            }
            guard try deletion() else { return false }
            for (files, ids) in unused { for id in ids { try files.deleteUnused(id) } }
            return true
        }
    }

    /// Changes fields of a row by `update`, which says whether there is one, and what other tables know it by.
    func update(_ objectID: Int, _ fields: [String], by update: () throws -> Bool) throws -> Bool {
        if changing.isEmpty { return try update() }
        let names = Set(fields.map { $0.lowercased() })
        let links = changing.filter { names.contains($0.column.lowercased()) }
        if links.isEmpty { return try update() }
        return try whole {
            let old = try links.map { try ownValue(of: $0, objectID) }
            guard try update() else { return false }
            for (link, old) in zip(links, old) { if let old { try follow(link, from: old, objectID) } }
            return true
        }
    }

    /// Done whole, or not at all.
    private func whole(_ body: () throws -> Bool) throws -> Bool {
        try database.execute("SAVEPOINT cairn_row")
        do {
            let isDone = try body()
            try database.execute(isDone ? "RELEASE cairn_row" : "ROLLBACK TO cairn_row; RELEASE cairn_row")
            return isDone
        } catch {
            // What took all of the transaction back took this with it.
            try? database.execute("ROLLBACK TO cairn_row; RELEASE cairn_row")
            throw error
        }
    }

    // MARK: - Other values

    /// That of a row, if no other has the same.
    private func ownValue(of link: Link, _ objectID: Int) throws(DatabaseError) -> AttributeValue? {
        let value = FeatureValue(link.column, of: definition)
        let statement = try database.prepare("SELECT \(value.of("?1"))\(value.isOwn("?1").map { " WHERE \($0)" } ?? "")")
        statement.bind(1, objectID)
        guard try statement.step() else { return nil }
        return switch statement.kind(0) {
        case .integer: .integer(statement.int(0))
        case .double: .double(statement.double(0))
        case .text: .string(statement.string(0))
        case .null, .blob: nil
        }
    }

    private func follow(_ link: Link, from old: AttributeValue, _ objectID: Int) throws {
        let value = FeatureValue(link.column, of: definition).of("?1")
        let lost = try database.prepare("SELECT 1 FROM \(link.mapping) WHERE \(link.end) = ?2 AND \(value) IS NULL")
        let update = try database.prepare("UPDATE \(link.mapping) SET \(link.end) = \(value) WHERE \(link.end) = ?2")
        for statement in [lost, update] {
            statement.bind(1, objectID)
            statement.bind([old], from: 2)
        }
        if try lost.step() {
            throw GeodatabaseError.wrongValue(
                field: link.column, reason: "rows of other tables belong to the feature by it, and it cannot be without one")
        }
        try update.run()
    }
}

/// What a column has for a feature, in SQL, by what stands for the feature's object id there.
struct FeatureValue {
    private let column: SQLName
    private let id: SQLName
    private let table: SQLName
    /// Whether the column is that of the object ids.
    let isID: Bool

    init(_ column: String, of definition: FeatureTableDefinition) {
        (self.column, id, table) = (SQLName(column), SQLName(definition.objectIDField), SQLName(definition.name))
        isID = column.lowercased() == definition.objectIDField.lowercased()
    }

    func of(_ mark: String) -> String { "(SELECT \(column) FROM \(table) WHERE \(id) = \(mark))" }

    /// That no other feature has the same; nil if none can.
    func isOwn(_ mark: String) -> String? {
        isID ? nil : "NOT EXISTS (SELECT 1 FROM \(table) WHERE \(column) = \(of(mark)) AND \(id) <> \(mark))"
    }
}
