import CairnCore
@testable import CairnGeo
import Foundation

/// A file of another program's, with a table `Things` that its relations lead to, and from.
struct RelatedFile {
    private static let things = """
        CREATE TABLE Things (fid INTEGER PRIMARY KEY NOT NULL, NAME TEXT, K INTEGER);
        INSERT INTO Things VALUES (1, 'a', 0), (2, 'b', 1), (3, 'c', 2), (4, 'd', 2), (5, 'e', NULL);
        CREATE TABLE Docs (id INTEGER PRIMARY KEY NOT NULL, code INTEGER, data BLOB NOT NULL, content_type TEXT NOT NULL);
        INSERT INTO Docs VALUES (1, 100, x'41', 'a/b'), (2, 1, x'42', 'a/b'), (3, 300, x'43', 'a/b');
        CREATE TABLE Things_Docs (base_id INTEGER, related_id INTEGER);
        CREATE TABLE gpkgext_relations (
            id INTEGER PRIMARY KEY AUTOINCREMENT, base_table_name TEXT NOT NULL, base_primary_column TEXT NOT NULL DEFAULT 'id',
            related_table_name TEXT NOT NULL, related_primary_column TEXT NOT NULL DEFAULT 'id', relation_name TEXT NOT NULL,
            mapping_table_name TEXT NOT NULL UNIQUE);
        INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('Things', 'attributes', 'Things');
        """

    let file: GeodatabaseFile
    let table: GeodatabaseFeatureTable

    /// - Parameter sql: What else is in it.
    init(_ sql: String) async throws {
        file = try GeodatabaseFile()
        try await Geodatabase.create(at: file.url).close()
        try Database(file.url, .readWrite).execute("\(Self.things) \(sql)")
        let geodatabase = Geodatabase(fileURL: file.url)
        try await geodatabase.load()
        table = try geodatabase.table(named: "Things")
    }

    /// A row that relates `Things` to `Docs`.
    static func relation(_ rows: String, by base: String = "fid", to related: String = "id") -> String {
        """
        INSERT INTO gpkgext_relations VALUES (1, 'Things', '\(base)', 'Docs', '\(related)', 'media', 'Things_Docs');
        INSERT INTO Things_Docs VALUES \(rows);
        """
    }

    /// The attachments of features.
    func attachments() async throws -> [Int: [Int]] {
        try await table.queryAttachments(ofFeatures: [1, 2, 3, 4, 5]).mapValues { $0.map(\.id) }
    }

    /// The bytes of an attachment, as a text.
    func content(_ id: Int, of feature: Int) async throws -> String {
        let target = file.folder.appending(path: "target")
        try await table.fetchAttachment(id, ofFeature: feature, to: target)
        return try String(contentsOf: target, encoding: .utf8)
    }

    /// Deletes features, each by itself.
    func delete(_ ids: [Int]) async throws -> [Bool] {
        try await table.applyEdits(FeatureEdits(deletedObjectIDs: ids, rollsBackOnFailure: false)).deletes.map(\.isSuccess)
    }

    /// Does something to the file, as another program.
    func execute(_ sql: String) throws { try Database(file.url, .readWrite).execute(sql) }

    /// What a statement selects, its columns with commas between them.
    func rows(_ sql: String) throws -> [String] {
        let statement = try Database(file.url, .readOnly).prepare(sql)
        var rows: [String] = []
        while try statement.step() { rows.append((0..<statement.columnCount).map(statement.string).joined(separator: ",")) }
        return rows
    }

    static func text(_ text: String) -> NewAttachment {
        NewAttachment(name: "new.txt", contentType: "text/plain", content: .data(Data(text.utf8)))
    }
}
