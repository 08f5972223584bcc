import CairnCore
@testable import CairnGeo
import Foundation
import Testing

/// Files that other software has related to features (OGC 18-000), of which several may have one.
@Suite(.serialized)
struct ForeignAttachmentTests {
    /// Three things without AUTOINCREMENT, of which the first two share a photo, and the second has another one of its own.
    private static let things = """
        CREATE TABLE Things (fid INTEGER PRIMARY KEY NOT NULL, NAME TEXT);
        INSERT INTO Things VALUES (1, 'a'), (2, 'b'), (3, 'c');
        CREATE TABLE Photos (id INTEGER PRIMARY KEY NOT NULL, data BLOB NOT NULL, content_type TEXT NOT NULL, WHO TEXT NOT NULL DEFAULT 'me');
        INSERT INTO Photos (id, data, content_type, WHO) VALUES (1, x'414243', 'image/jpeg', 'you'), (2, x'44', 'image/png', 'you');
        CREATE TABLE Things_Photos (base_id INTEGER NOT NULL, related_id INTEGER NOT NULL);
        INSERT INTO Things_Photos VALUES (1, 1), (2, 1), (2, 2);
        CREATE TABLE gpkgext_relations (
            id INTEGER PRIMARY KEY AUTOINCREMENT, base_table_name TEXT NOT NULL, base_primary_column TEXT NOT NULL DEFAULT 'id',
            related_table_name TEXT NOT NULL, related_primary_column TEXT NOT NULL DEFAULT 'id', relation_name TEXT NOT NULL,
            mapping_table_name TEXT NOT NULL UNIQUE);
        INSERT INTO gpkgext_relations VALUES (1, 'Things', 'fid', 'Photos', 'id', 'media', 'Things_Photos');
        INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('Things', 'attributes', 'Things')
        """

    private func opened(_ file: GeodatabaseFile, with sql: String = "") async throws -> GeodatabaseFeatureTable {
        try await Geodatabase.create(at: file.url).close()
        try Database(file.url, .readWrite).execute("\(Self.things); \(sql)")
        return try await reopened(file)
    }

    private func reopened(_ file: GeodatabaseFile) async throws -> GeodatabaseFeatureTable {
        let geodatabase = Geodatabase(fileURL: file.url)
        try await geodatabase.load()
        return try geodatabase.table(named: "Things")
    }

    private func ids(_ table: GeodatabaseFeatureTable) async throws -> [Int: [Int]] {
        try await table.queryAttachments(ofFeatures: [1, 2, 3, 4]).mapValues { $0.map(\.id) }
    }

    private func rows(_ sql: String, _ file: GeodatabaseFile) throws -> [String] {
        let statement = try Database(file.url, .readOnly).prepare(sql)
        var rows: [String] = []
        while try statement.step() { rows.append(statement.string(0)) }
        return rows
    }

    private func content(_ id: Int, of feature: Int, _ table: GeodatabaseFeatureTable, _ file: GeodatabaseFile) async throws
        -> String
    {
        let target = file.folder.appending(path: "target")
        try await table.fetchAttachment(id, ofFeature: feature, to: target)
        return try String(contentsOf: target, encoding: .utf8)
    }

    private static func text(_ text: String) -> NewAttachment {
        NewAttachment(name: "new.txt", contentType: "text/plain", content: .data(Data(text.utf8)))
    }

    @Test func `a file that two features share is deleted with the last of them`() async throws {
        let file = try GeodatabaseFile()
        let table = try await opened(file)
        #expect(try await ids(table) == [1: [1], 2: [1, 2]])
        #expect(try await table.deleteAttachments([1], ofFeature: 1).map(\.isSuccess) == [true])
        #expect(try await ids(table) == [2: [1, 2]])
        #expect(try await content(1, of: 2, table, file) == "ABC")
        #expect(try await table.deleteAttachments([1], ofFeature: 2).map(\.isSuccess) == [true])
        #expect(try await ids(table) == [2: [2]])
        #expect(try rows("SELECT id FROM Photos", file) == ["2"])
    }

    @Test func `a file that two features share is replaced for one of them alone`() async throws {
        let file = try GeodatabaseFile()
        let table = try await opened(file)
        let id = try #require(try await table.updateAttachment(1, ofFeature: 1, with: Self.text("new")).objectID)
        #expect(try await ids(table) == [1: [id], 2: [1, 2]])
        #expect(try await content(id, of: 1, table, file) == "new")
        #expect(try await content(1, of: 2, table, file) == "ABC")
        // What else stands in its row is kept.
        #expect(try rows("SELECT WHO FROM Photos", file) == ["you", "you", "you"])
        #expect(try await table.updateAttachment(id, ofFeature: 1, with: Self.text("newer")).objectID == id)
        #expect(try await table.updateAttachment(2, ofFeature: 2, with: Self.text("own")).objectID == 2)
        #expect(try await content(id, of: 1, table, file) == "newer")
        #expect(try rows("SELECT count(*) FROM Photos", file) == ["3"])
    }

    @Test(arguments: [false, true])
    func `a new feature inherits no file of one that is deleted`(isWithinTransaction: Bool) async throws {
        let file = try GeodatabaseFile()
        let table = try await opened(file)
        for id in [3, 2] {
            if isWithinTransaction {
                _ = try await table.geodatabase.transaction { editor in
                    try editor.deleteFeatures(using: QueryParameters(objectIDs: [id]), from: "Things")
                }
            } else {
                #expect(try await table.applyEdits(FeatureEdits(deletedObjectIDs: [id])).firstError == nil)
            }
        }
        try await table.geodatabase.close()
        // A connection of its own knows nothing of the ids that were given before.
        let again = try await reopened(file)
        #expect(try await again.applyEdits(FeatureEdits(adds: [Feature(attributes: ["NAME": "new"])])).adds[0].objectID == 2)
        #expect(try await ids(again) == [1: [1]])
        #expect(try rows("SELECT id FROM Photos", file) == ["1"])
        #expect(try rows("SELECT base_id FROM Things_Photos", file) == ["1"])
    }

    @Test func `a file is kept that another relation makes use of`() async throws {
        let file = try GeodatabaseFile()
        let sql = """
            CREATE TABLE Uses (base_id INTEGER NOT NULL, related_id INTEGER NOT NULL); INSERT INTO Uses VALUES (77, 1);
            INSERT INTO gpkgext_relations VALUES (2, 'Others', 'id', 'photos', 'id', 'media', 'Uses'),
                (3, 'Things', 'fid', 'Photos', 'id', 'media', 'Missing')
            """
        let table = try await opened(file, with: sql)
        #expect(try await table.applyEdits(FeatureEdits(deletedObjectIDs: [1, 2])).firstError == nil)
        #expect(try rows("SELECT id FROM Photos", file) == ["1"])
        #expect(try rows("SELECT related_id FROM Uses", file) == ["1"])
    }

    @Test func `what is refused to be deleted keeps its files`() async throws {
        let file = try GeodatabaseFile()
        let sql = "CREATE TRIGGER t BEFORE DELETE ON Things BEGIN SELECT RAISE(ABORT, 'no'); END"
        let table = try await opened(file, with: sql)
        let edits = FeatureEdits(deletedObjectIDs: [1], rollsBackOnFailure: false)
        #expect(try await table.applyEdits(edits).deletes.map(\.isSuccess) == [false])
        #expect(try await ids(table) == [1: [1], 2: [1, 2]])
    }

    @Test func `files are added where they have no names`() async throws {
        let file = try GeodatabaseFile()
        let table = try await opened(file)
        let result = try await table.addAttachment(Self.text("added"), toFeature: 3)
        let id = try #require(result.objectID)
        #expect(result.isSuccess && result.globalID == nil)
        #expect(try await content(id, of: 3, table, file) == "added")
        let info = try #require(try await table.queryAttachments(ofFeatures: [3])[3]?.first)
        #expect(info.name.isEmpty && info.contentType == "text/plain" && info.size == 5)
    }

    @Test func `a file of our own that other software shares outlives the first of its features`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(FeatureTableDefinition("Things", fields: [Field("NAME")]))
        _ = try await table.applyEdits(FeatureEdits(adds: [Feature(), Feature()]))
        let id = try #require(try await table.addAttachment(Self.text("ours"), toFeature: 1).objectID)
        try Database(file.url, .readWrite).execute("INSERT INTO Things__ATTACHREL VALUES (2, \(id))")
        #expect(try await table.applyEdits(FeatureEdits(deletedObjectIDs: [1])).firstError == nil)
        #expect(try await ids(table) == [2: [id]])
        #expect(try await content(id, of: 2, table, file) == "ours")
    }
}
