import CairnCore
import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request under way in a session: hands on what comes, and sees to its limits.
final class SessionFlight: Sendable {
    private struct State {
        var task: URLSessionTask?
        var pace: TransferPace
        var timer: DispatchWorkItem?
        var isSuspended = false
        var isOver = false
    }

    private let url: URL
    private let sent: @Sendable (Int) -> Void
    private let state: Mutex<State>
    private let exchangeSlot = Mutex<HTTPExchange?>(nil)

    /// Where tasks are commanded: never on the thread of a cancellation handler, which holds a lock the session wants.
    private static let commands = DispatchQueue(label: "cairn.transport.session")

    init(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) {
        url = request.url
        self.sent = sent
        let now = ContinuousClock.now
        state = Mutex(State(pace: TransferPace(request, since: now, now: now)))
    }

    /// Begins the task, and gives what its answer is read from.
    func start(_ task: URLSessionTask, for request: HTTPRequest) -> HTTPExchange {
        // Weak: the session's delegate holds the flight as long as there is one, and the flight the exchange.
        let exchange = HTTPExchange(request) { [weak self] in
            Self.commands.async { [weak self] in self?.setSuspended(false) }
        } abandon: { [weak self] in
            Self.commands.async { [weak self] in self?.end() }
        }
        exchangeSlot.withLock { $0 = exchange }
        state.withLock { $0.task = task }
        Self.commands.async {
            self.watch()
            task.resume()
        }
        return exchange
    }

    private var exchange: HTTPExchange? { exchangeSlot.withLock(\.self) }

    // MARK: - What the session tells

    func received(_ response: HTTPURLResponse) {
        // Foundation on Linux tells of some interim answers: whoever waits would take one for the answer if the machine is idle.
        if (100..<200).contains(response.statusCode) { return }
        let fields = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
        exchange?.receive(
            head: HTTPResponse(status: response.statusCode, headers: Dictionary(fields) { first, _ in first }))
    }

    func received(_ data: Data) {
        state.withLock { $0.pace.move(data.count) }
        switch exchange?.receive(data) {
        case .more, nil: break
        case .pause: Self.commands.async { self.setSuspended(true) }
        case .stop: Self.commands.async { self.end() }
        }
    }

    func hasSent(_ count: Int, total: Int) {
        state.withLock { $0.pace.move(count) }
        sent(total)
    }

    func completed(_ error: (any Error)?) {
        exchange?.finish(error.map { .failure(TransportError(Self.reason(of: $0), url: url)) } ?? .success(()))
        Self.commands.async { self.end() }
    }

    // MARK: - On the queue of commands

    private func setSuspended(_ isSuspended: Bool) {
        let task = state.withLock { state -> URLSessionTask? in
            guard state.isSuspended != isSuspended, !state.isOver else { return nil }
            state.isSuspended = isSuspended
            if isSuspended { state.pace.pause() } else { state.pace.resume(.now) }
            return state.task
        }
        if isSuspended { task?.suspend() } else { task?.resume() }
        watch()
    }

    /// Looks again when a limit may have been reached.
    private func watch() {
        let now = ContinuousClock.now
        let isOverdue = state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
            if state.isOver { return false }
            if state.pace.isOverdue(now) { return true }
            guard let limit = state.pace.limit else { return false }
            // Made, kept and cancelled under the lock, for a work item is not Sendable.
            let timer = DispatchWorkItem { @Sendable [weak self] in self?.watch() }
            let nanoseconds = Int(rounding: now.duration(to: limit).seconds * 1e9, .up) ?? .max
            Self.commands.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: timer)
            state.timer = timer
            return false
        }
        guard isOverdue else { return }
        exchange?.finish(.failure(TransportError(.timedOut, url: url)))
        end()
    }

    private func end() {
        let task = state.withLock { state -> URLSessionTask? in
            state.timer?.cancel()
            state.timer = nil
            state.isOver = true
            defer { state.task = nil }
            return state.task
        }
        task?.cancel()
    }

    static func reason(of error: any Error) -> TransportError.Reason {
        switch (error as NSError).code {
        case NSURLErrorCannotConnectToHost: .refused
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: .unknownHost
        case NSURLErrorTimedOut: .timedOut
        case NSURLErrorUnsupportedURL, NSURLErrorBadURL: .invalidRequest("the address is not one of HTTP")
        case NSURLErrorAppTransportSecurityRequiresSecureConnection: .notEncrypted
        case NSURLErrorClientCertificateRequired...NSURLErrorSecureConnectionFailed: .untrusted("the system refuses it")
        // Linux reports a truncated body as "unknown", an empty reply as "bad server response".
        default: .connectionLost
        }
    }
}
