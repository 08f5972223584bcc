import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PortalItemTests {
    private static func info(_ members: String) throws -> PortalItemInfo {
        try PortalItemInfo(json: try JSONValue(parsing: "{\"id\":\"4bc\"\(members.isEmpty ? "" : ",")\(members)}"))
    }

    @Test func `an item without anything but its id is one`() throws {
        let bare = try Self.info("")
        #expect(bare.id == "4bc" && bare.title == "" && bare.type.rawValue == "" && bare.tags == [] && bare.size == nil)
        let names = [
            "owner", "title", "name", "type", "typeKeywords", "tags", "description", "snippet", "created", "modified", "extent",
            "url",
            "access", "size", "numViews", "avgRating", "properties", "thumbnail", "ownerFolder",
        ]
        for value in ["null", "{}", "[]", "[null]", "1e300", "true", "\"\"", "[{}]", "-1", "\"\\u0000\""] {
            let info = try Self.info(names.map { "\"\($0)\":\(value)" }.joined(separator: ","))
            #expect(info.id == "4bc" && info.extent == nil, "\(value)")
        }
    }

    @Test func `members are read in all their spellings`() throws {
        let info = try Self.info(
            #""tags":"plans, star dust,,","typeKeywords":["a",null,7," b "],"size":"12","created":"1496748288000","modified":-1,"#
                + #""numViews":1.9e3,"avgRating":4.5,"url":"//x.example.com/S","type":"web map""#)
        #expect(info.tags == ["plans", "star dust"] && info.typeKeywords == ["a", "7", "b"] && info.size == 12)
        #expect(info.created == Date(timeIntervalSince1970: 1_496_748_288) && info.modified == nil)
        #expect(info.viewCount == 1900 && info.averageRating == 4.5 && info.type == .webMap)
        #expect(info.url?.absoluteString == "https://x.example.com/S")
        let numbered = try PortalItemInfo(json: ["id": 7])
        #expect(numbered.id == "7")
        #expect(try JSONValue(encoding: info).decode(PortalItemInfo.self) == info)
    }

    @Test(
        arguments: [
            ("[[-180,-90],[180,90]]", [-180, -90, 180, 90]), ("[[\"7\",47.5],[8,\"48\"]]", [7, 47.5, 8, 48]),
            ("[7,47,8,48]", [7, 47, 8, 48]), ("\"7, 47, 8, 48\"", [7, 47, 8, 48]),
            (#"{"xmin":7,"ymin":47,"xmax":8,"ymax":48}"#, [7, 47, 8, 48]),
            (#"{"xmin":0,"ymin":0,"xmax":111319.49079327357,"ymax":0,"spatialReference":{"wkid":102100}}"#, [0, 0, 1, 0]),
            ("[[7,47],[7,47]]", [7, 47, 7, 47]), ("[[170,-20],[-170,10]]", [170, -20, 190, 10]),
        ] as [(String, [Double])])
    func `extents are read in all shapes`(json: String, sides: [Double]) throws {
        let box = try #require(try Self.info("\"extent\":\(json)").extent)
        #expect(box.spatialReference == .wgs84)
        #expect(zip([box.xMin, box.yMin, box.xMax, box.yMax], sides).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test(arguments: [
        "[]", "[[],[]]", "[[1,2],[3]]", "[[1,2],[3,4],[5,6]]", "[[0,0],[0,0]]", "[[1,2],[3,-4]]", "[[\"NaN\",2],[3,4]]", "\"\"",
        "[[-1e300,-1e300],[1e300,1e300]]", "[[7,47],[8,91]]", "[[500,1],[600,2]]", "[[null,1],[2,3]]", "{}", "7", "\"a,b,c,d\"",
        #"{"xmin":"NaN","ymin":"NaN","xmax":"NaN","ymax":"NaN"}"#,
        #"{"xmin":1,"ymin":1,"xmax":2,"ymax":2,"spatialReference":{"wkid":2056}}"#,
    ])
    func `what is empty, absurd or in other coordinates is no extent`(json: String) throws {
        #expect(try Self.info("\"extent\":\(json)").extent == nil)
    }

    @Test func `an item is loaded, and another than was asked for is refused`() async throws {
        let stub = StubbedPortal(["content/items/4bc": #"{"id":"4BC","title":"Plans"}"#, "content/items/3eb": #"{"id":"4bc"}"#])
        let item = stub.item()
        #expect(item.info == nil)
        try await item.load()
        #expect(item.info?.title == "Plans")
        await #expect(throws: TransportError.self) { try await stub.item("3eb").load() }
    }

    @Test func `what an item holds is had as bytes and as JSON, and nothing is nil`() async throws {
        let stub = StubbedPortal(responding: { path, _ in
            switch path {
            case "content/items/json/data": .json(#"{"a":[1]}"#)
            case "content/items/empty/data": HTTPResponse(body: Data())
            case "content/items/none/data": HTTPResponse(status: 204)
            case "content/items/bytes/data": HTTPResponse(body: Data([0xFF, 0, 1]))
            case "content/items/page/data": HTTPResponse(headers: ["content-type": "text/html"], body: Data("<html>Sign in".utf8))
            case "content/items/gone/data": HTTPResponse(status: 404, body: Data("<html>".utf8))
            default: nil
            }
        })
        #expect(try await stub.item("json").data() == Data(#"{"a":[1]}"#.utf8))
        #expect(try await stub.item("json").json() == ["a": [1]])
        #expect(try await stub.item("empty").data() == nil)
        #expect(try await stub.item("none").data() == nil)
        #expect(try await stub.item("empty").json() == nil)
        #expect(try await stub.item("bytes").data() == Data([0xFF, 0, 1]))
        for name in ["page", "gone", "unknown"] {
            await #expect("\(name)") { try await stub.item(name).data() } throws: { isProperPortalError($0) }
        }
        await #expect { try await stub.item("bytes").json() } throws: { isProperPortalError($0) }
    }

    @Test func `a token goes with what is fetched, and comes back in nothing`() async throws {
        let stub = StubbedPortal(
            hasToken: true,
            responding: { path, _ in path.hasSuffix("/data") ? .json("{\"seen\":\"\(StubbedPortal.token)\"}") : nil })
        let json = try await stub.item().json()
        #expect(json != nil && !"\(json as Any)".contains(StubbedPortal.token))
        let request = try #require(stub.transport.requests.first)
        #expect(request.headers["X-Esri-Authorization"] == "Bearer \(StubbedPortal.token)" && request.url.query == nil)
    }

    @Test func `a token refused for a file is renewed once`() async throws {
        let stub = StubbedPortal { path, _ in
            path.hasSuffix("/data") ? #"{"error":{"code":498,"message":"Invalid token."}}"# : nil
        }
        await #expect { try await stub.item().data() } throws: { ($0 as? ServiceError)?.code == 498 }
    }

    @Test func `what an item holds goes into a file`() async throws {
        let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let stub = StubbedPortal(responding: { path, _ in path.hasSuffix("4bc/data") ? HTTPResponse(body: content) : nil })
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "data.mmpk")
        try await stub.item().downloadData(to: file)
        #expect(try Data(contentsOf: file) == content)
        await #expect(throws: (any Error).self) { try await stub.item("gone").downloadData(to: folder.appending(path: "other")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["data.mmpk"])
    }

    @Test func `the picture is where the item says, and never elsewhere`() async throws {
        let stub = StubbedPortal(responding: { path, _ in
            switch path {
            case "content/items/4bc": .json(#"{"id":"4bc","thumbnail":"thumbnail/ago downloaded.png"}"#)
            case "content/items/bad": .json(#"{"id":"bad","thumbnail":"../../../admin"}"#)
            case "content/items/none": .json(#"{"id":"none","thumbnail":null}"#)
            case "content/items/4bc/info/thumbnail/ago downloaded.png": HTTPResponse(body: Data([1, 2]))
            default: nil
            }
        })
        #expect(try await stub.item().thumbnail() == Data([1, 2]))
        #expect(try await stub.item("none").thumbnail() == nil)
        await #expect(throws: PortalError.self) { try await stub.item("bad").thumbnail() }
    }

    @Test func `related items are asked for by relationship and direction`() async throws {
        let stub = StubbedPortal { path, fields in
            guard path == "content/items/4bc/relatedItems", fields["relationshipType"] == "Map2Area" else { return nil }
            guard fields["direction"] == "forward" else { return #"{"total":0,"relatedItems":[]}"# }
            return fields["start"] == "1"
                ? #"{"total":2,"nextStart":2,"relatedItems":[{"id":"a1"}]}"#
                : #"{"total":2,"nextStart":-1,"relatedItems":[{"id":"a2"}]}"#
        }
        #expect(try await stub.item().relatedItems(.mapToArea).map(\.id) == ["a1", "a2"])
        #expect(try await stub.item().relatedItems(.mapToArea, direction: .reverse).isEmpty)
        await #expect(throws: ServiceError.self) { try await stub.item().relatedItems(.serviceToData) }
    }

    @Test func `what changes something is sent once, as a form`() async throws {
        let stub = StubbedPortal { path, fields in
            switch path {
            case "content/items/4bc": #"{"id":"4bc","owner":"ann","title":"T"}"#
            case "content/items/4bc/comments": #"{"comments":[{"id":"c1","comment":"Good","owner":"bob","created":5}]}"#
            case "content/items/4bc/addComment": fields["comment"] == "Well done" ? #"{"success":true,"commentId":"c2"}"# : nil
            case "content/items/4bc/addRating": fields["rating"] == "4.0" ? #"{"success":true}"# : #"{"success":false}"#
            case "content/items/4bc/groups": #"{"admin":[{"id":"g1"}],"member":[],"other":null}"#
            case "content/users/ann/items/4bc/share": #"{"notSharedWith":["g2"],"itemId":"4bc"}"#
            case "content/users/ann/items/4bc/unshare": #"{"notUnsharedFrom":[],"itemId":"4bc"}"#
            case "content/users/ann/items/4bc/update": #"{"success":true,"id":"4bc"}"#
            default: nil
            }
        }
        let item = stub.item()
        #expect(try await item.comments().map(\.text) == ["Good"])
        #expect(try await item.addComment("Well done").id == "c2")
        try await item.addRating(4)
        await #expect(throws: ServiceError.self) { try await item.addRating(5) }
        await #expect(throws: PortalError.self) { try await item.addRating(.nan) }
        #expect(try await item.groups().admin.map(\.id) == ["g1"])
        #expect(try await item.share(groupIDs: ["g1", "g2"]) == ["g2"])
        #expect(stub.transport.requests.last?.form["groups"] == "g1,g2")
        #expect(try await item.unshare(fromGroupIDs: ["g1"]).isEmpty)
        try await item.update(["title": "New"])
        try await item.updateData(["a": 1])
        let sent = stub.transport.requests.filter { $0.url.lastPathComponent == "update" }
        #expect(sent.map(\.method) == [.post, .post] && sent.allSatisfy { !$0.isRepeatable })
        #expect(sent[0].form["title"] == "New" && sent[1].form["text"] == #"{"a":1}"#)
        #expect(sent.allSatisfy { $0.form["clearEmptyFields"] == nil })
        try await item.update(["snippet": ""])
        #expect(stub.transport.requests.last { $0.url.lastPathComponent == "update" }?.form["clearEmptyFields"] == "true")
        try await item.updateData(Data([1, 2]), named: "x.bin")
        #expect(stub.transport.requests.filter { $0.url.lastPathComponent == "update" }.count == 4)
    }

    @Test func `what the portal has changed is changed, though it cannot be asked what there is now`() async throws {
        let isDown = Mutex(false)
        let stub = StubbedPortal { path, _ in
            if isDown.withLock(\.self) { return nil }
            guard path.hasSuffix("update") else { return #"{"id":"4bc","owner":"ann","title":"Old"}"# }
            isDown.withLock { $0 = true }
            return #"{"success":true}"#
        }
        let item = stub.item()
        for change in [
            { try await item.update(["title": "New"]) }, { try await item.updateData(["a": 1]) },
            { try await item.updateData(Data([1]), named: "x.bin") },
        ] as [() async throws -> Void] {
            isDown.withLock { $0 = false }
            try await change()
            #expect(item.info?.title == "Old")
        }
        await #expect(throws: ServiceError.self) { try await item.update(["title": "New"]) }
    }

    @Test func `a web page that somebody keeps is had, whether its item was loaded or not`() async throws {
        let page = HTTPResponse(headers: ["content-type": "text/html"], body: Data("<html>Hello</html>".utf8))
        let stub = StubbedPortal(
            hasToken: true,
            responding: { path, _ in
                switch path {
                case "content/items/4bc": .json(#"{"id":"4bc","name":"Page.HTML"}"#)
                case "content/items/file": .json(#"{"id":"file","name":"file.zip"}"#)
                default: page
                }
            })
        #expect(try await stub.item().data() == page.body)
        let item = stub.item()
        try await item.load()
        #expect(try await item.data() == page.body)
        await #expect(throws: ServiceError.self) { try await stub.item("file").data() }
    }

    @Test func `whose name cannot be asked for is not told to sign in`() async throws {
        let page = HTTPResponse(headers: ["content-type": "text/html"], body: Data("<html>Hello</html>".utf8))
        let stub = StubbedPortal(
            hasToken: true,
            responding: { path, _ in
                path.hasSuffix("data") ? page : .json(#"{"error":{"code":500,"message":"Later.","details":[]}}"#)
            })
        let error = await #expect(throws: ServiceError.self) { try await stub.item().data() }
        #expect(error?.code == 500)
    }
}
