import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

@Suite(.timeLimit(.minutes(10)), .serialized)
struct URLSessionTransportTests {
    let transport = URLSessionTransport()

    /// What Foundation does not survive on Linux, or tells otherwise: Docs/Platforms.md.
    #if os(Linux)
        static let beyondFoundation: Set<HTTPWireContract.Clause> = [
            .trailers, .halfHead, .noHTTP, .noStatus, .twoLengths, .endlessHead, .endlessInterimAnswers, .wrongChunk,
            .wrongCompression,
            .backPressure, .repeatedOnce, .neverRepeated, .challenge,
        ]
    #else
        static let beyondFoundation: Set<HTTPWireContract.Clause> = []
    #endif

    @Test func `the session keeps the contract`() async throws {
        let server = try ScriptedServer.contractPages()
        defer { server.stop() }
        #if os(Linux)
            let clauses = HTTPTransportContract.Clause.allCases.filter { $0 != .demands }
        #else
            let clauses = HTTPTransportContract.Clause.allCases
        #endif
        try await HTTPTransportContract(transport, server: server.url).verify(clauses)
    }

    @Test(arguments: Set(HTTPWireContract.Clause.allCases).subtracting(beyondFoundation))
    func `the session survives what Foundation does`(_ clause: HTTPWireContract.Clause) async throws {
        try await HTTPWireContract(transport).verify([clause])
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

    @Test func `requests cancelled at random moments are all answered`() async throws {
        try await RandomCancellation(transport, at: [.early], of: ["ok", "hang", "large", "drop", "begun", "cut"])
            .verify(rounds(1000, long: 20_000))
    }
}
