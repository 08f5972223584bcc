import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

@Suite(.timeLimit(.minutes(10)), .serialized)
struct URLSessionTransportTests {
    let transport = URLSessionTransport()

    @Test func `the session keeps the contract`() async throws {
        try await TransportPages().served { try await HTTPTransportContract(transport, server: $0).verify() }
    }

    @Test func `the stub keeps the contract`() async throws {
        let hanging = Gate()
        let stub = StubTransport { request in
            switch request.url.path {
            case "/ok": HTTPResponse(headers: ["X-Mark": "1"], body: Data("ok".utf8))
            case "/missing": HTTPResponse(status: 404)
            case "/large": HTTPResponse(body: Data(count: 100_000))
            case "/echo": HTTPResponse(body: request.body ?? Data())
            case "/hang":
                try await {
                    try await hanging.pass(); return HTTPResponse()
                }()
            default: throw TransportError(.connectionLost, url: request.url)
            }
        }
        try await HTTPTransportContract(stub, server: URL(string: "http://stub")!).verify()
    }

    @Test func `nobody listening is told as that`() async throws {
        await #expect { try await transport.send(HTTPRequest(.get, URL(string: "http://127.0.0.1:1/x?token=secret")!)) } throws: {
            ($0 as? TransportError)?.reason == .refused && !"\($0)".contains("secret")
        }
    }

    @Test func `the system's refusal to speak without encryption is final, and says what to do`() {
        let reason = SessionFlight.reason(of: NSError(domain: NSURLErrorDomain, code: -1022))
        let error = TransportError(reason, url: URL(string: "http://maps.example/x?token=secret"))
        #expect(error.transience == .final)
        #expect(
            "\(error)".contains("NSAppTransportSecurity") && "\(error)".contains("http://maps.example/x")
                && !"\(error)".contains("secret"))
    }

    @Test func `no answer in time is told as that`() async throws {
        try await TransportPages().served { server in
            let request = HTTPRequest(.get, server.appending(path: "hang"), timeout: .milliseconds(50))
            await #expect { try await transport.send(request) } throws: { ($0 as? TransportError)?.reason == .timedOut }
        }
    }

    @Test func `a body cut short is a lost connection`() async throws {
        try await TransportPages().served { server in
            await #expect { try await transport.send(HTTPRequest(.get, server.appending(path: "truncated"))) } throws: {
                ($0 as? TransportError)?.reason == .connectionLost
            }
        }
    }

    @Test func `a challenge is answered, not waited for`() async throws {
        try await TransportPages().served { server in
            let response = try? await transport.send(HTTPRequest(.get, server.appending(path: "basic"), timeout: .seconds(5)))
            #expect(response == nil || response?.status == 401)
        }
    }

    @Test func `a redirection on one host keeps what is secret`() async throws {
        try await TransportPages(redirects: ["/from": (302, "/seen?token=a")]).served { server in
            let request = HTTPRequest(.post, server.appending(path: "from"), headers: ["Authorization": "x"], body: Data([1]))
            let text = String(decoding: try await transport.send(request).body, as: UTF8.self)
            #expect(text == "GET /seen?token=a auth=x body=0")
        }
    }

    @Test func `a redirection to another host carries no token`() async throws {
        try await TransportPages().served { other in
            let target = other.absoluteString + "/seen?token=a&b=c"
            try await TransportPages(redirects: ["/from": (302, target)]).served { server in
                let request = HTTPRequest(.get, server.appending(path: "from"), headers: ["Authorization": "x"])
                let text = String(decoding: try await transport.send(request).body, as: UTF8.self)
                #expect(text == "GET /seen?b=c auth=- body=0")
            }
        }
    }

    @Test func `a form is not sent on to another host`() async throws {
        try await TransportPages().served { other in
            let target = other.absoluteString + "/seen"
            try await TransportPages(redirects: ["/from": (307, target)]).served { server in
                let request = HTTPRequest.form(server.appending(path: "from"), ["token": "a"])
                await #expect(throws: TransportError.self) { try await transport.send(request) }
            }
        }
    }

    @Test func `a circle of redirections ends`() async throws {
        try await TransportPages(redirects: ["/a": (302, "/b"), "/b": (302, "/a")]).served { server in
            await #expect(throws: TransportError.self) {
                try await transport.send(HTTPRequest(.get, server.appending(path: "a")))
            }
        }
    }

    @Test func `requests cancelled at random moments are all answered`() async throws {
        let count = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 1000 : 20_000
        try await TransportPages().served { server in
            let paths = ["ok", "hang", "large", "drop"]
            let answered = await withTaskGroup(of: Bool.self) { group in
                var (started, answered) = (0, 0)
                func add() {
                    let number = started
                    started += 1
                    group.addTask { await cancelled(server.appending(path: paths[number % 4]), after: number % 37) }
                }
                for _ in 0..<50 { add() }
                while let isAnswered = await group.next() {
                    answered += isAnswered ? 1 : 0
                    if started < count { add() }
                }
                return answered
            }
            #expect(answered == count)
        }
    }

    /// Sends a request and cancels it after some turns of the scheduler.
    private func cancelled(_ url: URL, after turns: Int) async -> Bool {
        let request = Task { try await transport.send(HTTPRequest(.get, url)) }
        for _ in 0..<turns { await Task.yield() }
        request.cancel()
        switch await request.result {
        case .success: return true
        case .failure(let error): return error is CancellationError || error is TransportError
        }
    }
}
