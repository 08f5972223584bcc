public import CairnTasks
private import Foundation
private import Synchronization

/// A transport that answers as it is told, and remembers what it was asked.
///
/// ```swift
/// let transport = StubTransport { request in .json(#"{"candidates":[]}"#) }
/// let locator = LocatorTask(url: url, transport: transport)
/// ```
public final class StubTransport: HTTPTransport {
    /// Answers one request.
    public typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse

    private let answer: Answer
    private let sent = Mutex<[HTTPRequest]>([])

    /// A transport that asks `answer`.
    public init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// The requests so far, in their order.
    public var requests: [HTTPRequest] { sent.withLock(\.self) }

    /// Sends a request.
    @concurrent
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        sent.withLock { $0.append(request) }
        let response = try await answer(request)
        try Task.checkCancellation()
        guard response.body.count <= request.maximumResponseSize else {
            throw TransportError(.tooLarge(limit: request.maximumResponseSize), url: request.url)
        }
        return response
    }
}

extension HTTPResponse {
    /// An answer of JSON.
    public static func json(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["content-type": "application/json"], body: Data(text.utf8))
    }
}

extension HTTPRequest {
    /// The fields of the form that is sent.
    public var form: [String: String] {
        FormEncoding.decode(String(decoding: body ?? Data(), as: UTF8.self))
    }
}
