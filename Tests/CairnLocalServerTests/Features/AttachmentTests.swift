import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Files that are attached to features, in this process and over the wire.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct AttachmentTests {
    private func served() async throws -> ServedFeatures {
        try await ServedFeatures(
            [(SampleFeatures.definition("Things", .point), SampleFeatures.features(5, .point))], isEditable: true)
    }

    private func add(_ content: Data, _ name: String, _ type: String, to id: Int, _ served: ServedFeatures, _ base: String)
        async throws
        -> JSONValue
    {
        let file = served.folder.appending(path: "upload")
        try content.write(to: file)
        var form = MultipartForm(fields: ["f": "json"])
        form.add(file, as: "attachment", fileName: name, type: type)
        let transport: any HTTPTransport = base == "http://local" ? served.server : .standard
        let url = try #require(URL(string: "\(served.address(base))/0/\(id)/addAttachment"))
        return try JSONValue(parsing: try await transport.send(form.request(to: url)).body)
    }

    private func check(_ served: ServedFeatures, _ base: String) async throws {
        var random = SeededGenerator(seed: 8)
        let photo = Data((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        let names = ["photo.jpg", "naïve \"file\".txt", "../../etc/passwd", "漢字.pdf", "a\r\nb", ""]
        for (place, name) in names.enumerated() {
            let type = ["image/jpeg", "text/plain", "text/html", "application/pdf", "x", "text/plain; charset=utf-8"][place]
            let added = try await add(photo.prefix(place * 40_000), name, type, to: 3, served, base)
            #expect(added["addAttachmentResult"]?["success"]?.bool == true, "\(added.text())")
        }
        let infos =
            try JSONValue(parsing: try await served.response("/0/3/attachments", at: base).body)["attachmentInfos"]?.array ?? []
        #expect(infos.map { $0["size"]?.int } == (0..<6).map { $0 * 40_000 })
        #expect(infos[0]["name"]?.string == "photo.jpg" && infos[0]["contentType"]?.string == "image/jpeg")
        #expect(infos.allSatisfy { $0["name"]?.string?.contains("/") == false && $0["name"]?.string != "" })
        for (place, info) in infos.enumerated() {
            let id = try #require(info["id"]?.int)
            let response = try await served.response("/0/3/attachments/\(id)", at: base)
            #expect(response.body == photo.prefix(place * 40_000))
            let disposition = try #require(response.headers["content-disposition"])
            #expect(disposition.hasPrefix(place == 0 ? "inline;" : "attachment;"))
            #expect(disposition.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
            #expect(response.headers["x-content-type-options"] == "nosniff")
            #expect(
                ["image/jpeg", "text/plain", "text/html", "application/pdf", "application/octet-stream"].contains(
                    response.headers["content-type"]))
        }
        let groups = try await served.json("/0/queryAttachments", ["objectIds": "1,2,3"])["attachmentGroups"]?.array
        #expect(groups?.count == 1 && groups?[0]["parentObjectId"] == 3 && groups?[0]["attachmentInfos"]?.array?.count == 6)
        let id = try #require(infos[2]["id"]?.int)
        let gone = try JSONValue(
            parsing: try await served.response("/0/3/deleteAttachments", ["attachmentIds": "\(id),999"], method: .post, at: base)
                .body)
        #expect(gone["deleteAttachmentResults"]?.array?.map { $0["success"]?.bool } == [true, false])
        #expect(try await served.json("/0/3/attachments")["attachmentInfos"]?.array?.count == 5)
        #expect(try await served.json("/0/3/attachments/\(id)")["error"]?["code"]?.int == 404)
    }

    @Test func `files are attached, listed, fetched and deleted`() async throws {
        let near = try await served()
        try await check(near, "http://local")
        let far = try await served()
        try await far.listening { base in try await check(far, base) }
    }

    @Test func `what cannot be attached is refused`() async throws {
        let served = try await served()
        #expect(try await served.post("/0/1/addAttachment")["error"]?["code"]?.int == 400)
        #expect(try await add(Data("x".utf8), "x", "text/plain", to: 99, served, "http://local")["error"]?["code"]?.int == 404)
        #expect(try await served.post("/0/1/deleteAttachments")["error"]?["code"]?.int == 400)
        #expect(try await served.post("/0/1/deleteAttachments", ["attachmentIds": "x"])["error"]?["code"]?.int == 400)
        #expect(try await served.post("/0/1/updateAttachment", ["attachmentId": "1"])["error"]?["code"]?.int == 400)
        #expect(try await served.json("/0/1/attachments")["attachmentInfos"] == [])
    }

    @Test func `an attachment is replaced, keeps its ids, and one that is not there is refused`() async throws {
        let served = try await served()
        _ = try await add(Data("one".utf8), "a.txt", "text/plain", to: 3, served, "http://local")
        let before = try await served.json("/0/3/attachments")["attachmentInfos"]?[0]
        let table = ServiceFeatureTable(
            url: try #require(URL(string: served.address("http://local") + "/0")), transport: served.server)
        let new = NewAttachment(name: "b.png", contentType: "image/png", content: .data(Data("and two".utf8)))
        let id = try #require(before?["id"]?.int)
        #expect(try await table.updateAttachment(id, ofFeature: 3, with: new).isSuccess)
        let after = try await served.json("/0/3/attachments")["attachmentInfos"]?.array ?? []
        #expect(after.count == 1 && after[0]["id"] == before?["id"] && after[0]["globalId"] == before?["globalId"])
        #expect(after[0]["name"] == "b.png" && after[0]["contentType"] == "image/png" && after[0]["size"] == 7)
        #expect(try await served.response("/0/3/attachments/\(id)").body == Data("and two".utf8))
        for (attachment, feature) in [(99, 3), (id, 2)] {
            #expect(try await table.updateAttachment(attachment, ofFeature: feature, with: new).error?.code == 1019)
        }
        #expect(try await served.post("/0/3/updateAttachment", ["attachmentId": "1"])["error"]?["code"]?.int == 400)
        #expect(try await served.json("/0/3/updateAttachment")["error"]?["code"]?.int == 405)
        #expect(try await served.response("/0/3/attachments/\(id)").body == Data("and two".utf8))
    }
}
