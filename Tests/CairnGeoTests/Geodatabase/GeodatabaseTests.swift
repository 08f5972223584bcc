import CairnCore
@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

@Suite(.serialized)
struct GeodatabaseTests {
    private static let definition = FeatureTableDefinition(
        "Things", fields: [Field("N", type: .integer)], geometryType: .point, spatialReference: .wgs84)

    private func make(_ file: GeodatabaseFile, count: Int) async throws -> Geodatabase {
        let geodatabase = try await Geodatabase.create(at: file.url)
        try await geodatabase.transaction { editor in
            try editor.createTable(Self.definition)
            try editor.add((0..<count).map { Feature(attributes: ["N": .integer($0)]) }, to: "Things")
        }
        return geodatabase
    }

    @Test func `what is known of a table comes back when the file is opened again`() async throws {
        let file = try GeodatabaseFile()
        var definition = FeatureTableDefinition(
            "Things",
            fields: [
                Field("NAME", alias: "The \"name\"", length: 20), Field("WHEN", type: .date),
                Field("ID", type: FieldType(rawValue: "esriFieldTypeGUID")),
                Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")),
            ], objectIDField: "FID", globalIDField: "GLOBALID", geometryType: .polygon, spatialReference: .webMercator)
        (definition.startTimeField, definition.hasAttachments) = ("WHEN", true)
        definition.layerJSON = ["id": 7, "drawingInfo": ["transparency": 0]]
        let made = try await Geodatabase.create(at: file.url)
        #expect(try await made.createTable(definition).info == definition)
        try await made.close()
        #expect(file.names == ["data.gpkg"])
        let opened = Geodatabase(fileURL: file.url, isReadOnly: true)
        #expect(throws: GeodatabaseError.notLoaded(path: file.url.path)) { try opened.table(named: "Things") }
        try await opened.load()
        #expect(opened.tables.map(\.info) == [definition])
        // The files themselves are no table of features.
        #expect(throws: GeodatabaseError.noTable(name: "Things__ATTACH", path: file.url.path)) {
            try opened.table(named: "Things__ATTACH")
        }
    }

    @Test func `what is not there, or is no geodatabase, fails to load and says why`() async throws {
        let file = try GeodatabaseFile()
        await #expect(throws: GeodatabaseError.notFound(path: file.url.path)) { try await Geodatabase(fileURL: file.url).load() }
        try Data("nothing of the kind".utf8).write(to: file.url)
        await #expect(throws: GeodatabaseError.notAGeoPackage(path: file.url.path)) {
            try await Geodatabase(fileURL: file.url).load()
        }
        await #expect(throws: GeodatabaseError.exists(path: file.url.path)) { try await Geodatabase.create(at: file.url) }
    }

    @Test func `open for reading only it is not changed, and says so`() async throws {
        let file = try GeodatabaseFile()
        try await make(file, count: 3).close()
        let before = try Data(contentsOf: file.url)
        let geodatabase = Geodatabase(fileURL: file.url, isReadOnly: true)
        try await geodatabase.load()
        let table = try geodatabase.table(named: "Things")
        await #expect(throws: GeodatabaseError.readOnly(path: file.url.path)) {
            try await table.applyEdits(FeatureEdits(adds: [Feature()]))
        }
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 3)
        try await geodatabase.close()
        #expect(try Data(contentsOf: file.url) == before)
    }

    @Test func `who reads gets what was there when it asked, and holds up nobody who edits`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await make(file, count: 3000)
        let table = try geodatabase.table(named: "Things")
        let result = try await table.queryFeatures(using: QueryParameters())
        _ = try await table.applyEdits(FeatureEdits(adds: [Feature()], deletedObjectIDs: [1, 2998]))
        var iterator = result.makeAsyncIterator()
        let first = try #require(try await iterator.nextBatch())
        _ = try await table.applyEdits(FeatureEdits(adds: [Feature()], deletedObjectIDs: [2999]))
        var features = first
        while let batch = try await iterator.nextBatch() { features += batch }
        #expect(features.map { $0.attributes["OBJECTID"]?.int } == (1...3000).map { $0 })
        #expect(first.count < 3000)
        #expect(try await table.queryFeatureCount(using: QueryParameters(whereClause: "OBJECTID >= 2998")) == 3)
    }

    @Test func `closed it leaves one file, refuses what comes, and does not take half an answer for a whole one`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await make(file, count: 3000)
        let table = try geodatabase.table(named: "Things")
        var iterator = try await table.queryFeatures(using: QueryParameters()).makeAsyncIterator()
        _ = try await iterator.nextBatch()
        #expect(file.names.contains("data.gpkg-wal"))
        try await geodatabase.close()
        #expect(file.names == ["data.gpkg"])
        await #expect(throws: GeodatabaseError.closed(path: file.url.path)) { try await iterator.nextBatch() }
        #expect(try await iterator.nextBatch() == nil)
        await #expect(throws: GeodatabaseError.closed(path: file.url.path)) {
            try await table.queryFeatureCount(using: QueryParameters())
        }
        await #expect(throws: GeodatabaseError.closed(path: file.url.path)) { try await geodatabase.transaction { _ in } }
        try await geodatabase.close()
    }

    @Test func `let go of without being closed it leaves one file, too`() async throws {
        let file = try GeodatabaseFile()
        do {
            let table = try await make(file, count: 10).table(named: "Things")
            _ = try await table.queryFeatureCount(using: QueryParameters())
            _ = try await table.queryFeatures(using: QueryParameters())
        }
        // Connections are let go of on their queues.
        for _ in 0..<100_000 where file.names != ["data.gpkg"] { await Task.yield() }
        #expect(file.names == ["data.gpkg"])
    }

    @Test func `who asks and edits from all sides is answered, and every edit is done`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await make(file, count: 100)
        let table = try geodatabase.table(named: "Things")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<20 {
                        let id = 100 + task * 20 + round
                        _ = try await table.applyEdits(FeatureEdits(adds: [Feature(attributes: ["N": .integer(id)])]))
                        let found = try await table.queryFeatureCount(using: QueryParameters(whereClause: "N = \(id)"))
                        #expect(found == 1)
                    }
                }
                group.addTask {
                    for _ in 0..<20 {
                        let features = try await table.queryFeatures(using: QueryParameters(whereClause: "N < 100")).featureSet()
                        #expect(features.features.count == 100)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 260)
    }

    @Test(.timeLimit(.minutes(5))) func `what SQLite is at ends when it is asked to, also before it has begun`() async throws {
        let file = try GeodatabaseFile()
        _ = try await make(file, count: 1)
        let connection = GeodatabaseConnection(file.url.path) { _, _ in try GeoPackage(file.url, isReadOnly: true) }
        let began = Gate()
        let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
        let task = Task {
            try await connection.perform { package in
                began.open()
                return try package.database.prepare(endless).step()
            }
        }
        try await began.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let early = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await connection.perform { try $0.database.prepare(endless).step() }
        }
        early.cancel()
        await #expect(throws: CancellationError.self) { try await early.value }
        // And it is of use as before.
        #expect(try await connection.perform { try $0.tables().map(\.name) } == ["Things"])
    }

    @Test func `a transaction that is cancelled leaves nothing`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await make(file, count: 5)
        let began = Gate()
        let task = Task {
            try await geodatabase.transaction { editor in
                began.open()
                while true { try editor.add([Feature()], to: "Things") }
            }
        }
        try await began.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await geodatabase.table(named: "Things").queryFeatureCount(using: QueryParameters()) == 5)
    }
}
