import AGSCompat
import CairnGeo
import CairnTesting
import Foundation
import Testing

/// Features of other tables, and copies that were never added: what has the same number is not meant.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct ForeignFeatureTests {
    private func refused(_ call: (@escaping ((any Error)?) -> Void) -> Void) async -> String {
        do { try await done(call) } catch { return (error as NSError).localizedDescription }
        return "taken"
    }

    private func file(_ name: String, _ folder: GeodatabaseFolder, count: Int) async throws -> AGSGeodatabaseFeatureTable {
        let geodatabase = AGSGeodatabase(try await Geodatabase.create(at: folder.url.appending(path: "\(name).geodatabase")))
        _ = try await geodatabase.geodatabase.createTable(SampleService.definition(name, hasGlobalIDs: true))
        let table = try #require(geodatabase.geodatabaseFeatureTable(withName: name))
        for rank in 0..<count {
            try await done { table.add(table.createFeature(attributes: ["rank": rank], geometry: nil), completion: $0) }
        }
        return table
    }

    @Test func `a feature of another table of a file is refused, and keeps its id`() async throws {
        let folder = try GeodatabaseFolder()
        let (own, other) = (try await file("Own", folder, count: 3), try await file("Other", folder, count: 3))
        let feature = try await query(own)[2]
        feature.attributes["rank"] = 70
        for words in [
            await refused { other.add(feature, completion: $0) }, await refused { other.update(feature, completion: $0) },
            await refused { other.delete(feature, completion: $0) },
        ] {
            #expect(words.contains("Own") && words.contains("Other") && words.contains("createFeature"))
        }
        try await done { own.update(feature, completion: $0) }
        #expect(try await ranks(own) == [0, 1, 70])
        #expect(try await ranks(other) == [0, 1, 2])
    }

    @Test func `a feature of another layer is refused, be it one that was not sent`() async throws {
        let service = try await SampleService(count: 3)
        let geodatabase = service.serviceGeodatabase()
        try await done { geodatabase.load(completion: $0) }
        let (own, other) = (try #require(geodatabase.table(withLayerID: 0)), try #require(geodatabase.table(withLayerID: 1)))
        let (feature, new) = (try await query(own)[2], own.createFeature(attributes: ["rank": 9], geometry: nil))
        try await done { own.add(new, completion: $0) }
        try await done { other.add(other.createFeature(attributes: ["rank": 5], geometry: nil), completion: $0) }
        for one in [feature, new] {
            #expect(await refused { other.delete(one, completion: $0) }.contains("createFeature"))
        }
        #expect(try await ranks(other) == [0, 1, 2, 5])
    }

    @Test func `two objects over one file have the same features`() async throws {
        let folder = try GeodatabaseFolder()
        let own = try await file("Own", folder, count: 1)
        let again = AGSGeodatabase(fileURL: folder.url.appending(path: "Own.geodatabase"))
        try await done { again.load(completion: $0) }
        let other = try #require(again.geodatabaseFeatureTables.first)
        let feature = try await query(own)[0]
        feature.attributes["rank"] = 5
        try await done { other.update(feature, completion: $0) }
        #expect(try await ranks(own) == [5])
    }

    @Test(arguments: [false, true])
    func `what comes behind a copy that was refused does not hit its original`(isService: Bool) async throws {
        let (service, folder) = (try await SampleService(count: 2, hasGlobalIDs: true), try GeodatabaseFolder())
        let table: AGSArcGISFeatureTable = isService ? service.table() : try await file("Own", folder, count: 2)
        let original = try await query(table)[0]
        let copy = try #require(
            table.createFeature(attributes: original.attributes as! [String: Any], geometry: nil) as? AGSArcGISFeature)
        copy.attributes["nothing"] = 1
        #expect(await refused { table.add(copy, completion: $0) }.contains("nothing"))
        copy.attributes["nothing"] = nil
        copy.attributes["rank"] = 50
        for words in [
            await refused { table.update(copy, completion: $0) }, await refused { table.delete(copy, completion: $0) },
            await refused { completion in
                copy.addAttachment(withName: "a", contentType: "text/plain", data: Data()) { completion($1) }
            },
        ] {
            #expect(words.contains("Add it to the table first"))
        }
        #expect(!copy.refresh() && copy.attributes["rank"] as? Int == 50)
        #expect(try await ranks(table) == [0, 1])
    }

    @Test func `a copy is a feature of its own, with a global id of its own`() async throws {
        let service = try await SampleService(count: 1, hasGlobalIDs: true)
        let table = service.table()
        let original = try await query(table)[0]
        let copy = table.createFeature(attributes: original.attributes as! [String: Any], geometry: nil)
        copy.attributes["rank"] = 50
        try await done { table.add(copy, completion: $0) }
        copy.attributes["rank"] = 51
        try await done { table.update(copy, completion: $0) }
        let results: [AGSFeatureEditResult] = try await answer { table.applyEdits(completion: $0) }
        #expect(results.count == 1 && !results[0].completedWithErrors && !table.hasLocalEdits())
        copy.attributes["rank"] = 52
        try await done { table.update(copy, completion: $0) }
        let _: [AGSFeatureEditResult] = try await answer { table.applyEdits(completion: $0) }
        let rows = try await service.rows()
        #expect(rows.map { $0.attributes["rank"] } == [0, 52])
        #expect(Set(rows.compactMap { $0.attributes["GLOBALID"]?.string }).count == 2)
    }

    @Test func `a feature that was deleted and is added again is sent as a new one`() async throws {
        let service = try await SampleService(count: 1, hasGlobalIDs: true)
        let table = service.table()
        let feature = try await query(table)[0]
        try await done { table.delete(feature, completion: $0) }
        try await done { table.add(feature, completion: $0) }
        let results: [AGSFeatureEditResult] = try await answer { table.applyEdits(completion: $0) }
        #expect(results.count == 2 && results.allSatisfy { !$0.completedWithErrors })
        #expect(try await ranks(table) == [0])
        #expect(try await service.rows().count == 1)
    }

    @Test func `what is edited of a feature that is added again is edited of the new one`() async throws {
        let service = try await SampleService(count: 1, hasGlobalIDs: true)
        let table = service.table()
        let feature = try await query(table)[0]
        // None of them waits to be told what the feature is called now.
        table.delete(feature)
        table.add(feature)
        table.applyEdits()
        feature.attributes["rank"] = 6
        try await done { table.update(feature, completion: $0) }
        let results: [AGSFeatureEditResult] = try await answer { table.applyEdits(completion: $0) }
        #expect(results.allSatisfy { !$0.completedWithErrors } && !table.hasLocalEdits())
        #expect(try await service.rows().map { $0.attributes["rank"] } == [6])
    }

    @Test func `a number that has no room is refused, and not another one`() async throws {
        let folder = try GeodatabaseFolder()
        let table = try await file("Own", folder, count: 0)
        let feature = table.createFeature(attributes: ["rank": UInt64.max], geometry: nil)
        #expect(await refused { table.add(feature, completion: $0) } != "taken")
        #expect(try await ranks(table).isEmpty)
    }
}
