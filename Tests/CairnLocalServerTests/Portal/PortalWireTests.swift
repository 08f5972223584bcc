import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

/// The portal as clients of other people's making ask it.
@Suite(.timeLimit(.minutes(10)))
struct PortalWireTests {
    private let folder: PortalSiteFolder
    private let server: LocalServer

    init() throws {
        folder = try PortalSiteFolder.town()
        server = LocalServer(portal: PublishedPortal(folder: folder.url), users: ["ann": "a long password"])
    }

    private func response(_ path: String, _ form: [String: String]? = nil) async throws -> HTTPResponse {
        let url = try #require(URL(string: "http://town.example.com:8080\(path)"))
        return try await server.send(form.map { .form(url, $0) } ?? HTTPRequest(.get, url))
    }

    private func json(_ path: String, _ form: [String: String]? = nil) async throws -> JSONValue {
        try JSONValue(parsing: await response(path, form).body)
    }

    @Test(arguments: [
        "/sharing/rest/portals/self?f=json", "/sharing/rest/portals/self/?f=pjson", "/portal/sharing/rest/portals/self?F=JSON",
        "/arcgis/sharing/rest/Portals/Self?f=json", "/sharing/portals/self?f=json", "//sharing//rest//portals//self?f=json",
        "/sharing/rest/portals/0123456789ABCDEF?f=json",
    ])
    func `whatever way its address is written`(path: String) async throws {
        let answer = try await json(path)
        #expect(answer["name"] == "Town" && answer["portalHostname"] == "town.example.com:8080" && answer["user"] == nil)
    }

    @Test func `by POST as by GET`() async throws {
        let byGet = try await json("/sharing/rest/search?q=trees&f=json&num=1")
        #expect(try await json("/sharing/rest/search", ["q": "trees", "f": "json", "num": "1"]) == byGet)
        #expect(byGet["total"] == 2 && byGet["nextStart"] == 2 && byGet["num"] == 1 && byGet["query"] == "trees")
        #expect(try await json("/sharing/rest/content/items/map", ["f": "json"])["id"] == "map")
        #expect(try await json("/sharing/rest/content/items/map/data", ["f": "json"])["version"] == "2.31")
    }

    @Test func `what it says of tokens, and how they are used`() async throws {
        let info = try await json("/sharing/rest/info?f=json")
        #expect(info["authInfo"]?["tokenServicesUrl"] == "http://town.example.com:8080/sharing/rest/generateToken")
        let wrong = try await json("/sharing/rest/generateToken", ["username": "ann", "password": "x", "f": "json"])
        #expect(wrong["error"]?["code"] == 400)
        let form = ["username": "ann", "password": "a long password", "client": "requestip", "f": "json"]
        let token = try #require(try await json("/sharing/rest/generateToken", form)["token"]?.string)
        #expect(try await json("/sharing/rest/community/self?f=json&token=\(token)")["username"] == "ann")
        #expect(try await json("/sharing/rest/portals/self?f=json&token=\(token)")["user"]?["username"] == "ann")
        #expect(try await json("/sharing/rest/community/self?f=json")["error"]?["code"] == 499)
        #expect(try await json("/sharing/rest/portals/self?f=json&token=wrong")["error"]?["code"] == 498)
        let header = HTTPRequest(
            .get, try #require(URL(string: "http://localhost/sharing/rest/content/items/secret/data")),
            headers: ["X-Esri-Authorization": "Bearer \(token)"])
        #expect(try await server.send(header).body == Data("a,b\n".utf8))
    }

    @Test(arguments: [
        ("/sharing/rest/content/items/none?f=json", 400), ("/sharing/rest/content/items/..%2Fmap?f=json", 400),
        ("/sharing/rest/content/items/none/data", 400), ("/sharing/rest/content/items/map/info/thumbnail/other.png", 404),
        ("/sharing/rest/content/items/map/info/..%2Fitem.json", 404), ("/sharing/rest/content/items/map/info/../item.json", 404),
        ("/sharing/rest/nonsense?f=json", 400), ("/sharing/rest/content?f=json", 400),
        ("/sharing/rest/content/items?f=json", 400),
        ("/sharing/rest/community/users/nobody?f=json", 400), ("/sharing/rest/content/items/map/explode?f=json", 400),
        ("/sharing/rest/content/items/map/relatedItems?f=json", 400), ("/sharing/rest/search?q=(a&f=json", 400),
        ("/sharing/rest/search?q=a&start=x&f=json", 400), ("/sharing/rest/search?q=a&num=1.5&f=json", 400),
        ("/sharing/rest/search?q=a&sortField=evil&f=json", 400), ("/sharing/rest/search?q=a&bbox=1,2&f=json", 400),
        ("/sharing/rest/content/items/map/addComment?comment=x&f=json", 405),
        ("/sharing/rest/content/users/ann/items/map/update?title=x&f=json", 405),
    ])
    func `what cannot be answered is an error`(path: String, code: Int) async throws {
        let answer = try await response(path)
        #expect(answer.status == 200)
        #expect(
            try JSONValue(parsing: answer.body)["error"]?["code"]?.int == code, "\(String(decoding: answer.body, as: UTF8.self))")
    }

    @Test func `what Python's API asks beside that`() async throws {
        #expect(try await json("/sharing/rest/search?q=trees&start=-1&num=50&f=json")["num"] == 50)
        #expect(try await json("/sharing/rest/search?q=trees+accountid:0123456789ABCDEF&f=json")["total"] == 2)
        #expect(try await json("/sharing/rest/search?q=trees+orgid:other&f=json")["total"] == 0)
        let users = try await json("/sharing/rest/community/users?q=ann&f=json")
        #expect(users["results"]?.array?.map { $0["username"] } == ["ann"])
        let form = ["username": "ann", "password": "a long password", "f": "json"]
        let token = try #require(try await json("/sharing/rest/generateToken", form)["token"]?.string)
        let fields = ["token": token, "f": "json"]
        let id = try await json("/sharing/rest/content/items/map/addComment", fields.merging(["comment": "x"]) { $1 })[
            "commentId"]
        #expect(try await json("/sharing/rest/content/items/map/comments/\(id?.string ?? "")?f=json")["comment"] == "x")
        #expect(try await json("/sharing/rest/content/items/map/comments/none?f=json")["error"]?["code"] == 400)
        _ = try await json("/sharing/rest/content/items/map/addRating", fields.merging(["rating": "4"]) { $1 })
        #expect(try await json("/sharing/rest/content/items/map/rating", fields)["rating"] == 4)
        let shared = try await json("/sharing/rest/content/items/map/share", fields.merging(["everyone": "true"]) { $1 })
        #expect(shared == ["notSharedWith": [], "itemId": "map"])
        let csv = try await response("/sharing/rest/content/items/secret/data?token=\(token)")
        #expect(csv.headers["content-type"] == "text/csv;charset=utf-8")
        #expect(csv.headers["content-disposition"] == "attachment; filename=\"data.csv\"")
        let created = try await json("/sharing/rest/content/items/area?f=json")["created"]
        #expect(created?.int != nil)
    }

    @Test func `people with a browser are shown pages`() async throws {
        for path in ["/sharing/rest", "/sharing/rest/", "/sharing/rest/search?q=trees", "/sharing/rest/content/items/map"] {
            let answer = try await response(path)
            #expect(answer.headers["content-type"]?.hasPrefix("text/html") == true, "\(path)")
        }
        let data = try await response("/sharing/rest/content/items/map/data")
        #expect(data.headers["content-type"]?.hasPrefix("application/json") == true)
    }

    @Test func `without a portal there is none, and services are where they were`() async throws {
        let plain = LocalServer()
        let url = try #require(URL(string: "http://localhost/sharing/rest/portals/self?f=json"))
        #expect(try JSONValue(parsing: await plain.send(HTTPRequest(.get, url)).body)["error"] != nil)
        #expect(try await json("/arcgis/rest/info?f=json")["currentVersion"] == 11.3)
        #expect(try await json("/arcgis/rest/services?f=json")["error"]?["code"] == 499)
    }

    @Test func `sorting and paging go through all of it once`() async throws {
        let items = (1...57).map { number in
            var item = PublishedItem(id: "i\(number)", type: number.isMultiple(of: 2) ? .csv : .kml, title: "T \(number % 5)")
            item.modified = Date(timeIntervalSince1970: Double(number * 7919 % 101))
            return item
        }
        let server = LocalServer(portal: PublishedPortal(items))
        let portal = Portal(url: try #require(URL(string: "http://localhost")), transport: server, credential: CredentialStore())
        for (field, order) in [
            ("modified", PortalQueryParameters.SortOrder.ascending), ("title", .descending), ("type", .ascending),
        ] {
            var next: PortalQueryParameters? = PortalQueryParameters(query: "*", limit: 10, sortField: field, sortOrder: order)
            var found: [PortalItemInfo] = []
            while let parameters = next {
                let page = try await portal.findItems(using: parameters)
                found += page.results.compactMap(\.info)
                next = page.nextQueryParameters
            }
            #expect(Set(found.map(\.id)).count == 57 && found.count == 57)
            let keys = found.map {
                field == "modified"
                    ? String(format: "%012.0f", $0.modified?.timeIntervalSince1970 ?? 0)
                    : field == "title" ? $0.title : $0.type.rawValue.lowercased()
            }
            #expect(keys == (order == .ascending ? keys.sorted() : keys.sorted(by: >)), "\(field)")
        }
    }
}
