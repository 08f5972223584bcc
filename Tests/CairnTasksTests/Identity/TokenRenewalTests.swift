import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TokenRenewalTests {
    private func answer(_ number: Int, _ expires: String, date: String? = nil) -> HTTPResponse {
        var response = HTTPResponse.json("{\"token\":\"token-\(number)\",\"expires\":\(expires)}")
        response.headers["date"] = date
        return response
    }

    @Test(arguments: [
        "1000", "0", "-5", "null", "1e300", "-1e300", "\"1000\"", "\"soon\"", "\"1e300\"", "9223372036854775808", "[]", "true",
    ])
    func `a token is used though its time makes no sense`(expires: String) async throws {
        let server = TokenServer { answer($0, expires) }
        server.accept("token-1")
        let transport = server.transport
        let client = ServiceClient(url: TokenServer.service, transport: transport, credential: TokenServer.credential(transport))
        for _ in 1...5 { #expect(try await client.call("suggest")["ok"]?.bool == true) }
        #expect(server.issued == 1)
    }

    @Test(arguments: ["-5", "0", "1e300", "-1e300", "\"-5\"", "\"soon\"", "null", "{}"])
    func `so is one of OAuth`(seconds: String) async throws {
        let server = TokenServer { .json("{\"access_token\":\"token-\($0)\",\"expires_in\":\(seconds)}") }
        server.accept("token-1")
        let transport = server.transport
        let credential = OAuthClientCredential(
            clientID: "app", clientSecret: "s3cret", portal: URL(string: "https://gis.example.com/portal")!, transport: transport)
        let client = ServiceClient(url: TokenServer.service, transport: transport, credential: credential)
        for _ in 1...5 { _ = try await client.call("suggest") }
        #expect(server.issued == 1)
    }

    @Test func `time is counted from when the token came, by the server's clock`() async throws {
        let clock = ManualClock()
        // A server that lives in 1999, and gives an hour.
        let server = TokenServer { answer($0, "946684799000", date: "Fri, 31 Dec 1999 22:59:59 GMT") }
        let credential = TokenServer.credential(server.transport, clock: clock)
        func value() async throws -> String? { try await credential.token(for: TokenServer.service, replacing: nil)?.value }
        #expect(try await value() == "token-1")
        clock.advance(by: .seconds(3500))
        #expect(try await value() == "token-1")
        clock.advance(by: .seconds(50))
        #expect(try await value() == "token-2")
        clock.advance(by: .seconds(3500))
        #expect(try await value() == "token-2")
    }

    @Test func `a token that cannot be renewed is used as long as it is good, and renewing it tried again`() async throws {
        let (clock, isDown) = (ManualClock(), Level(false))
        let server = TokenServer { number in
            if isDown.value { throw TransportError(.refused, url: TokenServer.tokenURL) }
            return .json("{\"access_token\":\"token-\(number)\",\"expires_in\":3600}")
        }
        let credential = OAuthClientCredential(
            clientID: "app", clientSecret: "s3cret", portal: URL(string: "https://gis.example.com")!, transport: server.transport,
            clock: clock)
        func value() async throws -> String? { try await credential.token(for: TokenServer.service, replacing: nil)?.value }
        #expect(try await value() == "token-1")
        isDown.send(true)
        clock.advance(by: .seconds(3550))
        for _ in 1...3 { #expect(try await value() == "token-1") }
        #expect(server.issued == 2, "not with every call")
        clock.advance(by: .seconds(6))
        #expect(try await value() == "token-1" && server.issued == 3)
        clock.advance(by: .seconds(50))
        await #expect(throws: TransportError.self) { try await value() }
        isDown.send(false)
        #expect(try await value()?.hasPrefix("token-") == true)
    }

    @Test func `a token that was refused is not used again because it cannot be renewed`() async throws {
        let isDown = Level(false)
        let server = TokenServer { number in
            if isDown.value { throw TransportError(.refused, url: TokenServer.tokenURL) }
            return .json("{\"token\":\"token-\(number)\",\"expires\":4102444800000}")
        }
        let client = ServiceClient(
            url: TokenServer.service, transport: server.transport, credential: TokenServer.credential(server.transport))
        server.accept("token-1")
        _ = try await client.call("suggest")
        server.accept("other")
        isDown.send(true)
        await #expect(throws: TransportError.self) { try await client.call("suggest") }
    }

    @Test func `a token of a minute is not renewed for each call`() async throws {
        let clock = ManualClock()
        let server = TokenServer { .json("{\"access_token\":\"token-\($0)\",\"expires_in\":60}") }
        let credential = OAuthClientCredential(
            clientID: "app", clientSecret: "s3cret", portal: URL(string: "https://gis.example.com")!, transport: server.transport,
            clock: clock)
        for _ in 1...3 { _ = try await credential.token(for: TokenServer.service, replacing: nil) }
        #expect(server.issued == 1)
        clock.advance(by: .seconds(46))
        _ = try await credential.token(for: TokenServer.service, replacing: nil)
        #expect(server.issued == 2)
    }

    @Test func `a hundred callers who are refused cause one renewal, though its time makes no sense`() async throws {
        let gate = Gate()
        let server = TokenServer(refuse: { try await gate.pass() }) { answer($0, "1000") }
        server.accept("token-2")
        let transport = server.transport
        let client = ServiceClient(url: TokenServer.service, transport: transport, credential: TokenServer.credential(transport))
        let calls = (0..<100).map { _ in Task { try await client.call("suggest") } }
        await gate.waiting(for: 100)
        gate.open()
        for call in calls { #expect(try await call.value["ok"]?.bool == true) }
        #expect(server.issued == 2)
    }

    @Test func `a server that issues the refused token again is asked once by all who were refused together`() async throws {
        let gate = Gate()
        let server = TokenServer(refuse: { try await gate.pass() }) { _ in answer(1, "1e15") }
        let transport = server.transport
        let client = ServiceClient(url: TokenServer.service, transport: transport, credential: TokenServer.credential(transport))
        let calls = (0..<20).map { _ in Task { try await client.call("suggest") } }
        await gate.waiting(for: 20)
        for _ in calls {
            // One after the other comes a second time, with the same token.
            gate.openOnce()
            await gate.waiting(for: 20)
        }
        #expect(server.issued == 2)
        gate.open()
        for call in calls { await #expect { try await call.value } throws: { ($0 as? ServiceError)?.code == 498 } }
        #expect(server.issued == 2)
    }

    @Test func `a renewal that fails has failed for all who were refused, and the next call tries again`() async throws {
        let gate = Gate()
        let server = TokenServer(refuse: { try await gate.pass() }) { number in
            if number == 2 { throw TransportError(.refused, url: TokenServer.tokenURL) }
            return answer(number, "1e15")
        }
        let transport = server.transport
        let client = ServiceClient(url: TokenServer.service, transport: transport, credential: TokenServer.credential(transport))
        let ended = Log<Void>()
        let calls = (0..<30).map { _ in
            Task {
                defer { ended.append(()) }
                return try await client.call("suggest")
            }
        }
        await gate.waiting(for: 30)
        // The others are refused when the renewal has failed long ago.
        gate.openOnce()
        for await _ in ended.entries { break }
        gate.open()
        for call in calls {
            await #expect { try await call.value } throws: { ($0 as? TransportError)?.reason == .refused }
        }
        #expect(server.issued == 2)
        server.accept("token-3")
        #expect(try await client.call("suggest")["ok"]?.bool == true)
        #expect(server.issued == 3)
    }

    @Test func `who was refused long ago gets the failure of the renewal, and not another one`() async throws {
        let server = TokenServer { number in
            if number == 2 { throw TransportError(.refused, url: TokenServer.tokenURL) }
            return answer(number, "1e15")
        }
        let credential = TokenServer.credential(server.transport)
        let first = try await credential.token(for: TokenServer.service, replacing: nil)
        for _ in 1...10 {
            await #expect(throws: TransportError.self) { try await credential.token(for: TokenServer.service, replacing: first) }
        }
        #expect(server.issued == 2)
        #expect(try await credential.token(for: TokenServer.service, replacing: nil)?.value == "token-3")
        #expect(try await credential.token(for: TokenServer.service, replacing: first)?.value == "token-3")
        #expect(server.issued == 3)
    }

    @Test func `a caller who leaves takes nobody's renewal with him`() async throws {
        let gate = Gate()
        let server = TokenServer { number in
            try await gate.pass()
            return answer(number, "1e15")
        }
        let credential = TokenServer.credential(server.transport)
        let leaving = Task { try await credential.token(for: TokenServer.service, replacing: nil) }
        await gate.waiting(for: 1)
        let staying = Task { try await credential.token(for: TokenServer.service, replacing: nil) }
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        gate.open()
        #expect(try await staying.value?.value.hasPrefix("token-") == true)
    }
}
