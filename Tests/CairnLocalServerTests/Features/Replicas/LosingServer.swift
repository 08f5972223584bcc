import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// A server of whose answers one is lost, in one of many ways.
final class LosingServer: Sendable {
    enum Manner: String, Sendable, CaseIterable {
        /// The request does not reach it.
        case request
        /// It is carried out, and nobody answers.
        case answer
        /// It is carried out, and a gateway says that it has waited too long.
        case gateway
        /// It is carried out, and half of the answer comes.
        case half
        /// All tokens have expired.
        case token
    }

    private let server: LocalServer
    private let number: Int
    private let manner: Manner
    private let lost: @Sendable () async throws -> Void
    private let offersAsync: Bool
    private let asked = Mutex(0)
    private let polled = Mutex(0)

    /// - Parameters:
    ///   - number: Which of the answers, from 1 on.
    ///   - offersAsync: Whether it says that it does work while its caller waits.
    ///   - lost: Is done when it is lost.
    init(
        _ server: LocalServer, _ number: Int, _ manner: Manner, offersAsync: Bool = true,
        lost: @escaping @Sendable () async throws -> Void = {}
    ) {
        (self.server, self.number, self.manner, self.offersAsync, self.lost) = (server, number, manner, offersAsync, lost)
    }

    /// Whether it was asked how it is with its work.
    var wasPolled: Bool { polled.withLock { $0 > 0 } }

    /// Whether so many have been asked for.
    var hasLost: Bool { asked.withLock { $0 >= number } }

    var transport: StubTransport { StubTransport { [self] in try await answer($0) } }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let own = asked.withLock { asked in
            asked += 1
            return asked
        }
        if request.url.path().contains("/jobs/") { polled.withLock { $0 += 1 } }
        guard own == number else { return try await answered(request) }
        if manner == .request {
            try await lost()
            throw TransportError(.connectionLost, url: request.url)
        }
        if manner == .token { server.expireTokens() }
        let answer = try await answered(request)
        try await lost()
        switch manner {
        case .request, .answer: throw TransportError(.connectionLost, url: request.url)
        case .gateway: return HTTPResponse(status: 504, headers: [:], body: Data("<html>".utf8))
        case .half:
            return HTTPResponse(
                status: answer.status, headers: answer.headers, body: answer.body.prefix(answer.body.count / 2))
        case .token: return answer
        }
    }

    private func answered(_ request: HTTPRequest) async throws -> HTTPResponse {
        let answer = try await server.send(request)
        guard !offersAsync, request.url.lastPathComponent == "FeatureServer" else { return answer }
        let text = String(decoding: answer.body, as: UTF8.self).replacing(
            "\"supportsAsync\":true", with: "\"supportsAsync\":false")
        return HTTPResponse(status: answer.status, headers: [:], body: Data(text.utf8))
    }
}
