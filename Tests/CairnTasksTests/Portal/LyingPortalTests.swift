import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// A portal that answers what it likes: all of it is read as it plainly says, or refused, and no token comes back in an error.
@Suite(.timeLimit(.minutes(10)))
struct LyingPortalTests {
    private static let item =
        #"{"id":"4bc","owner":"ann","title":"T","type":"Web Map","tags":["a"],"created":1,"extent":[[1,2],[3,4]],"thumbnail":"t/x.png"}"#

    private static func honest(_ path: String) -> String? {
        switch path {
        case "portals/self":
            #"{"id":"O1","name":"N","user":{"username":"ann"},"helperServices":{"geocode":[{"url":"u"}]},"defaultExtent":{"xmin":1,"ymin":1,"xmax":2,"ymax":2}}"#
        case "community/users/ann", "community/self": #"{"username":"ann","created":5,"groups":[{"id":"g"}]}"#
        case "community/groups": #"{"total":1,"nextStart":-1,"results":[{"id":"g","title":"G"}]}"#
        case "community/groups/g/users": #"{"owner":"ann","admins":["ann"],"users":["bob"]}"#
        case "search": "{\"total\":1,\"nextStart\":-1,\"results\":[\(item)]}"
        case "content/items/4bc": item
        case "content/items/4bc/data":
            #"{"operationalLayers":[{"id":"a","url":"https://x"}],"baseMap":{"baseMapLayers":[]},"version":"2"}"#
        case "content/items/4bc/relatedItems": "{\"total\":1,\"relatedItems\":[\(item)]}"
        case "content/items/4bc/comments": #"{"comments":[{"id":"c","comment":"x"}]}"#
        case "content/items/4bc/groups": #"{"admin":[],"member":[],"other":[{"id":"g"}]}"#
        case "content/users/ann": "{\"items\":[\(item)],\"folders\":[{\"id\":\"f\"}]}"
        case "content/users/ann/items/4bc/share": #"{"notSharedWith":[],"itemId":"4bc"}"#
        case "content/users/ann/items/4bc/update", "content/items/4bc/addRating": #"{"success":true}"#
        case "content/items/4bc/addComment": #"{"success":true,"commentId":"c"}"#
        default: nil
        }
    }

    typealias Operation = @Sendable (Portal) async throws -> Void
    private static let operations: [(name: String, ask: Operation)] = [
        ("load", { try await $0.load() }), ("user", { _ = try await $0.user(named: "ann") }),
        ("groups", { _ = try await $0.findGroups(using: .groups(owner: "ann")) }),
        ("members", { _ = try await $0.members(ofGroup: "g") }),
        ("search", { _ = try await $0.findItems(using: PortalQueryParameters(query: "x")) }),
        ("content", { _ = try await $0.userContent(of: "ann") }),
        ("item", { try await PortalItem(portal: $0, id: "4bc").load() }),
        ("data", { _ = try await PortalItem(portal: $0, id: "4bc").data() }),
        ("map", { try await Map(item: PortalItem(portal: $0, id: "4bc")).load() }),
        ("thumbnail", { _ = try await PortalItem(portal: $0, id: "4bc").thumbnail() }),
        ("related", { _ = try await PortalItem(portal: $0, id: "4bc").relatedItems(.mapToArea) }),
        ("comments", { _ = try await PortalItem(portal: $0, id: "4bc").comments() }),
        ("item groups", { _ = try await PortalItem(portal: $0, id: "4bc").groups() }),
        ("share", { try await PortalItem(portal: $0, id: "4bc").share(withEveryone: true) }),
        ("update", { try await PortalItem(portal: $0, id: "4bc").update(["title": "x"]) }),
        ("comment", { _ = try await PortalItem(portal: $0, id: "4bc").addComment("x") }),
        ("rate", { try await PortalItem(portal: $0, id: "4bc").addRating(3) }),
    ]

    @Test func `an honest portal satisfies every operation`() async throws {
        for (_, ask) in Self.operations {
            let stub = StubbedPortal(
                hasToken: true,
                responding: { path, _ in
                    path.hasSuffix(".png") ? HTTPResponse(body: Data([1])) : Self.honest(path).map { .json($0) }
                })
            try await ask(stub.portal)
        }
    }

    @Test(arguments: operations.indices) func `every operation takes every answer, or refuses it`(index: Int) async throws {
        let (name, ask) = Self.operations[index]
        for seed in 0..<80 as Range<UInt64> {
            let random = Mutex(SeededGenerator(seed: seed))
            let stub = StubbedPortal(
                hasToken: true,
                responding: { path, _ in
                    guard let text = Self.honest(path), let json = try? JSONValue(parsing: text) else { return nil }
                    return .json(random.withLock { JSONTree(json).mutated(using: &$0).text })
                })
            do { try await ask(stub.portal) } catch {
                #expect(isProperPortalError(error), "seed \(seed), \(name): \(type(of: error)) \(error)")
            }
        }
    }

    /// Answers that are no answers, each with the token in it.
    private static let useless: [HTTPResponse] = [
        .json("{}"), .json("null"), .json("[]"), .json(""), .json("{\"error\":\"\(StubbedPortal.token)\"}"),
        .json("{\"error\":{\"code\":400,\"message\":\"\(StubbedPortal.token)\",\"details\":[\"\(StubbedPortal.token)\"]}}"),
        .json("{\"status\":\"failed\",\"statusMessage\":\"\(StubbedPortal.token)\"}"),
        HTTPResponse(headers: ["content-type": "text/html"], body: Data("<html>\(StubbedPortal.token)</html>".utf8)),
        HTTPResponse(status: 500, body: Data("\(StubbedPortal.token)".utf8)), HTTPResponse(status: 401),
        HTTPResponse(status: 302, headers: ["location": "https://evil.example.com/?token=\(StubbedPortal.token)"]),
        .json(String(repeating: "[", count: 100_000)),
        .json("{\"id\":\"\(StubbedPortal.token)\",\"results\":[{}],\"items\":[null]}"),
        .json(#"{"error":{"code":498,"message":"Invalid token."}}"#),
        .json(#"{"id":1e300,"results":1e300,"items":1e300,"username":{}}"#),
    ]

    @Test(arguments: useless.indices) func `what is no answer is refused, and nothing of the token is told`(index: Int)
        async throws
    {
        for (name, ask) in Self.operations {
            let stub = StubbedPortal(hasToken: true, responding: { _, _ in Self.useless[index] })
            do {
                try await ask(stub.portal)
                // Bytes are bytes, whatever they are, and an item without a picture has none.
                #expect(["data", "thumbnail"].contains(name) || index >= 12, "\(name) takes \(index)")
            } catch {
                #expect(isProperPortalError(error), "\(name): \(type(of: error)) \(error)")
            }
        }
    }

    @Test func `related items that are given again and again are refused`() async throws {
        let asked = Atomic(0)
        let items = (0..<100).map { #"{"id":"i\#($0)"}"# }.joined(separator: ",")
        let stub = StubbedPortal { path, fields in
            guard path.hasSuffix("relatedItems") else { return #"{"id":"4bc"}"# }
            asked.add(1, ordering: .relaxed)
            let next = (Int(fields["start"] ?? "") ?? 1) + 1
            return #"{"total":-1,"num":100,"nextStart":\#(next),"relatedItems":[\#(items)]}"#
        }
        await #expect(throws: TransportError.self) { try await stub.item().relatedItems(.mapToArea) }
        #expect(asked.load(ordering: .relaxed) == 1)
    }

    @Test func `what is found again and again is refused, and so is what has no end`() async throws {
        let items = (0..<100).map { #"{"id":"i\#($0)"}"# }.joined(separator: ",")
        let again = StubbedPortal { _, fields in
            #"{"nextStart":\#((Int(fields["start"] ?? "") ?? 1) + 1),"results":[\#(items)]}"#
        }
        await #expect(throws: TransportError.self) { try await again.portal.findItems(using: PortalQueryParameters(query: "x")) }
        let endless = StubbedPortal { _, fields in
            #"{"nextStart":\#((Int(fields["start"] ?? "") ?? 1) + 1),"results":[{"id":"a"}]}"#
        }
        let last = PortalQueryParameters(query: "x", startIndex: 99_999)
        let beyond = try #require(try await endless.portal.findItems(using: last).nextQueryParameters)
        await #expect(throws: TransportError.self) { try await endless.portal.findItems(using: beyond) }
    }

    @Test func `a token does not follow to another host`() async throws {
        let evil = Mutex(false)
        let transport = StubTransport { request in
            if request.url.host == "evil.example.com" {
                evil.withLock {
                    $0 = $0 || "\(request.headers) \(request.form) \(request.url.absoluteString)".contains(StubbedPortal.token)
                }
                return .json("{}")
            }
            return HTTPResponse(status: 307, headers: ["location": "https://evil.example.com/x"])
        }
        let portal = Portal(
            url: StubbedPortal.url, transport: transport,
            credential: APIKeyCredential(StubbedPortal.token, server: StubbedPortal.url))
        for (_, ask) in Self.operations { _ = try? await ask(portal) }
        let isTold = evil.withLock(\.self)
        #expect(!isTold)
    }
}
