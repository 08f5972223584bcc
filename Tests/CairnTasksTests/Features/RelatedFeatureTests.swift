import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Features that belong to others.
struct RelatedFeatureTests {
    private let parameters = RelatedQueryParameters(relationshipID: 3)

    @Test func `related features come by the features that they belong to`() async throws {
        let site = FeatureSite(FeatureSite.rows(250))
        let transport = site.transport()
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        let found = try await table.queryRelatedFeatures(to: Array(1...250) + [999], using: parameters)
        for row in site.rows {
            let others = site.rows.filter { $0.attributes["VALUE"] == row.attributes["VALUE"] && $0 != row }
            #expect(
                found[row.attributes["OBJECTID"]?.int ?? 0]?.features.map(\.attributes)
                    == (others.isEmpty ? nil : others.map(\.attributes)))
        }
        #expect(transport.requests.count { $0.fields["relationshipId"] == "3" } == 3)
    }

    /// Gives so many of those that belong to all that are asked for.
    private func limited(_ limit: Int, hasPages: Bool) -> ServiceFeatureTable {
        let metadata = """
            {"id":0,"type":"Table","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}],
             "advancedQueryCapabilities":{"supportsQueryRelatedPagination":\(hasPages)}}
            """
        let transport = StubTransport { request in
            guard let ids = request.fields["objectIds"]?.split(separator: ",").compactMap({ Int($0) }) else {
                return .json(metadata)
            }
            let offset = hasPages ? Int(request.fields["resultOffset"] ?? "0") ?? 0 : 0
            let all = ids.flatMap { id in (0..<5).map { (id, id * 10 + $0) } }.dropFirst(offset)
            let groups = Dictionary(grouping: all.prefix(limit), by: \.0).map { id, pairs in
                "{\"objectId\":\(id),\"relatedRecords\":[\(pairs.map { "{\"attributes\":{\"N\":\($0.1)}}" }.joined(separator: ","))]}"
            }
            return .json(
                "{\"relatedRecordGroups\":[\(groups.joined(separator: ","))],\"exceededTransferLimit\":\(all.count > limit)}")
        }
        return ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
    }

    @Test(arguments: 1...12) func `what a server cuts off is asked for again, of fewer features and page by page`(limit: Int)
        async throws
    {
        let found = try await limited(limit, hasPages: true).queryRelatedFeatures(to: [4, 1, 2, 7], using: parameters)
        let numbers = found.mapValues { $0.features.compactMap { $0.attributes["N"]?.int } }
        #expect(numbers == Dictionary(uniqueKeysWithValues: [1, 2, 4, 7].map { id in (id, (0..<5).map { id * 10 + $0 }) }))
    }

    @Test func `a server that cuts off and gives no pages is refused`() async throws {
        await #expect(throws: TransportError.self) {
            try await limited(3, hasPages: false).queryRelatedFeatures(to: [1, 2], using: parameters)
        }
    }
}
