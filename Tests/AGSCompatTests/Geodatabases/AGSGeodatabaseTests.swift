import AGSCompat
import CairnCallbacks
@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSGeodatabaseTests {
    private func make(_ folder: GeodatabaseFolder) async throws -> (AGSGeodatabase, AGSGeodatabaseFeatureTable) {
        let geodatabase: AGSGeodatabase = try await answer { AGSGeodatabase.create(withFileURL: folder.file, completion: $0) }
        let description = AGSTableDescription(name: "Things", spatialReference: .wgs84(), geometryType: .point)
        description.fieldDescriptions.addObjects(from: [
            AGSFieldDescription(name: "oid", fieldType: .OID), AGSFieldDescription(name: "name", fieldType: .text),
            AGSFieldDescription(name: "number", fieldType: .int32),
        ])
        return (geodatabase, try await answer { geodatabase.createTable(with: description, completion: $0) })
    }

    private func numbers(_ table: AGSFeatureTable) async throws -> [Int] {
        let result: AGSFeatureQueryResult = try await answer { table.queryFeatures(with: AGSQueryParameters(), completion: $0) }
        #expect(table.numberOfFeatures == result.featureEnumerator().allObjects.count)
        return result.compactMap { $0.attributes["number"] as? Int }
    }

    private func add(_ number: Int, to table: AGSFeatureTable) async throws {
        try await done { table.add(table.createFeature(attributes: ["number": number], geometry: nil), completion: $0) }
    }

    /// Most of the sample "Create mobile geodatabase" of 100.x.
    private final class CreateMobileGeodatabaseViewController {
        let temporaryGeodatabaseURL: URL
        var geodatabase: AGSGeodatabase?
        var featureTable: AGSGeodatabaseFeatureTable?
        var countText = ""
        var updated: (() -> Void)?

        init(_ url: URL) { temporaryGeodatabaseURL = url }

        // Create the mobile geodatabase.
        func createGeodatabase() {
            AGSGeodatabase.create(withFileURL: temporaryGeodatabaseURL) { [weak self] result, error in
                guard let self = self else { return }
                self.geodatabase = result
                // Create a description for the feature table.
                let tableDescription = AGSTableDescription(
                    name: "LocationHistory", spatialReference: .wgs84(), geometryType: .point)
                let fieldDescriptions = [
                    AGSFieldDescription(name: "oid", fieldType: .OID),
                    AGSFieldDescription(name: "collection_timestamp", fieldType: .date),
                ]
                tableDescription.fieldDescriptions.addObjects(from: fieldDescriptions)
                // Set any unnecessary properties to false.
                tableDescription.hasAttachments = false
                tableDescription.hasM = false
                tableDescription.hasZ = false
                // Add a new table to the geodatabase by creating one from the table description.
                self.geodatabase?.createTable(with: tableDescription) { table, error in
                    guard let table = table else { return }
                    table.load { _ in
                        self.featureTable = table
                        self.countText = "Number of features added: \(table.numberOfFeatures)"
                        self.updated?()
                    }
                }
            }
        }

        // Create and add a new feature to the feature table with the collected attributes and geometry.
        func addFeature(at mapPoint: AGSPoint) {
            guard let featureTable = featureTable else { return }
            let attributes = ["collection_timestamp": Date(timeIntervalSince1970: 86_400)]
            let feature = featureTable.createFeature(attributes: attributes, geometry: mapPoint)
            featureTable.add(feature) { [weak self] (error: Error?) in
                if error == nil { self?.countText = "Number of features added: \(featureTable.numberOfFeatures)" }
                self?.updated?()
            }
        }
    }

    @Test func `the calls of the sample that creates a geodatabase are what they were`() async throws {
        let folder = try GeodatabaseFolder()
        let controller = CreateMobileGeodatabaseViewController(folder.file)
        await withCheckedContinuation { continuation in
            controller.updated = { continuation.resume() }
            controller.createGeodatabase()
        }
        #expect(controller.countText == "Number of features added: 0")
        await withCheckedContinuation { continuation in
            controller.updated = { continuation.resume() }
            controller.addFeature(at: AGSPoint(x: 9.5, y: 47, spatialReference: .wgs84()))
        }
        #expect(controller.countText == "Number of features added: 1")
        controller.geodatabase?.close()
        #expect(folder.names == ["LocationHistory.geodatabase"])
        let again = AGSGeodatabase(fileURL: folder.file)
        #expect(again.loadStatus == .notLoaded && again.geodatabaseFeatureTables.isEmpty)
        try await done { again.load(completion: $0) }
        let table = try #require(again.geodatabaseFeatureTable(withName: "locationhistory"))
        let result: AGSFeatureQueryResult = try await answer { table.queryFeatures(with: AGSQueryParameters(), completion: $0) }
        let stamps = result.featureEnumerator().allObjects.compactMap { $0.attributes["collection_timestamp"] as? Date }
        #expect(stamps == [Date(timeIntervalSince1970: 86_400)])
        #expect((Array(result).first?.geometry as? AGSPoint)?.y == 47)
    }

    /// Those of the sample "Use geodatabase transactions" of 100.x.
    private func begin(_ geodatabase: AGSGeodatabase?) throws {
        guard let geodatabase = geodatabase else { return }
        if !geodatabase.inTransaction {
            do {
                try geodatabase.beginTransaction()
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test(arguments: 0..<4) func `transactions are committed and rolled back`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        let other = AGSGeodatabase(fileURL: folder.file)
        try await done { other.load(completion: $0) }
        let otherTable = try #require(other.geodatabaseFeatureTable(withName: "Things"))
        var (committed, seen) = ([Int](), [Int]())
        for number in 0..<12 {
            if Bool.random(using: &random) { try begin(geodatabase) }
            try await add(number, to: table)
            seen.append(number)
            if geodatabase.inTransaction {
                #expect(try await numbers(table) == seen)
                #expect(try await numbers(otherTable) == committed)
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    try geodatabase.commitTransaction()
                    committed = seen
                case 1:
                    try geodatabase.rollbackTransaction()
                    seen = committed
                default: break
                }
            } else {
                committed = seen
            }
            if !geodatabase.inTransaction { #expect(try await numbers(otherTable) == committed) }
        }
        if geodatabase.inTransaction { try geodatabase.rollbackTransaction() }
        #expect(try await numbers(table) == committed)
        let error = #expect(throws: NSError.self) { try geodatabase.commitTransaction() }
        #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonIllegalState.rawValue)
    }

    private func values(_ table: AGSFeatureTable) async throws -> [Int] { try await numbers(table).sorted() }

    @Test func `edits are made in the order in which they are asked for`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        let feature = table.createFeature(attributes: ["number": 0], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        for round in 1...20 {
            // Each goes back to what was there before, too.
            for number in [round, 0, round, 0, -round] {
                feature.attributes["number"] = number
                table.update(feature)
            }
            let last = table.createFeature(attributes: ["number": 1000], geometry: nil)
            table.add(last)
            try geodatabase.beginTransaction()
            table.add(table.createFeature(attributes: ["number": 2000], geometry: nil))
            try geodatabase.rollbackTransaction()
            #expect(try await values(table) == [-round] + Array(repeating: 1000, count: round))
        }
    }

    @Test func `after a rollback an update of the same object writes what was taken back`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        let feature = table.createFeature(attributes: ["number": 1, "name": "a"], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        for number in 2...4 {
            try geodatabase.beginTransaction()
            feature.attributes["number"] = number
            try await done { table.update(feature, completion: $0) }
            try geodatabase.rollbackTransaction()
            #expect(try await numbers(table) == [1])
        }
        try await done { table.update(feature, completion: $0) }
        #expect(try await numbers(table) == [4])
    }

    @Test func `a feature whose adding was taken back does not write over one that has its id since`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        let (gone, other) = (
            table.createFeature(attributes: ["number": 1], geometry: nil),
            table.createFeature(attributes: ["number": 2], geometry: nil)
        )
        try geodatabase.beginTransaction()
        try await done { table.add(gone, completion: $0) }
        try geodatabase.rollbackTransaction()
        try await done { table.add(other, completion: $0) }
        gone.attributes["name"] = "gone"
        await #expect(throws: NSError.self) { try await done { table.update(gone, completion: $0) } }
        await #expect(throws: NSError.self) { try await done { table.delete(gone, completion: $0) } }
        #expect(try await values(table) == [2])
    }

    @Test func `a feature that is added again after a rollback is edited by its new id`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        let feature = table.createFeature(attributes: ["number": 1], geometry: nil)
        try geodatabase.beginTransaction()
        try await done { table.add(feature, completion: $0) }
        try geodatabase.rollbackTransaction()
        table.add(feature)
        feature.attributes["number"] = 2
        try await done { table.update(feature, completion: $0) }
        #expect(try await numbers(table) == [2])
    }

    @Test func `a transaction beside another one fails, and says why`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        let other = AGSGeodatabase(fileURL: folder.file)
        try await done { other.load(completion: $0) }
        let otherTable = try #require(other.geodatabaseFeatureTable(withName: "Things"))
        try await add(1, to: otherTable)
        try geodatabase.beginTransaction()
        let error = #expect(throws: NSError.self) { try other.beginTransaction() }
        #expect(error?.localizedDescription.contains("is being written elsewhere") == true)
        #expect(!other.inTransaction)
        try await add(2, to: table)
        try geodatabase.commitTransaction()
        try other.beginTransaction()
        try other.rollbackTransaction()
        #expect(try await values(otherTable) == [1, 2])
    }

    @Test func `two objects over one geodatabase keep their edits in one order, and know of each other's rollbacks`() async throws
    {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        let other = AGSGeodatabase(geodatabase.geodatabase)
        let feature = table.createFeature(attributes: ["number": 0], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        for round in 1...10 {
            try other.beginTransaction()
            feature.attributes["number"] = round
            table.update(feature)
            table.add(table.createFeature(attributes: ["number": 1000], geometry: nil))
            try other.rollbackTransaction()
            #expect(try await values(table) == [round - 1])
            try await done { table.update(feature, completion: $0) }
            #expect(try await values(table) == [round])
        }
    }

    @Test func `attachments and tables are made in the order in which they are asked for`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        try await add(1, to: table)
        let result: AGSFeatureQueryResult = try await answer { table.queryFeatures(with: AGSQueryParameters(), completion: $0) }
        let feature = try #require(result.featureEnumerator().allObjects.first as? AGSArcGISFeature)
        for isCommitted in [false, true, false] {
            try geodatabase.beginTransaction()
            feature.addAttachment(withName: "a", contentType: "text/plain", data: Data([1]))
            let name = isCommitted ? "Kept" : "Taken back"
            geodatabase.createTable(with: AGSTableDescription(name: name)) { _, _ in }
            try isCommitted ? geodatabase.commitTransaction() : geodatabase.rollbackTransaction()
        }
        let attachments: [AGSAttachment] = try await answer { feature.fetchAttachments(completion: $0) }
        #expect(attachments.count == 1)
        #expect(Set(geodatabase.geodatabaseFeatureTables.map(\.tableName)) == ["Things", "Kept"])
    }

    @Test func `edits that were asked for before the geodatabase is closed are made, and later ones refused`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        for number in 0..<30 { table.add(table.createFeature(attributes: ["number": number], geometry: nil)) }
        geodatabase.close()
        await #expect(throws: NSError.self) { try await add(30, to: table) }
        let again = AGSGeodatabase(fileURL: folder.file)
        try await done { again.load(completion: $0) }
        #expect(again.geodatabaseFeatureTables.first?.numberOfFeatures == 30)
    }

    @Test func `edits that wait for another one's transaction are told of it when one begins behind them`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        let other = AGSGeodatabase(fileURL: folder.file)
        try await done { other.load(completion: $0) }
        let otherTable = try #require(other.geodatabaseFeatureTable(withName: "Things"))
        try geodatabase.beginTransaction()
        var errors: [NSError?] = []
        for number in 0..<3 {
            otherTable.add(otherTable.createFeature(attributes: ["number": number], geometry: nil)) {
                errors.append($0 as NSError?)
            }
        }
        #expect(throws: NSError.self) { try other.beginTransaction() }
        try geodatabase.commitTransaction()
        try await add(7, to: otherTable)
        #expect(errors.count == 3 && errors.allSatisfy { $0?.code == AGSErrorCode.commonIO.rawValue })
        #expect(try await values(table) == [7])
    }

    @Test func `features are changed, deleted and read again`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        for number in 0..<3 { try await add(number, to: table) }
        let result: AGSFeatureQueryResult = try await answer { table.queryFeatures(with: AGSQueryParameters(), completion: $0) }
        let features = result.map { $0 as! AGSArcGISFeature }
        features[0].attributes["name"] = "zero"
        features[0].geometry = AGSPoint(x: 1_000_000, y: 0, spatialReference: .webMercator())
        try await done { table.update(features[0], completion: $0) }
        try await done { table.delete(features[1], completion: $0) }
        #expect(try await numbers(table) == [0, 2])
        // Through another object, which knows of it when it is told to look.
        let parameters = AGSQueryParameters()
        parameters.objectIDs = [1]
        let again: AGSFeatureQueryResult = try await answer { table.queryFeatures(with: parameters, completion: $0) }
        let same = try #require(Array(again).first as? AGSArcGISFeature)
        #expect(same.attributes["name"] as? String == "zero" && same.loadStatus == .loaded)
        #expect((same.geometry as? AGSPoint).map { Int($0.x) } == 8 && same.geometry?.spatialReference == .wgs84())
        same.attributes["name"] = NSNull()
        try await done { table.update(same, completion: $0) }
        #expect(features[0].attributes["name"] as? String == "zero")
        let isKnown = features[0].refresh()
        #expect(isKnown && features[0].attributes["name"] is NSNull)
        #expect(features[2].attributes["oid"] as? Int == 3)
        for feature in [features[1], table.createFeature(attributes: ["number": "x"], geometry: nil)] {
            let error = await #expect(throws: NSError.self) { try await done { table.update(feature, completion: $0) } }
            #expect(error?.domain == AGSErrorDomain)
        }
        same.geometry = nil
        let error = await #expect(throws: NSError.self) { try await done { table.update(same, completion: $0) } }
        #expect(error?.code == AGSErrorCode.commonInvalidArgument.rawValue)
        geodatabase.close()
        await #expect(throws: NSError.self) { try await add(9, to: table) }
        #expect(table.numberOfFeatures == 0)
    }

    @Test func `attachments are in the file at once`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        let feature = table.createFeature(attributes: ["number": 1], geometry: nil) as! AGSArcGISFeature
        await #expect(throws: NSError.self) {
            _ = try await answer { feature.fetchAttachments(completion: $0) } as [AGSAttachment]
        }
        try await done { table.add(feature, completion: $0) }
        let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let attachment: AGSAttachment = try await answer {
            feature.addAttachment(withName: "a.bin", contentType: "x", data: data, completion: $0)
        }
        #expect(try await answer { attachment.fetchData(completion: $0) } == data)
        try await done {
            feature.update(attachment, name: "b.bin", contentType: "y", data: Data([1]), completion: $0)
        }
        #expect(attachment.name == "b.bin" && !attachment.hasFetchedData)
        let listed: [AGSAttachment] = try await answer { feature.fetchAttachments(completion: $0) }
        #expect(listed.map(\.name) == ["b.bin"] && listed.map(\.id) == [attachment.id])
        #expect(try await answer { listed[0].fetchData(completion: $0) } == Data([1]))
        try await done { feature.delete(listed[0], completion: $0) }
        await #expect(throws: NSError.self) { try await done { feature.delete(listed[0], completion: $0) } }
        #expect(try await answer { feature.fetchAttachments(completion: $0) } == [AGSAttachment]())
        #expect(geodatabase.geodatabaseFeatureTable(withName: "Things") != nil)
    }

    @Test func `what a service has told of layers and their relationships is used`() async throws {
        let folder = try GeodatabaseFolder()
        let made = try await Geodatabase.create(at: folder.file)
        for (id, name) in [(0, "Parks"), (4, "Species")] {
            var definition = FeatureTableDefinition(name, fields: [Field("UNIT"), Field("NAME")])
            let layer = """
                {"id": \(id), "name": "\(name)", "type": "Table", "fields": [],
                 "relationships": [{"id": 1, "name": "lives", "relatedTableId": \(4 - id), "keyField": "UNIT",
                                    "cardinality": "esriRelCardinalityOneToMany"}]}
                """
            definition.layerJSON = try .init(parsing: layer)
            let table = try await made.createTable(definition)
            let rows = id == 0 ? [("A", "Denali"), ("B'", "Katmai")] : [("A", "Bear"), ("B'", "Elk"), ("A", "Owl")]
            _ = try await table.applyEdits(
                FeatureEdits(adds: rows.map { Feature(attributes: ["UNIT": .string($0.0), "NAME": .string($0.1)]) }))
        }
        let geodatabase = AGSGeodatabase(made)
        let parks = try #require(geodatabase.geodatabaseFeatureTable(byServiceLayerID: 0))
        #expect(geodatabase.geodatabaseFeatureTable(byServiceLayerID: 0) === parks)
        #expect(geodatabase.geodatabaseFeatureTable(byServiceLayerID: 9) == nil)
        #expect(parks.relatedTables()?.map(\.tableName) == ["Species"])
        let result: AGSFeatureQueryResult = try await answer { parks.queryFeatures(with: AGSQueryParameters(), completion: $0) }
        var names: [[String]] = []
        for feature in result {
            let related: [AGSRelatedFeatureQueryResult] = try await answer {
                parks.queryRelatedFeatures(for: feature as! AGSArcGISFeature, completion: $0)
            }
            #expect(related.count == 1 && related[0].relationshipInfo?.cardinality == .oneToMany)
            #expect(related[0].relatedTable?.tableName == "Species" && related[0].feature === feature)
            names.append(related[0].featureEnumerator().allObjects.compactMap { $0.attributes["NAME"] as? String })
        }
        #expect(names == [["Bear", "Owl"], ["Elk"]])
        geodatabase.close()
    }

    @Test func `edits since the last step with a service are known where they are tracked`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, table) = try await make(folder)
        try await add(1, to: table)
        #expect(!geodatabase.hasLocalEdits() && !table.hasLocalEdits())
        let definition = table.geodatabaseTable.info
        try await geodatabase.geodatabase.edit { package in
            try package.transaction { try ChangeTracking(definition, package.database).start() }
        }
        #expect(!geodatabase.hasLocalEdits())
        try await add(2, to: table)
        #expect(geodatabase.hasLocalEdits() && table.hasLocalEdits() && table.hasLocalEdits(since: .distantPast))
    }

    @Test func `what cannot be made or opened is told in the old domain`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, _) = try await make(folder)
        func code<Value>(_ call: (@escaping (Value?, (any Error)?) -> Void) -> Void) async -> Int? {
            do {
                _ = try await answer(call)
                return nil
            } catch {
                #expect((error as NSError).domain == AGSErrorDomain)
                return (error as NSError).code
            }
        }
        #expect(
            await code { AGSGeodatabase.create(withFileURL: folder.file, completion: $0) } == AGSErrorCode.commonExists.rawValue)
        let descriptions = ["Things", "Rectangles", "Bytes"].map { name in
            AGSTableDescription(name: name, spatialReference: nil, geometryType: name == "Rectangles" ? .envelope : .point)
        }
        descriptions[2].fieldDescriptions.add(AGSFieldDescription(name: "data", fieldType: .blob))
        var codes: [Int?] = []
        for description in descriptions {
            codes.append(await code { geodatabase.createTable(with: description, completion: $0) })
        }
        let expected: [AGSErrorCode] = [.commonExists, .commonInvalidArgument, .commonInvalidArgument]
        #expect(codes == expected.map(\.rawValue))
        let missing = AGSGeodatabase(name: "nowhere")
        let error = await #expect(throws: NSError.self) { try await done { missing.load(completion: $0) } }
        #expect(error?.code == AGSErrorCode.commonFileNotFound.rawValue && missing.loadStatus == .failedToLoad)
        #expect(!missing.hasLocalEdits() && !missing.inTransaction)
        #expect(throws: NSError.self) { try missing.beginTransaction() }
        missing.close()
    }

    @Test func `a table that is kept keeps its file open, and one that is not lets go of it`() async throws {
        let folder = try GeodatabaseFolder()
        var table: AGSGeodatabaseFeatureTable? = try await make(folder).1
        #expect(table?.geodatabase == nil)
        if let table { try await add(1, to: table) }
        #expect(folder.names.count > 1)
        table = nil
        // Let go of by us, or by the thread that has answered if that has not ended yet.
        while folder.names != ["LocationHistory.geodatabase"] { await Task.yield() }
    }

    @Test func `calls from elsewhere are answered elsewhere, also those from within answers`() async throws {
        let folder = try GeodatabaseFolder()
        let (geodatabase, _) = try await make(folder)
        let outcome: String = await withCheckedContinuation { continuation in
            CallbackQueue().callLater {
                guard let table = geodatabase.geodatabaseFeatureTable(withName: "Things") else { return }
                try? geodatabase.beginTransaction()
                table.add(table.createFeature(attributes: ["number": 5], geometry: nil)) { _ in
                    let inner = table.numberOfFeatures
                    try? geodatabase.rollbackTransaction()
                    table.queryFeatureCount(with: AGSQueryParameters()) { count, _ in
                        continuation.resume(returning: "\(inner) \(count) \(CallbackQueue.isMain)")
                    }
                }
            }
        }
        #expect(outcome == "1 0 false")
    }
}
