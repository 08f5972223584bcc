import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation
import Testing

/// Which attachments a client asks for.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct AttachmentQueryTests {
    private static let definition = FeatureTableDefinition(
        "Things", fields: [Field("NAME"), Field("GlobalID", type: FieldType(rawValue: "esriFieldTypeGlobalID"))],
        globalIDField: "GlobalID")

    /// Three things with a text of one byte and a picture of five thousand each, and one without.
    private func served() async throws -> (ServedFeatures, globalIDs: [String]) {
        let served = try await ServedFeatures([(Self.definition, [])], isEditable: true)
        let table = try served.geodatabase.table(named: "Things")
        let results = try await table.applyEdits(FeatureEdits(adds: (1...4).map { _ in Feature() })).adds
        for id in 1...3 {
            let files = [("a.txt", "text/plain; charset=utf-8", 1), ("b.png", "image/png", 5000)]
            for (name, type, size) in files {
                let file = NewAttachment(name: name, contentType: type, content: .data(Data(count: size)))
                #expect(try await table.addAttachment(file, toFeature: id).isSuccess)
            }
        }
        return (served, results.compactMap(\.globalID))
    }

    /// The names of what is found, behind the ids of their features.
    private func found(_ served: ServedFeatures, _ fields: [String: String]) async throws -> [String] {
        let answer = try await served.json("/0/queryAttachments", fields)
        #expect(answer["error"] == nil, "\(answer.text())")
        return (answer["attachmentGroups"]?.array ?? []).map { group in
            let names = (group["attachmentInfos"]?.array ?? []).map { $0["name"]?.string ?? "" }
            return ([group["parentObjectId"]?.text() ?? ""] + names).joined(separator: " ")
        }
    }

    @Test func `attachments are found by the global ids of their features, however they are spelt`() async throws {
        let (served, ids) = try await served()
        #expect(try await found(served, ["globalIds": ids[1]]) == ["2 a.txt b.png"])
        #expect(try await found(served, ["globalIds": ids[3]]).isEmpty)
        let others = "\(ids[0].lowercased()), \(ids[2].dropFirst().dropLast()), {00000000-0000-0000-0000-000000000000}"
        #expect(try await found(served, ["globalIds": others]) == ["1 a.txt b.png", "3 a.txt b.png"])
        #expect(try await found(served, ["globalIds": "[\"\(ids[0])\"]", "objectIds": "2"]) == ["1 a.txt b.png"])
        #expect(try await found(served, ["globalIds": "it's no id) OR (1=1"]).isEmpty)
        let chosen = ["globalIds": others, "definitionExpression": "OBJECTID > 1"]
        #expect(try await found(served, chosen) == ["3 a.txt b.png"])
    }

    @Test func `attachments come with addresses that lead to them, if these are asked for`() async throws {
        let (served, _) = try await served()
        let plain = try await served.json("/0/queryAttachments", ["objectIds": "2"])
        #expect(!plain.text().contains("\"url\"") && !plain.text().contains("exifInfo"))
        let answer = try await served.json(
            "/0/queryAttachments", ["objectIds": "2", "returnUrl": "true", "returnMetadata": "true"])
        let infos = try #require(answer["attachmentGroups"]?[0]?["attachmentInfos"]?.array)
        for (info, size) in zip(infos, [1, 5000]) {
            #expect(info["exifInfo"] == .null)
            let url = try #require(URL(string: info["url"]?.string ?? ""))
            #expect(try await served.server.send(HTTPRequest(.get, url, timeout: nil)).body.count == size)
        }
        #expect(infos.count == 2)
    }

    @Test func `attachments are found by their types and sizes`() async throws {
        let (served, _) = try await served()
        #expect(try await found(served, ["objectIds": "2", "attachmentTypes": "image/PNG"]) == ["2 b.png"])
        #expect(try await found(served, ["objectIds": "2", "attachmentTypes": "image/png, text/plain"]) == ["2 a.txt b.png"])
        #expect(try await found(served, ["objectIds": "1,2", "attachmentTypes": "image/gif"]).isEmpty)
        #expect(try await found(served, ["objectIds": "2,3", "size": "1000,10000"]) == ["2 b.png", "3 b.png"])
        #expect(try await found(served, ["objectIds": "2", "size": "1,1"]) == ["2 a.txt"])
        #expect(try await found(served, ["objectIds": "2", "size": "5001,99999"]).isEmpty)
    }

    @Test func `attachments are counted for each feature`() async throws {
        let (served, _) = try await served()
        let fields = ["objectIds": "1,4,2", "returnCountOnly": "true", "attachmentTypes": "image/png"]
        let groups = try await served.json("/0/queryAttachments", fields)["attachmentGroups"]
        #expect(groups == [["parentObjectId": 1, "count": 1], ["parentObjectId": 2, "count": 1]])
        #expect(try await served.json("/0")["advancedQueryCapabilities"]?["supportsQueryAttachmentsCountOnly"] == true)
    }

    @Test(arguments: [
        ("keywords", "zzz"), ("attachmentsDefinitionExpression", "att_name = 'a.txt'"), ("attachmentsWhere", "1=0"),
        ("orderByFields", "att_name"), ("size", "1"), ("size", "a,b"), ("size", "1,2,3"), ("size", "-1,5"),
        ("size", "1e300,1e301"),
        ("globalIds", "[{}]"), ("attachmentTypes", "[5.5]"), ("returnCountOnly", "perhaps"), ("definitionExpression", "NOPE"),
    ])
    func `what would choose otherwise is refused by its name`(name: String, value: String) async throws {
        let (served, _) = try await served()
        let error = try await served.json("/0/queryAttachments", ["objectIds": "2", name: value])["error"]
        #expect(error?["code"] == 400)
        #expect(error?["details"]?[0]?.string?.contains(name == "definitionExpression" ? "NOPE" : "'\(name)'") == true)
    }

    @Test func `a layer without global ids refuses to be asked by them`() async throws {
        let served = try await ServedFeatures([(SampleFeatures.definition("Things", nil), SampleFeatures.features(2, nil))])
        let error = try await served.json("/0/queryAttachments", ["globalIds": "x"])["error"]
        #expect(error?["code"] == 400 && error?["details"]?[0]?.string?.contains("global ids") == true)
    }
}
