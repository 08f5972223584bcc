import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation
import Testing

/// What clients ask for replicas, rightly and wrongly.
@Suite(.timeLimit(.minutes(5)))
struct ReplicaRequestTests {
    private func served(_ count: Int = 4) async throws -> ServedReplicas {
        let features = (0..<count).map { ServedReplicas.feature("N\($0)", rank: $0, at: Double($0)) }
        let plain = FeatureTableDefinition("Untold", fields: [Field("NAME")])
        return try await ServedReplicas([(ServedReplicas.definition("Things"), features), (plain, [])])
    }

    private static func file(_ members: String) -> String {
        #"{"globalId":"{00000000-0000-4000-8000-000000000002}","parentGlobalId":"{00000000-0000-4000-8000-000000000001}",\#(members)}"#
    }

    private static let row = #"{"attributes":{"NAME":"b","GLOBALID":"{00000000-0000-4000-8000-000000000001}"}}"#

    private func names(_ json: JSONValue?) -> [String] {
        (json?.array ?? []).map { $0["attributes"]?["NAME"]?.string ?? "" }.sorted()
    }

    private func id(_ json: JSONValue) throws -> String { try #require(json["replicaID"]?.string, "\(json.text())") }
    private func generation(_ json: JSONValue) throws -> Int { try #require(json["replicaServerGen"]?.int, "\(json.text())") }

    // MARK: - Creating

    @Test func `a filter says what a replica has, and what leaves it is deleted there`() async throws {
        let served = try await served()
        let replica = try await served.replica([
            "layerQueries": #"{"0":{"queryOption":"useFilter","where":"RANK < 3","useGeometry":true}}"#,
            "geometry": "0.5,0,9,9", "inSR": "4326", "replicaSR": "102100",
        ])
        let features = try #require(replica["layers"]?[0]?["features"]?.array, "\(replica.text())")
        #expect(names(.array(features)) == ["N1", "N2"])
        #expect(abs((features[0]["geometry"]?["x"]?.double ?? 0) - 111_319.49) < 1)
        try await served.sql("UPDATE Things SET RANK = 9 WHERE NAME = 'N1'")
        let answer = try await served.synchronize(try id(replica), try generation(replica))
        let gone = try #require(features.first { $0["attributes"]?["NAME"] == "N1" }?["attributes"]?["GLOBALID"])
        #expect(answer["edits"]?[0]?["features"]?["deleteIds"] == [gone])
        #expect(answer["edits"]?[0]?["features"]?["updates"] == [])
    }

    @Test func `a name is given once, and the same words give the same replica`() async throws {
        let served = try await served()
        let first = try await served.replica(["replicaName": "a'\"; DROP TABLE Things; --"])
        let again = try await served.replica(["replicaName": "a'\"; DROP TABLE Things; --"])
        #expect(try id(first) == id(again))
        let other = try await served.replica(["replicaName": "a'\"; DROP TABLE Things; --", "syncModel": "perLayer"])
        #expect(other["error"]?["code"] == 400)
        try await served.restart()
        let list = try await served.get("/replicas")
        #expect(list.array?.count == 1 && list[0]?["replicaName"] == "a'\"; DROP TABLE Things; --")
        #expect(try await served.get("/replicas/\(id(first))")["syncModel"] == "perReplica")
    }

    @Test func `what clients write who send nothing is no edit`() async throws {
        let served = try await served()
        let replica = try await served.replica(["attachmentsSyncDirection": "none"])
        let answer = try await served.synchronize(
            try id(replica), try generation(replica),
            [
                "edits":
                    #"[{"id":0,"features":{"adds":[],"updates":null,"deleteIds":[]},"attachments":{"adds":[],"updates":[],"deleteIds":[]}}]"#
            ])
        #expect(answer["error"] == nil, "\(answer.text())")
    }

    @Test func `a name is taken once its replica has been synced`() async throws {
        let served = try await served()
        let replica = try await served.replica(["replicaName": "survey"])
        #expect(try await id(served.replica(["replicaName": "survey"])) == id(replica))
        _ = try await served.synchronize(try id(replica), try generation(replica))
        #expect(try await served.replica(["replicaName": "survey"])["error"]?["code"] == 400)
        #expect(try await served.synchronize(try id(replica), try generation(replica))["error"] == nil)
    }

    @Test func `a replica of which nothing is kept leaves nothing`() async throws {
        let served = try await served()
        let replica = try await served.replica(["syncModel": "none", "layers": "0,1"])
        #expect(replica["layers"]?.array?.count == 2 && replica["replicaID"] == nil)
        #expect(try await served.get("/replicas") == [])
    }

    @Test(arguments: [
        ["layers": ""], ["layers": "7"], ["layers": "[{}]"], ["layers": "0,1"], ["layerQueries": "[]"],
        ["layerQueries": "{\"5\":{}}"],
        ["layerQueries": "{\"0\":7}"], ["layerQueries": "{\"0\":{\"where\":\"1=1; DROP TABLE Things\"}}"],
        ["layerQueries": "{\"0\":{\"queryOption\":\"some\"}}"], ["layerQueries": "{\"0\":{\"queryOption\":7}}"],
        ["layerQueries": "{\"0\":{\"where\":7}}"], ["layerQueries": "{\"0\":{\"where\":[]}}"],
        ["layerQueries": "{\"0\":{\"Where\":\"RANK < 3\"}}"], ["layerQueries": "{\"0\":{\"useGeometry\":\"no\"}}"],
        ["layerQueries": "{\"0\":{\"includeRelated\":1}}"], ["dataFormat": "sqlite"], ["syncModel": "both"],
        ["syncDirection": "sideways"], ["geometry": "1,2,3"], ["replicaSR": "2056"], ["targetType": "moon"], ["async": "maybe"],
        ["transportType": "esriTransportTypePigeon"], ["attachmentsSyncDirection": "x"], ["replicaOptions": "{}"],
    ]) func `what cannot be made is refused, and leaves nothing`(fields: [String: String]) async throws {
        let served = try await served(1)
        let answer = try await served.replica(fields)
        #expect(answer["error"]?["code"] == 400, "\(fields) \(answer.text())")
        #expect(try await served.get("/replicas") == [])
    }

    // MARK: - Keeping in step

    @Test(arguments: [
        ["replicaServerGen": "x"], ["replicaServerGen": "-1"], ["replicaServerGen": "99999999999999999999"],
        ["replicaServerGen": "9007199254740993"], ["replicaID": "nobody"], ["replicaID": ""], ["edits": "{"], ["edits": "[{}]"],
        ["edits": "[{\"id\":9}]"], ["edits": "[{\"id\":0},{\"id\":0}]"], ["edits": "[{\"id\":0,\"features\":{\"adds\":7}}]"],
        ["edits": "[{\"id\":0,\"attachments\":{\"adds\":[{\"data\":\"?\"}]}}]"], ["editsUploadId": "none"],
        ["syncDirection": "up"], ["syncDirection": "upload", "replicaServerGen": "9223372036854775807"],
        ["syncDirection": "snapshot", "replicaServerGen": "1000000"],
        ["edits": "[{\"id\":0,\"features\":{\"adds\":[{\"atributes\":{\"NAME\":\"b\"}}]}}]"],
        ["edits": "[{\"id\":0,\"features\":{\"adds\":[{\"attributes\":{\"NAME\":\"b\"},\"geom\":{\"x\":1,\"y\":2}}]}}]"],
        ["edits": "[{\"id\":0,\"attachments\":{\"adds\":[\(file("\"data\":\"%%%%\""))]}}]"],
        ["edits": "[{\"id\":0,\"attachments\":{\"adds\":[\(file("\"data\":\"aGV*sbG8=\""))]}}]"],
        ["edits": "[{\"id\":0,\"attachments\":{\"adds\":[\(file("\"data\":\"aGVsbG8=\",\"size\":999"))]}}]"],
        ["edits": "[{\"id\":0,\"attachments\":{\"adds\":[\(file("\"data\":\"aGVsbG8=\",\"size\":\"7\""))]}}]"],
        ["edits": "[{\"id\":0,\"attachments\":{\"adds\":[\(file("\"data\":\"aGVsbG8=\",\"GlobalID\":\"x\""))]}}]"],
        ["edits": "[{\"id\":0,\"features\":{\"deleteIds\":true}}]"], ["edits": "[{\"id\":0,\"features\":{\"deleteIds\":[{}]}}]"],
        ["edits": "[{\"id\":0,\"attachments\":{\"adds\":[\(file("\"data\":\"aGVsbG8=\",\"name\":5"))]}}]"],
        ["edits": "[{\"id\":0,\"attachments\":{\"adds\":[\(file("\"data\":\"aGVsbG8=\",\"nmae\":\"n\""))]}}]"],
        ["edits": "[{\"id\":0,\"feature\":{\"adds\":[\(ReplicaRequestTests.row)]}}]"],
        ["edits": "[{\"id\":0,\"features\":{\"add\":[\(ReplicaRequestTests.row)]}}]"],
        ["edits": "[{\"id\":0,\"features\":{\"Adds\":[\(ReplicaRequestTests.row)]}}]"],
        ["edits": "[{\"id\":0,\"features\":[\(ReplicaRequestTests.row)]}]"],
        ["edits": "[{\"id\":0,\"features\":{\"adds\":\(ReplicaRequestTests.row)}}]"],
        ["edits": "[{\"id\":0,\"features\":{},\"adds\":[\(ReplicaRequestTests.row)]}]"],
        ["edits": "[{\"id\":0,\"attachments\":{\"added\":[{}]}}]"],
        ["edits": "[{\"id\":0,\"attachments\":\"adds\"}]"],
    ]) func `what cannot be done is refused, and changes nothing`(fields: [String: String]) async throws {
        let served = try await ServedReplicas([(ServedReplicas.definition("Things"), [ServedReplicas.feature("a")])])
        let replica = try await served.replica()
        let standard = [
            "replicaID": try id(replica), "replicaServerGen": "\(try generation(replica))", "syncDirection": "bidirectional",
        ]
        let answer = try await served.post("/synchronizeReplica", standard.merging(fields) { $1 })
        #expect(answer["error"]?["code"] == 400, "\(fields) \(answer.text())")
        let after = try await served.synchronize(try id(replica), try generation(replica))
        for name in ["adds", "updates", "deleteIds"] { #expect(after["edits"]?[0]?["features"]?[name] == []) }
    }

    @Test func `a generation that has not come yet spoils nothing for others`() async throws {
        let served = try await served()
        let replica = try await served.replica(["syncDirection": "upload"])
        let answer = try await served.post(
            "/synchronizeReplica",
            ["replicaID": try id(replica), "syncDirection": "upload", "replicaServerGen": "9223372036854775807"])
        #expect(answer["error"]?["details"]?[0]?.string?.contains("has not come yet") == true)
        let other = try await served.replica(["replicaName": "other"])
        let step = try await served.synchronize(try id(other), try generation(other))
        #expect(step["error"] == nil && step["edits"]?.array?.count == 1)
    }

    @Test(arguments: [
        "[]", #"[{"id":0,"serverGen":GEN,"syncDirecton":"upload"}]"#, #"[{"id":0,"serverGen":GEN,"syncDirection":5}]"#,
    ]) func `edits of a layer that is not asked for, or asked for in words that mean nothing, are refused`(text: String)
        async throws
    {
        let served = try await served()
        let replica = try await served.replica(["syncModel": "perLayer"])
        let generation = try #require(replica["layerServerGens"]?[0]?["serverGen"]?.int, "\(replica.text())")
        let answer = try await served.synchronize(
            try id(replica), nil,
            [
                "syncLayers": text.replacing("GEN", with: "\(generation)"), "syncDirection": "bidirectional",
                "edits": #"[{"id":0,"features":{"adds":[\#(Self.row)]}}]"#,
            ])
        #expect(answer["error"]?["code"] == 400, "\(answer.text())")
        #expect(try await served.get("/0/query", ["where": "1=1", "returnCountOnly": "true"])["count"] == 4)
    }

    @Test(arguments: [("upload", "download", true), ("download", "upload", false), ("upload", "snapshot", false)])
    func `edits are taken of a layer that sends, whichever way others go`(own: String, other: String, isTaken: Bool) async throws
    {
        let tables = ["Things", "Ways"].map { (ServedReplicas.definition($0), [ServedReplicas.feature($0)]) }
        let served = try await ServedReplicas(tables)
        let replica = try await served.replica(["layers": "0,1", "syncModel": "perLayer"])
        let generation = try #require(replica["layerServerGens"]?[0]?["serverGen"]?.int, "\(replica.text())")
        try await served.edit(FeatureEdits(adds: [ServedReplicas.feature("theirs")]), "Ways")
        let layers = [own, other].enumerated().map { id, direction in
            #"{"id":\#(id),"serverGen":\#(generation),"syncDirection":"\#(direction)"}"#
        }
        let answer = try await served.synchronize(
            try id(replica), nil,
            [
                "syncLayers": "[\(layers.joined(separator: ","))]",
                "edits": #"[{"id":0,"features":{"adds":[\#(Self.row)]}}]"#,
            ])
        #expect((answer["error"] == nil) == isTaken, "\(answer.text())")
        #expect(try await served.get("/0/query", ["where": "1=1", "returnCountOnly": "true"])["count"] == (isTaken ? 2 : 1))
        if isTaken { #expect(names(answer["edits"]?[1]?["features"]?["adds"]) == ["theirs"], "\(answer.text())") }
    }

    @Test func `who sends only is heard each time, unless his mark is the same`() async throws {
        let served = try await ServedReplicas([(ServedReplicas.definition("Things"), [ServedReplicas.feature("a")])])
        let replica = try await served.replica()
        let known = try #require(replica["layers"]?[0]?["features"]?[0]?["attributes"]?["GLOBALID"]?.string)
        let edits = #"[{"id":0,"features":{"updates":[{"attributes":{"GLOBALID":"\#(known)","NAME":"two"}}]}}]"#
        func send(_ fields: [String: String]) async throws -> String? {
            let standard = ["replicaID": try id(replica), "syncDirection": "upload", "edits": edits]
            let answer = try await served.post("/synchronizeReplica", standard.merging(fields) { $1 })
            #expect(answer["error"] == nil, "\(answer.text())")
            return try await served.get("/0/query", ["where": "1=1", "outFields": "NAME"])["features"]?[0]?["attributes"]?[
                "NAME"]?.string
        }
        for (mark, last) in [([:], "two"), (["cairnMark": "m"], "other")] {
            #expect(try await send(mark) == "two")
            try await served.sql("UPDATE Things SET NAME = 'other'")
            #expect(try await send(mark) == last)
        }
    }

    @Test func `edits whose answer was lost are carried out once, whatever others do meanwhile`() async throws {
        let served = try await ServedReplicas([(ServedReplicas.definition("Things"), [ServedReplicas.feature("a")])])
        let replica = try await served.replica()
        let known = try #require(replica["layers"]?[0]?["features"]?[0]?["attributes"]?["GLOBALID"]?.string)
        let edits = """
            [{"id":0,"features":{"updates":[{"attributes":{"GLOBALID":"\(known)","NAME":"mine"}}],
            "adds":[{"attributes":{"NAME":"new","GLOBALID":"{\(UUID().uuidString)}"}}]}}]
            """
        let first = try await served.synchronize(try id(replica), try generation(replica), ["edits": edits])
        try await served.sql("UPDATE Things SET NAME = 'theirs' WHERE NAME = 'mine'; DELETE FROM Things WHERE NAME = 'new'")
        try await served.restart()
        let second = try await served.synchronize(try id(replica), try generation(replica), ["edits": edits])
        #expect(second["edits"]?[0]?["addResults"] == first["edits"]?[0]?["addResults"])
        #expect(names(second["edits"]?[0]?["features"]?["updates"]) == ["theirs"])
        #expect(second["edits"]?[0]?["features"]?["deleteIds"]?.array?.count == 1)
        #expect(try await served.get("/0/query", ["where": "1=1", "returnCountOnly": "true"])["count"] == 1)
    }

    @Test func `with a rollback nothing is done if something is refused, but for what is gone anyway`() async throws {
        let served = try await ServedReplicas([(ServedReplicas.definition("Things"), [ServedReplicas.feature("a")])])
        let replica = try await served.replica()
        func edits(_ rest: String) -> String {
            "[{\"id\":0,\"features\":{\"adds\":[{\"attributes\":{\"NAME\":\"b\",\"GLOBALID\":\"{\(UUID().uuidString)}\"}}],\(rest)}}]"
        }
        let gone = "\"{\(UUID().uuidString)}\""
        let refused = try await served.synchronize(
            try id(replica), try generation(replica),
            ["rollbackOnFailure": "true", "edits": edits("\"updates\":[{\"attributes\":{\"GLOBALID\":\(gone),\"NAME\":\"x\"}}]")])
        #expect(refused["edits"]?[0]?["addResults"]?[0]?["success"] == false, "\(refused.text())")
        #expect(try await served.get("/0/query", ["where": "1=1", "returnCountOnly": "true"])["count"] == 1)
        let done = try await served.synchronize(
            try id(replica), try generation(replica), ["rollbackOnFailure": "true", "edits": edits("\"deleteIds\":[\(gone)]")])
        #expect(done["edits"]?[0]?["addResults"]?[0]?["success"] == true, "\(done.text())")
    }

    @Test func `attachments are sent and told, as bytes and by address`() async throws {
        let served = try await ServedReplicas([(ServedReplicas.definition("Things"), [ServedReplicas.feature("a")])])
        let mine = try await served.replica(["returnAttachments": "true"])
        let other = try await served.replica(["returnAttachments": "true", "returnAttachmentsDataByUrl": "false"])
        let parent = try #require(mine["layers"]?[0]?["features"]?[0]?["attributes"]?["GLOBALID"]?.string)
        let (bytes, own) = (Data((0..<70_001).map { UInt8($0 & 0xFF) }), "{\(UUID().uuidString)}")
        let edits = """
            [{"id":0,"attachments":{"adds":[{"globalid":"\(own)","parentGlobalid":"\(parent)","name":"n","contentType":"image/png",
            "data":"\(bytes.base64EncodedString())"}]}}]
            """
        let answer = try await served.synchronize(try id(mine), try generation(mine), ["edits": edits])
        #expect(answer["edits"]?[0]?["attachmentResults"]?["addResults"]?[0]?["globalId"] == .string(own), "\(answer.text())")
        #expect(answer["edits"]?[0]?["attachments"]?["adds"] == [])
        let told = try await served.synchronize(try id(other), try generation(other))
        let added = try #require(told["edits"]?[0]?["attachments"]?["adds"]?[0], "\(told.text())")
        #expect(added["parentGlobalId"] == .string(parent) && Data(base64Encoded: added["data"]?.string ?? "") == bytes)
        let fresh = try await served.replica(["returnAttachments": "true", "replicaName": "fresh"])
        let url = try #require(fresh["layers"]?[0]?["attachments"]?[0]?["url"]?.string, "\(fresh.text())")
        #expect(try await served.response(url).body == bytes)
    }

    @Test func `files are fetched from any byte on, and made again by a server that was begun again`() async throws {
        let served = try await served()
        let answer = try await served.post("/createReplica", ["layers": "0"])
        let url = try #require(answer["URL"]?.string, "\(answer.text())")
        let whole = try await served.response(url)
        let rest = try await served.response(url, headers: ["Range": "bytes=10-"])
        #expect(rest.status == 206 && rest.body == whole.body.dropFirst(10))
        try await served.restart()
        let again = try JSONValue(parsing: try await served.response(url).body)
        #expect(again["layers"] == (try JSONValue(parsing: whole.body))["layers"] && again["replicaID"] == answer["replicaID"])
        #expect(try await served.get("/replicafiles/none.json")["error"]?["code"] == 404)
        #expect(try await served.get("/jobs/none")["error"]?["code"] == 404)
    }

    @Test func `replicas are given up one by one, several at once, and all`() async throws {
        let served = try await ServedReplicas([(ServedReplicas.definition("Things"), [])])
        var ids: [String] = []
        for _ in 0..<4 { ids.append(try id(try await served.replica())) }
        #expect(try await served.post("/unRegisterReplica", ["replicaID": "nobody"])["error"]?["code"] == 400)
        #expect(try await served.post("/unRegisterReplica", ["replicaID": "{\(ids[0].lowercased())}"])["success"] == true)
        #expect(try await served.post("/unRegisterReplica", ["replicaID": "\(ids[1]), \(ids[2])"])["success"] == true)
        #expect(try await served.get("/replicas").array?.count == 1)
        #expect(try await served.synchronize(ids[3], nil, ["syncDirection": "upload", "closeReplica": "true"])["error"] == nil)
        #expect(try await served.get("/replicas") == [])
        #expect(try await served.post("/unRegisterReplica", ["replicaID": "*"])["success"] == true)
    }

    @Test func `where users sign in, a replica is known to its owner alone`() async throws {
        let served = try await ServedReplicas(
            [(ServedReplicas.definition("Things"), [ServedReplicas.feature("a")])], users: ["ann": "pw", "bob": "pw"])
        var tokens: [String: [String: String]] = [:]
        for user in ["ann", "bob"] {
            let fields = ["username": user, "password": "pw"]
            let answer = try await served.post("http://local/arcgis/tokens/generateToken", fields)
            tokens[user] = ["token": try #require(answer["token"]?.string, "\(answer.text())")]
        }
        let (ann, bob) = (tokens["ann"] ?? [:], tokens["bob"] ?? [:])
        let id = try id(try await served.replica(ann))
        #expect(try await served.get("/replicas", bob) == [])
        #expect(try await served.get("/replicas/\(id)", bob)["error"]?["code"] == 404)
        #expect(try await served.synchronize(id, 1, bob)["error"]?["code"] == 400)
        #expect(try await served.post("/unRegisterReplica", ["replicaID": id].merging(bob) { $1 })["error"]?["code"] == 400)
        #expect(try await served.post("/unRegisterReplica", ["replicaID": "*"].merging(bob) { $1 })["success"] == true)
        #expect(try await served.get("/replicas", ann).array?.count == 1)
        #expect(try await served.get("/replicas/\(id)", ann)["replicaOwner"] == "ann")
        #expect(try await served.post("/unRegisterReplica", ["replicaID": id].merging(ann) { $1 })["success"] == true)
    }

    @Test(arguments: ["", " ", ",", "*,*", "* , x", "%", "' OR '1'='1", "{}", "{", "\0", String(repeating: "*", count: 100_000)])
    func `what names no replica is given up by nobody`(text: String) async throws {
        let served = try await ServedReplicas([(ServedReplicas.definition("Things"), [])])
        _ = try await served.replica()
        #expect(try await served.post("/unRegisterReplica", ["replicaID": text])["error"]?["code"] == 400)
        #expect(try await served.get("/replicas").array?.count == 1)
    }

    @Test func `layers keep their ids when a table comes before them`() async throws {
        let served = try await ServedReplicas([(ServedReplicas.definition("Things"), [ServedReplicas.feature("a")])])
        let replica = try await served.replica()
        try await served.geodatabase.transaction { try $0.createTable(ServedReplicas.definition("Another")) }
        for _ in 0..<2 {
            #expect(try await served.get("/0")["name"] == "Things")
            #expect(try await served.get("/1")["name"] == "Another")
            #expect(try await served.synchronize(try id(replica), try generation(replica))["edits"]?[0]?["id"] == 0)
            try await served.restart()
        }
    }
}
