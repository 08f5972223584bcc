import CairnCore
import CairnTasks
import Foundation

extension HTTPWireContract.Clause {
    /// What the transport must make of it.
    func verify(_ transport: any HTTPTransport, _ server: ScriptedServer) async throws {
        let request = HTTPRequest(.get, server.url, timeout: Self.patience)
        switch self {
        case .trailers, .interimAnswers, .strayBytes, .twoAnswers:
            // Twice, so that what is left over on the connection would be taken for the second answer.
            for _ in 0..<2 {
                let response = try await transport.send(request)
                try require(response.status == 200 && response.body == Data("whole".utf8), clause, observed: "\(response)")
            }
        case .halfHead, .resetInBody, .resetBeforeAnswer:
            try await requireReason(of: request, transport) { $0 == .connectionLost }
        case .noHTTP, .noStatus, .twoLengths, .wrongChunk, .wrongCompression:
            try await requireReason(of: request, transport) {
                if case .garbled = $0 { true } else { false }
            }
        case .endlessHead, .endlessInterimAnswers:
            try await requireReason(of: request, transport) {
                if case .headTooLarge = $0 { true } else { false }
            }
        case .decompressionBomb:
            let limited = HTTPRequest(.get, server.url, timeout: Self.patience, maximumResponseSize: 1 << 20)
            try await requireReason(of: limited, transport) { $0 == .tooLarge(limit: 1 << 20) }
        case .dripping: try await verifyThatDrippingIsStandingStill(transport, server)
        case .backPressure: try await verifyThatNobodyReadsAhead(transport, server)
        case .repeatedOnce: try await verifyRepetition(isRepeatable: true, transport, server)
        case .neverRepeated: try await verifyRepetition(isRepeatable: false, transport, server)
        case .redirectedPost:
            let form = HTTPRequest.form(server.url, ["a": "b"])
            try await requireReason(of: form, transport) { if case .redirectedPost = $0 { true } else { false } }
            try require(server.requests.count == 1, clause, observed: "\(server.requests.count) requests")
        case .challenge:
            let response = try await transport.send(request)
            try require(response.status == 401, clause, observed: "\(response)")
        }
    }

    /// What is no matter of time may take as long as it does on a machine that does much else.
    private static let patience = Duration.seconds(600)
    private var clause: String { "what a server does wrong is survived: \(rawValue)" }

    private func requireReason(
        of request: HTTPRequest, _ transport: any HTTPTransport, _ isRight: (TransportError.Reason) -> Bool
    ) async throws {
        let error = await outcome { _ = try await transport.send(request) }
        let isExpected = (error as? TransportError).map { isRight($0.reason) } ?? false
        try require(isExpected, clause, observed: "\(error as Any)")
    }

    private func verifyThatDrippingIsStandingStill(_ transport: any HTTPTransport, _ server: ScriptedServer) async throws {
        for request in [
            HTTPRequest(.get, server.url, timeout: .milliseconds(200)),
            HTTPRequest(.get, server.url, timeout: nil, stallTimeout: .milliseconds(200)),
        ] {
            try await requireReason(of: request, transport) { $0 == .timedOut }
        }
    }

    /// Reads a piece, and lets the server run into the wall: it must then be stopped by what the system buffers, not by memory.
    private func verifyThatNobodyReadsAhead(_ transport: any HTTPTransport, _ server: ScriptedServer) async throws {
        let request = HTTPRequest(.get, server.url, timeout: nil, stallTimeout: .seconds(1), maximumResponseSize: .max)
        let answer = try await transport.stream(request)
        var iterator = answer.body.makeAsyncIterator()
        _ = try await iterator.next()
        let other = try ScriptedServer.contractPages()
        defer { other.stop() }
        var (before, now) = (-1, server.sentCount)
        // Longer than it may stand still.
        let end = ContinuousClock.now + .milliseconds(1200)
        while now != before || ContinuousClock.now < end {
            // Others are answered meanwhile, and give the server time to send what it can.
            for _ in 0..<50 { _ = try await transport.send(HTTPRequest(.get, other.url.appending(path: "ok"))) }
            (before, now) = (now, server.sentCount)
            if now > 64 << 20 { break }
        }
        try require(now <= 64 << 20, clause, observed: "\(now) bytes were taken while nobody read")
        // And it goes on when somebody does, though nothing has moved for longer than it may stand still.
        var count = 0
        while count < 16 << 20, let chunk = try await iterator.next() { count += chunk.count }
        try require(count >= 16 << 20, clause, observed: "it ended after \(count) bytes")
    }

    /// A connection is kept, and dies under the second request on it.
    private func verifyRepetition(isRepeatable: Bool, _ transport: any HTTPTransport, _ server: ScriptedServer) async throws {
        _ = try await transport.send(HTTPRequest(.get, server.url.appending(path: "first")))
        let second = HTTPRequest(
            .post, server.url.appending(path: "second"), body: .data(Data("body".utf8)), isRepeatable: isRepeatable)
        let response = try await transport.send(second)
        let bodies = server.requests.filter { $0.path == "/second" }.map { String(decoding: $0.body, as: UTF8.self) }
        try require(
            response.body == Data("whole".utf8) && bodies == (isRepeatable ? ["body", "body"] : ["body"]), clause,
            observed: "\(bodies)")
    }
}
