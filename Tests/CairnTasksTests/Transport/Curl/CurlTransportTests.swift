#if os(Linux)
    import CairnCore
    import CairnTesting
    import Foundation
    import Testing

    @testable import CairnTasks

    @Suite(.timeLimit(.minutes(10)))
    struct CurlTransportTests {
        let transport = CurlTransport()

        @Test func `curl keeps the contract`() async throws {
            let server = try ScriptedServer.contractPages()
            defer { server.stop() }
            try await HTTPTransportContract(transport, server: server.url).verify()
        }

        @Test(arguments: HTTPWireContract.Clause.allCases)
        func `curl survives servers that misbehave`(_ clause: HTTPWireContract.Clause) async throws {
            try await HTTPWireContract(transport).verify([clause])
        }

        @Test func `nobody listening is told as that`() async throws {
            await #expect {
                try await transport.send(HTTPRequest(.get, URL(string: "http://127.0.0.1:1/x?token=secret")!))
            } throws: {
                ($0 as? TransportError)?.reason == .refused && !"\($0)".contains("secret")
            }
        }

        @Test func `a host that is not there is told as that`() async throws {
            await #expect { try await transport.send(HTTPRequest(.get, URL(string: "http://no-such-host.invalid/")!)) } throws: {
                ($0 as? TransportError)?.reason == .unknownHost
            }
        }

        @Test func `requests cancelled at random moments are all answered`() async throws {
            let count = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 1000 : 20_000
            try await RandomCancellation(transport).verify(count)
        }
    }
#endif
