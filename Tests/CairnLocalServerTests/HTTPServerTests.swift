import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

@Suite(.timeLimit(.minutes(10)))
struct HTTPServerTests {
    let gate = Gate()

    private func served(_ body: (HTTPServer, Int) async throws -> Void) async throws {
        let gate = gate
        let server = HTTPServer { message in
            if message.target == "/slow" { try? await gate.pass() }
            let text = "\(message.method) \(message.target) \(String(decoding: message.body, as: UTF8.self));"
            return .response(
                HTTPResponse(body: Data((message.target == "/large" ? String(repeating: "x", count: 4_000_000) : text).utf8)))
        }
        let port = try await server.start(port: 0)
        try await body(server, Int(port))
        await server.stopNow()
    }

    @Test func `requests on one connection are answered in their order, also when sent together`() async throws {
        try await served { _, port in
            let connection = try RawConnection(port: port)
            connection.send(
                "GET /1 HTTP/1.1\r\n\r\nPOST /2 HTTP/1.1\r\nContent-Length: 2\r\n\r\nabGET /3 HTTP/1.1\r\nConnection: close\r\n\r\n"
            )
            let text = await connection.receive()
            let places = ["GET /1 ;", "POST /2 ab;", "GET /3 ;"].map { text.range(of: $0)?.lowerBound }
            #expect(!places.contains(nil) && places[0]! < places[1]! && places[1]! < places[2]!)
        }
    }

    @Test func `HEAD has the length of the body and no body`() async throws {
        try await served { _, port in
            let connection = try RawConnection(port: port)
            connection.send("HEAD /x HTTP/1.1\r\nConnection: close\r\n\r\n")
            let text = await connection.receive()
            #expect(text.contains("content-length: 9\r\n") && text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func `a client that asks whether it may send its body is told to go on`() async throws {
        try await served { _, port in
            let connection = try RawConnection(port: port)
            connection.send("POST /x HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
            #expect(await connection.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 Continue"))
            connection.send("hi")
            #expect(await connection.receive().contains("POST /x hi;"))
        }
    }

    @Test func `nonsense is answered with 400 and the connection is closed`() async throws {
        try await served { _, port in
            let connection = try RawConnection(port: port)
            connection.send("EHLO example.com\r\n\r\n")
            #expect(await connection.receive().hasPrefix("HTTP/1.1 400 Bad Request"))
        }
    }

    @Test func `a large answer reaches a reader that comes late`() async throws {
        try await served { _, port in
            let connection = try RawConnection(port: port)
            connection.send("GET /large HTTP/1.1\r\nConnection: close\r\n\r\n")
            #expect(await connection.receive().utf8.count > 4_000_000)
        }
    }

    @Test func `a client that goes away cancels its answer and is forgotten`() async throws {
        try await served { server, port in
            var connection: RawConnection? = try RawConnection(port: port)
            connection?.send("GET /slow HTTP/1.1\r\n\r\n")
            await gate.waiting(for: 1)
            connection = nil
            while await server.connectionCount > 0 { await Task.yield() }
        }
    }

    @Test func `stopping lets an answer under way finish`() async throws {
        try await served { server, port in
            let connection = try RawConnection(port: port)
            connection.send("GET /slow HTTP/1.1\r\n\r\n")
            await gate.waiting(for: 1)
            let stopping = Task { await server.stop(within: .seconds(30), on: ElapsedTime(ContinuousClock())) }
            gate.open()
            #expect(await connection.receive().contains("GET /slow ;"))
            await stopping.value
            #expect(throws: (any Error).self) { try RawConnection(port: port) }
        }
    }

    @Test func `hundreds of connections are closed without a trace`() async throws {
        try await served { server, port in
            for _ in 0..<300 { try RawConnection(port: port).send("GET /1 HTTP/1.1\r\n") }
            while await server.connectionCount > 0 { await Task.yield() }
        }
    }
}
