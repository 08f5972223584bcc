/// A transport that sends requests otherwise than it is given them.
package protocol AmendingTransport: HTTPTransport {
    /// A request as it goes out now.
    func amended(_ request: HTTPRequest) -> HTTPRequest
}

extension HTTPTransport {
    /// A request as it goes out now.
    package func outgoing(_ request: HTTPRequest) -> HTTPRequest {
        (self as? any AmendingTransport)?.amended(request) ?? request
    }
}
