import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

/// What callers put into requests, and servers repeat.
@Suite(.timeLimit(.minutes(10)))
struct RequestSecretsTests {
    private static let url = URL(string: "https://example.com/X/FeatureServer/0?f=json&apikey=SECRET-of-4455")!

    /// Repeats all that it was sent.
    private static let echo = StubTransport { request in
        let fields = request.headers.map { "\($0.key): \($0.value)" }.joined(separator: " ")
        let body = String(decoding: (try? request.body?.contents()) ?? Data(), as: UTF8.self)
        let error: JSONValue = [
            "code": 400, "message": .string("Bad: \(request.url.absoluteString)"), "details": [.string(fields), .string(body)],
        ]
        return .json(JSONValue.object(["error": error]).text())
    }

    private static func client() -> ServiceClient { ServiceClient(url: url, transport: echo, credential: CredentialStore()) }

    private static let ways: [@Sendable () async throws -> Void] = [
        { _ = try await client().call("apply") }, { _ = try await client().ask("") },
        { try await client().send(HTTPRequest(.get, url)) { answer, check in try check(await answer.collected()) } },
        {
            let service = client()
            _ = try await service.change("apply", { service.changingForm($0, [:], $1) }, read: { $0 })
        },
        { _ = try await ServiceUploads(client()).upload(Data(), named: "a") },
        {
            try await Download(
                url, to: .temporaryDirectory.appending(path: "cairn-\(UUID())"), transport: echo, credential: CredentialStore()
            ).run()
        },
        { _ = try await client().jsonContent("data") },
        { _ = try await FeatureAnswer("query", [:], format: .json, fields: [], of: client()) },
        { _ = try await UtilityNetworkWire(network: client(), versionName: nil).call(client(), "trace", [:]) },
        { _ = try await TokenEndpoint(url: url, rule: EncryptionRule(), transport: echo).ask([:], hiding: []) },
    ]

    @Test(arguments: ways.indices) func `what an address says by a parameter is in no error of a server that repeats it`(way: Int)
        async
    {
        let error = await #expect(throws: ServiceError.self) { try await Self.ways[way]() }
        let text = "\(error?.description ?? "") \(error?.localizedDescription ?? "")"
        #expect(text.contains("apikey=[redacted]") && !text.contains("SECRET") && text.contains("f=json"), "\(text)")
    }

    @Test func `of a query of nothing but separators what is secret is taken out in one go`() throws {
        let url = try #require(URL(string: "https://example.com/x?\(String(repeating: "&?;", count: 40_000))token=hush"))
        #expect(SecretInAddress.removed(from: url) { SecretName.isOldOne($0) }.query?.count == 120_000 - 1)
    }

    private func told(_ request: HTTPRequest) async -> String {
        let error = await #expect(throws: ServiceError.self) {
            try await Self.client().send(request) { answer, check in try check(await answer.collected()) }
        }
        return error?.description ?? ""
    }

    @Test(arguments: [
        ("Authorization", "Bearer SECRET-1-of-many"), ("Proxy-Authorization", "Basic YW5uOlNFQ1JFVC0xMjM="),
        ("X-Api-Key", "SECRET"),
        ("Cookie", "theme=dark; sid=SECRET-2-of-many; w=1"), ("X-Anything", "SECRET-3-of-many"),
    ]) func `header fields are in no error, but for what tells nothing`(name: String, value: String) async {
        let headers = [name: value, "Accept-Language": "en-GB-oxendict", "Range": "bytes=1234-", "X-Flag": "true"]
        let text = await told(HTTPRequest(.get, URL(string: "https://example.com/true/1")!, headers: headers))
        #expect(
            !text.contains("SECRET") && !text.contains("SECRET-123") && !text.contains("YW5u") && text.contains("[redacted]"),
            "\(text)")
        for harmless in ["en-GB-oxendict", "bytes=1234-", "X-Flag: true", "https://example.com/true/1"] {
            #expect(text.contains(harmless), "\(text)")
        }
    }

    @Test func `what stands open in the address, and what is as short as any word, is no secret`() throws {
        let url = try #require(URL(string: "https://Gis.example.com:8443/springfield/FeatureServer/0?key=name&auth=basic"))
        let headers = [
            "X-Host": "gis.example.com:8443", "X-Tenant": "springfield", "X-Api-Key": "FeatureServer",
            "X-Forwarded-For": "192.168.100.1", "X-Other": "SECRET-4-of-many",
        ]
        #expect(Set(HTTPRequest(.get, url, headers: headers).secrets) == ["SECRET-4-of-many"])
    }

    @Test(arguments: ["services", "MapServer", "maps.example.com"])
    func `neither is what a parameter of a secret's name holds, if it stands open in the address`(value: String) throws {
        let address = "https://maps.example.com/arcgis/rest/services/Roads/MapServer"
        let url = try #require(URL(string: address))
        let json = JSONValue.object(["password": .string(value)]).data()
        let requests = [
            HTTPRequest.form(url, ["password": value]), HTTPRequest(.get, try #require(URL(string: "\(address)?key=\(value)"))),
            HTTPRequest(.post, url, headers: ["Content-Type": "application/json"], body: .data(json)),
        ]
        for request in requests { #expect(request.secrets.isEmpty) }
    }

    @Test(arguments: ["token=hunter2longsecret", "jsessionid=0123456789ABCDEF", "w=3;to%6Ben=hunter2longsecret"])
    func `what is secret behind a semicolon of the path is in no error, and all else of the path is`(parameters: String)
        async throws
    {
        let url = try #require(URL(string: "https://h/rest;\(parameters)/x;v=1"))
        let answers = [
            HTTPResponse(status: 404), .json(#"{"error":{"code":400,"message":"no"}}"#), HTTPResponse(body: Data("<html>".utf8)),
        ]
        for answer in answers {
            let client = ServiceClient(url: url, transport: StubTransport { _ in answer }, credential: CredentialStore())
            let error = await #expect(throws: (any Error).self) { _ = try await client.call("y") }
            let text = "\(try #require(error))"
            #expect(text.contains("https://h/rest") && text.contains("/x;v=1/y"), "\(text)")
            #expect(!text.contains("hunter2") && !text.contains("0123456789ABCDEF"), "\(text)")
        }
    }

    @Test func `members of JSON are looked for at any depth`() {
        let text = String(repeating: "[", count: 500) + #"{"login":{"password":"SECRET-5"}}"# + String(repeating: "]", count: 500)
        let url = URL(string: "https://example.com/X")!
        let request = HTTPRequest(
            .post, url, headers: ["Content-Type": "application/json"], body: .data(Data(text.utf8)))
        #expect(request.secrets == ["SECRET-5"])
    }

    @Test(arguments: [
        (#"{"filters":[{"key":"invalid geometry","value":"layers"}]}"#, []), (#"{"password":["SECRET-6"]}"#, ["SECRET-6"]),
        (#"{"token":{"value":["SECRET-7",{"x":"SECRET-8"}],"n":7}}"#, ["SECRET-7", "SECRET-8"]),
        (#"{"clientSecret":"SECRET-9","open":"harmless"}"#, ["SECRET-9"]),
    ])
    func `what is in a member that is secret is secret, and half of a pair is not`(text: String, secrets: [String]) {
        let url = URL(string: "https://example.com/X")!
        let request = HTTPRequest(
            .post, url, headers: ["Content-Type": "application/json"], body: .data(Data(text.utf8)))
        #expect(request.secrets.sorted() == secrets)
    }

    @Test(arguments: ["Referer", "referer", "Origin"])
    func `an address in an open header field is open but for its secrets`(name: String) async {
        let headers = [name: "https://app.example.com/page?token=SECRET-6-of-many&view=map"]
        let text = await told(HTTPRequest(.get, URL(string: "https://example.com/X")!, headers: headers))
        #expect(text.contains("https://app.example.com/page?token=[redacted]&view=map"), "\(text)")
    }

    @Test func `a password of a letter or two hides none of these in errors`() {
        func secrets(_ text: String) -> Set<String> {
            let headers = ["Authorization": "Basic \(Data(text.utf8).base64EncodedString())"]
            return Set(HTTPRequest(.get, URL(string: "https://example.com/X")!, headers: headers).secrets)
        }
        #expect(secrets("ann:q").isSuperset(of: ["ann:q"]) && !secrets("ann:q").contains("q"))
        #expect(!secrets("a:b").contains { $0.count < 4 } && secrets("ann:q123").contains("q123"))
    }

    @Test func `fields of a form and members of JSON are in no error where their names say that they are secret`() async {
        let fields = ["token": "SECRET & of a form", "user_password": "SECRET", "where": "name = 'a'", "auth": "true", "pw": "1"]
        let url = URL(string: "https://example.com/X")!
        let form = await told(.form(url, fields))
        let json = JSONValue.object(fields.mapValues(JSONValue.string)).data()
        let object = await told(HTTPRequest(.post, url, headers: ["content-type": "application/json"], body: .data(json)))
        for text in [form, object] {
            #expect(!text.contains("SECRET") && text.contains("[redacted]"), "\(text)")
            #expect(text.contains("true") && text.contains("1") && text.contains("where"), "\(text)")
        }
    }

    @Test func `a form with files, or a large one, is not looked through`() {
        let url = URL(string: "https://example.com/X")!
        let small = HTTPRequest.form(url, ["token": "SECRET"])
        #expect(small.secrets == ["SECRET"] && small.withFormAlone == small)
        var multipart = MultipartForm(fields: ["token": "SECRET"])
        multipart.add(URL(filePath: "/nowhere/at/all"), as: "file")
        let large = HTTPRequest.form(url, ["adds": String(repeating: "x", count: 1 << 20), "token": "SECRET"])
        var unread = small
        unread.body = .file(URL(filePath: "/nowhere/at/all"))
        for request in [multipart.request(to: url), large, unread] {
            #expect(request.secrets.isEmpty && request.withFormAlone.body == nil)
        }
    }

    @Test func `a value of a parameter is found in whatever way it stands in the address`() throws {
        let addresses = [
            "https://h/x?token=a%20SECRET", "https://h/proxy?https://h/x?token=a%20SECRET", "https://h/x#token=a%20SECRET",
            "https://h/proxy?url=https%3A%2F%2Fh%2Fx%3Ftoken%3Da%2520SECRET", "https://h/x;jsessionid=a%20SECRET/y",
        ]
        for address in addresses {
            #expect(HTTPRequest(.get, try #require(URL(string: address))).secrets.contains("a SECRET"), "\(address)")
        }
        #expect(HTTPRequest(.get, try #require(URL(string: "https://h/x?tokens=three&returnToken=never"))).secrets.isEmpty)
    }

    @Test func `secrets are looked for when there is a text to hide them in, and once`() {
        let asked = Log<Int>()
        let secrets = DeferredSecrets {
            asked.append(1)
            return ["SECRET"]
        }
        #expect(asked.elements.isEmpty)
        for _ in 1...3 { #expect(secrets.value.hidden(in: "a SECRET") == "a [redacted]") }
        #expect(asked.elements == [1])
    }
}
