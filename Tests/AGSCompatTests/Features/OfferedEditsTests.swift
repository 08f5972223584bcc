import AGSCompat
import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What a table takes of edits whose service does not take all.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct OfferedEditsTests {
    private func service() async throws -> SampleService { try await SampleService(count: 2, hasGlobalIDs: true) }

    private func table(_ service: SampleService, offering capabilities: String) -> AGSServiceFeatureTable {
        service.table(transport: service.saying(["capabilities": .string(capabilities)], of: "0"))
    }

    /// Whether a call is refused because nobody may do that.
    private func isForbidden(_ call: (@escaping ((any Error)?) -> Void) -> Void) async -> Bool {
        do {
            try await done(call)
            return false
        } catch {
            return (error as NSError).domain == AGSErrorDomain
                && (error as NSError).code == AGSErrorCode.commonNoPermission.rawValue
        }
    }

    private func added(_ rank: Int, to table: AGSServiceFeatureTable) async throws -> AGSArcGISFeature {
        let feature = table.createFeature(attributes: ["rank": rank], geometry: nil) as! AGSArcGISFeature
        try await done { table.add(feature, completion: $0) }
        return feature
    }

    // MARK: - What was added here

    @Test func `who may only add changes and deletes what he has added and not sent`() async throws {
        let service = try await service()
        let table = table(service, offering: "Query,Create")
        let (first, second) = (try await added(70, to: table), try await added(80, to: table))
        #expect(table.canUpdate(first) && table.canDelete(first) && first.canUpdateGeometry && first.canEditAttachments)
        first.attributes["rank"] = 71
        try await done { table.update(first, completion: $0) }
        try await done { table.delete(second, completion: $0) }
        #expect(try await send(table).map(\.editOperation) == [.add])
        #expect(try await ranks(table) == [0, 1, 71])
        // From now on it is the service's.
        #expect(!table.canUpdate(first) && !table.canDelete(first) && !first.canUpdateGeometry)
        first.attributes["rank"] = 72
        #expect(await isForbidden { table.update(first, completion: $0) })
        #expect(await isForbidden { table.delete(first, completion: $0) })
        #expect(!table.hasLocalEdits())
    }

    @Test func `what the service has is not changed along with what was added here`() async throws {
        let service = try await service()
        let table = table(service, offering: "Query,Create")
        let (new, old) = (try await added(70, to: table), try await query(table, "rank = 1")[0])
        #expect(!table.canUpdate(old) && !table.canDelete(old))
        (new.attributes["rank"], old.attributes["rank"]) = (71, 2)
        #expect(await isForbidden { table.update([new, old], completion: $0) })
        #expect(await isForbidden { table.delete([new, old], completion: $0) })
        #expect(try await ranks(table) == [0, 1, 70])
    }

    @Test func `what is just being added is the service's`() async throws {
        let service = try await service()
        let (arrived, answered) = (Gate(), Gate())
        let limited = service.saying(["capabilities": "Query,Create"], of: "0")
        let table = service.table(transport: service.holding("applyEdits", arrived, until: answered, of: limited))
        let feature = try await added(70, to: table)
        async let results = send(table)
        try await arrived.pass()
        #expect(!table.canUpdate(feature) && !table.canDelete(feature))
        feature.attributes["rank"] = 71
        #expect(await isForbidden { table.update(feature, completion: $0) })
        #expect(await isForbidden { table.delete(feature, completion: $0) })
        answered.open()
        #expect(try await results.map(\.completedWithErrors) == [false] && !table.hasLocalEdits())
        #expect(try await service.rows().compactMap { $0.attributes["rank"]?.int } == [0, 1, 70])
    }

    // MARK: - Attachments

    @Test(arguments: [
        ("Query", false, false), ("Query,Delete", false, true), ("Query,Create", true, true), ("Query,Update", true, true),
    ])
    func `files are added and changed by who may add or change features`(
        capabilities: String, mayAttach: Bool, mayDelete: Bool
    ) async throws {
        let service = try await service()
        let file = NewAttachment(name: "a.txt", contentType: "text/plain", content: .data(Data([1])))
        _ = try await service.geodatabase.table(named: "Damage").addAttachment(file, toFeature: 2)
        let table = table(service, offering: capabilities)
        let feature = try await query(table, "rank = 1")[0]
        let old: [AGSAttachment] = try await answer { feature.fetchAttachments(completion: $0) }
        #expect(feature.canEditAttachments == mayAttach)
        let isRefused = await isForbidden { done in
            feature.addAttachment(withName: "b.txt", contentType: "text/plain", data: Data([1])) { done($1) }
        }
        #expect(isRefused != mayAttach && table.hasLocalEdits() == mayAttach)
        let isChangeRefused = await isForbidden {
            feature.update(old[0], name: "c.txt", contentType: "text/plain", data: Data([2]), completion: $0)
        }
        #expect(isChangeRefused != mayAttach && table.hasLocalEdits() == mayAttach)
        #expect(await isForbidden { feature.delete(old[0], completion: $0) } != mayDelete)
        #expect(table.hasLocalEdits() == mayDelete)
    }
}
