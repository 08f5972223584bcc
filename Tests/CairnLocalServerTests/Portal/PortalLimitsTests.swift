import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

/// What a portal does not bear of those who ask it.
@Suite(.timeLimit(.minutes(5)))
struct PortalLimitsTests {
    private let server: LocalServer

    init() {
        let items = [
            PublishedItem(id: "map", type: .csv, title: "Old"), PublishedItem(id: "page", type: .webScene, title: "Page"),
        ]
        server = LocalServer(portal: PublishedPortal(items))
    }

    private func response(_ path: String, _ form: [String: String]? = nil) async throws -> HTTPResponse {
        let url = try #require(URL(string: "http://localhost/sharing/rest/content/\(path)"))
        return try await server.send(form.map { .form(url, $0.merging(["f": "json"]) { $1 }) } ?? HTTPRequest(.get, url))
    }

    private func json(_ path: String, _ form: [String: String]) async throws -> JSONValue {
        try JSONValue(parsing: await response(path, form).body)
    }

    private func update(_ form: [String: String]) async throws -> JSONValue {
        try await json("users/admin/items/map/update", form)
    }

    @Test(arguments: ItemLimits.lengths.sorted { $0.key < $1.key })
    func `texts that are too long are refused, and nothing is changed`(name: String, length: Int) async throws {
        let text = String(repeating: "ab,", count: length / 3 + 1)
        let other = name == "snippet" ? "title" : "snippet"
        let refused = try await update([name: String(text.prefix(length)) + "é", other: "new"])
        #expect(refused["error"]?["code"] == 400)
        #expect(refused["error"]?["details"]?.text().contains("it is longer than") == true)
        let item = try await json("items/map", [:])
        #expect(item["title"] == "Old" && item["snippet"] == .null)
        if name != "access" { #expect(try await update([name: String(text.prefix(length))])["success"] == true) }
    }

    @Test func `groups are counted once each, and are not without end`() async throws {
        let names = (0..<ItemLimits.groups).map { "g\($0)" }
        for _ in 0..<2 {
            let shared = try await json("items/map/share", ["groups": (names + names).joined(separator: ",")])
            #expect(shared == ["notSharedWith": [], "itemId": "map"])
            #expect(try await json("groups/g7", [:])["total"] == 1)
        }
        for groups in [names.joined(separator: ",") + ",x", "x", String(repeating: "y", count: 129)] {
            let refused = try await json("items/map/share", ["groups": groups, "everyone": "false"])
            #expect(refused["error"]?["code"] == 400)
        }
        #expect(try await json("items/map", [:])["access"] == "public")
        #expect(try await json("groups/x", [:])["total"] == 0)
        _ = try await json("items/map/unshare", ["groups": names.dropFirst().joined(separator: ",")])
        #expect(try await json("groups/g7", [:])["total"] == 0)
        #expect(try await json("groups/g0", [:])["total"] == 1)
    }

    @Test func `comments are not without end`() async throws {
        let longest = String(repeating: "c", count: ItemLimits.comment)
        #expect(try await json("items/map/addComment", ["comment": longest + "c"])["error"]?["code"] == 400)
        for _ in 0..<ItemLimits.comments {
            #expect(try await json("items/map/addComment", ["comment": "c"])["success"] == true)
        }
        #expect(try await json("items/map/addComment", ["comment": longest])["error"]?["code"] == 400)
        #expect(try await json("items/map/comments", [:])["total"] == .integer(ItemLimits.comments))
        #expect(try await json("items/page/addComment", ["comment": longest])["success"] == true)
    }

    @Test(arguments: [("map", "text/csv;charset=utf-8"), ("page", "application/octet-stream")])
    func `a file is what its item's type says, whatever its sender says`(id: String, type: String) async throws {
        let url = try #require(URL(string: "http://localhost/sharing/rest/content/users/admin/items/\(id)/update?f=json"))
        let body =
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.html\"\r\nContent-Type: text/html\r\n\r\n<script>\r\n--x--\r\n"
        let headers = ["Content-Type": "multipart/form-data; boundary=x"]
        let sent = try await server.send(HTTPRequest(.post, url, headers: headers, body: .data(Data(body.utf8))))
        #expect(try JSONValue(parsing: sent.body)["success"] == true)
        let data = try await response("items/\(id)/data")
        #expect(data.body == Data("<script>".utf8))
        #expect(data.headers["content-type"] == type && data.headers["x-content-type-options"] == "nosniff")
    }

    private static let entries = (0..<40).map { number in
        SearchedEntry(["id": .string("i\(number)"), "description": .string(String(repeating: "a", count: 20_000))])
    }

    @Test func `a search lets others go on, and counts what it looks at`() async throws {
        let query = try PortalQueryParser.read("*aab* OR description:[b TO c]")
        var work = PacedWork()
        #expect(try await PortalSearchPage.meeting(query, Self.entries, &work).isEmpty)
        let expected = 40 * 2 * 20_000
        #expect((expected...expected + 40 * 100).contains(work.steps))
        #expect(work.pauses == work.steps / PacedWork.stretch)
    }

    @Test func `a search ends with who has asked`() async throws {
        let query = try PortalQueryParser.read("*aab*")
        let steps = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var work = PacedWork()
            await #expect(throws: CancellationError.self) { try await PortalSearchPage.meeting(query, Self.entries, &work) }
            return work.steps
        }.value
        #expect(steps < 2 * PacedWork.stretch)
    }
}
