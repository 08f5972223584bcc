import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TokenDiscoveryTests {
    private static let info =
        #"{"authInfo":{"isTokenBasedSecurity":true,"tokenServicesUrl":"https://portal.example.com/sharing/generateToken"}}"#

    private func found(_ service: String, _ transport: StubTransport, unencryptedHosts: Set<String> = []) async throws
        -> TokenCredential?
    {
        try await TokenCredential.credential(
            for: #require(URL(string: service)), username: "ann", password: "s3cret", unencryptedHosts: unencryptedHosts,
            transport: transport)
    }

    @Test(arguments: [
        ("https://gis.example.com/arcgis/rest/services/X/FeatureServer/0", "https://gis.example.com/arcgis/rest/info"),
        (
            "https://gis.example.com:6443/ORG/ArcGIS/REST/services/a/rest/X/MapServer?token=t",
            "https://gis.example.com:6443/ORG/ArcGIS/REST/info"
        ),
        ("https://www.arcgis.com/sharing/rest", "https://www.arcgis.com/sharing/rest/info"),
        ("http://127.0.0.1:8080/arcgis/rest/services", "http://127.0.0.1:8080/arcgis/rest/info"),
        ("https://gis.example.com/%C3%BC/rest/services/X/FeatureServer", "https://gis.example.com/%C3%BC/rest/info"),
    ])
    func `the server of a service is asked where it issues tokens, and told nothing`(service: String, info: String) async throws {
        let transport = StubTransport { _ in .json(Self.info) }
        #expect(try await found(service, transport) != nil)
        let asked = try #require(transport.requests.first)
        #expect(asked.url.absoluteString.split(separator: "?").first.map(String.init) == info)
        #expect(!"\(asked)".contains("s3cret") && asked.form["token"] == nil && asked.url.query?.contains("token") != true)
    }

    @Test func `the password goes where the server says, and tokens to the server alone`() async throws {
        let transport = StubTransport { request in
            switch request.url.lastPathComponent {
            case "info": .json(Self.info)
            case "generateToken": .json(#"{"token":"token-1","expires":4102444800000}"#)
            default: .json("{}")
            }
        }
        let service = "https://gis.example.com/arcgis/rest/services/X/FeatureServer"
        let credential = try #require(try await found(service, transport))
        #expect(transport.requests.count == 1)
        let token = try await credential.token(for: #require(URL(string: service)), replacing: nil)
        #expect(token?.value == "token-1")
        #expect(
            transport.requests.last?.url.host == "portal.example.com" && transport.requests.last?.form["password"] == "s3cret")
        #expect(try await credential.token(for: #require(URL(string: "https://portal.example.com/x")), replacing: nil) == nil)
    }

    @Test(arguments: [
        "[]", #"{"authInfo":{"isTokenBasedSecurity":false}}"#, "{}", #"{"authInfo":null}"#,
        #"{"authInfo":{"tokenServicesUrl":""}}"#,
    ])
    func `a server that issues no tokens needs none`(info: String) async throws {
        let transport = StubTransport { _ in .json(info) }
        #expect(try await found("https://gis.example.com/arcgis/rest/services/X/FeatureServer", transport) == nil)
    }

    @Test(arguments: [
        "https://gis.example.com/trees", "https://gis.example.com/arcgis/interest/services", "http://gis.example.com/rest/x",
    ])
    func `what is no service, or can be changed on the way, is not asked`(service: String) async throws {
        let transport = StubTransport { _ in .json(Self.info) }
        await #expect { try await found(service, transport) } throws: {
            if case .invalidRequest = ($0 as? TransportError)?.reason { true } else { false }
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func `a host that is allowed by name is asked without encryption`() async throws {
        let transport = StubTransport { _ in .json(Self.info) }
        #expect(try await found("http://gis.example.com/rest/x", transport, unencryptedHosts: ["gis.example.com"]) != nil)
    }

    @Test(arguments: [
        "no JSON", #"{"error":{"code":500,"message":"down"}}"#, #"{"authInfo":{"tokenServicesUrl":"mailto:ann@example.com"}}"#,
        #"{"authInfo":{"tokenServicesUrl":"http://[::"}}"#,
    ])
    func `an answer that is none, or tells no address, is an error`(info: String) async throws {
        let transport = StubTransport { _ in .json(info) }
        await #expect(throws: (any Error).self) {
            try await found("https://gis.example.com/rest/services/X/FeatureServer", transport)
        }
    }

    @Test func `a token is not asked for at an address that others read along`() async throws {
        let transport = StubTransport { _ in .json(#"{"authInfo":{"tokenServicesUrl":"http://evil.example.com/generateToken"}}"#)
        }
        let service = "https://gis.example.com/rest/services/X/FeatureServer"
        let credential = try #require(try await found(service, transport))
        await #expect(throws: TransportError.self) {
            try await credential.token(for: #require(URL(string: service)), replacing: nil)
        }
        #expect(transport.requests.count == 1)
    }
}
