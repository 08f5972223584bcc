import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

/// A server that says what it was asked; `/slow` waits for the gate, and `/ready` takes no time.
protocol ServedHTTP {
    var gate: Gate { get }
    var clock: ManualClock { get }
}

extension ServedHTTP {
    func served(
        _ limits: ServerLimits = ServerLimits(), _ access: ServerAccess? = nil, _ body: (HTTPServer, Int) async throws -> Void
    ) async throws {
        let server = HTTPServer(limits, access, clock: clock) { [gate] message in
            let isLarge = message.target == "/large"
            let text = "\(message.method) \(message.target) \(String(decoding: message.body, as: UTF8.self));"
            let body = Data((isLarge ? String(repeating: "x", count: 30_000_000) : text).utf8)
            let reply = HTTPReply.response(HTTPResponse(body: body))
            if message.target.hasPrefix("/ready") { return .ready(reply) }
            return .later {
                if message.target == "/slow" { try? await gate.pass() }
                return reply
            }
        }
        let port = try server.start(port: 0)
        do {
            try await body(server, Int(port))
        } catch {
            await server.stopNow()
            throw error
        }
        await server.stopNow()
    }

    func answer(_ request: String, _ port: Int) async throws -> String {
        let connection = try RawConnection(port: port)
        connection.send(request)
        connection.finishSending()
        return await connection.receive()
    }

    var close: String { "Host: x\r\nConnection: close\r\n" }

    /// That others are answered as ever.
    func expectAnswer(_ port: Int) async throws {
        let text = try await answer("GET /ok HTTP/1.1\r\n\(close)\r\n", port)
        #expect(text.contains("GET /ok ;"), "\(text)")
    }
}
