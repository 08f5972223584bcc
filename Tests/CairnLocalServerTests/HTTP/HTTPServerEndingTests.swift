import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

/// How it ends, and that it does.
@Suite(.timeLimit(.minutes(10)))
struct HTTPServerEndingTests: ServedHTTP {
    let gate = Gate()
    let clock = ManualClock()

    @Test func `stopping lets an answer under way finish`() async throws {
        try await served { server, port async throws in
            let connection = try RawConnection(port: port)
            connection.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            await gate.waiting(for: 1)
            let stopping = Task { await server.stop(within: .seconds(30), on: ElapsedTime(ContinuousClock())) }
            while (try? RawConnection(port: port)) != nil { await Task.yield() }
            gate.open()
            #expect(await connection.receive().contains("GET /slow ;"))
            await stopping.value
        }
    }

    @Test func `stopping ends idle connections at once, and answers under way when their time is over`() async throws {
        try await served { server, port async throws in
            let (idle, slow) = (try RawConnection(port: port), try RawConnection(port: port))
            slow.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            await gate.waiting(for: 1)
            while server.connectionCount < 2 { await Task.yield() }
            let time = ManualClock()
            let stopping = Task { await server.stop(within: .seconds(5), on: ElapsedTime(time)) }
            #expect(await idle.receive() == "")
            await time.sleepers(atLeast: 1)
            time.advance(by: .seconds(5))
            #expect(await slow.receive() == "")
            await stopping.value
            #expect(server.connectionCount == 0)
        }
    }

    @Test func `whoever wants it to end at once while others wait ends it at once, and all return when it has`() async throws {
        try await served { server, port async throws in
            let slow = try RawConnection(port: port)
            slow.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            await gate.waiting(for: 1)
            let time = ManualClock()
            let stops = (0..<4).map { _ in Task { await server.stop(within: .seconds(3600), on: ElapsedTime(time)) } }
            await time.sleepers(atLeast: 4)
            await server.stopNow()
            #expect(server.connectionCount == 0)
            for stop in stops { await stop.value }
            #expect(await slow.receive() == "")
            #expect((try? RawConnection(port: port)) == nil)
        }
    }

    @Test func `who waits for the end and is cancelled ends it at once, and nothing is left`() async throws {
        for _ in 0..<20 {
            try await served { server, port async throws in
                let slow = try RawConnection(port: port)
                slow.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
                await gate.waiting(for: 1)
                let stopping = Task { await server.stop(within: .seconds(3600), on: ElapsedTime(ManualClock())) }
                stopping.cancel()
                await stopping.value
                #expect(server.connectionCount == 0)
                #expect(await slow.receive() == "")
            }
        }
    }

    /// With `epoll` libmicrohttpd ends the process in one of some thousands: its thread and who stops it take the listening socket out of one set.
    @Test func `stopping while others come ends that server alone`() async throws {
        let port = Level<Int?>(0)
        // The callers end with the test, however it ends.
        defer { port.send(nil) }
        for _ in 0..<2 {
            Thread {
                while let port = port.value { if port > 0 { try? RawConnection(port: port).reset() } }
            }.start()
        }
        for round in 0..<2000 {
            let server = HTTPServer { _ in .ready(.response(HTTPResponse())) }
            port.send(Int(try server.start(port: 0)))
            for _ in 0..<(round % 400) { await Task.yield() }
            await server.stopNow()
            #expect(server.connectionCount == 0)
        }
    }

    @Test func `whatever is under way when all is cut, it ends`() async throws {
        for round in 0..<200 {
            let server = HTTPServer { _ in .later { .response(HTTPResponse()) } }
            let port = Int(try server.start(port: 0))
            let clients = try (0..<4).map { _ in try RawConnection(port: port) }
            for client in clients.prefix(round % 5) { client.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n") }
            for _ in 0..<(round % 7) { await Task.yield() }
            if round.isMultiple(of: 2) {
                await server.stopNow()
            } else {
                server.abandon()
            }
            for client in clients { _ = await client.receive() }
            while server.connectionCount > 0 { await Task.yield() }
        }
    }

    @Test func `an exchange that is given up before it is answered is not answered, and wakes its connection once`() async {
        let (exchange, woken) = (ServerExchange(target: "/"), Level(0))
        exchange.giveUp()
        exchange.answer {
            Issue.record("nobody wants it")
            return .drop
        } wake: {
            woken.send(woken.value + 1)
        }
        exchange.giveUp()
        #expect(woken.value == 1 && exchange.reply != nil)
    }

    @Test func `limits that make no sense do not trap`() async throws {
        for number in [Int.min, -1, 0, .max] {
            var limits = ServerLimits()
            (limits.connections, limits.requests, limits.headSize, limits.bodySize, limits.unreadSize) = (
                number, number, number, number, number
            )
            let server = HTTPServer(limits) { _ in .ready(.response(HTTPResponse())) }
            _ = try? server.start(port: 0)
            await server.stopNow()
        }
    }
}
