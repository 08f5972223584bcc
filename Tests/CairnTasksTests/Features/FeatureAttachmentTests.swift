import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Files of features.
struct FeatureAttachmentTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-attachments-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private func names(_ folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    }

    @Test(arguments: [true, false]) func `a file is attached, listed, fetched, replaced and deleted`(together: Bool) async throws
    {
        var abilities = FeatureSite.Abilities()
        abilities.listsAttachmentsTogether = together
        let site = FeatureSite(FeatureSite.rows(3), abilities)
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: site.transport())
        try await withFolder { folder in
            let (source, target) = (folder.appending(path: "photo.jpg"), folder.appending(path: "copy.jpg"))
            let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
            try bytes.write(to: source)
            let photo = NewAttachment(name: "Foto \"1\".jpg", contentType: "image/jpeg", content: .file(source))
            #expect(try await table.addAttachment(photo, toFeature: 2).objectID == 1)
            let note = NewAttachment(name: "note.txt", contentType: "text/plain", content: .data(Data("note".utf8)))
            #expect(try await table.addAttachment(note, toFeature: 2).objectID == 2)
            #expect(try await table.addAttachment(note, toFeature: 99).error?.code == 400)
            let list = try await table.queryAttachments(ofFeatures: [1, 2, 3, 2])
            #expect(list.keys.sorted() == [2] && list[2]?.map(\.size) == [300_000, 4] && list[2]?[0].contentType == "image/jpeg")
            try await table.fetchAttachment(1, ofFeature: 2, to: target)
            #expect(try Data(contentsOf: target) == bytes)
            try await table.updateAttachment(1, ofFeature: 2, with: note)
            try await table.fetchAttachment(1, ofFeature: 2, to: target)
            #expect(try Data(contentsOf: target) == Data("note".utf8))
            #expect(try await table.deleteAttachments([1, 9, 2], ofFeature: 2).map(\.isSuccess) == [true, false, true])
            #expect(try await table.queryAttachments(ofFeatures: [2]).isEmpty)
            await #expect(throws: ServiceError.self) { try await table.fetchAttachment(1, ofFeature: 2, to: target) }
            #expect(names(folder) == ["copy.jpg", "photo.jpg"])
            #expect(try Data(contentsOf: target) == Data("note".utf8))
        }
    }

    @Test func `a file that is cut short does not come to stand under its name`() async throws {
        let site = FeatureSite(FeatureSite.rows(1))
        let transport = StubTransport.streaming { request in
            let answer = HTTPResponse(site.answer(to: ScriptedRequest(request)))
            guard request.url.path.hasSuffix("attachments/1") else { return HTTPResponseStream(answer) }
            var stream = HTTPResponseStream(answer)
            (stream.headers["content-length"], stream.headers["etag"]) = ("900", nil)
            return stream
        }
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        try await withFolder { folder in
            let data = NewAttachment(name: "a.bin", contentType: "application/octet-stream", content: .data(Data(count: 800)))
            try await table.addAttachment(data, toFeature: 1)
            await #expect(throws: TransportError.self) {
                try await table.fetchAttachment(1, ofFeature: 1, to: folder.appending(path: "a.bin"))
            }
            #expect(names(folder) == [])
        }
    }

    @Test func `a file whose answer is lost is not sent again`() async throws {
        let site = FeatureSite(FeatureSite.rows(1))
        let transport = site.transport { request, honest in
            guard request.url.path.hasSuffix("Attachment") else { return honest }
            throw TransportError(request.url.path.contains("/9/") ? .garbled("x") : .connectionLost, url: request.url)
        }
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        let note = NewAttachment(name: "note.txt", contentType: "text/plain", content: .data(Data("note".utf8)))
        let error = await #expect(throws: EditError.self) { try await table.addAttachment(note, toFeature: 1) }
        #expect("\(error!)".contains("The attachments 1 are there by that name."))
        // To a feature that is not there it was not added.
        #expect(try await table.addAttachment(note, toFeature: 9).isSuccess == false)
        #expect(site.mostRepeated == 1)
        await #expect(throws: EditError.self) { try await table.updateAttachment(1, ofFeature: 1, with: note) }
    }

    @Test(arguments: [
        ("a/note.txt", "note.txt"), ("..\\note.txt", "note.txt"), ("\"a\".txt", "%22a%22.txt"), (" a.txt", "a.txt"),
    ])
    func `a file whose answer is lost is known again by what its service calls it`(name: String, told: String) async throws {
        let site = FeatureSite(FeatureSite.rows(1))
        let info: JSONValue = ["id": 7, "name": .string(told), "contentType": "text/plain", "size": 4]
        let transport = site.transport { request, honest in
            if request.url.path.hasSuffix("addAttachment") { throw TransportError(.connectionLost, url: request.url) }
            guard request.url.path.hasSuffix("ttachments") else { return honest }
            let group: JSONValue = ["parentObjectId": 1, "attachmentInfos": [info]]
            return .json(JSONValue.object(["attachmentGroups": [group], "attachmentInfos": [info]]).text())
        }
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        let note = NewAttachment(name: name, contentType: "text/plain", content: .data(Data("note".utf8)))
        let error = await #expect(throws: EditError.self) { try await table.addAttachment(note, toFeature: 1) }
        #expect("\(error!)".contains("The attachments 7 are there by that name."))
    }

    @Test func `deleted files whose answer is lost are found to be gone`() async throws {
        let site = FeatureSite(FeatureSite.rows(1))
        let transport = site.transport { request, honest in
            if request.url.path.hasSuffix("deleteAttachments") { return HTTPResponse(status: 502) }
            return honest
        }
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        let note = NewAttachment(name: "note.txt", contentType: "text/plain", content: .data(Data("note".utf8)))
        for _ in 0..<2 { try await table.addAttachment(note, toFeature: 1) }
        #expect(try await table.deleteAttachments([2], ofFeature: 1).map(\.isSuccess) == [true])
        #expect(try await table.queryAttachments(ofFeatures: [1])[1]?.map(\.id) == [1])
    }

    @Test func `a file that is not there is not sent`() async throws {
        let site = FeatureSite(FeatureSite.rows(1))
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: site.transport())
        let none = NewAttachment(name: "a", contentType: "text/plain", content: .file(URL(filePath: "/none/a.txt")))
        await #expect(throws: SystemError.self) { try await table.addAttachment(none, toFeature: 1) }
        #expect(site.mostRepeated == 0)
    }
}
