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

    /// A refusal in words.
    static func refusal(_ status: Int, _ reason: String) -> HTTPReply {
        .response(
            HTTPResponse(status: status, headers: ["content-type": "text/plain;charset=utf-8"], body: Data("\(reason)\n".utf8)))
    }

    /// For who comes while as much is under way as may be.
    static var busy: HTTPReply {
        .response(
            HTTPResponse(
                status: 503, headers: ["content-type": "text/plain;charset=utf-8", "retry-after": "1"],
                body: Data("Too much is under way.\n".utf8)))
    }

    /// With header fields more.
    func adding(_ headers: [String: String]) -> HTTPReply {
        func with(_ response: HTTPResponse) -> HTTPResponse {
            var response = response
            response.headers.merge(headers) { own, _ in own }
            return response
        }
        return switch self {
        case .drop: .drop
        case .response(let response): .response(with(response))
        case .truncated(let response, let count): .truncated(with(response), count)
        }
    }

    /// The same, of which only the head and so many bytes of the body arrive.
    func truncated(to count: Int) -> HTTPReply { sent.map { .truncated($0, count) } ?? self }

    /// What is sent of it; nil if the connection just ends.
    var sent: HTTPResponse? {
        switch self {
        case .drop: nil
        case .response(let response), .truncated(let response, _): response
        }
    }

    /// After how many bytes of the body the connection ends; nil if all of it is sent.
    var cut: Int? {
        if case .truncated(_, let count) = self { max(0, count) } else { nil }
    }

    /// The answer for who asks in this process, in pieces as they would come over a wire.
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
}
