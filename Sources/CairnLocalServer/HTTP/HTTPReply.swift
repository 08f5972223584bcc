import CairnTasks
import Foundation
import Synchronization

/// What goes back for a request, faults included.
enum HTTPReply: Sendable {
    case response(HTTPResponse)
    /// The connection is closed without an answer.
    case drop
    /// The head and the first bytes of the body, then the connection is closed.
    case truncated(HTTPResponse, Int)

    /// The bytes on the wire, and whether the connection can be used again.
    func bytes(isHead: Bool, keepsAlive: Bool) -> (data: Data, closes: Bool) {
        switch self {
        case .drop: return (Data(), true)
        case .response(let response):
            let head = Self.head(response, keepsAlive: keepsAlive)
            return (isHead ? head : head + response.body, !keepsAlive)
        case .truncated(let response, let count):
            return (Self.head(response, keepsAlive: false) + response.body.prefix(max(0, count)), true)
        }
    }

    /// The same for who asks in this process, in pieces as they would come over a wire.
    func stream(for request: HTTPRequest) throws -> HTTPResponseStream {
        let lost = TransportError(.connectionLost, url: request.url)
        switch self {
        case .drop: throw lost
        case .response(let response): return Self.stream(response, response.body, then: nil)
        case .truncated(let response, let count): return Self.stream(response, response.body.prefix(max(0, count)), then: lost)
        }
    }

    private static func stream(_ response: HTTPResponse, _ data: Data, then failure: TransportError?) -> HTTPResponseStream {
        let size = 64 << 10
        let read = Atomic(0)
        let body = HTTPResponseBody {
            let rest = data.dropFirst(read.add(size, ordering: .relaxed).oldValue)
            if rest.isEmpty, let failure { throw failure }
            return rest.isEmpty ? nil : rest.prefix(size)
        }
        return HTTPResponseStream(status: response.status, headers: response.headers, body: body)
    }

    private static func head(_ response: HTTPResponse, keepsAlive: Bool) -> Data {
        var lines = ["HTTP/1.1 \(response.status) \(HTTPURLResponseText.reason(response.status))"]
        var headers = response.headers
        headers["content-length"] = String(response.body.count)
        headers["connection"] = keepsAlive ? "keep-alive" : "close"
        lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
