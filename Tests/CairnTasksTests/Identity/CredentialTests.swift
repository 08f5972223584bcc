import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CredentialTests {
    let service = URL(string: "https://gis.example.com/arcgis/rest/services/X/GeocodeServer")!
    let tokenURL = URL(string: "https://gis.example.com/arcgis/tokens/generateToken")!

    private func credential(_ transport: any HTTPTransport) -> TokenCredential {
        TokenCredential(username: "ann", password: "s3cret", server: service, tokenURL: tokenURL, transport: transport)
    }

    private func issuing(_ tokens: Log<String>) -> @Sendable (HTTPRequest) -> HTTPResponse? {
        { request in
            guard request.url.path.hasSuffix("generateToken") else { return nil }
            let name = "token-\(tokens.elements.count + 1)"
            tokens.append(name)
            let expires = Int(rounding: Date(timeIntervalSinceNow: 3600).timeIntervalSince1970 * 1000) ?? 0
            return .json("{\"token\":\"\(name)\",\"expires\":\(expires)}")
        }
    }

    @Test func `a token is asked for once, as referer, and sent with it`() async throws {
        let tokens = Log<String>()
        let issue = issuing(tokens)
        let transport = StubTransport { issue($0) ?? .json("{}") }
        let client = ServiceClient(url: service, transport: transport, credential: credential(transport))
        for _ in 0..<3 { _ = try await client.call("suggest", ["text": "x"]) }
        #expect(tokens.elements.count == 1)
        #expect(transport.requests[0].form["client"] == "referer")
        #expect(transport.requests[3].form["token"] == "token-1")
        #expect(transport.requests[3].headers["Referer"] == transport.requests[0].form["referer"])
    }

    @Test(arguments: [498, 499]) func `a refused token is renewed once for all and each call repeated once`(code: Int)
        async throws
    {
        let tokens = Log<String>()
        let issue = issuing(tokens)
        let gate = Gate()
        let transport = StubTransport { request in
            if let answer = issue(request) { return answer }
            if request.form["token"] == "token-2" { return .json(#"{"ok":true}"#) }
            try await gate.pass()
            return .json("{\"error\":{\"code\":\(code),\"message\":\"Invalid token.\"}}")
        }
        let client = ServiceClient(url: service, transport: transport, credential: credential(transport))
        let calls = (0..<20).map { _ in Task { try await client.call("suggest") } }
        await gate.waiting(for: 20)
        gate.open()
        for call in calls { #expect(try await call.value["ok"]?.bool == true) }
        #expect(tokens.elements.count == 2)
    }

    @Test func `a token refused twice is an error`() async throws {
        let tokens = Log<String>()
        let issue = issuing(tokens)
        let transport = StubTransport { issue($0) ?? .json(#"{"error":{"code":498,"message":"Invalid token."}}"#) }
        let client = ServiceClient(url: service, transport: transport, credential: credential(transport))
        await #expect { try await client.call("suggest") } throws: { ($0 as? ServiceError)?.code == 498 }
        #expect(tokens.elements.count == 2)
    }

    @Test func `a wrong password is an error that does not show it, and is not sent again at once`() async throws {
        let transport = StubTransport { _ in .json(#"{"error":{"code":400,"message":"Unable to generate token."}}"#) }
        let credential = credential(transport)
        for _ in 1...2 {
            await #expect { try await credential.token(for: service, replacing: nil) } throws: {
                $0 is ServiceError && !"\($0)".contains("s3cret")
            }
        }
        #expect(transport.requests.count == 1)
        #expect(!"\(credential)".contains("s3cret"))
    }

    @Test(arguments: [
        "https://evil.com/x", "http://gis.example.com/x", "https://example.com/x", "https://gis.example.com.evil.com/x",
    ])
    func `a token goes only to its host`(address: String) async throws {
        let tokens = Log<String>()
        let issue = issuing(tokens)
        let credential = credential(StubTransport { issue($0) ?? .json("{}") })
        #expect(try await credential.token(for: URL(string: address)!, replacing: nil) == nil)
        #expect(tokens.elements.isEmpty)
    }

    @Test func `an API key goes to its hosts and is not repeated when refused`() async throws {
        let key = APIKeyCredential("AAPK123")
        let host = URL(string: "https://geocode-api.arcgis.com/x")!
        let token = try await key.token(for: host, replacing: nil)
        #expect(token?.value == "AAPK123")
        #expect(try await key.token(for: host, replacing: token) == nil)
        #expect(try await key.token(for: URL(string: "https://notarcgis.com/x")!, replacing: nil) == nil)
        #expect(!"\(key)".contains("AAPK") && !"\(token as Any)".contains("AAPK"))
    }
}
