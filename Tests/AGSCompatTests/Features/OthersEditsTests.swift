import AGSCompat
import CairnCore
@testable import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What others have changed or deleted meanwhile, and services that answer in an order of their own.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct OthersEditsTests {
    private func all(_ table: AGSFeatureTable, _ fields: AGSQueryFeatureFields = .loadAll) async throws -> [AGSArcGISFeature] {
        let parameters = AGSQueryParameters()
        let result: AGSFeatureQueryResult
        if let table = table as? AGSServiceFeatureTable {
            result = try await answer { table.queryFeatures(with: parameters, queryFeatureFields: fields, completion: $0) }
        } else {
            result = try await answer { table.queryFeatures(with: parameters, completion: $0) }
        }
        return result.featureEnumerator().allObjects as? [AGSArcGISFeature] ?? []
    }

    private func change(_ service: SampleService, _ edits: FeatureEdits) async throws {
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(edits)
    }

    @Test func `what was sent is not sent again after nothing was taken back`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let feature = try await all(table)[0]
        feature.attributes["rank"] = 10
        try await done { table.update(feature, completion: $0) }
        _ = try await send(table)
        try await change(service, FeatureEdits(updates: [Feature(attributes: ["OBJECTID": 1, "rank": 77])]))
        try await done { table.undoLocalEdits(completion: $0) }
        feature.attributes["primcause"] = "rain"
        try await done { table.update(feature, completion: $0) }
        _ = try await send(table)
        #expect(try await service.rows().map { [$0.attributes["rank"], $0.attributes["primcause"]] } == [[77, "rain"]])
    }

    @Test func `what was committed is not written again after another rollback`() async throws {
        let folder = try GeodatabaseFolder()
        let geodatabase = AGSGeodatabase(try await Geodatabase.create(at: folder.file))
        _ = try await geodatabase.geodatabase.createTable(SampleService.definition("Damage", hasGlobalIDs: false))
        let table = try #require(geodatabase.geodatabaseFeatureTables.first)
        let feature = table.createFeature(attributes: ["rank": 1], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        try geodatabase.beginTransaction()
        feature.attributes["rank"] = 10
        try await done { table.update(feature, completion: $0) }
        try geodatabase.commitTransaction()
        let other = try await all(table)[0]
        other.attributes["rank"] = 77
        try await done { table.update(other, completion: $0) }
        try geodatabase.beginTransaction()
        try geodatabase.rollbackTransaction()
        feature.attributes["primcause"] = "rain"
        try await done { table.update(feature, completion: $0) }
        let now = try await all(table)[0]
        #expect(now.attributes["rank"] as? Int == 77 && now.attributes["primcause"] as? String == "rain")
    }

    @Test func `a change of a feature that others have deleted is told of, and does not end the looking for others`() async throws
    {
        let service = try await SampleService(count: 2, hasGlobalIDs: true)
        let lost = Log<Int>()
        let transport = StubTransport { request in
            let response = try await service.server.send(request)
            guard request.url.lastPathComponent == "applyEdits", lost.elements.count < 2 else { return response }
            lost.append(1)
            throw TransportError(.connectionLost, url: request.url)
        }
        let table = service.table(transport: transport)
        let feature = try await all(table, .idsOnly)[0]
        feature.attributes["rank"] = 5
        try await done { table.update(feature, completion: $0) }
        try await change(service, FeatureEdits(deletedObjectIDs: [1]))
        for rank in 90...91 {
            try await done { table.add(table.createFeature(attributes: ["rank": rank], geometry: nil), completion: $0) }
            let results = try await send(table)
            #expect(results.filter(\.completedWithErrors).map(\.objectID) == [1])
            #expect(results.filter { !$0.completedWithErrors }.count == 1)
        }
        #expect(lost.elements.count == 2)
        #expect(try await service.rows().compactMap { $0.attributes["rank"]?.int }.sorted() == [1, 90, 91])
        try await done { table.undoLocalEdits(completion: $0) }
        #expect(!table.hasLocalEdits())
    }

    @Test(arguments: [AGSQueryFeatureFields.idsOnly, .loadAll])
    func `a feature that others have deleted as well is deleted`(fields: AGSQueryFeatureFields) async throws {
        let service = try await SampleService(count: 2, hasGlobalIDs: true)
        let table = service.table()
        let feature = try await all(table, fields)[0]
        try await done { table.delete(feature, completion: $0) }
        try await change(service, FeatureEdits(deletedObjectIDs: [1]))
        let results = try await send(table)
        #expect(results.map(\.objectID) == [1] && results.map(\.editOperation) == [.delete] && !results[0].completedWithErrors)
        #expect(!table.hasLocalEdits())
    }

    @Test func `a feature that a service only leaves out of an answer is not taken for deleted`() async throws {
        let service = try await SampleService(count: 2, hasGlobalIDs: true)
        let isBlind = Log<Bool>()
        let transport = StubTransport { request in
            let isCount = request.form["returnCountOnly"] != nil || "\(request.url)".contains("returnCountOnly")
            let isPage = request.url.lastPathComponent == "query" && !isCount
            if isPage, !isBlind.elements.isEmpty { return .json(#"{"objectIdFieldName":"OBJECTID","features":[]}"#) }
            return try await service.server.send(request)
        }
        let table = service.table(transport: transport)
        let feature = try await all(table, .idsOnly)[0]
        try await done { table.delete(feature, completion: $0) }
        isBlind.append(true)
        #expect(try await send(table).map(\.completedWithErrors) == [false])
        #expect(try await service.rows().map { $0.attributes["OBJECTID"] } == [2])
    }

    @Test func `an edit that arrives late is known again`() async throws {
        let service = try await SampleService(hasGlobalIDs: true)
        let late = Log<HTTPRequest>()
        let transport = StubTransport { request in
            guard request.url.lastPathComponent == "applyEdits" else { return try await service.server.send(request) }
            late.append(request)
            if late.elements.count == 1 { throw TransportError(.timedOut, url: request.url) }
            if late.elements.count == 2 { _ = try await service.server.send(late.elements[0]) }
            return try await service.server.send(request)
        }
        let table = service.table(transport: transport)
        let feature = table.createFeature(attributes: ["rank": 1], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        await #expect(throws: (any Error).self) { try await send(table) }
        feature.attributes["rank"] = 2
        try await done { table.update(feature, completion: $0) }
        #expect(try await send(table).allSatisfy { !$0.completedWithErrors })
        _ = try await send(table)
        #expect(!table.hasLocalEdits())
        #expect(try await service.rows().map { $0.attributes["rank"] } == [2])
    }

    @Test(arguments: [false, true])
    func `results in another order are of the features that they name`(hasGlobalIDs: Bool) async throws {
        let service = try await SampleService(count: 3, hasGlobalIDs: hasGlobalIDs)
        let transport = StubTransport { request in
            let response = try await service.server.send(request)
            guard request.url.lastPathComponent == "applyEdits", var json = (try? JSONValue(parsing: response.body))?.object
            else {
                return response
            }
            for (name, list) in json { json[name] = list.array.map { .array($0.reversed()) } }
            return .json(JSONValue.object(json).text())
        }
        let table = service.table(transport: transport)
        let features = try await all(table)
        try await change(service, FeatureEdits(deletedObjectIDs: [1]))
        for feature in features { feature.attributes["rank"] = 7 }
        for feature in features { try await done { table.update(feature, completion: $0) } }
        let results = try await send(table)
        #expect(results.filter(\.completedWithErrors).map(\.objectID) == [1])
        #expect(try await service.rows().map { $0.attributes["rank"] } == [7, 7])
        guard hasGlobalIDs else { return }
        let added = (20...22).map { table.createFeature(attributes: ["rank": $0], geometry: nil) as? AGSArcGISFeature }
        for feature in added.compactMap(\.self) { try await done { table.add(feature, completion: $0) } }
        try await done { table.undoLocalEdits(completion: $0) }
        for feature in added.compactMap(\.self) { try await done { table.add(feature, completion: $0) } }
        _ = try await send(table)
        for feature in added.compactMap(\.self) {
            #expect(feature.refreshObjectID())
            let (id, rank) = (feature.attributes["OBJECTID"] as? Int, feature.attributes["rank"] as? Int)
            let row = try await service.rows().first { $0.attributes["OBJECTID"]?.int == id }
            #expect(row?.attributes["rank"]?.int == rank)
        }
    }

    @Test func `what is refreshed while edits are sent is what is there then`() async throws {
        let service = try await SampleService(count: 1)
        let (asked, answered, sent) = (Gate(), Gate(), Log<Int>())
        let transport = StubTransport { request in
            let response = try await service.server.send(request)
            if request.url.lastPathComponent == "query", sent.elements.count == 1 {
                sent.append(2)
                asked.open()
                try await answered.pass()
            }
            return response
        }
        let table = service.table(transport: transport)
        let (feature, other) = (try await all(table)[0], try await all(table)[0])
        other.attributes["rank"] = 42
        try await done { table.update(other, completion: $0) }
        sent.append(1)
        async let refreshed: Void = done { table.loadOrRefreshFeatures([feature], completion: $0) }
        try await asked.pass()
        _ = try await send(table)
        answered.open()
        try await refreshed
        #expect(feature.attributes["rank"] as? Int == 42)
    }

    @Test func `an attachment that was added is the same when it was sent`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let feature = try await all(table)[0]
        let attachment: AGSAttachment = try await answer {
            feature.addAttachment(withName: "a.txt", contentType: "text/plain", data: Data("one".utf8), completion: $0)
        }
        let gone: AGSAttachment = try await answer {
            feature.addAttachment(withName: "b.txt", contentType: "text/plain", data: Data("two".utf8), completion: $0)
        }
        _ = try await send(table)
        let data: Data = try await answer { attachment.fetchData(completion: $0) }
        #expect(data == Data("one".utf8))
        try await done {
            feature.update(attachment, name: "c.txt", contentType: "text/plain", data: Data("three".utf8), completion: $0)
        }
        try await done { feature.delete(gone, completion: $0) }
        await #expect(throws: NSError.self) {
            try await done { feature.update(gone, name: "d", contentType: "text/plain", data: Data(), completion: $0) }
        }
        await #expect(throws: NSError.self) { let _: Data = try await answer { gone.fetchData(completion: $0) } }
        _ = try await send(table)
        let there = try await service.geodatabase.table(named: "Damage").queryAttachments(ofFeatures: [1])
        #expect(there[1]?.map(\.name) == ["c.txt"] && !table.hasLocalEdits())
    }

    @Test func `edits that cannot be looked for may be there`() async throws {
        let folder = try GeodatabaseFolder()
        var definition = SampleService.definition("Damage", hasGlobalIDs: true)
        definition.hasAttachments = false
        let made = try await Geodatabase.create(at: folder.file)
        _ = try await made.createTable(definition)
        try await made.edit { [definition] package in
            try package.transaction { try ChangeTracking(definition, package.database).start() }
        }
        let geodatabase = AGSGeodatabase(made)
        let table = try #require(geodatabase.geodatabaseFeatureTables.first)
        #expect(!geodatabase.hasLocalEdits() && !table.hasLocalEdits())
        try await done { table.add(table.createFeature(attributes: ["rank": 1], geometry: nil), completion: $0) }
        #expect(geodatabase.hasLocalEdits() && table.hasLocalEdits())
        geodatabase.close()
        #expect(geodatabase.hasLocalEdits() && table.hasLocalEdits())
        try FileManager.default.moveItem(at: folder.file, to: folder.url.appending(path: "elsewhere"))
        #expect(geodatabase.hasLocalEdits())
    }
}
