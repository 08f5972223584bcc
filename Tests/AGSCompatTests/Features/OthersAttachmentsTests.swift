import AGSCompat
import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Attachments that others have deleted, and such as are of other features.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct OthersAttachmentsTests {
    enum Others: CaseIterable {
        case deleteAttachment, deleteFeature
    }

    private static let notes = Data("notes".utf8)

    private func attach(_ name: String, to feature: AGSArcGISFeature) async throws -> AGSAttachment {
        try await answer {
            feature.addAttachment(withName: name, contentType: "text/plain", data: Self.notes, completion: $0)
        }
    }

    private func update(_ attachment: AGSAttachment, of feature: AGSArcGISFeature) async throws {
        try await done {
            feature.update(attachment, name: "new", contentType: "text/plain", data: Self.notes, completion: $0)
        }
    }

    private func names(_ service: SampleService, _ objectID: Int = 1) async throws -> [String] {
        try await service.geodatabase.table(named: "Damage").queryAttachments(ofFeatures: [objectID])[objectID]?.map(\.name) ?? []
    }

    /// A table whose service lists attachments of all features at once, or does not.
    private func table(_ service: SampleService, listingAtOnce: Bool) -> AGSServiceFeatureTable {
        service.table(
            transport: StubTransport { request in
                let response = try await service.server.send(request)
                guard !listingAtOnce, request.url.lastPathComponent == "0",
                    case var json? = (try? JSONValue(parsing: response.body))?.object
                else { return response }
                json["advancedQueryCapabilities"] = nil
                return .json(JSONValue.object(json).text())
            })
    }

    @Test(arguments: Others.allCases, [true, false])
    func `an attachment that others have deleted as well is deleted`(others: Others, listingAtOnce: Bool) async throws {
        let service = try await SampleService(count: 2)
        let table = table(service, listingAtOnce: listingAtOnce)
        let feature = try await query(table)[0]
        let attachment = try await attach("a", to: feature)
        _ = try await send(table)
        let own = try service.geodatabase.table(named: "Damage")
        switch others {
        case .deleteAttachment: _ = try await own.deleteAttachments([1], ofFeature: 1)
        case .deleteFeature: _ = try await own.applyEdits(FeatureEdits(deletedObjectIDs: [1]))
        }
        try await done { feature.delete(attachment, completion: $0) }
        let results = try await send(table).flatMap(\.attachmentResults)
        #expect(results.map(\.completedWithErrors) == [false] && results.map(\.editOperation) == [.delete])
        #expect(!table.hasLocalEdits())
    }

    @Test func `a delete that was refused, of an attachment that may be there, stays to be sent`() async throws {
        let service = try await SampleService(count: 1)
        let isDeaf = Log<Bool>()
        let transport = StubTransport { request in
            let operation = request.url.lastPathComponent
            if !isDeaf.elements.isEmpty, operation == "queryAttachments" {
                throw TransportError(.connectionLost, url: request.url)
            }
            return try await service.server.send(request)
        }
        let table = service.table(transport: transport)
        let feature = try await query(table)[0]
        let attachment = try await attach("a", to: feature)
        _ = try await send(table)
        _ = try await service.geodatabase.table(named: "Damage").deleteAttachments([1], ofFeature: 1)
        try await done { feature.delete(attachment, completion: $0) }
        isDeaf.append(true)
        #expect(try await send(table).flatMap(\.attachmentResults).map(\.completedWithErrors) == [true])
        #expect(table.hasLocalEdits())
    }

    @Test func `an attachment that was deleted, and sent so, may be deleted again`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let feature = try await query(table)[0]
        let attachment = try await attach("a", to: feature)
        _ = try await send(table)
        for _ in 0..<2 {
            try await done { feature.delete(attachment, completion: $0) }
            #expect(try await send(table).flatMap(\.attachmentResults).map(\.completedWithErrors) == [false])
            #expect(!table.hasLocalEdits())
        }
        #expect(try await names(service).isEmpty)
    }

    @Test func `an update of an attachment that others have deleted tells so, and goes with its delete`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let feature = try await query(table)[0]
        let attachment = try await attach("a", to: feature)
        _ = try await send(table)
        _ = try await service.geodatabase.table(named: "Damage").deleteAttachments([1], ofFeature: 1)
        try await update(attachment, of: feature)
        for _ in 0..<2 {
            let results = try await send(table).flatMap(\.attachmentResults)
            let words = results.first?.error?.localizedDescription ?? ""
            #expect(results.count == 1 && words.contains("not there any more") && words.contains("Delete it here, too"))
            #expect(table.hasLocalEdits())
        }
        try await done { feature.delete(attachment, completion: $0) }
        #expect(try await send(table).flatMap(\.attachmentResults).map(\.completedWithErrors) == [false])
        #expect(!table.hasLocalEdits())
    }

    private func expectForeign(_ edit: () async throws -> Void) async {
        do {
            try await edit()
            Issue.record("It was taken.")
        } catch {
            #expect(error.localizedDescription.contains("is of another feature"))
        }
    }

    @Test func `an attachment is of the feature that has given it`() async throws {
        let service = try await SampleService(count: 2)
        let services = service.serviceGeodatabase()
        try await done { services.load(completion: $0) }
        let table = try #require(services.table(withLayerID: 0))
        let features = try await query(table)
        let there = try await query(try #require(services.table(withLayerID: 1)))
        let (own, others) = (try await attach("a", to: features[0]), try await attach("b", to: features[1]))
        for _ in 0..<2 {
            for foreign in [features[1], there[0]] {
                await expectForeign { try await done { foreign.delete(own, completion: $0) } }
                await expectForeign { try await update(own, of: foreign) }
            }
            await expectForeign { try await done { features[1].deleteAttachments([others, own], completion: $0) } }
            _ = try await send(table)
            #expect(!table.hasLocalEdits())
        }
        #expect(own.name == "a")
        for (id, name) in [(1, "a"), (2, "b")] { #expect(try await names(service, id) == [name]) }
    }

    @Test func `a feature's attachments are the same through whatever object has been made of it`() async throws {
        let service = try await SampleService()
        let table = service.table()
        try await done { table.load(completion: $0) }
        let first = try #require(table.createFeature(attributes: ["rank": 1], geometry: nil) as? AGSArcGISFeature)
        try await done { table.add(first, completion: $0) }
        let (own, other) = (try await attach("a", to: first), try await attach("b", to: try await query(table)[0]))
        _ = try await send(table)
        let found = try await query(table)[0]
        try await update(own, of: found)
        try await done { first.delete(other, completion: $0) }
        _ = try await send(table)
        #expect(try await names(service) == ["new"])
        #expect(!table.hasLocalEdits())
    }
}
