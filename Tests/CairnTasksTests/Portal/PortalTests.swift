import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PortalTests {
    @Test func `a portal says what it is, and who asks`() async throws {
        let stub = StubbedPortal([
            "portals/self": """
            {"id":"O1","name":"Town","urlKey":"town","customBaseUrl":"maps.arcgis.com","supportsOAuth":"true","units":"metric",
             "helperServices":{"geocode":[{"url":"https://g.example.com/GeocodeServer"},{"url":null}],"route":{"url":"//r.example.com/R"}},
             "user":{"username":"ann","fullName":"Ann","email":null,"groups":[{"id":"g1","title":"Trees"},"g2",{}]}}
            """
        ])
        #expect(stub.portal.info == nil && stub.portal.user == nil)
        try await stub.portal.load()
        let info = try #require(stub.portal.info)
        #expect(info.id == "O1" && info.name == "Town" && info.urlKey == "town" && info.supportsOAuth && info.units == "metric")
        #expect(info.geocodeServiceURLs.map(\.absoluteString) == ["https://g.example.com/GeocodeServer"])
        #expect(info.helperServiceURL("route")?.absoluteString == "https://r.example.com/R")
        #expect(info.helperServiceURL("none") == nil && info.defaultExtent == nil && info.defaultBasemap == nil)
        let user = try #require(stub.portal.user)
        #expect(user.username == "ann" && user.email == "" && user.groups.map(\.id) == ["g1"])
    }

    @Test(arguments: [
        "null", "{}", #"{"user":{}}"#, "[]", #""x""#, "<html>Sign in</html>", "", #"{"error":{"code":403,"message":"no"}}"#,
    ])
    func `what is nothing that a portal says is refused`(answer: String) async {
        let stub = StubbedPortal(["portals/self": answer], hasToken: true)
        do {
            try await stub.portal.load()
            Issue.record("loaded")
        } catch {
            #expect(isProperPortalError(error), "\(error)")
        }
        #expect(stub.portal.info == nil)
    }

    @Test func `who must be signed in is told that he is not`() async throws {
        let stub = StubbedPortal(["community/self": #"{"error":{"code":499,"message":"Token Required"}}"#])
        let portal = Portal(
            url: StubbedPortal.url, connection: .authenticated, transport: stub.transport, credential: CredentialStore())
        await #expect { try await portal.load() } throws: { ($0 as? ServiceError)?.code == 499 }
        let silent = StubbedPortal(["community/self": "{}"])
        let other = Portal(
            url: StubbedPortal.url, connection: .authenticated, transport: silent.transport, credential: CredentialStore())
        await #expect(throws: PortalError.notSignedIn(url: StubbedPortal.url.absoluteString)) { try await other.load() }
    }

    @Test(arguments: [
        ("{}", "is empty"), (#"{"fullName":"Ann"}"#, "names no user"), (#"{"username":null}"#, "names no user"),
        (#"{"username":" "}"#, "username is empty"), ("[]", "is no object"),
    ])
    func `a portal that takes a token and names no user is not said to have nobody signed in`(
        answer: String, words: String
    ) async throws {
        let stub = StubbedPortal(["community/self": answer])
        let credential = APIKeyCredential(StubbedPortal.token, server: StubbedPortal.url)
        let portal = Portal(
            url: StubbedPortal.url, connection: .authenticated, transport: stub.transport, credential: credential)
        await #expect { try await portal.load() } throws: { error in
            let text = "\(error)"
            return isProperPortalError(error) && !(error is PortalError) && text.contains("community/self")
                && text.contains(words)
        }
    }

    @Test func `a portal that demands somebody asks the handler of its credentials`() async throws {
        let stub = StubbedPortal { path, fields in
            if path == "portals/self" { return StubbedPortal.selfAnswer }
            guard fields["token"] == StubbedPortal.token else { return #"{"error":{"code":499,"message":"Token Required"}}"# }
            return #"{"username":"ann"}"#
        }
        let store = CredentialStore { _ in APIKeyCredential(StubbedPortal.token, server: StubbedPortal.url) }
        let portal = Portal(url: StubbedPortal.url, connection: .authenticated, transport: stub.transport, credential: store)
        try await portal.load()
        #expect(portal.user?.username == "ann")
    }

    @Test func `signing in has all that asks the same store be asked as that user`() async throws {
        let stub = StubbedPortal { path, fields in
            switch path {
            case "info": #"{"authInfo":{"tokenServicesUrl":"https://gis.example.com/portal/sharing/rest/generateToken"}}"#
            case "generateToken":
                fields["password"] == "pw" ? "{\"token\":\"\(StubbedPortal.token)\",\"expires\":4102444800000}" : nil
            case "portals/self": StubbedPortal.selfAnswer
            case "community/self": fields["token"] == StubbedPortal.token ? #"{"username":"ann"}"# : nil
            default: nil
            }
        }
        try await stub.portal.load()
        await #expect(throws: ServiceError.self) { try await stub.portal.signIn(username: "ann", password: "guessed") }
        #expect(stub.portal.user == nil)
        #expect(try await stub.portal.signIn(username: "ann", password: "pw").username == "ann")
        #expect(stub.portal.user?.username == "ann")
        _ = try? await stub.item().load()
        #expect(stub.transport.requests.last?.form["token"] == StubbedPortal.token)
    }

    /// A portal where Ann can sign in; whoever has not is answered once the gate is open.
    private func signingIn(_ answer: String, behind gate: Gate) -> StubTransport {
        StubTransport { request in
            let isAnns = request.form["token"] == StubbedPortal.token
            switch request.url.lastPathComponent {
            case "info":
                return .json(#"{"authInfo":{"tokenServicesUrl":"https://gis.example.com/portal/sharing/rest/generateToken"}}"#)
            case "generateToken": return .json("{\"token\":\"\(StubbedPortal.token)\",\"expires\":4102444800000}")
            case "self" where isAnns: return .json(#"{"id":"O1","name":"Ann's","username":"ann"}"#)
            default:
                try await gate.pass()
                return .json(answer)
            }
        }
    }

    @Test func `who signs in while nobody's load is under way is signed in when that ends`() async throws {
        let gate = Gate()
        let transport = signingIn(#"{"id":"O1","name":"Nobody's"}"#, behind: gate)
        let portal = Portal(url: StubbedPortal.url, transport: transport, credential: CredentialStore())
        async let loaded: Void = portal.load()
        await gate.waiting(for: 1)
        try await portal.signIn(username: "ann", password: "pw")
        #expect(portal.info == nil)
        gate.open()
        try await loaded
        #expect(portal.user?.username == "ann" && portal.info?.name == "Ann's")
    }

    @Test func `who signs in while a load is refused is signed in all the same`() async throws {
        let gate = Gate()
        let transport = signingIn(#"{"error":{"code":400,"message":"No.","details":[]}}"#, behind: gate)
        let portal = Portal(url: StubbedPortal.url, transport: transport, credential: CredentialStore())
        async let loaded: Void = portal.load()
        await gate.waiting(for: 1)
        try await portal.signIn(username: "ann", password: "pw")
        gate.open()
        try await loaded
        #expect(portal.user?.username == "ann" && portal.info?.name == "Ann's")
    }

    @Test func `a portal without tokens says so`() async {
        let stub = StubbedPortal(["info": #"{"authInfo":{"isTokenBasedSecurity":false}}"#])
        await #expect(throws: PortalError.noTokens(url: StubbedPortal.url.absoluteString)) {
            try await stub.portal.signIn(username: "ann", password: "pw")
        }
    }

    @Test func `users, groups and who is in them are read`() async throws {
        let stub = StubbedPortal([
            "community/users/ann": #"{"username":"ann","created":1496748288000,"lastLogin":-1,"tags":"a, b"}"#,
            "community/groups/g1": #"{"id":7,"title":"Trees","owner":"ann","tags":null}"#,
            "community/groups/g1/users": #"{"owner":"ann","admins":["ann"],"users":["bob",null,"eve"]}"#,
        ])
        let user = try await stub.portal.user(named: "ann")
        #expect(user.tags == ["a", "b"] && user.created == Date(timeIntervalSince1970: 1_496_748_288))
        let group = try await stub.portal.group(withID: "g1")
        #expect(group.id == "7" && group.title == "Trees" && group.tags == [])
        let members = try await stub.portal.members(ofGroup: "g1")
        #expect(members.owner == "ann" && members.admins == ["ann"] && members.users == ["bob", "eve"])
        #expect(try await stub.portal.thumbnail(of: user) == nil)
    }

    @Test(arguments: [0, 1, 7, 100, 101, 250]) func `all that a user has comes, however many pages it takes`(count: Int)
        async throws
    {
        let stub = StubbedPortal { path, fields in
            guard path == "content/users/ann" || path == "content/users/ann/f1" else { return nil }
            let start = Int(fields["start"] ?? "") ?? 1
            // No more than forty at once, whatever is asked for.
            let end = min(start + 39, count)
            let items = (start...max(start, end)).filter { $0 <= count }.map { "{\"id\":\"i\($0)\"}" }
            let folders = start == 1 ? #","folders":[{"id":"f1","title":"Old"}]"# : ""
            return
                "{\"total\":\(count),\"nextStart\":\(end < count ? end + 1 : -1),\"items\":[\(items.joined(separator: ","))]\(folders)}"
        }
        let content = try await stub.portal.userContent(of: "ann")
        #expect(content.items.map(\.id) == (0..<count).map { "i\($0 + 1)" })
        #expect(content.folders.map(\.id) == ["f1"] && content.folders.first?.title == "Old")
        #expect(try await stub.portal.content(inFolder: "f1", of: "ann").count == count)
    }

    @Test(arguments: [1, 0, -1, 2]) func `a list that leads back has an end`(next: Int) async throws {
        let stub = StubbedPortal { _, _ in "{\"items\":[{\"id\":\"a\"}],\"nextStart\":\(next)}" }
        #expect(try await stub.portal.userContent(of: "ann").items.count == (next == 2 ? 2 : 1))
    }

    @Test func `a list without an end is refused`() async {
        let stub = StubbedPortal { _, fields in
            "{\"items\":[{\"id\":\"a\"}],\"nextStart\":\((Int(fields["start"] ?? "") ?? 1) + 1)}"
        }
        await #expect(throws: TransportError.self) { try await stub.portal.userContent(of: "ann") }
        #expect(stub.transport.requests.count == 1000)
    }

    @Test func `a list whose pages grow without an end is refused`() async {
        let items = (0..<1000).map { "{\"id\":\"i\($0)\"}" }.joined(separator: ",")
        let stub = StubbedPortal { _, fields in
            "{\"items\":[\(items)],\"nextStart\":\((Int(fields["start"] ?? "") ?? 1) + 1000)}"
        }
        await #expect(throws: TransportError.self) { try await stub.portal.userContent(of: "ann") }
        #expect(stub.transport.requests.count == 100)
    }

    @Test func `a picture of a user that is too large for one is refused`() async throws {
        let stub = StubbedPortal(responding: { path, _ in
            path.hasSuffix("me.png")
                ? HTTPResponse(body: Data(count: 17 << 20)) : .json(#"{"username":"ann","thumbnail":"me.png"}"#)
        })
        let user = try await stub.portal.user(named: "ann")
        await #expect(throws: TransportError.self) { try await stub.portal.thumbnail(of: user) }
    }

    @Test func `what a portal says is stored as it has said it`() throws {
        let info: JSONValue = ["id": "O1", "units": "metric", "unknown": [1, ["a": .null]]]
        let user: JSONValue = ["username": "ann", "groups": [["id": "g1"]], "lastLogin": -1]
        #expect(try JSONValue(encoding: info.decode(PortalInfo.self)) == info)
        #expect(try JSONValue(encoding: user.decode(PortalUser.self)) == user)
        #expect(try JSONValue(encoding: JSONValue.object(["id": "g"]).decode(PortalGroup.self)) == ["id": "g"])
        #expect(try JSONValue(encoding: JSONValue.object(["id": "f"]).decode(PortalFolder.self)) == ["id": "f"])
        #expect(throws: TransportError.self) { try JSONValue.object([:]).decode(PortalUser.self) }
    }
}
