import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// How long a server listens, and what becomes of whom it has not answered.
@Suite(.timeLimit(.minutes(10)))
struct LocalServerListeningTests {
    @Test func `a server that nobody keeps ends`() async throws {
        var server: LocalServer? = LocalServer(locators: [:])
        let url = try await server!.start()
        let connection = try RawConnection(port: try #require(url.port))
        server = nil
        #expect(await connection.receive() == "")
        while (try? RawConnection(port: url.port!)) != nil { await Task.yield() }
    }

    @Test func `a server that nobody keeps ends also while an answer hangs`() async throws {
        var server: LocalServer? = LocalServer(locators: [:])
        let url = try await server!.start()
        server!.faults.inject(.hang)
        let connection = try RawConnection(port: try #require(url.port))
        connection.send("GET /arcgis/rest/info HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while server!.requestCount == 0 { await Task.yield() }
        server = nil
        #expect(await connection.receive() == "")
        while (try? RawConnection(port: url.port!)) != nil { await Task.yield() }
    }

    @Test func `times and counts that make no sense do not trap, and show nothing`() async throws {
        let server = LocalServer(locators: [:])
        let url = try await server.start()
        for times in [0, -1, Int.min] { server.faults.inject(.status(503), times: times) }
        server.faults.inject(.delay(.seconds(Int64.min)))
        // However busy the machine is.
        let request = HTTPRequest(.get, url.appending(path: "arcgis/rest/info"), timeout: nil)
        for _ in 0..<2 { #expect(try await PlatformTransport().send(request).status == 200) }
        server.faults.inject(.delay(.seconds(Int64.max)))
        let late = Task { try await PlatformTransport().send(request) }
        while server.requestCount < 3 { await Task.yield() }
        let stop = Task { await server.stop(within: .seconds(Int64.max)) }
        while (try? RawConnection(port: url.port!)) != nil { await Task.yield() }
        await server.crash()
        await stop.value
        await #expect(throws: TransportError.self) { try await late.value }
    }
}
