import CairnCore
@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

/// Ids that were given in transactions that were taken back.
@Suite(.serialized)
struct TakenBackIDsTests {
    /// Against all ids that were ever given: none comes twice, whatever is taken back, deleted or given by other software.
    @Test(arguments: 0..<20) func `an id is given once, whatever is taken back`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let isCounting = Bool.random(using: &random)
        let table = isCounting ? try await geodatabase.createTable(Self.definition) : try await plainTable(geodatabase)
        var (given, present, attached) = (Set<Int>(), [Int](), Set<Int>())
        for _ in 0..<60 {
            let isHeld = Bool.random(using: &random)
            if isHeld { try geodatabase.beginTransaction() }
            var added: [Int] = []
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                let results = try await table.applyEdits(FeatureEdits(adds: [Feature(attributes: ["N": 1])]))
                let id = try #require(results.adds[0].objectID)
                #expect(given.insert(id).inserted, "\(id) was given before.")
                added.append(id)
                let file = NewAttachment(name: "a", contentType: "text/plain", content: .data(Data([1])))
                let attachment = try #require(try await table.addAttachment(file, toFeature: id).objectID)
                #expect(attached.insert(attachment).inserted)
            }
            if isHeld, Bool.random(using: &random) {
                try geodatabase.rollbackTransaction()
            } else {
                if isHeld { try geodatabase.commitTransaction() }
                present += added
            }
            if let id = present.randomElement(using: &random), Bool.random(using: &random) {
                _ = try await table.applyEdits(FeatureEdits(deletedObjectIDs: [id]))
                present.removeAll { $0 == id }
            }
            // The greatest is the one that SQLite would give again.
            if let id = present.max(), Bool.random(using: &random) {
                try geodatabase.beginTransaction()
                _ = try await table.applyEdits(FeatureEdits(deletedObjectIDs: [id]))
                let results = try await table.applyEdits(FeatureEdits(adds: [Feature(attributes: ["N": 2])]))
                let added = try #require(results.adds[0].objectID)
                #expect(given.insert(added).inserted, "\(added) was given before.")
                try geodatabase.rollbackTransaction()
            }
        }
        #expect(try await table.queryObjectIDs(using: QueryParameters()) == present.sorted())
    }

    @Test func `whoever adds in place of what is deleted changes nothing else when that is taken back`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await plainTable(geodatabase)
        _ = try await table.applyEdits(FeatureEdits(adds: (1...5).map { Feature(attributes: ["N": .integer($0)]) }))
        try geodatabase.beginTransaction()
        _ = try await table.applyEdits(FeatureEdits(deletedObjectIDs: [5]))
        let added = try #require(
            try await table.applyEdits(FeatureEdits(adds: [Feature(attributes: ["N": 50])])).adds[0].objectID)
        try geodatabase.rollbackTransaction()
        let late = Feature(attributes: ["fid": .integer(added), "N": 51])
        #expect(try await table.applyEdits(FeatureEdits(updates: [late])).updates[0].error?.code == 1019)
        let numbers = try await table.queryFeatures(using: QueryParameters()).featureSet().features.map {
            $0.attributes["N"]?.int
        }
        #expect(numbers == [1, 2, 3, 4, 5])
    }

    private static let definition = FeatureTableDefinition("Things", fields: [Field("N", type: .integer)])

    /// As other software may make it: SQLite gives the greatest id again when it is deleted.
    private func plainTable(_ geodatabase: Geodatabase) async throws -> GeodatabaseFeatureTable {
        let database = try Database(geodatabase.url, .create)
        try database.execute(
            """
            CREATE TABLE Plain (fid INTEGER PRIMARY KEY, N MEDIUMINT);
            INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('Plain', 'attributes', 'Plain')
            """)
        try await geodatabase.refreshTables()
        return try geodatabase.table(named: "Plain")
    }
}
