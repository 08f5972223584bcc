import CairnCore
@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

/// Transactions that are held open from one call to another.
@Suite(.serialized)
struct HeldTransactionTests {
    private static let definition = FeatureTableDefinition(
        "Things", fields: [Field("N", type: .integer)], geometryType: .point, spatialReference: .wgs84)

    private struct Opened {
        let file: GeodatabaseFile
        let geodatabase: Geodatabase
        /// Somebody else, who has the same file open.
        let other: Geodatabase

        init() async throws {
            file = try GeodatabaseFile()
            geodatabase = try await Geodatabase.create(at: file.url)
            _ = try await geodatabase.createTable(HeldTransactionTests.definition)
            other = Geodatabase(fileURL: file.url, isReadOnly: true)
            try await other.load()
        }

        func add(_ numbers: [Int], isRefused: Bool = false) async throws {
            var adds = numbers.map { Feature(attributes: ["N": .integer($0)]) }
            if isRefused { adds.append(Feature(attributes: ["N": "many"])) }
            let results = try await geodatabase.table(named: "Things").applyEdits(FeatureEdits(adds: adds))
            #expect((results.firstError != nil) == isRefused)
        }
    }

    /// What a geodatabase has, in every way in which it is asked.
    private func numbers(_ geodatabase: Geodatabase) async throws -> [Int] {
        let table = try geodatabase.table(named: "Things")
        let set = try await table.queryFeatures(using: QueryParameters()).featureSet()
        let numbers = set.features.compactMap { $0.attributes["N"]?.int }
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == numbers.count)
        #expect(try table.featureCountNow() == numbers.count)
        #expect(try await table.queryObjectIDs(using: QueryParameters()).count == numbers.count)
        return numbers
    }

    @Test(arguments: 0..<8) func `it is seen by who holds it, and by others once it is committed`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let opened = try await Opened()
        var (committed, seen, isHolding, next) = ([Int](), [Int](), false, 0)
        for _ in 0..<40 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                let error = isHolding ? GeodatabaseError.inTransaction(path: opened.file.url.path) : nil
                #expect(error == thrown { try opened.geodatabase.beginTransaction() })
                isHolding = true
            case 1, 2:
                let isCommitting = Bool.random(using: &random)
                let error = isHolding ? nil : GeodatabaseError.noTransaction(path: opened.file.url.path)
                #expect(
                    error
                        == thrown {
                            if isCommitting {
                                try opened.geodatabase.commitTransaction()
                            } else {
                                try opened.geodatabase.rollbackTransaction()
                            }
                        })
                if isHolding { (committed, seen) = isCommitting ? (seen, seen) : (committed, committed) }
                isHolding = false
            default:
                let isRefused = Bool.random(using: &random)
                try await opened.add([next, next + 1], isRefused: isRefused)
                if !isRefused { seen += [next, next + 1] }
                if !isHolding { committed = seen }
                next += 2
            }
            #expect(opened.geodatabase.isInTransaction == isHolding)
            #expect(try await numbers(opened.geodatabase) == seen)
            #expect(try await numbers(opened.other) == committed)
        }
        try await opened.geodatabase.close()
        #expect(try await numbers(opened.other) == committed)
    }

    private func thrown(_ body: () throws -> Void) -> GeodatabaseError? {
        do { try body() } catch { return error as? GeodatabaseError }
        return nil
    }

    @Test func `a table that was made in it goes with it`() async throws {
        let opened = try await Opened()
        try opened.geodatabase.beginTransaction()
        var more = Self.definition
        more.name = "More"
        let table = try await opened.geodatabase.createTable(more)
        _ = try await table.applyEdits(FeatureEdits(adds: [Feature()]))
        #expect(opened.geodatabase.tables.map(\.info.name) == ["More", "Things"])
        try opened.geodatabase.rollbackTransaction()
        #expect(opened.geodatabase.tables.map(\.info.name) == ["Things"])
        await #expect(throws: GeodatabaseError.self) { try await table.queryFeatureCount(using: QueryParameters()) }
    }

    @Test func `many edits at once are each whole, and all of it`() async throws {
        let opened = try await Opened()
        try opened.geodatabase.beginTransaction()
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask { try await opened.add([number, number], isRefused: number.isMultiple(of: 3)) }
            }
            try await group.waitForAll()
        }
        try opened.geodatabase.commitTransaction()
        let expected = (0..<20).filter { !$0.isMultiple(of: 3) }.flatMap { [$0, $0] }
        #expect(try await numbers(opened.other).sorted() == expected)
    }

    @Test func `an edit whose caller goes away does not take it back`() async throws {
        let opened = try await Opened()
        try opened.geodatabase.beginTransaction()
        try await opened.add([1])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await opened.add([2])
        }
        _ = await task.result
        let left = try await numbers(opened.geodatabase)
        #expect(left == [1] || left == [1, 2])
        try opened.geodatabase.commitTransaction()
        #expect(try await numbers(opened.other) == left)
    }

    @Test func `one that SQLite has taken back is not taken for committed`() async throws {
        let opened = try await Opened()
        try opened.geodatabase.beginTransaction()
        try await opened.add([1])
        // As a full disk does it.
        try await opened.geodatabase.edit { try $0.database.execute("ROLLBACK") }
        let lost = GeodatabaseError.transactionLost(path: opened.file.url.path)
        #expect(throws: lost) { try opened.geodatabase.commitTransaction() }
        await #expect(throws: lost) { try await opened.add([2]) }
        #expect(opened.geodatabase.isInTransaction)
        try opened.geodatabase.rollbackTransaction()
        try await opened.add([3])
        #expect(try await numbers(opened.other) == [3])
    }

    @Test func `a geodatabase that is closed in the midst leaves one file without it`() async throws {
        let opened = try await Opened()
        try await opened.other.close()
        try opened.geodatabase.beginTransaction()
        try await opened.add([1])
        try opened.geodatabase.closeNow()
        #expect(opened.file.names == ["data.gpkg"])
        #expect(!opened.geodatabase.isInTransaction)
        let again = Geodatabase(fileURL: opened.file.url)
        try await again.load()
        #expect(try await numbers(again) == [])
        let closed = GeodatabaseError.closed(path: opened.file.url.path)
        #expect(throws: closed) { try opened.geodatabase.beginTransaction() }
        // That is in the file, which is looked into.
        #expect(try !opened.geodatabase.hasChangesNow())
    }

    @Test func `who asks before it is loaded is told so, and who may not write as well`() async throws {
        let opened = try await Opened()
        let path = opened.file.url.path
        #expect(throws: GeodatabaseError.readOnly(path: path)) { try opened.other.beginTransaction() }
        let new = Geodatabase(fileURL: opened.file.url)
        #expect(throws: GeodatabaseError.notLoaded(path: path)) { try new.beginTransaction() }
        #expect(throws: GeodatabaseError.notLoaded(path: path)) { try new.hasChangesNow() }
    }

    @Test func `changes are known at once where they are tracked`() async throws {
        let opened = try await Opened()
        try await opened.add([1])
        #expect(try !opened.geodatabase.hasChangesNow())
        try await opened.geodatabase.edit { package in
            try package.transaction { try ChangeTracking(Self.definition, package.database).start() }
        }
        #expect(try !opened.geodatabase.hasChangesNow())
        try opened.geodatabase.beginTransaction()
        try await opened.add([2])
        #expect(try opened.geodatabase.hasChangesNow() && !opened.other.hasChangesNow())
        try opened.geodatabase.rollbackTransaction()
        #expect(try !opened.geodatabase.hasChangesNow())
        try await opened.add([3])
        #expect(try opened.geodatabase.hasChangesNow(of: Self.definition) && opened.other.hasChangesNow())
    }
}
