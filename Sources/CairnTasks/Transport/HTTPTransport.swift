/// The one seam to the network: sends a request and returns its answer, whatever its status.
///
/// `HTTPTransportContract` of CairnTesting is its contract as a test suite.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Throws: ``TransportError`` if there is no usable answer; `CancellationError`, promptly, if the calling task is
    ///   cancelled.
    @concurrent func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
