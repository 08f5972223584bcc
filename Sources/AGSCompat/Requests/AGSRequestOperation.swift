import CairnCallbacks
import CairnCore
import CairnTasks
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Sends a request, with a token where the server wants one; the result is the `Data` of the answer, or the URL of the file that it went to.
///
/// ```swift
/// let operation = AGSRequestOperation(remoteResource: portal, url: url, queryParameters: ["f": "json"])
/// operation.registerListener(self) { result, error in print(result as Any, error as Any) }
/// AGSOperationQueue.shared().addOperation(operation)
/// ```
///
/// It is set up before it is executed; what is set later has no effect.
open class AGSRequestOperation: AGSObservableOperation, AGSCancelable, ProgressReporting {
    private struct Flight: Sendable {
        var operation: CallbackOperation?
        var isPaused = false
        /// Its head alone.
        var answer: HTTPResponse?
        /// How often it was sent: what comes of a flight that was paused is nobody's.
        var number = 0
    }

    /// Where the request goes.
    public let url: URL
    /// The parameters.
    public let queryParameters: [String: Any]?
    /// How the parameters are sent.
    public let method: AGSRequestHTTPMethod
    /// The request that it was made of, if it was.
    public let request: URLRequest?
    /// Whose credential and configuration are used where it has none of its own. It is not kept.
    public internal(set) weak var remoteResource: (any AGSRemoteResource)?

    /// Where the answer goes; a file that is there is replaced when it is complete. Nil is memory.
    open var outputFileURL: URL?
    /// A name that callers give it.
    open var sessionID: String?
    /// Whether cancelling ends a download that the system carries out. None is, and it has no effect.
    open var cancelSessionWhenOperationIsCanceled = true
    /// Who is asking; nil for whom its resource says, or the host's.
    open var credential: AGSCredential?
    /// How it is sent; nil for as its resource's requests are.
    open var requestConfiguration: AGSRequestConfiguration?
    /// What is to be loaded before it is sent; it fails if that does.
    open var loadDependency: (any AGSLoadable)?
    /// Called, on a queue of its own, with how many bytes are there, and how many are expected: -1 if nobody knows.
    open var progressHandler: ((Int64, Int64) -> Void)?
    /// How much of the answer is there. Its pausing, resuming and cancelling do what this object's do.
    public let progress = Progress(totalUnitCount: -1)

    private let flight = Guarded(Flight())

    /// A request of Foundation: its method, header fields and body.
    public init(remoteResource: (any AGSRemoteResource)?, request: URLRequest) {
        (self.remoteResource, self.request, method) = (remoteResource, request, .get)
        (url, queryParameters) = (request.url ?? URL(filePath: "/"), nil)
        super.init()
        followProgress()
    }

    /// A request for an address.
    public init(url: URL) {
        (self.url, queryParameters, method, request) = (url, nil, .get, nil)
        super.init()
        followProgress()
    }

    /// A request of a resource, by GET.
    public init(remoteResource: (any AGSRemoteResource)?, url: URL, queryParameters: [String: Any]?) {
        (self.url, self.queryParameters, method, request) = (url, queryParameters, .get, nil)
        self.remoteResource = remoteResource
        super.init()
        followProgress()
    }

    /// A request of a resource.
    ///
    /// - Parameters:
    ///   - remoteResource: Whose credential and configuration are used.
    ///   - url: Where it goes.
    ///   - queryParameters: Text, numbers, flags, and arrays and dictionaries of them, which are sent as JSON.
    ///   - method: How they are sent.
    public init(
        remoteResource: (any AGSRemoteResource)?, url: URL, queryParameters: [String: Any]?, method: AGSRequestHTTPMethod
    ) {
        (self.url, self.queryParameters, self.method, request) = (url, queryParameters, method, nil)
        self.remoteResource = remoteResource
        super.init()
        followProgress()
    }

    /// The head of the answer; nil until it has come.
    public var response: URLResponse? {
        flight.read(\.answer).flatMap { answer in
            HTTPURLResponse(url: answer.url ?? url, statusCode: answer.status, httpVersion: nil, headerFields: answer.headers)
        }
    }
    /// Whether it was cancelled.
    public func isCanceled() -> Bool { canceled }
    /// Whether it is paused.
    public func isPaused() -> Bool { flight.read(\.isPaused) }

    /// Gives up what is under way, until it is resumed; then it is sent anew.
    ///
    /// - Returns: Whether it was executing, and is paused now.
    @discardableResult
    public func pause() -> Bool {
        guard state == .executing, !canceled else { return false }
        return flight.change { flight, wakes in
            guard !flight.isPaused else { return false }
            (flight.isPaused, flight.number) = (true, flight.number + 1)
            if let operation = flight.operation.take() { wakes.call { operation.cancel() } }
            return true
        }
    }

    /// Sends it anew.
    public func resume() {
        let wasPaused = flight.change { flight, _ in
            defer { flight.isPaused = false }
            return flight.isPaused
        }
        if wasPaused, state == .executing, !canceled { send() }
    }

    /// Makes the result of what the answer holds.
    ///
    /// - Throws: What is the operation's error then.
    func makeResult(_ data: Data) throws -> Any { outputFileURL ?? data }

    /// Where old code puts operations.
    public static func sharedOperationQueue() -> AGSOperationQueue { .shared() }

    // MARK: - Carrying it out

    /// Sends the request.
    open override func doExecute() {
        guard let loadDependency else { return send() }
        loadDependency.load { error in
            if let error { self.end(nil, error) } else { self.send() }
        }
    }

    /// Cancels what is under way.
    open override func doCancel() {
        let operation = flight.change { flight, _ in flight.operation }
        if let operation { operation.cancel() } else { end(nil, AGSError.cancelled) }
    }

    private func send() {
        let prepared: LegacyRequest
        do { prepared = try prepare() } catch { return end(nil, error) }
        let number = flight.change { flight, _ in
            flight.number += 1
            return flight.number
        }
        let (own, steps) = (Carried(self), RequestProgress(progress, progressHandler))
        let operation = CallbackOperation(on: CallbackQueue()) {
            try await prepared.perform(head: { own.value.came($0) }, progress: { steps.show($0, of: $1) })
        } completion: { result in
            own.value.landed(number, result)
        }
        let isWanted = flight.change { flight, _ in
            guard flight.number == number, !flight.isPaused else { return false }
            flight.operation = operation
            return true
        }
        if !isWanted || canceled { operation.cancel() }
    }

    private func came(_ answer: HTTPResponseStream) {
        let head = HTTPResponse(status: answer.status, headers: answer.headers, url: answer.url)
        flight.change { flight, _ in flight.answer = head }
    }

    private func landed(_ number: Int, _ result: Result<Data, any Error>) {
        guard flight.read(\.number) == number else { return }
        do { end(try makeResult(try result.get()), nil) } catch { end(nil, AGSError.legacy(error)) }
    }

    private func end(_ result: Any?, _ error: (any Error)?) {
        guard state == .executing else { return }
        setResult(result, error: error)
        doneExecuting()
    }

    private func prepare() throws -> LegacyRequest {
        let http = try request.map { HTTPRequest(given: $0, url) } ?? HTTPRequest(url, queryParameters ?? [:], method)
        let transport = ConfiguredTransport()
        transport.configuration = requestConfiguration ?? remoteResource?.requestConfiguration
        let bare = ServiceClient(url: url, transport: transport)
        let own = (credential ?? remoteResource?.credential)?.credential(for: bare)
        let client = ServiceClient(url: url, transport: transport, credential: own)
        return LegacyRequest(client: client, request: http, outputFileURL: outputFileURL)
    }

    private func followProgress() {
        progress.isCancellable = true
        progress.isPausable = true
        let own = Carried(WeakOperation(operation: self))
        progress.cancellationHandler = { @Sendable in own.value.operation?.cancel() }
        progress.pausingHandler = { @Sendable in own.value.operation?.pause() }
        progress.resumingHandler = { @Sendable in own.value.operation?.resume() }
    }
}

private struct WeakOperation {
    weak var operation: AGSRequestOperation?
}
