import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

@Suite(.timeLimit(.minutes(10)))
struct RedirectionTests {
    /// Pages that tell what came, and one that redirects.
    private func server(_ status: Int = 302, to target: String) throws -> ScriptedServer {
        try ScriptedServer { request in
            if request.path == "/from" { return [.answer(status, headers: ["Location": target])] }
            let seen =
                "\(request.method) \(request.target) auth=\(request.headers["authorization"] ?? "-") body=\(request.body.count)"
            return [.answer(200, body: Data(seen.utf8))]
        }
    }

    private func text(_ request: HTTPRequest) async throws -> String {
        String(decoding: try await PlatformTransport.standard.send(request).body, as: UTF8.self)
    }

    @Test func `a redirection on one host keeps what is secret`() async throws {
        let server = try server(to: "/seen?token=a")
        defer { server.stop() }
        let request = HTTPRequest(.get, server.url.appending(path: "from"), headers: ["Authorization": "x"])
        #expect(try await text(request) == "GET /seen?token=a auth=x body=0")
    }

    @Test(arguments: [307, 308])
    func `a form follows a redirection on one host that keeps it`(_ status: Int) async throws {
        let server = try server(status, to: "/seen")
        defer { server.stop() }
        #expect(try await text(.form(server.url.appending(path: "from"), ["a": "b"])) == "POST /seen auth=- body=3")
    }

    @Test(arguments: ["Authorization", "X-Api-Key"])
    func `a redirection to another host carries no token`(_ name: String) async throws {
        let other = try server(to: "")
        let server = try server(to: other.url.absoluteString + "/seen?token=a&b=c")
        defer { [other, server].forEach { $0.stop() } }
        let request = HTTPRequest(.get, server.url.appending(path: "from"), headers: [name: "x"])
        #expect(try await text(request) == "GET /seen?b=c auth=- body=0")
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a form is not sent on to another host`(_ status: Int) async throws {
        let other = try server(to: "")
        let server = try server(status, to: other.url.absoluteString + "/seen")
        defer { [other, server].forEach { $0.stop() } }
        await #expect(throws: TransportError.self) { try await text(.form(server.url.appending(path: "from"), ["token": "a"])) }
        #expect(other.requests.isEmpty)
    }

    @Test func `a circle of redirections ends`() async throws {
        let server = try server(to: "/from")
        defer { server.stop() }
        await #expect(throws: TransportError.self) {
            try await text(HTTPRequest(.get, server.url.appending(path: "from"), timeout: nil))
        }
        #expect(server.requests.count == 11)
    }

    @Test func `a circle of redirections is said to lead back to itself`() async throws {
        let server = try ScriptedServer { [.answer(302, headers: ["Location": $0.path == "/a" ? "/b" : "/a"])] }
        defer { server.stop() }
        for path in ["a", "b"] {
            await #expect { try await text(HTTPRequest(.get, server.url.appending(path: path))) } throws: { error in
                "\(error)".contains(" leads back to itself ")
            }
        }
    }

    @Test func `ever new addresses are said to be that`() async throws {
        let server = try ScriptedServer { [.answer(302, headers: ["Location": $0.path + "x"])] }
        defer { server.stop() }
        await #expect { try await text(HTTPRequest(.get, server.url.appending(path: "a"))) } throws: { error in
            "\(error)".contains("redirects to ever more addresses")
        }
    }

    @Test(arguments: [301, 302, 303], ["/from", "from", "/from#x", "/from?again=1", "?"])
    func `a form that is sent back to where it came from has not moved`(_ status: Int, _ target: String) async throws {
        let server = try server(status, to: target)
        defer { server.stop() }
        await #expect { try await text(.form(server.url.appending(path: "from"), ["a": "b"])) } throws: { error in
            let words = "\(error)"
            return words.contains("/from leads back to itself ") && !words.contains("has moved")
        }
    }

    private static let otherLetters = ["HTTP://127.0.0.1", "Http://127.0.0.1", "http://LOCALHOST", "hTTp://LocalHost"]

    @Test(arguments: otherLetters)
    func `a form that is sent back to where it came from in other letters has not moved`(_ target: String) async throws {
        let place = try #require(URL(string: target.lowercased()))
        let server = try ScriptedServer { request in
            [.answer(302, headers: ["Location": "\(target):\(request.headers["host"]?.split(separator: ":").last ?? "")/from"])]
        }
        defer { server.stop() }
        let address = try #require(URL(string: "\(place):\(server.url.port ?? 0)/from"))
        await #expect { try await text(.form(address, ["a": "b"])) } throws: { error in
            let words = "\(error)"
            return words.contains("/from leads back to itself ") && !words.contains("has moved")
        }
    }

    @Test(
        arguments: [
            ("http://gis.example.com/a", "http://gis.example.com:80/a", true),
            ("http://gis.example.com:80/a", "HTTP://GIS.Example.Com/a", true),
            ("https://gis.example.com/a", "https://gis.example.com:443/a?b=c#d", true),
            ("HTTPS://gis.example.com:443/a", "/a", true), ("https://gis.example.com", "https://gis.example.com/", true),
            ("http://gis.example.com/a", "http://gis.example.com:8080/a", false),
            ("http://gis.example.com/a", "https://gis.example.com/a", false),
            ("http://gis.example.com/a", "http://gis.example.com:443/a", false),
            ("http://gis.example.com/a", "http://gis.example.com/A", false),
            ("http://gis.example.com/a", "http://gis.example.com/a/", false),
        ])
    func `letters of schemes and hosts and a port that goes without saying make no other address`(
        _ address: String, _ target: String, _ isSame: Bool
    ) throws {
        let request = HTTPRequest.form(try #require(URL(string: address)), ["a": "b"])
        #expect {
            try Redirection.next(after: request, status: 302, location: target)
        } throws: { error in
            "\(error)".contains(isSame ? "leads back to itself" : "has moved")
        }
    }

    @Test(arguments: otherLetters)
    func `a form follows to the same host in other letters where nothing of it is lost`(_ target: String) async throws {
        let place = try #require(URL(string: target.lowercased()))
        let server = try ScriptedServer { request in
            if request.path == "/seen" { return [.answer(200, body: Data("\(request.method) \(request.body.count)".utf8))] }
            let port = request.headers["host"]?.split(separator: ":").last ?? ""
            return [.answer(307, headers: ["Location": "\(target):\(port)/seen"])]
        }
        defer { server.stop() }
        let address = try #require(URL(string: "\(place):\(server.url.port ?? 0)/from"))
        #expect(try await text(.form(address, ["a": "b"])) == "POST 3")
    }

    @Test(arguments: ["ftp://127.0.0.1/x", "javascript:alert(1)", "http://", "//", "http://user:pass@127.0.0.1:1/"])
    func `an address to which nobody should go is refused`(_ target: String) async throws {
        let server = try server(to: target)
        defer { server.stop() }
        await #expect(throws: TransportError.self) {
            try await text(HTTPRequest(.get, server.url.appending(path: "from"), timeout: nil))
        }
    }
}
