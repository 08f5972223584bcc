import AGSCompat
import CairnGeo
import Foundation
import Testing

/// All attributes of one feature are put into another, as old code copies them: that one stays who it is.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct CopiedAttributesTests {
    /// And what they are in.
    private func tables() async throws -> (holders: [AnyObject], tables: [AGSArcGISFeatureTable]) {
        let folder = try GeodatabaseFolder()
        let file = AGSGeodatabase(try await Geodatabase.create(at: folder.url.appending(path: "Own.geodatabase")))
        let made = try await file.geodatabase.createTable(SampleService.definition("Own", hasGlobalIDs: true))
        _ = try await made.applyEdits(FeatureEdits(adds: (0..<3).map(SampleService.feature)))
        let services = try await [SampleService(count: 3), SampleService(count: 3, hasGlobalIDs: true)]
        return ([folder] + services, [try #require(file.geodatabaseFeatureTable(withName: "Own"))] + services.map { $0.table() })
    }

    @Test func `the values are kept of the one, and the ids of the other are none of its`() async throws {
        let (holders, tables) = try await tables()
        for table in tables {
            let features = try await query(table)
            features[1].attributes.setDictionary(features[0].attributes as! [AnyHashable: Any])
            try await done { table.update(features[1], completion: $0) }
            #expect(try await ranks(table) == [0, 0, 2])
            #expect(try await query(table).map { $0.attributes["OBJECTID"] as? Int } == [1, 2, 3])
            #expect(features[1].attributes["OBJECTID"] as? Int == 2)
            let ids = try await query(table).map { $0.attributes["GLOBALID"] as? UUID }
            #expect(features[1].attributes["GLOBALID"] as? UUID == ids[1])
            if let table = table as? AGSServiceFeatureTable {
                #expect(try await send(table).map(\.completedWithErrors) == [false])
                #expect(try await ranks(table) == [0, 0, 2])
            }
        }
        withExtendedLifetime(holders) {}
    }

    @Test func `it is deleted, and has files, for itself`() async throws {
        let (holders, tables) = try await tables()
        for table in tables {
            let features = try await query(table)
            for feature in features.dropFirst() {
                feature.attributes.setDictionary(features[0].attributes as! [AnyHashable: Any])
            }
            let _: AGSAttachment = try await answer {
                features[1].addAttachment(withName: "a", contentType: "text/plain", data: Data([1]), completion: $0)
            }
            try await done { table.delete(features[2], completion: $0) }
            let left = try await query(table)
            #expect(left.map { $0.attributes["rank"] as? Int } == [0, 1])
            var counts: [Int] = []
            for feature in left {
                counts.append(try await (answer { feature.fetchAttachments(completion: $0) } as [AGSAttachment]).count)
            }
            #expect(counts == [0, 1])
        }
        withExtendedLifetime(holders) {}
    }

    @Test func `one that another table has is not brought up to date, and nothing is related to it`() async throws {
        let service = try await SampleService(count: 2, hasGlobalIDs: true)
        let geodatabase = service.serviceGeodatabase()
        try await done { geodatabase.load(completion: $0) }
        let (own, other) = (try #require(geodatabase.table(withLayerID: 0)), try #require(geodatabase.table(withLayerID: 1)))
        let feature = try await query(own)[0]
        let before = feature.attributes.copy() as? NSDictionary
        await #expect { try await done { other.loadOrRefreshFeatures([feature], completion: $0) } } throws: {
            ($0 as NSError).localizedDescription.contains("createFeature")
        }
        #expect(feature.attributes as NSDictionary == before)
        await #expect {
            let _: [AGSRelatedFeatureQueryResult] = try await answer { other.queryRelatedFeatures(for: feature, completion: $0) }
        } throws: {
            ($0 as NSError).localizedDescription.contains("createFeature")
        }
    }
}
