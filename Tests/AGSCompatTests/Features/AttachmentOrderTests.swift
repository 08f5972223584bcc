import AGSCompat
import CairnGeo
import Foundation
import Testing

/// In which order a feature's attachments come.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct AttachmentOrderTests {
    /// - Returns: The ids, in the order in which they were given.
    private func attach(_ names: [String], to table: any FeatureTable) async throws -> [Int] {
        var ids: [Int] = []
        for name in names {
            let new = NewAttachment(name: name, contentType: "text/plain", content: .data(Data([1])))
            if let id = try await table.addAttachment(new, toFeature: 1).objectID { ids.append(id) }
        }
        return ids
    }

    private func fetched(_ table: AGSFeatureTable) async throws -> [Int] {
        let feature = try await query(table)[0]
        let attachments: [AGSAttachment] = try await answer { feature.fetchAttachments(completion: $0) }
        return attachments.map(\.id)
    }

    @Test func `the greatest id comes first, of a service and of a file`() async throws {
        let service = try await SampleService(count: 1)
        let ids = try await attach(["b", "a", "c"], to: try service.geodatabase.table(named: "Damage"))
        #expect(ids.count == 3 && ids == ids.sorted())
        #expect(try await fetched(service.table()) == ids.reversed())
        let geodatabase = AGSGeodatabase(service.geodatabase)
        #expect(try await fetched(try #require(geodatabase.geodatabaseFeatureTable(withName: "Damage"))) == ids.reversed())
    }
}
