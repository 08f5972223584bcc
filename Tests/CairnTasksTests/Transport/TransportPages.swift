import CairnCore
import CairnTasks
import CairnTesting
import Foundation

@testable import CairnLocalServer

/// The paths that `HTTPTransportContract` wants, and some more.
final class TransportPages: Sendable {
    let hanging = Gate()
    let redirects: [String: (Int, String)]

    init(redirects: [String: (Int, String)] = [:]) {
        self.redirects = redirects
    }

    func reply(to message: HTTPRequestParser.Message) async -> HTTPReply {
        let path = String(message.target.prefix { $0 != "?" })
        if let (status, location) = redirects[path] {
            return .response(HTTPResponse(status: status, headers: ["location": location]))
        }
        switch path {
        case "/ok": return .response(HTTPResponse(headers: ["x-mark": "1"], body: Data("ok".utf8)))
        case "/missing": return .response(HTTPResponse(status: 404, body: Data("gone".utf8)))
        case "/large": return .response(HTTPResponse(body: Data(count: 100_000)))
        case "/echo": return .response(HTTPResponse(body: message.body))
        case "/seen": return .response(HTTPResponse(body: Data(seen(message).utf8)))
        case "/basic": return .response(HTTPResponse(status: 401, headers: ["www-authenticate": "Basic realm=\"x\""]))
        case "/truncated": return .truncated(HTTPResponse(body: Data(count: 1000)), 10)
        case "/hang":
            try? await hanging.pass()
            return .drop
        default: return .drop
        }
    }

    private func seen(_ message: HTTPRequestParser.Message) -> String {
        "\(message.method) \(message.target) auth=\(message.headers["authorization"] ?? "-") body=\(message.body.count)"
    }

    /// Runs `body` with the pages served on loopback.
    func served(_ body: (URL) async throws -> Void) async throws {
        let server = HTTPServer { await self.reply(to: $0) }
        let port = try await server.start(port: 0)
        defer { hanging.open() }
        do {
            try await body(URL(string: "http://127.0.0.1:\(port)")!)
        } catch {
            await server.stopNow()
            throw error
        }
        await server.stopNow()
    }
}
