import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// HTTP by `URLSession`.
///
/// Callback tasks, no cache, and the caller resumed at once on cancellation: with the asynchronous API and task
/// cancellation the session of Linux locks up, and with a cache it traps.
public final class URLSessionTransport: HTTPTransport {
    /// In seconds. Time spent waiting for a free connection counts against the session's limits; the deadline of each request is ours.
    fileprivate static let patience = 86_400.0

    private let session: URLSession
    private let flights: SessionFlights

    /// A transport with connections of its own; no cookies, no cache.
    public init(maximumConnectionsPerHost: Int = 8) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
        configuration.timeoutIntervalForRequest = Self.patience
        flights = SessionFlights()
        session = URLSession(configuration: configuration, delegate: flights, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends a request, and returns once the head of its answer has come.
    ///
    /// A body of several pieces is first put together in a temporary file.
    @concurrent
    public func stream(
        _ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void
    ) async throws -> HTTPResponseStream {
        try await Redirection.follow(request) { try await exchange($0, sent) }
    }

    private func exchange(
        _ request: HTTPRequest, _ sent: @escaping @Sendable (Int) -> Void
    ) async throws -> HTTPResponseStream {
        let upload = try SessionUpload(request.body)
        let flight = SessionFlight(request) { count in
            sent(count)
            // Kept as long as something is sent of it.
            withExtendedLifetime(upload) {}
        }
        let task = upload.task(for: URLRequest(request), in: session)
        flights.add(flight, of: task)
        let exchange = flight.start(task, for: request)
        let body = exchange.body
        let head = try await exchange.head()
        return HTTPResponseStream(status: head.status, headers: head.headers, body: body)
    }
}

extension URLRequest {
    fileprivate init(_ request: HTTPRequest) {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        // A request's own limit of a minute would count on Apple platforms, whatever the session's.
        timeoutInterval = URLSessionTransport.patience
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
    }
}
