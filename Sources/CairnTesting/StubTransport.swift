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

    private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponseStream
    private let sent = Mutex<[HTTPRequest]>([])

    /// A transport that asks `answer`.
    public convenience init(_ answer: @escaping Answer) {
        self.init(asking: { HTTPResponseStream(try await answer($0)) })
    }

    private init(asking answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponseStream) {
        self.answer = answer
    }

    /// A transport that asks `answer`, whose body comes piece by piece.
    public static func streaming(
        _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponseStream
    ) -> StubTransport {
        StubTransport(asking: answer)
    }

    /// The requests so far, in their order.
    public var requests: [HTTPRequest] { sent.withLock(\.self) }

    /// Answers a request.
    @concurrent
    public func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws -> HTTPResponseStream {
        try await InProcessExchange(request, sent: sent).stream { [self] received in
            self.sent.withLock { $0.append(request) }
            return try await answer(received)
        }
    }
}

extension HTTPResponse {
    /// An answer of JSON.
    public static func json(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["content-type": "application/json"], body: Data(text.utf8))
    }
}

extension HTTPRequest {
    /// The fields of the form that is sent; none if it cannot be read.
    public var form: [String: String] {
        FormEncoding.decode(String(decoding: (try? body?.contents()) ?? Data(), as: UTF8.self))
    }
}
