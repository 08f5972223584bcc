import CairnCore
import CairnGeo
import Testing

/// Relations that know features, or files, by other columns than their keys (OGC 18-000).
@Suite(.serialized)
struct RelatedColumnTests {
    @Test func `files belong to features by the column that the relation names`() async throws {
        let related = try await RelatedFile(RelatedFile.relation("(0, 1), (1, 2), (2, 3)", by: "K"))
        #expect(try await related.attachments() == [1: [1], 2: [2], 3: [3], 4: [3]])
        #expect(try await related.content(1, of: 1) == "A")
        #expect(try await related.delete([1]) == [true])
        #expect(try related.rows("SELECT id FROM Docs") == ["2", "3"])
        #expect(try related.rows("SELECT * FROM Things_Docs") == ["1,2", "2,3"])
        // Another feature is known by the same value.
        #expect(try await related.delete([3]) == [true])
        #expect(try await related.attachments() == [2: [2], 4: [3]])
        #expect(try await related.delete([4, 5, 77]) == [true, true, false])
        #expect(try related.rows("SELECT id FROM Docs") == ["2"])
    }

    @Test func `files are attached to a feature that has a value of its own, and to no other`() async throws {
        let related = try await RelatedFile(RelatedFile.relation("(0, 1), (1, 2), (2, 3)", by: "K"))
        let id = try #require(try await related.table.addAttachment(RelatedFile.text("new"), toFeature: 2).objectID)
        #expect(try await related.attachments()[2] == [2, id])
        #expect(try related.rows("SELECT base_id FROM Things_Docs WHERE related_id = \(id)") == ["1"])
        #expect(try await related.table.updateAttachment(2, ofFeature: 2, with: RelatedFile.text("other")).objectID == 2)
        #expect(try await related.table.deleteAttachments([id, 1], ofFeature: 2).map(\.isSuccess) == [true, false])
        for feature in [3, 5] {
            let error = await #expect(throws: GeodatabaseError.self) {
                try await related.table.addAttachment(RelatedFile.text("new"), toFeature: feature)
            }
            #expect(error.map { "\($0)" }?.contains("by the column K of Things, and feature \(feature) has no value") == true)
        }
        await #expect(throws: GeodatabaseError.self) { try await related.table.deleteAttachments([3], ofFeature: 3) }
        #expect(try await related.content(3, of: 4) == "C")
        #expect(try await related.attachments().keys.sorted() == [1, 2, 3, 4])
    }

    @Test func `files are known by the column that the relation names`() async throws {
        let related = try await RelatedFile(RelatedFile.relation("(1, 100), (2, 1), (2, 100), (3, 300)", by: "fid", to: "code"))
        #expect(try await related.attachments() == [1: [1], 2: [1, 2], 3: [3]])
        #expect(try await related.content(2, of: 2) == "B")
        #expect(try await related.delete([1, 3]) == [true, true])
        #expect(try related.rows("SELECT id FROM Docs") == ["1", "2"])
        #expect(try await related.table.deleteAttachments([2], ofFeature: 2).map(\.isSuccess) == [true])
        #expect(try await related.table.updateAttachment(1, ofFeature: 2, with: RelatedFile.text("new")).objectID == 1)
        #expect(try await related.content(1, of: 2) == "new")
        let error = await #expect(throws: GeodatabaseError.self) {
            try await related.table.addAttachment(RelatedFile.text("new"), toFeature: 4)
        }
        #expect(error.map { "\($0)" }?.contains("by the column code of Docs") == true)
        #expect(try related.rows("SELECT id FROM Docs") == ["1"])
    }

    @Test func `a column that is not there is the key`() async throws {
        let related = try await RelatedFile(RelatedFile.relation("(1, 1)", by: "id", to: "ID"))
        #expect(try await related.attachments() == [1: [1]])
        #expect(try await related.delete([1]) == [true])
        #expect(try related.rows("SELECT * FROM Things_Docs") == [])
    }

    @Test func `files stay with a feature whose value changes`() async throws {
        let related = try await RelatedFile(RelatedFile.relation("(0, 1), (2, 3)", by: "K"))
        func update(_ id: Int, _ value: AttributeValue) async throws -> FeatureEditResult {
            let feature = Feature(attributes: ["fid": .integer(id), "K": value])
            return try await related.table.applyEdits(FeatureEdits(updates: [feature])).updates[0]
        }
        for (id, value) in [(1, 77), (3, 78), (5, 79)] { #expect(try await update(id, .integer(value)).isSuccess) }
        // The files of the third are those of the fourth, too, and stay with that.
        #expect(try await related.attachments() == [1: [1], 4: [3]])
        let refused = try await update(1, .null)
        #expect(refused.error?.description.contains("rows of other tables belong to the feature by it") == true)
        #expect(try related.rows("SELECT K FROM Things WHERE fid = 1") == ["77"])
        #expect(try await update(5, .null).isSuccess)
    }

    @Test func `views that relate features to files are read, and not written`() async throws {
        let sql = """
            INSERT INTO Things_Docs VALUES (1, 1), (2, 2);
            CREATE VIEW Related AS SELECT base_id, related_id FROM Things_Docs;
            INSERT INTO gpkgext_relations VALUES (1, 'Things', 'fid', 'Docs', 'id', 'media', 'Related')
            """
        let related = try await RelatedFile(sql)
        #expect(try await related.attachments() == [1: [1], 2: [2]])
        let refused = GeodatabaseError.attachmentsFixed(table: "Things", reason: "Related is a view")
        await #expect(throws: refused) { try await related.table.addAttachment(RelatedFile.text("new"), toFeature: 1) }
        await #expect(throws: refused) { try await related.table.deleteAttachments([1], ofFeature: 1) }
        #expect(try await related.delete([1]) == [true])
        #expect(try related.rows("SELECT id FROM Docs") == ["1", "2", "3"])
    }
}
