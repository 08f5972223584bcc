import AGSCompat
import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// How many features the next answers hold; all, once there are no more of these.
private final class AnswerSizes: Sendable {
    let list = Mutex<[Int]>([])
}

/// Features that are refreshed after others have deleted some.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct RefreshedFeaturesTests {
    private func id(_ feature: AGSArcGISFeature) -> Int? { feature.attributes["OBJECTID"] as? Int }

    /// Changes a feature's rank, and keeps that.
    private func change(_ feature: AGSArcGISFeature, to rank: Int, in table: AGSFeatureTable) async throws {
        feature.attributes["rank"] = rank
        try await done { table.update(feature, completion: $0) }
    }

    private func delete(_ id: Int, of service: SampleService) async throws {
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(deletedObjectIDs: [id]))
    }

    @Test func `one that the service has no more has no object id, and nothing of it is sent`() async throws {
        let service = try await SampleService(count: 3)
        let table = service.table()
        let features = try await query(table)
        try await change(features[1], to: 70, in: table)
        try await change(features[2], to: 80, in: table)
        let _: AGSAttachment = try await answer {
            features[1].addAttachment(withName: "a.txt", contentType: "text/plain", data: Data([1]), completion: $0)
        }
        try await delete(2, of: service)
        try await done { table.loadOrRefreshFeatures(features, completion: $0) }
        #expect(id(features[1]).map { $0 < 0 } == true && features[1].attributes["rank"] as? Int == 70)
        #expect(id(features[0]) == 1 && id(features[2]) == 3 && features[2].attributes["rank"] as? Int == 80)
        #expect(!features[1].refresh() && !features[1].refreshObjectID())
        await #expect(throws: NSError.self) { try await done { table.update(features[1], completion: $0) } }
        await #expect(throws: NSError.self) { try await done { table.delete(features[1], completion: $0) } }
        let results = try await send(table)
        #expect(results.map(\.objectID) == [3] && !results[0].completedWithErrors && !table.hasLocalEdits())
        #expect(try await ranks(table) == [0, 80])
        // It can be added anew.
        try await done { table.add(features[1], completion: $0) }
        #expect(try await send(table).map(\.completedWithErrors) == [false])
        #expect(features[1].refreshObjectID() && id(features[1]).map { $0 > 0 } == true)
        #expect(try await service.rows().compactMap { $0.attributes["rank"]?.int }.sorted() == [0, 70, 80])
    }

    @Test func `what was added here, or is to be deleted, is there for all that`() async throws {
        let service = try await SampleService(count: 2)
        let table = service.table()
        let features = try await query(table)
        try await done { table.delete(features[0], completion: $0) }
        let new = table.createFeature(attributes: ["rank": 9], geometry: nil) as! AGSArcGISFeature
        try await done { table.add(new, completion: $0) }
        let before = id(new)
        try await done { table.loadOrRefreshFeatures([features[0], features[1], new], completion: $0) }
        #expect(id(features[0]) == 1 && id(features[1]) == 2 && id(new) == before && table.hasLocalEdits())
        #expect(try await send(table).map(\.completedWithErrors) == [false, false])
        #expect(try await service.rows().compactMap { $0.attributes["rank"]?.int }.sorted() == [1, 9])
    }

    @Test func `one that is gone is not here either in the manual mode`() async throws {
        let service = try await SampleService(count: 2)
        let table = service.table()
        table.featureRequestMode = .manualCache
        let _: AGSFeatureQueryResult = try await answer {
            table.populateFromService(with: AGSQueryParameters(), clearCache: true, outFields: ["*"], completion: $0)
        }
        let features = try await query(table)
        try await delete(1, of: service)
        try await done { table.loadOrRefreshFeatures(features, completion: $0) }
        #expect(try await ranks(table) == [1] && table.numberOfFeatures == 1)
    }

    @Test func `a refresh that fails leaves features and edits alone`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let feature = try await query(table)[0]
        try await change(feature, to: 70, in: table)
        try await delete(1, of: service)
        service.server.faults.inject(.serviceError(code: 400, message: "Not today."), into: "query", times: 1_000)
        await #expect(throws: NSError.self) { try await done { table.loadOrRefreshFeatures([feature], completion: $0) } }
        #expect(id(feature) == 1 && table.hasLocalEdits())
    }

    /// The service, which gives no more features than these in its next answers, without a word of that.
    private func cutting(_ service: SampleService, _ sizes: AnswerSizes, countsFail: Bool = false) -> StubTransport {
        StubTransport { request in
            let response = try await service.server.send(request)
            guard var own = (try? JSONValue(parsing: response.body))?.object else { return response }
            switch request.url.lastPathComponent {
            case "0": own["supportedQueryFormats"] = "JSON"
            case "query":
                if countsFail, own["count"] != nil {
                    return .json(#"{"error":{"code":400,"message":"No counts today.","details":[]}}"#)
                }
                guard let features = own["features"]?.array else { return response }
                let size = sizes.list.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                if let size {
                    own["features"] = .array(Array(features.prefix(size)))
                    own["exceededTransferLimit"] = nil
                }
            default: return response
            }
            return .json(JSONValue.object(own).text())
        }
    }

    @Test(arguments: [[0], [3, 0]])
    func `what a service leaves out of its answers, and counts, is not gone`(answers: [Int]) async throws {
        let service = try await SampleService(count: 5)
        let sizes = AnswerSizes()
        let table = service.table(transport: cutting(service, sizes))
        let features = try await query(table)
        try await change(features[4], to: 70, in: table)
        sizes.list.withLock { $0 = answers }
        await #expect {
            try await done { table.loadOrRefreshFeatures(features, completion: $0) }
        } throws: {
            let error = $0 as NSError
            return error.domain == AGSErrorDomain && error.localizedDescription.contains("left features out")
        }
        #expect(features.compactMap { id($0) } == [1, 2, 3, 4, 5] && table.hasLocalEdits())
        // Asked again, it gives all.
        try await done { table.loadOrRefreshFeatures(features, completion: $0) }
        #expect(features.compactMap { id($0) } == [1, 2, 3, 4, 5] && features[4].attributes["rank"] as? Int == 70)
        #expect(try await send(table).map(\.completedWithErrors) == [false])
        #expect(try await ranks(table) == [0, 1, 2, 3, 70])
    }

    @Test func `of features that a service leaves out, and does not count, nothing is forgotten`() async throws {
        let service = try await SampleService(count: 2)
        let table = service.table(transport: cutting(service, AnswerSizes(), countsFail: true))
        let features = try await query(table)
        try await change(features[0], to: 70, in: table)
        try await delete(1, of: service)
        await #expect {
            try await done { table.loadOrRefreshFeatures(features, completion: $0) }
        } throws: {
            ($0 as NSError).localizedDescription.contains("No counts today.")
        }
        #expect(features.compactMap { id($0) } == [1, 2] && table.hasLocalEdits())
    }
}
