import CairnCore
import Dispatch
import Foundation
import Synchronization

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

    /// Sends a request.
    @concurrent
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let deadline = DispatchTime.now() + .nanoseconds(Int(rounding: request.timeout.seconds * 1e9) ?? .max)
        var request = request
        for _ in 0...Redirection.limit {
            var response = try await exchange(request, by: deadline)
            guard let next = try Redirection.next(after: request, response) else {
                response.url = request.url
                return response
            }
            request = next
        }
        throw TransportError(.redirection(to: "ever more addresses"), url: request.url)
    }

    private func exchange(_ request: HTTPRequest, by deadline: DispatchTime) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let flight = SessionFlight(url: request.url, maximumSize: request.maximumResponseSize)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = session.dataTask(with: URLRequest(request))
                flights.add(flight, of: task)
                flight.start(task, continuation, by: deadline)
            }
        } onCancel: {
            flight.finish(.failure(CancellationError()))
        }
    }
}

extension URLRequest {
    fileprivate init(_ request: HTTPRequest) {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        httpBody = request.body
        // A request's own limit of a minute would count on Apple platforms, whatever the session's.
        timeoutInterval = URLSessionTransport.patience
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
    }
}
