import AGSCompat
import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Names of attachments that services do not keep as they are.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AttachmentNamesTests {
    private func names(_ service: SampleService) async throws -> [String] {
        try await service.geodatabase.table(named: "Damage").queryAttachments(ofFeatures: [1])[1]?.map(\.name) ?? []
    }

    @Test(arguments: [
        ("plain.txt", "plain.txt"), ("x/y.txt", "y.txt"), ("..\\z", "z"), ("", "attachment"), ("/", "attachment"),
        (" ", "attachment"), ("a\r\nX-Y: z", "aX-Y: z"), ("\0x", "x"), ("a\u{2028}b", "ab"), ("a\"b", "a\"b"), ("a;b=c", "a;b=c"),
        ("\u{E4} \u{E9}.jpg", "\u{E4} \u{E9}.jpg"),
    ])
    func `an attachment is called as its service calls it, and is known by that`(name: String, kept: String) async throws {
        let service = try await SampleService(count: 1)
        let lost = Log<Int>()
        let transport = StubTransport { request in
            let response = try await service.server.send(request)
            guard request.url.lastPathComponent == "addAttachment", lost.elements.isEmpty else { return response }
            lost.append(1)
            throw TransportError(.connectionLost, url: request.url)
        }
        let table = service.table(transport: transport)
        let feature = try await query(table)[0]
        let attachment: AGSAttachment = try await answer {
            feature.addAttachment(withName: name, contentType: "text/plain", data: Data([1]), completion: $0)
        }
        #expect(attachment.name == kept)
        for _ in 0..<2 { _ = try await send(table) }
        #expect(lost.elements == [1] && !table.hasLocalEdits())
        #expect(try await names(service) == [kept])
        try await done {
            feature.update(attachment, name: "new/\(name)", contentType: "text/plain", data: Data([1, 2]), completion: $0)
        }
        _ = try await send(table)
        let told = attachment.name
        #expect(try await names(service) == [told])
    }

    @Test func `an attachment is known by a name that its service keeps as forms tell it`() async throws {
        let service = try await SampleService(count: 1)
        let lost = Log<Int>()
        let transport = StubTransport { request in
            let response = try await service.server.send(request)
            switch request.url.lastPathComponent {
            case "queryAttachments":
                return .json(String(decoding: response.body, as: UTF8.self).replacing(#"\"b\""#, with: "%22b%22"))
            case "addAttachment" where lost.elements.isEmpty:
                lost.append(1)
                throw TransportError(.connectionLost, url: request.url)
            default: return response
            }
        }
        let table = service.table(transport: transport)
        let feature = try await query(table)[0]
        let _: AGSAttachment = try await answer {
            feature.addAttachment(withName: #"a"b""#, contentType: "text/plain", data: Data([1]), completion: $0)
        }
        for _ in 0..<2 { _ = try await send(table) }
        #expect(try await names(service) == [#"a"b""#])
        #expect(lost.elements == [1] && !table.hasLocalEdits())
    }

    @Test func `a file's table keeps the names of attachments as they are`() async throws {
        let folder = try GeodatabaseFolder()
        let geodatabase = AGSGeodatabase(try await Geodatabase.create(at: folder.file))
        _ = try await geodatabase.geodatabase.createTable(SampleService.definition("Damage", hasGlobalIDs: false))
        let table = try #require(geodatabase.geodatabaseFeatureTables.first)
        let feature = try #require(table.createFeature(attributes: ["rank": 1], geometry: nil) as? AGSArcGISFeature)
        try await done { table.add(feature, completion: $0) }
        let _: AGSAttachment = try await answer {
            feature.addAttachment(withName: "x/y.txt", contentType: "text/plain", data: Data([1]), completion: $0)
        }
        let shown: [AGSAttachment] = try await answer { feature.fetchAttachments(completion: $0) }
        #expect(shown.map(\.name) == ["x/y.txt"])
    }
}
