import CairnCore
import CairnGeo
import CairnLocalServer
import Testing

/// Edits of which a part is not as it should be: that part alone is refused, and nothing of it is kept.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct RefusedEditTests {
    private func served(_ type: GeometryType = .point) async throws -> ServedFeatures {
        var definition = SampleFeatures.definition("Things", type)
        definition.fields.append(Field("DAY", type: FieldType(rawValue: "esriFieldTypeDateOnly")))
        return try await ServedFeatures([(definition, SampleFeatures.features(3, type))], isEditable: true)
    }

    @Test(arguments: [
        #""a""#, "5", "true", "[]", "[1,2]", "{}", #"{"y":1}"#, #"{"x":1}"#, #"{"x":"a","y":1}"#, #"{"x":"a","y":"b"}"#,
        #"{"x":{},"y":{}}"#, #"{"x":[1],"y":[1]}"#, #"{"x":1,"y":2,"z":"high"}"#, #"{"x":1,"y":2,"m":{}}"#, #"{"rings":1}"#,
        #"{"rings":"a"}"#, #"{"rings":[[["a",1]]]}"#, #"{"paths":[1]}"#, #"{"points":[[1]]}"#, #"{"points":{}}"#,
        #"{"foo":1}"#, #"{"spatialReference":{"wkid":4326}}"#, #"{"curvePaths":[]}"#, #"{"x":1e99,"y":1}"#,
        #"{"x":1,"y":2,"z":3}"#, #"{"x":1,"y":2,"m":3}"#, #"{"x":1,"y":2,"spatialReference":{"wkid":2056}}"#,
        #"{"x":181,"y":2}"#,
    ])
    func `a geometry that is none is refused with its feature, and the one that was there stays`(geometry: String) async throws {
        let served = try await served()
        let before = try await served.features("/0/query", ["outFields": "*"])
        let rows = """
            [{"attributes":{"OBJECTID":1},"geometry":\(geometry)},{"attributes":{"OBJECTID":2,"NAME":"new"},"geometry":{"x":1,"y":2}}]
            """
        for operation in ["updateFeatures", "addFeatures", "applyEdits"] {
            let answer = try await served.post(
                "/0/\(operation)",
                [operation == "applyEdits" ? "adds" : "features": rows, "rollbackOnFailure": "false"])
            let results = answer.object?.values.compactMap(\.array).first { !$0.isEmpty }
            #expect(results?.map { $0["success"]?.bool } == [false, true], "\(operation): \(answer.text())")
            let words = results?[0]["error"]?["description"]?.string ?? ""
            #expect(!words.isEmpty && !words.contains("byte") && !words.contains(".."), "\(words)")
        }
        let after = try await served.features("/0/query", ["outFields": "*"])
        #expect(after.features[0] == before.features[0])
        #expect(after.features.count == before.features.count + 2)
    }

    @Test func `an empty point and no geometry are no mistakes`() async throws {
        let served = try await served()
        let rows = #"[{"geometry":{"x":"NaN","y":"NaN"}},{"geometry":{"x":null,"y":null}},{"geometry":null},{"attributes":{}}]"#
        let results = try await served.post("/0/addFeatures", ["features": rows])["addResults"]?.array
        #expect(results?.map { $0["success"]?.bool } == [true, true, true, true], "\(results ?? [])")
    }

    @Test(arguments: [
        ("0", false), (#""2020-02-30""#, false), (#""today""#, false), (#""2020-02-29 12:00""#, false), (#""""#, false),
        (#""12:00""#, false), ("1.5", false), (#""2020-02-29""#, true), ("null", true),
    ])
    func `a day is one of the calendar`(value: String, isTaken: Bool) async throws {
        let answer = try await served().post("/0/addFeatures", ["features": "[{\"attributes\":{\"DAY\":\(value)}}]"])
        #expect(answer["addResults"]?[0]?["success"]?.bool == isTaken, "\(answer.text())")
    }

    @Test(arguments: [
        (#"{"attributes":{"OBJECTID":1,"NAME":"a","NAME":"b"}}"#, "several values for NAME", 1),
        (#"{"attributes":{"NAME":"a","NAME":"a","OBJECTID":1}}"#, "several values for NAME", 1),
        (#"{"attributes":{"OBJECTID":2},"attributes":{"OBJECTID":1}}"#, "attributes twice", 1),
        (#"{"attributes":{"OBJECTID":true,"NAME":"a"}}"#, "true is no value", -1),
        (#"{"attributes":{"OBJECTID":[1],"NAME":"a"}}"#, "[1] is no value", -1),
    ])
    func `of what is there twice, or is no value, nothing is taken`(row: String, words: String, id: Int) async throws {
        let served = try await served()
        let before = try await served.features("/0/query", ["outFields": "*"])
        // The one before has the same names.
        let rows = #"[{"attributes":{"OBJECTID":3,"NAME":"c"}},\#(row)]"#
        let answer = try await served.post("/0/updateFeatures", ["features": rows, "rollbackOnFailure": "false"])["updateResults"]
        #expect(answer?.array?.map { $0["success"]?.bool } == [true, false])
        #expect(answer?[1]?["error"]?["description"]?.string?.contains(words) == true && answer?[1]?["objectId"]?.int == id)
        let after = try await served.features("/0/query", ["outFields": "*"])
        #expect(after.features.prefix(2) == before.features.prefix(2))
    }

    @Test func `edits of several layers are refused in words, where a name is there twice or a layer is not there`() async throws
    {
        let served = try await served()
        let refused = [
            (#"[{"id":0,"adds":[{"attributes":{"NAME":"a","NAME":"b"}}]}]"#, #"the name "NAME" is there already"#),
            (#"[{"id":0,"adds":[],"adds":[]}]"#, #"the name "adds" is there already"#),
            (#"[{"id":0,"adds":[]},{"id":7,"adds":[]}]"#, "there is no layer 7; there are 0"),
            (#"[{"adds":[]}]"#, "does not say the id of its layer"), (#"{"id":0}"#, "no JSON array"),
        ]
        for (edits, words) in refused {
            let error = try await served.post("/applyEdits", ["edits": edits])["error"]
            let details = error?["details"]?[0]?.string ?? ""
            #expect(error?["code"]?.int == 400 && details.contains(words), "\(details)")
        }
        let answer = try await served.post("/applyEdits", ["edits": #"[{"id":0,"adds":[{"attributes":{"NAME":"a"}}]}]"#])
        #expect(answer[0]?["addResults"]?[0]?["success"] == true)
    }

    @Test func `edits that were uploaded elsewhere are refused in words, and nothing is done`() async throws {
        let served = try await served()
        let add = #"[{"attributes":{"NAME":"new"}}]"#
        for (path, fields) in [
            ("/0/applyEdits", ["editsUploadId": "x"]), ("/0/applyEdits", ["editsUploadId": "x", "adds": add]),
            ("/applyEdits", ["editsUploadId": "x", "edits": "[{\"id\":0,\"adds\":\(add)}]"]),
            ("/applyEdits", ["editsUploadId": "x"]),
        ] {
            let error = try await served.post(path, fields)["error"]
            #expect(error?["code"] == 400 && error?["details"]?[0]?.string?.contains("'editsUploadId'") == true, "\(path)")
        }
        #expect(try await served.json("/0/query", ["returnCountOnly": "true"])["count"] == 3)
    }

    @Test func `attachments that come with edits are refused, and nothing is done`() async throws {
        let served = try await served()
        let add = #"[{"attributes":{"NAME":"new"}}]"#
        for attachments in [#"{"adds":[{"name":"a.txt"}]}"#, #"{"deletes":["x"]}"#, "[1]", "{", "5", #"{"adds":5}"#] {
            let one = try await served.post("/0/applyEdits", ["adds": add, "attachments": attachments])
            #expect(one["error"]?["details"]?[0]?.string?.contains("'attachments'") == true, "\(one.text())")
            let list = "[{\"id\":0,\"adds\":\(add),\"attachments\":\(attachments)}]"
            #expect(try await served.post("/applyEdits", ["edits": list])["error"] != nil)
        }
        #expect(try await served.json("/0/query", ["returnCountOnly": "true"])["count"] == 3)
        for attachments in ["", " ", "{}", "[]", "null", #"{"adds":[],"updates":null}"#] {
            let answer = try await served.post("/0/applyEdits", ["adds": add, "attachments": attachments])
            #expect(answer["addResults"]?[0]?["success"] == true, "\(answer.text())")
        }
    }
}
