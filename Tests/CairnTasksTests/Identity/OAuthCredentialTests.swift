import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct OAuthCredentialTests {
    let service = URL(string: "https://services1.arcgis.com/org/arcgis/rest/services/X/GeocodeServer")!

    private func refreshing(_ transport: any HTTPTransport, _ kept: Log<String> = Log()) -> OAuthRefreshCredential {
        OAuthRefreshCredential(clientID: "app", refreshToken: "refresh-0", transport: transport) { kept.append($0) }
    }

    @Test func `client credentials are a form sent to the portal`() async throws {
        let transport = StubTransport { _ in .json(#"{"access_token":"t","expires_in":7200}"#) }
        let credential = OAuthClientCredential(clientID: "app", clientSecret: "s3cret s3cret", transport: transport)
        for _ in 1...2 { #expect(try await credential.token(for: service, replacing: nil)?.value == "t") }
        let request = try #require(transport.requests.first)
        #expect(transport.requests.count == 1 && request.method == .post)
        #expect(request.url.absoluteString == "https://www.arcgis.com/sharing/rest/oauth2/token")
        let fields = [
            "client_id": "app", "client_secret": "s3cret s3cret", "grant_type": "client_credentials", "expiration": "120",
            "f": "json",
        ]
        #expect(request.form == fields)
        #expect(!"\(credential)".contains("s3cret"))
        #expect(try await credential.token(for: URL(string: "https://gis.example.com/x")!, replacing: nil) == nil)
    }

    @Test func `a portal of one's own is for its host and port, or for the server that is named`() async throws {
        let transport = StubTransport { _ in .json(#"{"access_token":"t"}"#) }
        let portal = URL(string: "https://gis.example.com:7443/portal")!
        func token(_ server: String?, for address: String) async throws -> AccessToken? {
            let credential = OAuthClientCredential(
                clientID: "app", clientSecret: "x", portal: portal, server: server.flatMap { URL(string: $0) },
                transport: transport)
            return try await credential.token(for: URL(string: address)!, replacing: nil)
        }
        #expect(try await token(nil, for: "https://gis.example.com:7443/x") != nil)
        #expect(try await token(nil, for: "https://gis.example.com/x") == nil)
        #expect(try await token("https://server.example.com", for: "https://server.example.com/x") != nil)
        #expect(try await token("https://server.example.com", for: "https://gis.example.com:7443/x") == nil)
        #expect(transport.requests.allSatisfy { $0.url.path == "/portal/sharing/rest/oauth2/token" })
    }

    @Test(arguments: [
        (
            #"{"error":{"code":400,"error":"invalid_client_id","error_description":"Invalid client_id","message":"Invalid client_id","details":[]}}"#,
            200
        ),
        (#"{"error":{"code":400,"error":"invalid_client_id","error_description":"Invalid client_id"}}"#, 200),
        (#"{"error":"invalid_client_id","error_description":"Invalid client_id"}"#, 400),
        (#"{"error":{"error":"Invalid client_id"}}"#, 400),
    ])
    func `a refusal is told in the portal's words`(body: String, status: Int) async throws {
        let transport = StubTransport { _ in .json(body, status: status) }
        let credential = OAuthClientCredential(clientID: "app", clientSecret: "s3cret", transport: transport)
        await #expect { try await credential.token(for: service, replacing: nil) } throws: {
            ($0 as? ServiceError)?.message == "Invalid client_id" && !"\($0)".contains("s3cret")
        }
    }

    @Test func `a new refresh token is handed over before its token is used, and is the next to be sent`() async throws {
        let kept = Log<String>()
        let transport = StubTransport { request in
            let number = kept.elements.count + 1
            #expect(request.form["refresh_token"] == "refresh-\(number - 1)")
            return .json("{\"access_token\":\"t\(number)\",\"expires_in\":1800,\"refresh_token\":\"refresh-\(number)\"}")
        }
        let credential = refreshing(transport, kept)
        let first = try await credential.token(for: service, replacing: nil)
        #expect(first?.value == "t1" && kept.elements == ["refresh-1"])
        #expect(try await credential.token(for: service, replacing: first)?.value == "t2")
        #expect(kept.elements == ["refresh-1", "refresh-2"])
        #expect(transport.requests[0].form["grant_type"] == "refresh_token" && transport.requests[0].form["client_id"] == "app")
    }

    @Test(arguments: [#""#, #","refresh_token":"refresh-0""#, #","refresh_token":"""#, #","refresh_token":null"#])
    func `one that stays is not handed over`(member: String) async throws {
        let kept = Log<String>()
        let credential = refreshing(StubTransport { _ in .json("{\"access_token\":\"t\"\(member)}") }, kept)
        #expect(try await credential.token(for: service, replacing: nil)?.value == "t")
        #expect(kept.elements.isEmpty)
    }

    @Test func `a refresh that everybody has left is let finish, for its answer may hold the only good refresh token`()
        async throws
    {
        let (gate, kept) = (Gate(), Log<String>())
        let transport = StubTransport { _ in
            await gate.passUncancelled()
            return .json(#"{"access_token":"t","expires_in":1800,"refresh_token":"refresh-1"}"#)
        }
        let credential = refreshing(transport, kept)
        let leaving = Task { try await credential.token(for: service, replacing: nil) }
        await gate.waiting(for: 1)
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        gate.open()
        #expect(try await credential.token(for: service, replacing: nil)?.value == "t")
        #expect(kept.elements == ["refresh-1"] && transport.requests.count == 1)
    }

    @Test func `no refresh token is shown, neither that which was sent nor that which came for it`() async throws {
        let transport = StubTransport { request in
            if request.url.path.hasSuffix("oauth2/token") {
                return .json(#"{"access_token":"access-1-abcdefgh","refresh_token":"refresh-1-ghijkl"}"#)
            }
            return .json(#"{"error":{"code":400,"message":"refresh-0 refresh-1-ghijkl access-1-abcdefgh"}}"#)
        }
        let client = ServiceClient(url: service, transport: transport, credential: refreshing(transport))
        await #expect { try await client.call("suggest") } throws: {
            ($0 as? ServiceError)?.message == "[redacted] [redacted] [redacted]"
        }
    }

    @Test func `a refresh token that a portal repeats in its refusal is not shown`() async throws {
        let transport = StubTransport { _ in
            .json(#"{"error":{"code":498,"error":"invalid_grant","error_description":"refresh-0 has expired"}}"#)
        }
        await #expect { try await refreshing(transport).token(for: service, replacing: nil) } throws: {
            ($0 as? ServiceError)?.message == "[redacted] has expired"
        }
    }
}
