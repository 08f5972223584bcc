import AGSCompat
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Attachments whose answers are lost, and such as can never be sent.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AttachmentsInDoubtTests {
    private func attach(_ text: String, _ name: String, to feature: AGSArcGISFeature) async throws {
        _ =
            try await answer {
                feature.addAttachment(withName: name, contentType: "text/plain", data: Data(text.utf8), completion: $0)
            } as AGSAttachment
    }

    private func feature(_ table: AGSServiceFeatureTable) async throws -> AGSArcGISFeature {
        let found: AGSFeatureQueryResult = try await answer { table.queryFeatures(with: AGSQueryParameters(), completion: $0) }
        return try #require(found.featureEnumerator().allObjects.first as? AGSArcGISFeature)
    }

    private func attachments(_ service: SampleService) async throws -> [String] {
        try await service.geodatabase.table(named: "Damage").queryAttachments(ofFeatures: [1])[1]?.map(\.name) ?? []
    }

    private final class Script: Sendable {
        private let faults: Mutex<[String: [Bool]]>
        /// - Parameter faults: For each operation, which of its requests are lost.
        init(_ faults: [String: [Bool]]) { self.faults = Mutex(faults) }
        func isLost(_ operation: String) -> Bool {
            faults.withLock { $0[operation]?.isEmpty == false ? $0[operation]?.removeFirst() ?? false : false }
        }
    }

    @Test(arguments: [false, true])
    func `an attachment like another one is not taken for it`(isThereBefore: Bool) async throws {
        let service = try await SampleService(count: 1)
        let script = Script(["addAttachment": [false, true]])
        let transport = StubTransport { request in
            if script.isLost(request.url.lastPathComponent) { throw TransportError(.connectionLost, url: request.url) }
            return try await service.server.send(request)
        }
        let table = service.table(transport: transport)
        let feature = try await feature(table)
        try await attach("one", "photo.jpg", to: feature)
        if isThereBefore { _ = try await send(table) }
        try await attach("two", "photo.jpg", to: feature)
        for _ in 0..<3 { _ = try await send(table) }
        #expect(!table.hasLocalEdits())
        #expect(try await attachments(service) == ["photo.jpg", "photo.jpg"])
    }

    @Test func `an attachment that cannot be looked for stays in doubt, and is not added twice`() async throws {
        let service = try await SampleService(count: 1)
        // They are asked for before it is sent, when its answer is lost, and when it is to be sent again.
        let script = Script(["addAttachment": [true], "queryAttachments": [false, true, true]])
        let transport = StubTransport { request in
            let response = try await service.server.send(request)
            if script.isLost(request.url.lastPathComponent) { throw TransportError(.connectionLost, url: request.url) }
            return response
        }
        let table = service.table(transport: transport)
        try await attach("one", "a", to: try await feature(table))
        for _ in 0..<3 { _ = try await send(table) }
        #expect(!table.hasLocalEdits())
        #expect(try await attachments(service) == ["a"])
    }

    @Test func `an attachment in doubt is looked for though edits are taken back while another is sent`() async throws {
        let service = try await SampleService(count: 1)
        let script = Script(["addAttachment": [true]])
        let (arrived, answered) = (Gate(), Gate())
        let transport = StubTransport { request in
            let response = try await service.server.send(request)
            guard request.url.lastPathComponent == "addAttachment" else { return response }
            if script.isLost("addAttachment") { throw TransportError(.connectionLost, url: request.url) }
            arrived.open()
            try await answered.pass()
            return response
        }
        let table = service.table(transport: transport)
        let feature = try await feature(table)
        for name in ["a", "b"] { try await attach(name, name, to: feature) }
        async let first = send(table)
        try await arrived.pass()
        try await done { table.undoLocalEdits(completion: $0) }
        answered.open()
        #expect(try await first.flatMap(\.attachmentResults).map(\.completedWithErrors) == [true, false])
        #expect(try await send(table).flatMap(\.attachmentResults).map(\.completedWithErrors) == [false])
        #expect(try await attachments(service) == ["a", "b"])
        #expect(!table.hasLocalEdits())
    }

    @Test func `an attachment of a feature that was never sent and is not there any more is refused`() async throws {
        let service = try await SampleService()
        let table = service.table()
        for isDeleted in [false, true] {
            let feature = try #require(table.createFeature(attributes: ["rank": 1], geometry: nil) as? AGSArcGISFeature)
            try await done { table.add(feature, completion: $0) }
            try await done { completion in
                _ = isDeleted ? table.delete(feature, completion: completion) : table.undoLocalEdits(completion: completion)
            }
            await #expect(throws: NSError.self) { try await attach("one", "a", to: feature) }
            #expect(!table.hasLocalEdits())
        }
    }
}
