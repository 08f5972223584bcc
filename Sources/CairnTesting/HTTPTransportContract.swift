public import CairnTasks
public import Foundation

/// What every ``HTTPTransport`` promises, as a suite that any transport can be held to.
///
/// It needs a server, or a pretended one, that answers some paths in known ways:
///
/// | path | answer |
/// |---|---|
/// | `/ok` | 200 with the body `ok` and the header `X-Mark: 1` |
/// | `/missing` | 404 with the body `gone` |
/// | `/large` | 200 with 100,000 bytes |
/// | `/hang` | none, ever |
/// | `/echo` | 200 with the request's body |
/// | `/drop` | the connection is closed |
public struct HTTPTransportContract: Sendable {
    private let transport: any HTTPTransport
    private let server: URL

    /// A contract for a transport that reaches such a server.
    public init(_ transport: any HTTPTransport, server: URL) {
        self.transport = transport
        self.server = server
    }

    /// Runs every clause.
    ///
    /// - Throws: ``ContractViolation`` naming the first clause that is broken.
    @concurrent
    public func verify() async throws {
        try await answersComeWhole()
        try await everyStatusIsAnAnswer()
        try await bodiesAreSent()
        try await answersThatAreTooLargeAreRefused()
        try await aLostConnectionIsToldAsThat()
        try await cancellingIsPrompt()
        try await aCancelledCallerSendsNothing()
    }

    private func answersComeWhole() async throws {
        let response = try await transport.send(HTTPRequest(.get, server.appending(path: "ok")))
        let text = String(decoding: response.body, as: UTF8.self)
        try require(
            response.status == 200 && text == "ok" && response.headers["x-mark"] == "1",
            "an answer comes with status, header fields in lower case, and body", observed: "\(response)")
    }

    private func everyStatusIsAnAnswer() async throws {
        let response = try await transport.send(HTTPRequest(.get, server.appending(path: "missing")))
        try require(response.status == 404, "a status of failure is an answer, not an error", observed: "\(response.status)")
    }

    private func bodiesAreSent() async throws {
        let body = Data("größe=1&a=b".utf8)
        let response = try await transport.send(HTTPRequest(.post, server.appending(path: "echo"), body: body))
        try require(response.body == body, "a body is sent as it is", observed: "\(response.body.count) bytes")
    }

    private func answersThatAreTooLargeAreRefused() async throws {
        let request = HTTPRequest(.get, server.appending(path: "large"), maximumResponseSize: 1000)
        let error = await outcome { _ = try await transport.send(request) } as? TransportError
        try require(error?.reason == .tooLarge(limit: 1000), "a large answer is refused", observed: "\(error as Any)")
    }

    private func aLostConnectionIsToldAsThat() async throws {
        let request = HTTPRequest(.get, server.appending(path: "drop"))
        let error = await outcome { _ = try await transport.send(request) } as? TransportError
        try require(error?.reason == .connectionLost, "a lost connection is told as that", observed: "\(error as Any)")
    }

    private func cancellingIsPrompt() async throws {
        let request = HTTPRequest(.get, server.appending(path: "hang"))
        let caller = Task { try await transport.send(request) }
        await Task.yield()
        caller.cancel()
        let error = await outcome { _ = try await caller.value }
        try require(error is CancellationError, "a cancelled caller gets CancellationError", observed: "\(error as Any)")
    }

    private func aCancelledCallerSendsNothing() async throws {
        let request = HTTPRequest(.get, server.appending(path: "ok"))
        let caller = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(request)
        }
        let error = await outcome { _ = try await caller.value }
        try require(error is CancellationError, "a caller cancelled before gets nothing", observed: "\(error as Any)")
    }
}
