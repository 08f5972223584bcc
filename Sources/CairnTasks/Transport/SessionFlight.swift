import CairnCore
import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One exchange under way: collects the answer, and resumes its caller exactly once.
final class SessionFlight: Sendable {
    private struct State {
        var continuation: CheckedContinuation<HTTPResponse, any Error>?
        var task: URLSessionTask?
        var deadline: DispatchWorkItem?
        var response: HTTPResponse?
        /// The outcome that came before there was anybody to tell.
        var early: Result<HTTPResponse, any Error>?
    }

    private let url: URL
    private let maximumSize: Int
    private let state = Mutex(State())

    /// Where tasks are cancelled: never on the thread of a cancellation handler, which holds a lock the session wants.
    private static let cancelling = DispatchQueue(label: "cairn.transport.cancel")

    init(url: URL, maximumSize: Int) {
        self.url = url
        self.maximumSize = maximumSize
    }

    func start(
        _ task: URLSessionTask, _ continuation: CheckedContinuation<HTTPResponse, any Error>, by deadline: DispatchTime
    ) {
        let early = state.withLock { state -> Result<HTTPResponse, any Error>? in
            state.task = task
            if let early = state.early { return early }
            state.continuation = continuation
            return nil
        }
        if let early {
            continuation.resume(with: early)
            // A task that is never resumed nor cancelled is never freed.
            Self.cancelling.async { task.cancel() }
            return
        }
        let isOver = state.withLock { state in
            if state.continuation == nil { return true }
            // Made, kept and cancelled under the lock, for a work item is not Sendable.
            let timer = DispatchWorkItem { @Sendable [weak self, url] in
                self?.finish(.failure(TransportError(.timedOut, url: url)))
            }
            Self.cancelling.asyncAfter(deadline: deadline, execute: timer)
            state.deadline = timer
            return false
        }
        if !isOver { task.resume() }
    }

    func received(_ response: HTTPURLResponse) {
        let fields = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
        let headers = Dictionary(fields) { first, _ in first }
        state.withLock { $0.response = HTTPResponse(status: response.statusCode, headers: headers) }
        if response.expectedContentLength > Int64(maximumSize) { failTooLarge() }
    }

    func received(_ data: Data) {
        let size = state.withLock { state in
            state.response?.body.append(data)
            return state.response?.body.count ?? 0
        }
        if size > maximumSize { failTooLarge() }
    }

    private func failTooLarge() {
        finish(.failure(TransportError(.tooLarge(limit: maximumSize), url: url)))
    }

    func completed(_ error: (any Error)?) {
        if let error { return finish(.failure(TransportError(Self.reason(of: error), url: url))) }
        let response = state.withLock { $0.response }
        finish(response.map { .success($0) } ?? .failure(TransportError(.connectionLost, url: url)))
    }

    /// Resumes the caller, if nobody has, and gives the exchange up if it is still under way.
    func finish(_ outcome: Result<HTTPResponse, any Error>) {
        let (continuation, task) = state.withLock { state in
            state.deadline?.cancel()
            defer {
                if state.continuation == nil, state.early == nil { state.early = outcome }
                state.continuation = nil
                state.task = nil
                state.deadline = nil
            }
            return (state.continuation, state.task)
        }
        continuation?.resume(with: outcome)
        if case .failure = outcome, let task { Self.cancelling.async { task.cancel() } }
    }

    static func reason(of error: any Error) -> TransportError.Reason {
        switch (error as NSError).code {
        case NSURLErrorCannotConnectToHost: .refused
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: .unknownHost
        case NSURLErrorTimedOut: .timedOut
        case NSURLErrorUnsupportedURL, NSURLErrorBadURL: .invalidRequest("the address is not one of HTTP")
        case NSURLErrorAppTransportSecurityRequiresSecureConnection: .notEncrypted
        case NSURLErrorClientCertificateRequired...NSURLErrorSecureConnectionFailed: .untrusted
        // Linux reports a truncated body as "unknown", an empty reply as "bad server response".
        default: .connectionLost
        }
    }
}
