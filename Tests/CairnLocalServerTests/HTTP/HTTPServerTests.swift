import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

/// What clients ask, and what is no request.
@Suite(.timeLimit(.minutes(10)))
struct HTTPServerTests: ServedHTTP {
    let gate = Gate()
    let clock = ManualClock()

    @Test(arguments: ["/2", "/ready"])
    func `requests on one connection are answered in their order, also when sent together and when one takes no time`(
        second: String
    ) async throws {
        try await served { _, port async throws in
            let text = try await answer(
                "GET /1 HTTP/1.1\r\nHost: x\r\n\r\nPOST \(second) HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nabGET /3 HTTP/1.1\r\n\(close)\r\n",
                port)
            let places = ["GET /1 ;", "POST \(second) ab;", "GET /3 ;"].map { text.range(of: $0)?.lowerBound }
            #expect(!places.contains(nil) && places[0]! < places[1]! && places[1]! < places[2]!)
        }
    }

    @Test func `a request that arrives byte by byte is the same, in chunks and with a trailer`() async throws {
        try await served { _, port async throws in
            let connection = try RawConnection(port: port)
            let chunks = "3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\nX-Sum: 1\r\n\r\n"
            for byte in "POST /x?a=%20b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\(close)\r\n\(chunks)".utf8 {
                connection.send(String(UnicodeScalar(byte)))
            }
            #expect(await connection.receive().contains("POST /x?a=%20b abcde;"))
        }
    }

    @Test func `HEAD has the length of the body and no body`() async throws {
        try await served { _, port async throws in
            let text = try await answer("HEAD /x HTTP/1.1\r\n\(close)\r\n", port)
            #expect(text.lowercased().contains("content-length: 9\r\n") && text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func `a client that asks whether it may send its body is told to go on`() async throws {
        try await served { _, port async throws in
            let connection = try RawConnection(port: port)
            connection.send("POST /x HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\(close)\r\n")
            #expect(await connection.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 Continue"))
            connection.send("hi")
            #expect(await connection.receive().contains("POST /x hi;"))
        }
    }

    @Test func `a client that has closed his half is answered`() async throws {
        try await served { server, port async throws in
            let connection = try RawConnection(port: port)
            connection.send("POST /slow HTTP/1.1\r\nContent-Length: 2\r\n\(close)\r\nab")
            connection.finishSending()
            await gate.waiting(for: 1)
            server.endOverdue()
            gate.open()
            #expect(await connection.receive().contains("POST /slow ab;"))
        }
    }

    @Test func `whoever has closed his half is answered also while others stand still in mid-request`() async throws {
        try await served { server, port async throws in
            let half = try (0..<5).map { _ in try RawConnection(port: port) }
            for connection in half { connection.send("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc") }
            while server.heldSize < 15 { await Task.yield() }
            for _ in 0..<50 { try await expectAnswer(port) }
            withExtendedLifetime(half) {}
        }
    }

    @Test func `a large answer reaches a reader that comes late`() async throws {
        try await served { _, port async throws in
            #expect(try await answer("GET /large HTTP/1.1\r\n\(close)\r\n", port).utf8.count > 30_000_000)
        }
    }

    @Test(arguments: [
        ("GET /x HTTP/1.1\r\n\r\n", 400),
        ("GET /x HTTP/1.1\r\nHost: x\r\nA\u{1}: b\r\n\r\n", 400), ("GET /x HTTP/1.1\r\nHost: x\r\nA: b\u{1}\r\n\r\n", 400),
        ("GET /x HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n", 400),
        ("GET x HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET httpx HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET /\u{1} HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET http:// HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET /x HTTP/3.0\r\nHost: x\r\n\r\n", 505),
        ("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na", 400),
        ("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n", 400),
        ("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
        ("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        ("POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
        ("POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        ("POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
        ("POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", 400),
        ("POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\n", 413),
        ("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
    ])
    func `what is no request is refused, and the connection ends`(text: String, status: Int) async throws {
        try await served { _, port async throws in
            let answer = try await answer(text, port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(200).debugDescription)")
            try await expectAnswer(port)
        }
    }

    @Test(arguments: [
        "EHLO example.com\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\r\n\r\n", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", "GET\r\n\r\n",
        "\r\n\r\n\r\n",
    ])
    func `what is not even a first line is refused or ignored, and harms nobody`(text: String) async throws {
        try await served { server, port async throws in
            let connection = try RawConnection(port: port)
            connection.send(text)
            connection.finishSending()
            let isOver = Level(false)
            let receiver = Task {
                defer { isOver.send(true) }
                return await connection.receive()
            }
            while !isOver.value {
                server.endOverdue()
                clock.advance(by: .seconds(1))
                await Task.yield()
            }
            let answer = await receiver.value
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400 ") || answer.hasPrefix("HTTP/1.0 400 "), "\(answer)")
            try await expectAnswer(port)
        }
    }
}
