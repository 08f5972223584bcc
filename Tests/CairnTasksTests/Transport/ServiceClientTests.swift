import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

struct ServiceClientTests {
    let url = URL(string: "https://example.com/rest/services/X/GeocodeServer")!
    /// 20 characters, with one that is sent percent-encoded.
    let token = "t0k3n/abcdefghijklmn"

    private func outcome(_ response: HTTPResponse, token: String? = nil) async -> Result<JSONValue, any Error> {
        let credential = CredentialStore([APIKeyCredential(token ?? self.token, server: url)])
        let client = ServiceClient(url: url, transport: StubTransport { _ in response }, credential: credential)
        do { return .success(try await client.call("suggest")) } catch { return .failure(error) }
    }

    private func error(_ response: HTTPResponse) async -> (any Error)? {
        if case .failure(let error) = await outcome(response) { error } else { nil }
    }

    private func failure(_ response: HTTPResponse, token: String? = nil) async -> String {
        switch await outcome(response, token: token) {
        case .success(let json): "no failure: \(json)"
        case .failure(let error): "\(error) \(error.localizedDescription)"
        }
    }

    @Test(
        arguments: [
            ("Basic realm=\"a, b\"", "Basic"), ("Negotiate, NTLM", "Negotiate, NTLM"),
            ("Digest realm=\"x\", nonce=\"a\\\"b, Fake c\", qop=auth, Bearer", "Digest, Bearer"),
            ("Bearer realm=\"x\", error=\"invalid_token\"", "Bearer"), (nil, "a scheme that it does not name"),
            ("\u{1B}[31m, \u{202E}x", "a scheme that it does not name"), ("a=b, =, \", Basic", "a scheme that it does not name"),
        ] as [(String?, String)])
    func `a 401 without an envelope names the schemes that it demands, and is final`(field: String?, scheme: String) async throws
    {
        let response = HTTPResponse(
            status: 401, headers: field.map { ["WWW-Authenticate": $0] } ?? [:], body: Data("<html>401</html>".utf8))
        let error = try #require(await self.error(response) as? TransportError)
        #expect(error.reason == .authenticationDemanded(scheme: scheme))
        #expect(error.transience == .final && error.description.contains(scheme))
    }

    @Test func `a 401 with an envelope means what the envelope says`() async throws {
        let response = HTTPResponse.json(#"{"error":{"code":403,"message":"Not yours."}}"#, status: 401)
        let error = try #require(await self.error(response) as? ServiceError)
        #expect(error.code == 403 && error.message == "Not yours.")
    }

    @Test(arguments: ["\u{1B}]0;owned\u{7}", "\u{9B}2J", "a\r\nb", "\u{202E}gpj.exe", "\u{2066}x\u{2069}", "\u{2028}"])
    func `nothing that a server says moves a cursor`(words: String) async throws {
        let escaped = JSONValue.string(words).text()
        let bodies = [
            "{\"error\":{\"code\":400,\"message\":\(escaped),\"details\":[\(escaped)]}}",
            "{\"status\":\"failed\",\"statusMessage\":\(escaped)}",
            "{\"error\":\(escaped)}", "{\"success\":false,\"message\":\(escaped)}", "<p>\(words)",
        ]
        for body in bodies {
            let text = await failure(HTTPResponse(body: Data(body.utf8)))
            let isClean = text.unicodeScalars.allSatisfy {
                ![.control, .format, .lineSeparator].contains($0.properties.generalCategory)
            }
            #expect(isClean && !text.contains("no failure"), "\(body)")
        }
    }

    @Test func `what a server says at length is cut`() async throws {
        let long = String(repeating: "word ", count: 1 << 12)
        let details = repeatElement("\"\(long)\"", count: 50).joined(separator: ",")
        let text = await failure(.json("{\"error\":{\"code\":400,\"message\":\"\(long)x\",\"details\":[\(details)]}}"))
        #expect(text.count < 25_000)
    }

    @Test(arguments: [
        #"{"error":{"code":400,"message":"TOKEN is bad","details":["it was TOKEN","and TOKENTOKEN"]}}"#,
        #"{"error":"TOKEN"}"#, #"{"status":"failed","statusMessage":"TOKEN"}"#, #"{"success":false,"message":"for TOKEN"}"#,
        "TOKEN is no JSON", "<!DOCTYPE html><a href=\"?token=TOKEN\">Sign in</a>",
    ])
    func `a token that a server repeats is in no error`(body: String) async throws {
        let encoded = token.replacing("/", with: "%2F")
        for form in [token, encoded, encoded.lowercased(), "100%" + encoded + "%zz"] {
            let text = await failure(HTTPResponse(body: Data(body.replacing("TOKEN", with: form).utf8)))
            #expect(!text.contains("abcdefghij") && !text.contains("no failure"), "\(text)")
        }
    }

    @Test func `a short one is in no error either, nor one cut in two by the limit`() async throws {
        #expect(await !failure(.json(#"{"error":{"code":400,"message":"key q7 unknown"}}"#), token: "q7").contains("q7"))
        let padding = String(repeating: "x", count: 490)
        #expect(await !failure(.json("{\"error\":{\"code\":400,\"message\":\"\(padding)\(token)\"}}")).contains("t0k3n"))
        #expect(await !failure(HTTPResponse(body: Data("\(String(repeating: "y", count: 34))\(token)".utf8))).contains("t0k3n"))
    }

    @Test func `nor is it in the schemes of a 401`() async throws {
        let text = await failure(
            HTTPResponse(status: 401, headers: ["www-authenticate": "secretsecretsecret"]), token: "secretsecretsecret")
        #expect(!text.contains("secretsecret"))
    }

    @Test func `a token that a server repeats is in no answer`() async throws {
        let encoded = token.replacing("/", with: "%2F")
        let body = """
            {"url":"https://example.com/x?token=\(encoded)&f=json","list":[1,{"\(token)":"a"},"\(token)"],"plain":"t0k3n","n":1.5,"none":null}
            """
        let expected: JSONValue = [
            "url": "https://example.com/x?token=[redacted]&f=json", "list": [1, ["[redacted]": "a"], "[redacted]"],
            "plain": "t0k3n",
            "n": 1.5, "none": .null,
        ]
        #expect(try await outcome(.json(body)).get() == expected)
    }

    @Test func `a short token stays in answers, where it may be a word, and an answer without one is as it was`() async throws {
        #expect(try await outcome(.json(#"{"city":"Springfield"}"#), token: "Springfield").get() == ["city": "Springfield"])
        #expect(try await outcome(.json(#"{"share":"100% 50%2F"}"#)).get() == ["share": "100% 50%2F"])
    }

    @Test func `an answer that nests deep around a token takes no stack`() async throws {
        let (open, close) = (String(repeating: "[", count: 500), String(repeating: "]", count: 500))
        let json = try await outcome(.json("\(open)\"\(token)\"\(close)")).get()
        #expect(!json.text().contains("t0k3n"))
    }

    @Test func `a token is shown neither by description nor by dump`() {
        var text = "\(AccessToken(token)) \(APIKeyCredential(token)) \(String(reflecting: AccessToken(token)))"
        dump(AccessToken(token), to: &text)
        dump(APIKeyCredential(token), to: &text)
        dump(CredentialStore([APIKeyCredential(token)]), to: &text)
        #expect(!text.contains("t0k3n"))
    }

    @Test func `a secret is taken out before what shows it is cut`() async {
        let long = "Zq7-" + String(repeating: "aB3dE6gH9j", count: 10)
        let challenge = HTTPResponse(status: 401, headers: ["www-authenticate": long])
        #expect(await !failure(challenge, token: long).contains("Zq7"))
        for count in [8170, 8192 - 100, 40_000] {
            let text = await failure(HTTPResponse(body: Data((String(repeating: " ", count: count) + long).utf8)), token: long)
            #expect(text.contains("redacted") && !text.contains("Zq7"), "\(text)")
        }
    }

    private struct Badge: Credential {
        let headers: [String: String]
        @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
            rejected == nil ? AccessToken("", headers: headers) : nil
        }
    }

    @Test(arguments: [
        ("Authorization", "Basic YW5uOmNvcnJlY3QtaG9yc2UtYmF0dGVyeQ==", "correct-horse-battery"),
        ("Authorization", "Basic YW5uOmNvcnJlY3QtaG9yc2UtYmF0dGVyeQ==", "YW5uOmNvcnJlY3QtaG9yc2UtYmF0dGVyeQ"),
        ("X-Api-Key", "0123456789abcdef", "0123456789abcdef"),
        ("Cookie", "agstoken=0123456789abcdef; theme=dark", "0123456789abcdef"),
        ("Authorization", "Digest username=\"ann\", response=\"0123456789abcdef\", uri=\"/\"", "0123456789abcdef"),
        ("x-esri-authorization", "Bearer 0123456789abcdef", "0123456789abcdef"),
    ])
    func `what goes in a credential's header fields is in no error and no answer`(name: String, field: String, secret: String)
        async
    {
        let url = URL(string: "https://example.com/rest/services/X/GeocodeServer")!
        for body in ["{\"error\":{\"code\":400,\"message\":\"username \(secret) is wrong\"}}", "{\"a\":\"username \(secret)\"}"] {
            let client = ServiceClient(
                url: url, transport: StubTransport { _ in .json(body) }, credential: Badge(headers: [name: field]))
            let text: String
            do { text = try await client.call("x").text() } catch { text = "\(error)" }
            #expect(text.contains("username [redacted]") && !text.contains(secret), "\(text)")
        }
    }

    @Test func `the address that a server has redirected to is without the token, too`() async throws {
        let transport = StubTransport { (_: HTTPRequest) async throws -> HTTPResponse in
            throw TransportError(.redirectedPost(to: "x"), url: URL(string: "https://example.com/t0k3n-abcdefghij/x"))
        }
        let url = URL(string: "https://example.com/rest/services/X/GeocodeServer")!
        let client = ServiceClient(url: url, transport: transport, credential: APIKeyCredential("t0k3n-abcdefghij", server: url))
        await #expect { try await client.call("x") } throws: { !"\($0) \(String(reflecting: $0))".contains("abcdefghij") }
    }

    @Test(arguments: [380, 430, 457, 470]) func `no secret is cut in two before it is looked for`(length: Int) async throws {
        let secret = "Zq7-0aB3dE6gH9j1aB3dE6gH9j2aB3dE6gH9j"
        let service = URL(string: "https://gis.example.com/arcgis/rest/services/X/GeocodeServer")!
        let path = "/" + String(repeating: "a", count: length) + secret
        for status in [301, 307] {
            let transport = StubTransport.streaming({ request in
                let answer = HTTPResponseStream(
                    HTTPResponse(status: status, headers: ["location": "https://elsewhere.example.com" + path]))
                return try await Redirection.follow(request) { _ in answer }
            })
            let client = ServiceClient(url: service, transport: transport, credential: APIKeyCredential(secret, server: service))
            await #expect { try await client.call("suggest") } throws: {
                var text = "\($0)"
                dump($0, to: &text)
                return !text.contains("Zq7-0aB3")
            }
        }
    }

    @Test func `the header fields of a credential that are no secret destroy no answer, and those that are are found`()
        async throws
    {
        let service = URL(string: "https://gis.example.com/arcgis/rest/services/X/GeocodeServer")!
        func answer(_ headers: [String: String], _ text: String) async throws -> String? {
            struct Fields: Credential {
                let headers: [String: String]
                @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
                    AccessToken("", headers: headers)
                }
            }
            let transport = StubTransport { _ in HTTPResponse(body: JSONValue.object(["url": .string(text)]).data()) }
            return try await ServiceClient(url: service, transport: transport, credential: Fields(headers: headers)).call("x")[
                "url"]?.string
        }
        let origin = "https://portal.example.com"
        #expect(try await answer(["Origin": origin, "User-Agent": "some agent 1.0"], origin + "/x") == origin + "/x")
        let basic = Data("ann:correct-horse-12".utf8).base64EncodedString()
        for field in ["Basic  \(basic)", "Basic\t\(basic)", "basic \(basic.filter { $0 != "=" })"] {
            #expect(try await answer(["Authorization": field], "correct-horse-12") == "[redacted]")
        }
        let latin1 = (Data("ann:gr".utf8) + [0xFC] + Data("nes-horse-12".utf8)).base64EncodedString()
        #expect(try await answer(["Authorization": "Basic \(latin1)"], "gr\u{FC}nes-horse-12") == "[redacted]")
    }

    @Test func `dumping a request shows nothing of what it may hold`() {
        var text = ""
        dump(
            HTTPRequest(.get, URL(string: "https://gis.example.com/x?token=hush")!, headers: ["Authorization": "hush"]), to: &text
        )
        #expect(text.contains("https://gis.example.com/x") && text.contains("Authorization") && !text.contains("hush"))
    }
}
