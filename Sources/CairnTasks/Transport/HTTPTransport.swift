/// The one seam to the network: sends a request and returns its answer, whatever its status.
///
/// ```swift
/// let answer = try await transport.send(HTTPRequest(.get, url))
/// print(answer.status, answer.body.count)
/// ```
///
/// `HTTPTransportContract` of CairnTesting is its contract as a test suite.
public protocol HTTPTransport: Sendable {
    /// Sends a request, and returns once the head of its answer has come; the body is read after that, piece by piece.
    ///
    /// Redirections are followed as ``HTTPRequest`` tells. A request that may not be repeated is sent once, or not at all.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - sent: Called with how many bytes of the request's body have been sent so far, from any thread; from the
    ///     beginning again if it is sent again.
    /// - Throws: ``TransportError`` if there is no usable answer; `CancellationError`, promptly, if the calling task is
    ///   cancelled. Reading the body throws the same.
    @concurrent func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws -> HTTPResponseStream
}

extension HTTPTransport {
    /// Sends a request, and returns once the head of its answer has come.
    @concurrent
    public func stream(_ request: HTTPRequest) async throws -> HTTPResponseStream {
        try await stream(request) { _ in }
    }

    /// Sends a request, and returns its answer when it is complete.
    ///
    /// - Throws: ``TransportError`` if there is no usable answer; `CancellationError`, promptly, if the calling task is
    ///   cancelled.
    @concurrent
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        request.isReadAtOnce = true
        return try await stream(request).collected()
    }
}
