import CairnCore
@testable import CairnGeo
import Foundation
import Testing

/// Tables whose columns other software changes while somebody has them.
@Suite(.serialized)
struct ChangedTableTests {
    private static let definition = FeatureTableDefinition(
        "Things", fields: [Field("NAME"), Field("N", type: .integer)], geometryType: .point, spatialReference: .wgs84)

    private func table(in file: GeodatabaseFile) async throws -> GeodatabaseFeatureTable {
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(Self.definition)
        let features = (1...5).map { Feature(attributes: ["NAME": .string("n\($0)"), "N": .integer($0)]) }
        #expect(try await table.applyEdits(FeatureEdits(adds: features)).firstError == nil)
        return table
    }

    private func execute(_ sql: String, _ file: GeodatabaseFile) throws { try Database(file.url, .readWrite).execute(sql) }

    private static func isOfChange(_ error: any Error) -> Bool {
        "\(error)".hasPrefix("The table Things cannot be read: it was changed since it was looked at")
    }

    enum Use: CaseIterable {
        case features, condition, count, ids, order, statistics, add, update, editInOrder, now, held

        func perform(_ table: GeodatabaseFeatureTable) async throws {
            let named = QueryParameters(whereClause: "NAME = 'NAME'")
            let feature = Feature(attributes: ["OBJECTID": 1, "NAME": "new"])
            switch self {
            case .features: _ = try await table.queryFeatures(using: QueryParameters())
            case .condition: _ = try await table.queryFeatureCount(using: named)
            case .count: _ = try await table.queryFeatures(using: named)
            case .ids: _ = try await table.queryObjectIDs(using: named)
            case .order:
                var parameters = QueryParameters()
                (parameters.outFields, parameters.orderByFields) = (["N"], [OrderBy.Key("NAME")])
                _ = try await table.queryFeatures(using: parameters)
            case .statistics:
                _ = try await table.queryStatistics(
                    StatisticsQuery([Statistic(.max, of: "NAME", named: "m")]), using: QueryParameters())
            case .add: _ = try await table.applyEdits(FeatureEdits(adds: [feature]))
            case .update: _ = try await table.applyEdits(FeatureEdits(updates: [feature]))
            case .editInOrder: _ = try await table.place { .features(FeatureEdits(updates: [feature])) }.value()
            case .now: _ = try table.featureNow(objectID: 1)
            case .held:
                try table.geodatabase.beginTransaction()
                defer { try? table.geodatabase.rollbackTransaction() }
                _ = try await table.queryFeatures(using: named)
            }
        }
    }

    /// SQLite took the name of what is not there for a text, which every row has.
    @Test(arguments: Use.allCases)
    func `of a column that other software has renamed no value is made up`(_ use: Use) async throws {
        let file = try GeodatabaseFile()
        let table = try await table(in: file)
        try await use.perform(table)
        let before = try await table.queryFeatureCount(using: QueryParameters())
        try execute("ALTER TABLE Things RENAME COLUMN NAME TO TITLE", file)
        await #expect {
            try await use.perform(table)
        } throws: {
            Self.isOfChange($0) && "\($0)".contains("NAME")
        }
        #expect(try await table.queryFeatureCount(using: QueryParameters(whereClause: "N > 0")) <= before)
        try await table.geodatabase.refreshTables()
        let now = try table.geodatabase.table(named: "Things")
        #expect(now.info.fields.map(\.name) == ["TITLE", "N"])
        let titles = try await now.queryFeatures(using: QueryParameters(whereClause: "TITLE = 'n2'")).featureSet().features
        #expect(titles.map { $0.attributes["TITLE"] } == ["n2"])
    }

    @Test(arguments: [
        "ALTER TABLE Things RENAME COLUMN OBJECTID TO ID", "ALTER TABLE Things RENAME TO Others",
        "ALTER TABLE Things RENAME COLUMN SHAPE TO GEOM",
    ])
    func `a table without its key, its geometries or its name is told`(sql: String) async throws {
        let file = try GeodatabaseFile()
        let table = try await table(in: file)
        try execute(sql, file)
        let whole = { try await table.queryFeatures(using: QueryParameters()) }
        await #expect { try await whole() } throws: { Self.isOfChange($0) }
        await #expect {
            try await table.applyEdits(FeatureEdits(adds: [Feature()]))
        } throws: {
            Self.isOfChange($0)
        }
    }

    @Test func `a column that other software drops is no value of a feature`() async throws {
        let file = try GeodatabaseFile()
        let table = try await table(in: file)
        try execute("ALTER TABLE Things DROP COLUMN NAME", file)
        await #expect(throws: GeodatabaseError.self) { try await table.queryFeatures(using: QueryParameters()).featureSet() }
        try await table.geodatabase.refreshTables()
        let now = try table.geodatabase.table(named: "Things")
        #expect(try await now.queryFeatures(using: QueryParameters()).featureSet().fields.map(\.name) == ["OBJECTID", "N"])
    }

    @Test func `a view with texts in double quotes is told with the reason, and all else can be read`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await table(in: file).geodatabase
        try execute(
            """
            CREATE VIEW Loose AS SELECT OBJECTID AS OGC_FID, "a text" AS KIND FROM Things;
            CREATE VIEW Strict AS SELECT "OBJECTID" AS "OGC_FID", 'a text' AS KIND FROM "Things";
            INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('Loose', 'attributes', 'Loose'),
                ('Strict', 'attributes', 'Strict')
            """, file)
        try await geodatabase.refreshTables()
        #expect(geodatabase.tables.map(\.info.name) == ["Strict", "Things"])
        let reason = "\(geodatabase.unreadableTables["Loose"].map { "\($0)" } ?? "")"
        #expect(reason.contains("no such column: a text") && reason.contains("single quotes"), "\(reason)")
    }

    @Test func `what keeps a table from being edited is told, and it is read all the same`() async throws {
        let file = try GeodatabaseFile()
        let table = try await table(in: file)
        try execute(
            """
            CREATE TABLE Log (WHAT TEXT DEFAULT "by default");
            CREATE TRIGGER t AFTER INSERT ON Things BEGIN INSERT INTO Log VALUES ("a text"); END
            """, file)
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 5)
        await #expect {
            try await table.applyEdits(FeatureEdits(adds: [Feature(attributes: ["NAME": "new"])]))
        } throws: {
            "\($0)".contains("no such column: a text") && "\($0)".contains("single quotes")
        }
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 5)
    }

    @Test func `what keeps an index of words is kept by each edit`() async throws {
        let file = try GeodatabaseFile()
        let table = try await table(in: file)
        try execute(
            """
            CREATE VIRTUAL TABLE "Words" USING fts4("NAME");
            CREATE TRIGGER i AFTER INSERT ON "Things" BEGIN INSERT INTO "Words" (docid, "NAME") VALUES (NEW."OBJECTID", NEW."NAME"); END;
            CREATE TRIGGER d AFTER DELETE ON "Things" BEGIN DELETE FROM "Words" WHERE docid = OLD."OBJECTID"; END
            """, file)
        let tree = Feature(attributes: ["NAME": "oak tree"], geometry: .point(MapPoint(x: 1, y: 2)))
        #expect(try await table.applyEdits(FeatureEdits(adds: [tree, tree])).adds.map(\.objectID) == [6, 7])
        #expect(try await table.applyEdits(FeatureEdits(deletedObjectIDs: [6])).firstError == nil)
        let words = try Database(file.url, .readOnly).prepare("SELECT docid FROM Words WHERE NAME MATCH 'tree'")
        #expect(try words.step() && words.int(0) == 7)
        #expect(try !words.step())
    }
}
