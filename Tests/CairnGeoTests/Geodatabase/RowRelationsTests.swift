import CairnCore
import CairnGeo
import Testing

/// What becomes of relations of any kind when features are deleted.
@Suite(.serialized)
struct RowRelationsTests {
    private static let others = """
        CREATE TABLE Others (fid INTEGER PRIMARY KEY, N TEXT); INSERT INTO Others VALUES (1, 'x'), (2, 'y');
        CREATE TABLE M (base_id INTEGER NOT NULL, related_id INTEGER NOT NULL);
        """

    @Test(arguments: ["attributes", "simple_attributes", "features", "x-own_kind"])
    func `a new feature inherits no relation of one that is deleted`(kind: String) async throws {
        let related = try await RelatedFile(
            """
            \(Self.others) INSERT INTO M VALUES (5, 1), (5, 2), (1, 1);
            INSERT INTO gpkgext_relations VALUES (1, 'things', 'FID', 'Others', 'fid', '\(kind)', 'M')
            """)
        #expect(try await related.delete([5]) == [true])
        #expect(try related.rows("SELECT * FROM M") == ["1,1"])
        #expect(try related.rows("SELECT fid FROM Others") == ["1", "2"])
    }

    @Test func `relations of which the feature is the related one go, too`() async throws {
        let related = try await RelatedFile(
            """
            \(Self.others) INSERT INTO M VALUES (1, 5), (2, 5), (1, 1);
            INSERT INTO gpkgext_relations VALUES (1, 'Others', 'fid', 'Things', 'fid', 'features', 'M')
            """)
        #expect(try await related.delete([5]) == [true])
        #expect(try related.rows("SELECT * FROM M") == ["1,1"])
        #expect(try related.rows("SELECT fid FROM Others") == ["1", "2"])
    }

    @Test func `features that are related to each other stay`() async throws {
        let related = try await RelatedFile(
            """
            \(Self.others) INSERT INTO M VALUES (1, 5), (5, 2), (5, 5), (3, 4);
            INSERT INTO gpkgext_relations VALUES (1, 'Things', 'fid', 'Things', 'fid', 'features', 'M')
            """)
        #expect(try await related.delete([5]) == [true])
        #expect(try related.rows("SELECT * FROM M") == ["3,4"])
        #expect(try related.rows("SELECT fid FROM Things") == ["1", "2", "3", "4"])
    }

    @Test func `what is refused to be deleted keeps its relations`() async throws {
        let related = try await RelatedFile(
            """
            \(Self.others) INSERT INTO M VALUES (5, 1);
            INSERT INTO gpkgext_relations VALUES (1, 'Things', 'fid', 'Others', 'fid', 'attributes', 'M');
            CREATE TRIGGER t BEFORE DELETE ON Things BEGIN SELECT RAISE(ABORT, 'no'); END
            """)
        #expect(try await related.delete([5]) == [false])
        #expect(try related.rows("SELECT * FROM M") == ["5,1"])
    }

    @Test func `a file that cannot be deleted keeps its feature`() async throws {
        let related = try await RelatedFile(
            """
            \(RelatedFile.relation("(1, 1)"))
            CREATE TRIGGER t BEFORE DELETE ON Docs BEGIN SELECT RAISE(ABORT, 'keep'); END
            """)
        #expect(try await related.delete([1, 2]) == [false, true])
        #expect(try await related.attachments() == [1: [1]])
    }

    @Test func `a relation whose table in between is missing is none`() async throws {
        let related = try await RelatedFile(
            """
            INSERT INTO gpkgext_relations VALUES (1, 'Things', 'fid', 'Docs', 'id', 'media', 'Missing'),
                (2, 'Things', 'fid', 'Gone', 'id', 'attributes', 'Missing too')
            """)
        #expect(related.table.info.hasAttachments == false)
        #expect(try await related.attachments() == [:])
        #expect(try await related.delete([1]) == [true])
        // They can be attached by a relation of our own.
        let id = try #require(try await related.table.addAttachment(RelatedFile.text("new"), toFeature: 2).objectID)
        #expect(try await related.content(id, of: 2) == "new")
    }

    @Test(arguments: ["Things__ATTACHREL", "Things__ATTACH"])
    func `files are attached anew where a table of theirs was removed`(removed: String) async throws {
        let related = try await RelatedFile("")
        _ = try await related.table.addAttachment(RelatedFile.text("old"), toFeature: 1)
        try related.execute("DROP TRIGGER cairn_Things__ATTACH_delete; DROP TABLE \(removed)")
        #expect(try await related.attachments() == [:])
        let id = try #require(try await related.table.addAttachment(RelatedFile.text("new"), toFeature: 1).objectID)
        #expect(try await related.attachments() == [1: [id]])
        #expect(try await related.content(id, of: 1) == "new")
    }

    // MARK: - Foreign keys

    @Test(arguments: ["REFERENCES Docs (id)", "REFERENCES docs", "REFERENCES Docs (id) ON DELETE CASCADE"])
    func `a file to which a foreign key refers stays when its feature is deleted`(key: String) async throws {
        let related = try await RelatedFile(
            """
            \(RelatedFile.relation("(1, 1), (1, 2), (2, 3)"))
            CREATE TABLE Letters (fid INTEGER PRIMARY KEY, doc INTEGER \(key)); INSERT INTO Letters VALUES (1, 1), (2, 3)
            """)
        #expect(try await related.delete([1]) == [true])
        #expect(try related.rows("SELECT id FROM Docs") == ["1", "3"])
        #expect(try related.rows("SELECT * FROM Things_Docs") == ["2,3"])
        // What it refers to is replaced for the feature alone.
        let id = try #require(try await related.table.updateAttachment(3, ofFeature: 2, with: RelatedFile.text("new")).objectID)
        #expect(id != 3)
        #expect(try await related.content(id, of: 2) == "new")
        #expect(try related.rows("SELECT data FROM Docs WHERE id = 3") == ["C"])
        #expect(try await related.table.deleteAttachments([id], ofFeature: 2).map(\.isSuccess) == [true])
        #expect(try related.rows("SELECT id FROM Docs") == ["1", "3"])
    }

    @Test func `foreign keys of several columns refer by all of them, and files to each other`() async throws {
        let related = try await RelatedFile(
            """
            \(RelatedFile.relation("(1, 1), (1, 2), (1, 3)"))
            CREATE UNIQUE INDEX Codes ON Docs (id, code);
            CREATE TABLE Letters (a INTEGER, b INTEGER, FOREIGN KEY (a, b) REFERENCES Docs (id, code));
            INSERT INTO Letters VALUES (1, 100), (2, 77);
            ALTER TABLE Docs ADD COLUMN small INTEGER REFERENCES Docs (id);
            UPDATE Docs SET small = 3 WHERE id IN (1, 3)
            """)
        #expect(try await related.delete([1]) == [true])
        #expect(try related.rows("SELECT id FROM Docs") == ["1", "3"])
    }

    @Test func `a file of our own to which a foreign key refers outlives its feature`() async throws {
        let related = try await RelatedFile("")
        let id = try #require(try await related.table.addAttachment(RelatedFile.text("ours"), toFeature: 1).objectID)
        try related.execute(
            "CREATE TABLE Letters (doc INTEGER REFERENCES Things__ATTACH (id)); INSERT INTO Letters VALUES (\(id))")
        #expect(try await related.delete([1]) == [true])
        #expect(try related.rows("SELECT id FROM Things__ATTACH") == ["\(id)"])
        #expect(try related.rows("SELECT * FROM Things__ATTACHREL") == [])
    }
}
