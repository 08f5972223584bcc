import CairnCore
import Foundation
import Synchronization

/// A request that somebody in this process answers, held to what holds on a wire: refused if it is none, its body read from the files it names,
/// its time and the size of the answer limited, its caller told at once of a cancellation.
package struct InProcessExchange: Sendable {
    private let request: HTTPRequest
    private let sent: @Sendable (Int) -> Void
    private let start = ContinuousClock.now

    package init(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) {
        self.request = request
        self.sent = sent
    }

    /// - Parameter answer: Is given the request as it arrives: with its body in memory.
    package func stream(
        _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponseStream
    ) async throws -> HTTPResponseStream {
        try Task.checkCancellation()
        try request.validate()
        let received = try received()
        var stream = try await inTime { try await answer(received) }
        try Task.checkCancellation()
        stream.url = request.url
        stream.body = request.method == .head ? HTTPResponseBody(Data()) : limited(stream.body)
        return stream
    }

    private func received() throws -> HTTPRequest {
        guard let body = request.body else { return request }
        let reader = try HTTPRequestBodyReader(body)
        var data = Data(capacity: reader.count)
        while true {
            let piece = try reader.read(upTo: 1 << 16)
            if piece.isEmpty { break }
            data += piece
            sent(data.count)
        }
        var request = request
        request.body = .data(data)
        return request
    }

    private func limited(_ body: HTTPResponseBody) -> HTTPResponseBody {
        let size = Atomic(0)
        let limit = request.maximumResponseSize
        return HTTPResponseBody {
            try Task.checkCancellation()
            let chunk = try await inTime {
                var iterator = body.makeAsyncIterator()
                return try await iterator.next()
            }
            if size.add(chunk?.count ?? 0, ordering: .relaxed).newValue > limit {
                throw TransportError(.tooLarge(limit: limit), url: request.url)
            }
            return chunk
        }
    }

    private func inTime<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let rest = request.timeout.map { $0 - start.duration(to: .now) }
        guard let limit = [rest, request.stallTimeout].compactMap(\.self).min() else { return try await body() }
        do {
            return try await within(limit, on: ElapsedTime(ContinuousClock()), body).get()
        } catch is DeadlineExceeded {
            throw TransportError(.timedOut, url: request.url)
        }
    }
}
