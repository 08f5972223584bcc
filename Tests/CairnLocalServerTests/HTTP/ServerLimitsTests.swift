import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

/// What the server bears, and whom it gives up.
@Suite(.timeLimit(.minutes(10)))
struct ServerLimitsTests: ServedHTTP {
    let gate = Gate()
    let clock = ManualClock()

    @Test func `a head that is too large is refused`() async throws {
        try await served { _, port async throws in
            let long = String(repeating: "y", count: 80_000)
            #expect(try await answer("GET / HTTP/1.1\r\nHost: x\r\nA: \(long)\r\n\r\n", port).hasPrefix("HTTP/1.1 431 "))
            #expect(try await answer("GET /\(long) HTTP/1.1\r\nHost: x\r\n\r\n", port).hasPrefix("HTTP/1.1 414 "))
            let fields = String(repeating: "A:b\r\n", count: 40_000)
            #expect(try await answer("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n", port).hasPrefix("HTTP/1.1 431 "))
            let longest = String(repeating: "y", count: 60_000)
            #expect(try await answer("GET /\(longest) HTTP/1.1\r\n\(close)\r\n", port).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `a body that is too large is refused as soon as that is known`() async throws {
        var limits = ServerLimits()
        limits.bodySize = 1000
        try await served(limits) { _, port async throws in
            let body = String(repeating: "x", count: 1001)
            #expect(
                try await answer("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n\(body)", port).hasPrefix(
                    "HTTP/1.1 413 "))
            let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n\(body)\r\n0\r\n\r\n"
            #expect(try await answer(chunked, port).contains(" 200 ") == false)
            let largest = String(body.dropFirst())
            #expect(
                try await answer("POST /x HTTP/1.1\r\nContent-Length: 1000\r\n\(close)\r\n\(largest)", port).contains(largest))
        }
    }

    @Test func `of too many requests those beyond the limit are told to come again`() async throws {
        var limits = ServerLimits()
        limits.requests = 2
        try await served(limits) { _, port async throws in
            let waiting = [try RawConnection(port: port), try RawConnection(port: port)]
            for connection in waiting { connection.send("GET /slow HTTP/1.1\r\n\(close)\r\n") }
            await gate.waiting(for: 2)
            let refused = try await answer("GET /ok HTTP/1.1\r\nHost: x\r\n\r\n", port)
            #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.lowercased().contains("retry-after: 1\r\n"))
            #expect(try await answer("GET /ready HTTP/1.1\r\n\(close)\r\n", port).contains("GET /ready ;"))
            gate.open()
            for connection in waiting { #expect(await connection.receive().contains("GET /slow ;")) }
            try await expectAnswer(port)
        }
    }

    @Test func `clients that do not read their answers are borne up to a limit, and then given up`() async throws {
        var limits = ServerLimits()
        limits.unreadSize = 5_000_000
        try await served(limits) { server, port async throws in
            let deaf = try RawConnection(port: port)
            deaf.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = await deaf.receive(until: "\r\n\r\n")
            #expect(try await answer("GET /ok HTTP/1.1\r\nHost: x\r\n\r\n", port).hasPrefix("HTTP/1.1 503 "))
            clock.advance(by: limits.idleTime + .seconds(1))
            while server.connectionCount > 0 {
                server.endOverdue()
                await Task.yield()
            }
            try await expectAnswer(port)
            withExtendedLifetime(deaf) {}
        }
    }

    @Test func `whoever has not sent all of his request takes nobody's place`() async throws {
        var limits = ServerLimits()
        limits.requests = 2
        try await served(limits) { server, port async throws in
            let half = try (0..<5).map { _ in try RawConnection(port: port) }
            for connection in half { connection.send("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc") }
            while server.connectionCount < 5 { await Task.yield() }
            for _ in 0..<10 { try await expectAnswer(port) }
            clock.advance(by: limits.idleTime + .seconds(1))
            while server.connectionCount > 0 {
                server.endOverdue()
                await Task.yield()
            }
            withExtendedLifetime(half) {}
        }
    }

    @Test func `bodies are held up to a limit for all together`() async throws {
        var limits = ServerLimits()
        limits.receivedSize = 1000
        try await served(limits) { server, port async throws in
            let (first, second) = (try RawConnection(port: port), try RawConnection(port: port))
            let piece = String(repeating: "x", count: 600)
            first.send("POST /x HTTP/1.1\r\nContent-Length: 601\r\n\(close)\r\n\(piece)")
            while server.heldSize < 600 { await Task.yield() }
            second.send("POST /x HTTP/1.1\r\nContent-Length: 601\r\n\(close)\r\n\(piece)")
            #expect(await !second.receive().contains(" 200 "))
            first.send("y")
            #expect(await first.receive().contains("xy;"))
            while server.heldSize > 0 { await Task.yield() }
            try await expectAnswer(port)
        }
    }

    @Test func `who may not ask is refused before his body has come, and pages that may ask see every refusal`() async throws {
        var limits = ServerLimits()
        limits.bodySize = 10
        try await served(limits, ServerAccess(origins: ["https://a.example.com"])) { _, port async throws in
            let foreign = try RawConnection(port: port)
            foreign.send("POST /x HTTP/1.1\r\nHost: evil.com\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n")
            #expect(await foreign.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 403 "))
            let page = try await answer(
                "POST /x HTTP/1.1\r\nHost: localhost\r\nOrigin: https://a.example.com\r\nContent-Length: 11\r\n\r\n", port)
            #expect(page.hasPrefix("HTTP/1.1 413 "))
            #expect(page.lowercased().contains("access-control-allow-origin: https://a.example.com\r\n"))
        }
    }

    // Where Darwin's branches are checked on Linux nothing tells what is unsent.
    #if !CAIRN_DARWIN || !os(Linux)
        @Test func `a reader that is slow and honest gets every byte`() async throws {
            try await served { server, port async throws in
                let slow = try RawConnection(port: port, buffer: 16 << 10)
                slow.send("GET /large HTTP/1.1\r\n\(close)\r\n")
                let count = await SlowReader().read(slow) {
                    clock.advance(by: .seconds(10))
                    server.endOverdue()
                }
                #expect(count > 30_000_000)
            }
        }
    #endif

    @Test func `surplus connections wait for a place`() async throws {
        var limits = ServerLimits()
        limits.connections = 4
        try await served(limits) { server, port async throws in
            let idle = try (0..<4).map { _ in try RawConnection(port: port) }
            while server.connectionCount < 4 { await Task.yield() }
            let surplus = try RawConnection(port: port)
            surplus.send("GET /ok HTTP/1.1\r\n\(close)\r\n")
            #expect(server.connectionCount == 4)
            clock.advance(by: limits.idleTime + .seconds(1))
            server.endOverdue()
            #expect(await surplus.receive().contains("GET /ok ;"))
            withExtendedLifetime(idle) {}
        }
    }

    @Test(arguments: [
        "", "GET /x HT", "GET /x HTTP/1.1\r\nHost: x\r\nA", "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc",
        "GET /ok HTTP/1.1\r\nHost: x\r\n\r\n",
    ])
    func `a client that stands still is given up`(text: String) async throws {
        try await served { server, port async throws in
            let connection = try RawConnection(port: port)
            connection.send(text)
            while server.connectionCount == 0 { await Task.yield() }
            if text.contains("/ok") { _ = await connection.receive(until: ";") }
            clock.advance(by: .seconds(5))
            server.endOverdue()
            #expect(server.connectionCount == 1)
            // As often as a phase may have begun anew.
            while server.connectionCount > 0 {
                clock.advance(by: .seconds(121))
                server.endOverdue()
                await Task.yield()
            }
            try await expectAnswer(port)
            withExtendedLifetime(connection) {}
        }
    }

    @Test func `a client that resets its connection cancels its answer and is forgotten`() async throws {
        try await served { server, port async throws in
            var connection: RawConnection? = try RawConnection(port: port)
            connection?.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            await gate.waiting(for: 1)
            connection?.reset()
            connection = nil
            while server.connectionCount > 0 {
                server.endOverdue()
                await Task.yield()
            }
            try await expectAnswer(port)
        }
    }

    @Test func `a client that goes away is found out before its time, and its answer is cancelled`() async throws {
        try await served { server, port async throws in
            var connection: RawConnection? = try RawConnection(port: port)
            connection?.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            await gate.waiting(for: 1)
            connection = nil
            // No time passes.
            while server.connectionCount > 0 {
                server.endOverdue()
                await Task.yield()
            }
            try await expectAnswer(port)
        }
    }

    @Test(arguments: ["1.1", "1.0"]) func `a client that closes its half and reads on is answered`(version: String) async throws {
        try await served { server, port async throws in
            let connection = try RawConnection(port: port)
            connection.send("GET /slow HTTP/\(version)\r\n\(close)\r\n")
            connection.finishSending()
            await gate.waiting(for: 1)
            for _ in 0..<100 {
                clock.advance(by: .milliseconds(500))
                server.endOverdue()
            }
            gate.open()
            let text = await connection.receive()
            #expect(text.contains("GET /slow ;"))
            #expect(text.components(separatedBy: "100 Continue").count == (version == "1.1" ? 2 : 1))
        }
    }

    @Test func `an older client that goes away is waited for as for an idle one`() async throws {
        try await served { server, port async throws in
            var connection: RawConnection? = try RawConnection(port: port)
            connection?.send("GET /slow HTTP/1.0\r\nHost: x\r\n\r\n")
            await gate.waiting(for: 1)
            connection = nil
            while server.connectionCount > 0 {
                server.endOverdue()
                clock.advance(by: .seconds(61))
                await Task.yield()
            }
            try await expectAnswer(port)
        }
    }

    @Test func `hundreds of connections that are reset in mid-request are closed without a trace`() async throws {
        try await served { server, port async throws in
            for number in 0..<300 {
                let connection = try RawConnection(port: port)
                connection.send(
                    ["GET /1 HTTP/1.1\r\n", "POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc", ""][number % 3])
                connection.reset()
            }
            while server.connectionCount > 0 { await Task.yield() }
            try await expectAnswer(port)
        }
    }
}

/// Reads on a thread of its own: what is waited for needs those of tasks.
private actor SlowReader {
    private let executor = QueueExecutor("cairn.tests.slow-reader")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// A little at a time, with something between, and then the rest.
    ///
    /// - Returns: How many bytes came.
    func read(_ connection: RawConnection, between: @Sendable () -> Void) -> Int {
        var count = 0
        for _ in 0..<300 {
            count += connection.read(atMost: 8 << 10)
            between()
        }
        while case let size = connection.read(atMost: 1 << 20), size > 0 { count += size }
        return count
    }
}
