import CairnTasks
import CairnTesting
import Foundation
import Testing

struct TokenScopeTests {
    private func token(_ server: String, for address: String, allowing hosts: Set<String> = []) async throws -> AccessToken? {
        let key = APIKeyCredential("AAPK123", server: URL(string: server)!, unencryptedHosts: hosts)
        return try await key.token(for: URL(string: address)!, replacing: nil)
    }

    @Test(arguments: [
        ("https://gis.example.com", "https://GIS.example.com:443/x"),
        ("https://gis.example.com:6443", "https://gis.example.com:6443/x"),
        ("http://localhost:6080", "http://localhost:6080/x"), ("http://127.0.0.1", "http://127.0.0.1:80/x"),
        ("http://127.8.9.1:1", "http://127.8.9.1:1"), ("http://[::1]:6080/", "http://[::1]:6080/x"),
        ("https://gis.example.com.", "https://gis.example.com/x"),
    ])
    func `a token goes to its host and port`(server: String, address: String) async throws {
        #expect(try await token(server, for: address) != nil)
    }

    @Test(arguments: [
        ("https://gis.example.com", "https://gis.example.com:6443/x"),
        ("https://gis.example.com:6443", "https://gis.example.com/x"),
        ("http://localhost:6080", "http://localhost:6081/x"), ("http://localhost", "https://localhost/x"),
        ("http://127.evil.com", "http://127.evil.com/"), ("http://127.0.0.1.evil.com", "http://127.0.0.1.evil.com/"),
        ("http://127.1", "http://127.1/"), ("http://127.0.0.+1", "http://127.0.0.+1/"), ("http://10.0.0.1", "http://10.0.0.1/"),
        ("http://127.0.0.256", "http://127.0.0.256/"),
        ("http://gis.example.com", "http://gis.example.com/"), ("ftp://localhost", "ftp://localhost/"),
    ])
    func `and nowhere else`(server: String, address: String) async throws {
        #expect(try await token(server, for: address) == nil)
    }

    @Test func `a host that is allowed by name gets it in the clear`() async throws {
        #expect(try await token("http://GIS.lan:6080", for: "http://gis.lan:6080/x", allowing: ["Gis.LAN"]) != nil)
        #expect(try await token("http://gis.lan:6080", for: "http://gis.lan:6080/x", allowing: ["lan"]) == nil)
    }

    @Test(arguments: [
        "http://gis.example.com/generateToken", "http://127.0.0.1.evil.com/generateToken", "ftp://localhost/generateToken",
    ])
    func `a password is not sent in the clear`(address: String) async throws {
        let transport = StubTransport { _ in .json(#"{"token":"t"}"#) }
        let credential = TokenCredential(
            username: "ann", password: "s3cret", server: TokenServer.service, tokenURL: URL(string: address)!,
            transport: transport)
        await #expect { try await credential.token(for: TokenServer.service, replacing: nil) } throws: {
            guard case .invalidRequest? = ($0 as? TransportError)?.reason else { return false }
            return "\($0)".contains("https") && !"\($0)".contains("s3cret")
        }
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        "http://localhost:6080/t", "http://127.0.0.1/t", "http://[::1]/t", "https://gis.example.com/t", "http://gis.lan/t",
    ])
    func `but on this machine, and to a host that is allowed by name, it is`(address: String) async throws {
        let transport = StubTransport { _ in .json(#"{"token":"t"}"#) }
        let credential = TokenCredential(
            username: "ann", password: "s3cret", server: TokenServer.service, tokenURL: URL(string: address)!,
            unencryptedHosts: ["gis.lan"], transport: transport)
        #expect(try await credential.token(for: TokenServer.service, replacing: nil)?.value == "t")
    }

    @Test(arguments: [
        "evil.com%2f.arcgis.com", "evil.com%23.arcgis.com", "evil.com%00.arcgis.com", "evil.com%5c.arcgis.com",
        "evil.com%20.arcgis.com",
    ])
    func `a token goes to no host of whose name something else could be made`(host: String) async throws {
        guard let url = URL(string: "https://\(host)/x") else { return }
        #expect(try await APIKeyCredential("k").token(for: url, replacing: nil) == nil)
    }
}
