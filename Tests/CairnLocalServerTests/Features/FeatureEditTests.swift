import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Edits, in this process and over the wire.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct FeatureEditTests {
    private static var definition: FeatureTableDefinition {
        var definition = SampleFeatures.definition("Things", .point)
        definition.fields.append(Field("SMALL", type: FieldType(rawValue: "esriFieldTypeSmallInteger")))
        definition.fields.append(Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")))
        definition.globalIDField = "GLOBALID"
        return definition
    }

    private func served(isEditable: Bool = true) async throws -> ServedFeatures {
        let features = SampleFeatures.features(20, .point).map { feature in
            var feature = feature
            feature.attributes["GLOBALID"] = .string("{\(UUID().uuidString)}")
            return feature
        }
        let rows = SampleFeatures.features(5, nil)
        return try await ServedFeatures(
            [(Self.definition, features), (SampleFeatures.definition("Rows", nil), rows)], isEditable: isEditable)
    }

    /// Does the same in this process and over the wire, each on features of its own.
    private func bothWays(
        _ body: (ServedFeatures, @escaping (String, [String: String]) async throws -> JSONValue) async throws -> Void
    )
        async throws
    {
        let near = try await served()
        try await body(near) { path, fields in try await near.post(path, fields) }
        let far = try await served()
        try await far.listening { base in
            try await body(far) { path, fields in
                try JSONValue(parsing: try await far.response(path, fields, method: .post, at: base).body)
            }
        }
    }

    private func count(_ served: ServedFeatures, _ layer: Int = 1) async throws -> Int? {
        try await served.json("/\(layer)/query", ["returnCountOnly": "true"])["count"]?.int
    }

    @Test func `features are added, changed and deleted, each with a result`() async throws {
        try await bothWays { served, post in
            let new = """
                [{"attributes":{"NAME":"it's \\"new\\" 漢","RANK":9,"SHARE":0.25,"BEGAN":-1500},"geometry":{"x":1.5,"y":2.5}},
                {"attributes":{"NAME":null},"geometry":{"x":111319.49079327358,"y":0,"spatialReference":{"wkid":102100}}}]
                """
            let added = try await post("/1/addFeatures", ["features": new])["addResults"]?.array ?? []
            #expect(added.map { $0["success"]?.bool } == [true, true] && added.allSatisfy { $0["globalId"]?.string != nil })
            let ids = added.compactMap { $0["objectId"]?.int }
            var found = try await served.features(
                "/1/query", ["objectIds": ids.map(String.init).joined(separator: ","), "outFields": "*"])
            #expect(found.features[0].attributes["NAME"] == "it's \"new\" 漢")
            #expect(found.features[0].attributes["BEGAN"] == .date(Date(timeIntervalSince1970: -1.5)))
            #expect(found.features[0].geometry?.positions == [Position(x: 1.5, y: 2.5)])
            #expect(abs((found.features[1].geometry?.positions[0].x ?? 0) - 1) < 1e-9)

            let changed =
                "[{\"attributes\":{\"objectid\":\(ids[0]),\"RANK\":null},\"geometry\":{\"x\":7,\"y\":8}},{\"attributes\":{\"OBJECTID\":999}}]"
            let updates = try await post("/1/updateFeatures", ["features": changed, "rollbackOnFailure": "false"])[
                "updateResults"]
            #expect(updates?[0]?["success"]?.bool == true && updates?[1]?["success"]?.bool == false)
            #expect(updates?[1]?["error"]?["code"]?.int != nil && updates?[1]?["error"]?["description"]?.string != nil)
            found = try await served.features("/1/query", ["objectIds": "\(ids[0])", "outFields": "*"])
            #expect(found.features[0].attributes["RANK"] == .null && found.features[0].attributes["SHARE"] == 0.25)
            #expect(found.features[0].geometry?.positions == [Position(x: 7, y: 8)])

            let gone = try await post("/1/deleteFeatures", ["objectIds": "\(ids[1]), 999", "rollbackOnFailure": "false"])[
                "deleteResults"]
            #expect(gone?.array?.map { $0["success"]?.bool } == [true, false] && gone?[0]?["objectId"]?.int == ids[1])
            #expect(try await count(served) == 21)
        }
    }

    @Test func `edits that are rolled back leave all as it was`() async throws {
        try await bothWays { served, post in
            let fields = [
                "adds": "[{\"attributes\":{\"NAME\":\"x\"}}]", "updates": "[{\"attributes\":{\"OBJECTID\":1,\"RANK\":77}}]",
                "deletes": "2,999",
            ]
            let results = try await post("/1/applyEdits", fields)
            for kind in ["addResults", "updateResults", "deleteResults"] {
                #expect(results[kind]?.array?.allSatisfy { $0["success"]?.bool == false } == true, "\(results.text())")
            }
            #expect(try await count(served) == 20)
            let some = try await post(
                "/1/applyEdits", fields.merging(["rollbackOnFailure": "false", "returnEditMoment": "true"]) { $1 })
            #expect(some["addResults"]?[0]?["success"]?.bool == true && some["updateResults"]?[0]?["success"]?.bool == true)
            #expect(some["deleteResults"]?.array?.map { $0["success"]?.bool } == [true, false])
            #expect(some["editMoment"]?.int != nil)
            #expect(try await served.json("/1/query", ["where": "RANK = 77", "returnIdsOnly": "true"])["objectIds"] == [1])
        }
    }

    @Test func `global ids tell features apart, however they are spelt`() async throws {
        try await bothWays { served, post in
            let all = try await served.features("/1/query", ["outFields": "GLOBALID"]).features
            let ids = all.compactMap { $0.attributes["GLOBALID"]?.string }
            let own = UUID().uuidString
            let bare = ids[1].lowercased().dropFirst().dropLast()
            let results = try await post(
                "/1/applyEdits",
                [
                    "useGlobalIds": "true", "adds": "[{\"attributes\":{\"NAME\":\"x\",\"GLOBALID\":\"{\(own)}\"}}]",
                    "updates": "[{\"attributes\":{\"GLOBALID\":\"\(ids[0])\",\"RANK\":78}}]", "deletes": "[\"\(bare)\"]",
                ])
            #expect(results["addResults"]?[0]?["globalId"]?.string == "{\(own)}", "\(results.text())")
            #expect(results["updateResults"]?[0]?["objectId"]?.int == all[0].id)
            #expect(results["deleteResults"]?[0]?["objectId"]?.int == all[1].id)
            #expect(try await count(served) == 20)
            let refused = try await post(
                "/0/applyEdits", ["useGlobalIds": "true", "adds": "[{\"attributes\":{\"NAME\":\"x\"}}]"])
            #expect(refused["error"]?["code"]?.int == 400)
        }
    }

    @Test func `several layers are edited at once, and none behind one that failed`() async throws {
        try await bothWays { served, post in
            let edits = """
                [{"id":0,"adds":[{"attributes":{"NAME":"row"}}],"deletes":[1]},
                {"id":1,"updates":[{"attributes":{"OBJECTID":3,"RANK":79}}],"deletes":"4,5"}]
                """
            let done = try await post("/applyEdits", ["edits": edits])
            #expect(done.array?.map { $0["id"]?.int } == [0, 1], "\(done.text())")
            #expect(done[0]?["addResults"]?[0]?["success"]?.bool == true && done[1]?["deleteResults"]?.array?.count == 2)
            #expect(try await count(served) == 18)
            #expect(try await count(served, 0) == 5)
            let failed = try await post("/applyEdits", ["edits": "[{\"id\":0,\"deletes\":[999]},{\"id\":1,\"deletes\":[6]}]"])
            #expect(failed[1]?["deleteResults"]?[0]?["success"]?.bool == false)
            #expect(try await count(served) == 18)
        }
    }

    @Test func `features are deleted by condition and by geometry, and never all by accident`() async throws {
        try await bothWays { served, post in
            for fields in [
                [:], ["where": ""], ["where": "  "], ["objectIds": " "], ["geometry": ""], ["f": "json", "where": "\n"],
            ] {
                let refused = try await post("/1/deleteFeatures", fields)
                #expect(refused["error"]?["code"]?.int == 400, "\(fields) \(refused.text())")
            }
            #expect(try await count(served) == 20)
            let ids = try await served.json("/1/query", ["geometry": "-180,-90,0,90", "returnIdsOnly": "true"])["objectIds"]
            let gone = try await post("/1/deleteFeatures", ["geometry": "-180,-90,0,90"])["deleteResults"]
            #expect(gone?.array?.map { $0["objectId"] } == ids?.array.map { $0.map { Optional($0) } })
            let rest = try await post("/1/deleteFeatures", ["where": "RANK >= 0", "returnDeleteResults": "false"])
            #expect(rest == ["success": true])
            #expect(try await served.json("/1/query", ["where": "RANK >= 0", "returnCountOnly": "true"])["count"] == 0)
            _ = try await post("/1/deleteFeatures", ["where": "1=1"])
            #expect(try await count(served) == 0)
            #expect(try await count(served, 0) == 5)
        }
    }

    @Test(arguments: [
        "", "x", "{}", "[1]", "[{\"attributes\":{}}", "[],\"features\":[]", "[],\"spatialReference\":{\"wkid\":3857}",
        "[]}{", "null", "[{\"attributes\":{\"NAME\":\"a}}]",
    ])
    func `what are no features is refused`(features: String) async throws {
        let served = try await served()
        for (path, name) in [("/1/addFeatures", "features"), ("/1/updateFeatures", "features"), ("/1/applyEdits", "adds")] {
            if features.isEmpty, name == "adds" { continue }
            let error = try await served.post(path, [name: features])["error"]
            #expect(
                error?["code"]?.int == 400 && error?["details"]?[0]?.string?.contains("'\(name)'") == true,
                "\(error?.text() ?? "")")
        }
        #expect(try await count(served) == 20)
    }

    @Test(arguments: [
        "{\"attributes\":{\"NOSUCH\":1}}", "{\"attributes\":{\"RANK\":\"many\"}}", "{\"attributes\":{\"RANK\":1.5}}",
        "{\"attributes\":{},\"geometry\":{\"paths\":[[[0,0],[1,1]]]}}", "{\"attributes\":{\"BEGAN\":1e300}}",
        "{\"attributes\":{\"RANK\":2147483648}}", "{\"attributes\":{\"RANK\":-2147483649}}", "{\"attributes\":{\"SMALL\":32768}}",
        "{\"attributes\":{\"RANK\":true}}", "{\"attributes\":{\"NAME\":[1]}}", "{\"attributes\":{\"NAME\":{\"a\":1}}}",
        "{\"attributes\":{\"NAME\":false}}", "{\"attributes\":[]}", "{\"geometry\":{\"x\":1e300,\"y\":1}}",
        "{\"geometry\":{\"x\":1,\"y\":90.5}}", "{\"geometry\":{\"x\":-181,\"y\":1}}", "{\"geometry\":{\"x\":\"NaN\",\"y\":1}}",
        "{\"geometry\":{\"x\":1}}", "{\"geometry\":{\"x\":1e300,\"y\":1,\"spatialReference\":{\"wkid\":102100}}}",
        "{\"geometry\":{\"curvePaths\":[]}}", "{\"geometry\":{\"x\":1,\"y\":2,\"spatialReference\":{\"wkid\":2056}}}",
        "{\"geometry\":[1,2]}", "{\"geometry\":\"POINT (1 2)\"}", "{\"attributes\":{\"RANK\":1,\"Rank\":2}}",
    ])
    func `a feature that the table does not take has an error of its own`(feature: String) async throws {
        let served = try await served()
        let results = try await served.post(
            "/1/addFeatures", ["features": "[{\"attributes\":{\"NAME\":\"good\"}},\(feature)]", "rollbackOnFailure": "false"])
        #expect(results["addResults"]?.array?.map { $0["success"]?.bool } == [true, false], "\(results.text())")
        #expect(results["addResults"]?[1]?["objectId"]?.int == -1)
        #expect(results["addResults"]?[1]?["error"]?["code"]?.int == 1000)
        #expect(results["addResults"]?[1]?["error"]?["description"]?.string?.contains("..") == false)
        #expect(try await count(served) == 21)
        let whole = try await served.post(
            "/1/applyEdits", ["adds": "[{\"attributes\":{\"NAME\":\"good\"}},\(feature)]", "deletes": "1"])
        #expect(whole["addResults"]?.array?.map { $0["success"]?.bool } == [false, false], "\(whole.text())")
        #expect(whole["addResults"]?[0]?["error"]?["code"]?.int == 1003 && whole["deleteResults"]?[0]?["success"]?.bool == false)
        #expect(try await count(served) == 21)
        let service = "[{\"id\":1,\"adds\":[\(feature)]},{\"id\":0,\"deletes\":[1]}]"
        let both = try await served.post("/applyEdits", ["edits": service])
        #expect(both[0]?["addResults"]?[0]?["error"]?["code"]?.int == 1000, "\(both.text())")
        #expect(both[1]?["deleteResults"]?[0]?["error"]?["code"]?.int == 1003)
    }

    @Test(
        arguments: ["\"NOSUCH\":1", "\"RANK\":\"many\"", "\"RANK\":true", "\"RANK\":1,\"rank\":2"], ["OBJECTID", "objectid"])
    func `a change that is refused is told with the id of its feature`(attribute: String, idField: String) async throws {
        let served = try await served()
        let features = "[{\"attributes\":{\(attribute),\"\(idField)\":7}}]"
        for rollsBack in ["true", "false"] {
            let answer = try await served.post("/1/updateFeatures", ["features": features, "rollbackOnFailure": rollsBack])
            let result = answer["updateResults"]?[0]
            #expect(
                result?["objectId"] == 7 && result?["success"] == false && result?["error"]?["code"] == 1000, "\(answer.text())")
        }
    }

    @Test(arguments: [
        ("/1/addFeatures", ["features": "[null]"]), ("/1/updateFeatures", ["features": "{"]),
        ("/1/deleteFeatures", ["objectIds": "x"]), ("/1/applyEdits", ["adds": "[null]"]), ("/applyEdits", ["edits": "x"]),
    ])
    func `a refusal names the operation that was asked for`(path: String, fields: [String: String]) async throws {
        let error = try await served().post(path, fields)["error"]
        let operation = path.split(separator: "/").last ?? ""
        #expect(error?["message"]?.string == "Cannot perform \(operation). Invalid parameters.", "\(error?.text() ?? "")")
    }

    @Test func `what is published for queries only is not changed`() async throws {
        let served = try await served(isEditable: false)
        #expect(try await served.json("/1")["capabilities"]?.string == "Query")
        let edits = ["features": "[{\"attributes\":{}}]", "adds": "[]", "objectIds": "1", "where": "1=1", "attachmentIds": "1"]
        for path in ["addFeatures", "updateFeatures", "deleteFeatures", "applyEdits", "1/addAttachment", "1/deleteAttachments"] {
            #expect(try await served.post("/1/\(path)", edits)["error"]?["code"]?.int == 403, "\(path)")
        }
        let all = try await served.post("/applyEdits", ["edits": "[{\"id\":1,\"deletes\":[1]}]"])
        #expect(all["error"]?["code"]?.int == 403)
        #expect(try await count(served) == 20)
    }

    @Test func `a thousand features come in one request, and go in one`() async throws {
        let served = try await served()
        let features = (0..<1000).map {
            "{\"attributes\":{\"NAME\":\"\($0)\",\"RANK\":500},\"geometry\":{\"x\":\($0 % 90),\"y\":1}}"
        }
        let added = try await served.post("/1/addFeatures", ["features": "[\(features.joined(separator: ","))]"])["addResults"]
        let ids = added?.array?.compactMap { $0["objectId"]?.int } ?? []
        #expect(Set(ids).count == 1000)
        let found = try await served.features("/1/query", ["where": "RANK = 500", "outFields": "NAME"]).features
        #expect(found.map { $0.attributes["NAME"]?.string } == (0..<1000).map { "\($0)" } && found.map(\.id) == ids)
        let gone = try await served.post("/1/deleteFeatures", ["where": "RANK = 500"])["deleteResults"]
        #expect(gone?.array?.count == 1000)
    }

    @Test func `features that are damaged on their way are refused or taken, and what is told of them is so`() async throws {
        let served = try await served()
        let whole = Array(
            """
            [{"attributes":{"NAME":"a","RANK":5,"BEGAN":1000},"geometry":{"x":1.5,"y":2}},{"attributes":{"SHARE":0.5}}]
            """.utf8)
        var random = SeededGenerator(seed: 21)
        var expected = 20
        for _ in 0..<rounds(300, long: 50_000) {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = .random(in: 0x20...0x7E, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(Array("{}[],:\"0e-\\".utf8).randomElement(using: &random)!, at: place)
                }
            }
            let answer = try await served.post("/1/addFeatures", ["features": String(decoding: bytes, as: UTF8.self)])
            if let error = answer["error"] {
                #expect(error["code"]?.int == 400, "\(error.text())")
            } else {
                let results = answer["addResults"]?.array ?? []
                let done = results.filter { $0["success"]?.bool == true }.count
                #expect(done == 0 || done == results.count)
                expected += done
            }
            #expect(try await count(served) == expected)
        }
    }

    @Test func `many edit and ask at the same time, and nothing is lost`() async throws {
        let served = try await served()
        let ids = try await withThrowingTaskGroup(of: [Int].self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var ids: [Int] = []
                    for number in 0..<15 {
                        let feature = "[{\"attributes\":{\"NAME\":\"\(worker).\(number)\",\"RANK\":900}}]"
                        let added = try await served.post("/1/addFeatures", ["features": feature])
                        ids += [added["addResults"]?[0]?["objectId"]?.int].compactMap(\.self)
                        let own = try await served.json(
                            "/1/query", ["where": "NAME LIKE '\(worker).%'", "returnCountOnly": "true"])
                        #expect(own["count"]?.int == number + 1)
                    }
                    return ids
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(ids).count == 120)
        let found = try await served.json("/1/query", ["where": "RANK = 900", "returnIdsOnly": "true"])
        #expect(Set(found["objectIds"]?.array?.compactMap(\.int) ?? []) == Set(ids))
    }
}
