import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// A feature service as a whole.
struct ServiceGeodatabaseTests {
    @Test func `tables are those of the service, and always the same`() async throws {
        let geodatabase = ServiceGeodatabase(url: FeatureSite.url, transport: FeatureSite(FeatureSite.rows(3)).transport())
        #expect(throws: FeatureError.self) { try geodatabase.table(withLayerID: 0) }
        try await geodatabase.load()
        #expect(geodatabase.info?.layers.map(\.name) == ["Places"] && geodatabase.tables.map(\.url) == [FeatureSite.layer])
        #expect(try geodatabase.table(withLayerID: 0) === geodatabase.tables[0])
        #expect(throws: FeatureError.self) { try geodatabase.table(withLayerID: 7) }
        #expect(try await geodatabase.tables[0].queryFeatureCount() == 3)
    }

    @Test(arguments: [true, false]) func `edits of layers are sent together, and looked for together`(isLost: Bool) async throws {
        let site = FeatureSite(FeatureSite.rows(3))
        let transport = site.transport { request, honest in
            if isLost, request.url.lastPathComponent == "applyEdits" { throw TransportError(.connectionLost, url: request.url) }
            return honest
        }
        let geodatabase = ServiceGeodatabase(url: FeatureSite.url, transport: transport)
        let id = UUID().uuidString
        var edits = FeatureEdits(usesGlobalIDs: true)
        edits.adds = [Feature(attributes: ["NAME": "A", "GlobalID": .string(id)])]
        edits.deletedGlobalIDs = [site.rows[0].attributes["GlobalID"]?.string ?? ""]
        let results = try await geodatabase.applyEdits([0: edits])
        #expect(results[0]?.adds.map(\.objectID) == [4] && results[0]?.deletes.map(\.isSuccess) == [true])
        #expect(site.rows.count == 3 && site.mostRepeated == 1)
        #expect(transport.requests.count { $0.url.lastPathComponent == "applyEdits" } == 1)
        await #expect(throws: FeatureError.self) { try await geodatabase.applyEdits([5: edits]) }
        await #expect(throws: FeatureError.differentEdits(service: FeatureSite.url.absoluteString)) {
            try await geodatabase.applyEdits([0: edits, 5: FeatureEdits(deletedObjectIDs: [1])])
        }
    }
}
