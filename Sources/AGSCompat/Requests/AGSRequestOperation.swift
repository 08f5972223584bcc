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
/// let operation = AGSRequestOperation(remoteResource: nil, url: service, queryParameters: ["f": "json"])
/// operation.registerListener(owner) { result, error in print(result as Any, error as Any) }
/// AGSOperationQueue.shared().addOperation(operation)
/// ```
///
/// It is set up before it is executed; what is set later has no effect.
open class AGSRequestOperation: AGSObservableOperation, AGSCancelable, ProgressReporting {
    private struct Flight: Sendable {
        /// Whether what it depends on is there.
        var isReady = false
        var isPaused = false
        /// Whether its end is decided.
        var isOver = false
        var operation: CallbackOperation?
        /// Its head alone.
        var answer: HTTPResponse?
        /// How often it was sent, or given up: what comes of a flight of another number is nobody's.
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
    /// Where what is said by its progress is done.
    private let words = CallbackQueue()

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

    /// Gives up what is under way, until it is resumed; then it is sent anew. What may not be sent twice is not paused once it was sent.
    ///
    /// - Returns: Whether it was executing, and is paused now.
    @discardableResult
    public func pause() -> Bool {
        let isNews = pauseFlight()
        if isNews, !progress.isPaused { progress.pause() }
        return isNews
    }

    private func pauseFlight() -> Bool {
        guard state == .executing else { return false }
        let isRepeatable = request.map { $0.httpMethod?.uppercased() != "POST" } ?? (method == .get)
        return flight.change { flight, wakes in
            guard !flight.isPaused, !flight.isOver, isRepeatable || flight.operation == nil else { return false }
            (flight.isPaused, flight.number) = (true, flight.number + 1)
            if let operation = flight.operation.take() { wakes.call { operation.cancel() } }
            return true
        }
    }

    /// Sends it anew.
    public func resume() {
        flight.change { flight, _ in flight.isPaused = false }
        if progress.isPaused { progress.resume() }
        send()
    }

    private func resumeFlight() {
        flight.change { flight, _ in flight.isPaused = false }
        send()
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
        guard let loadDependency else { return becameReady() }
        loadDependency.load { error in
            if let error { self.end(.failure(error)) } else { self.becameReady() }
        }
    }

    /// Cancels what is under way.
    open override func doCancel() {
        end(.failure(CancellationError()))
    }

    private func becameReady() {
        flight.change { flight, _ in flight.isReady = true }
        send()
    }

    /// Sends it, if it is to be sent now, and is not under way.
    private func send() {
        let number = flight.change { flight, _ -> Int? in
            guard flight.isReady, !flight.isPaused, !flight.isOver, flight.operation == nil else { return nil }
            flight.number += 1
            return flight.number
        }
        guard let number else { return }
        do { launch(try prepare(), number) } catch { end(.failure(error), number) }
    }

    private func launch(_ prepared: LegacyRequest, _ number: Int) {
        let (own, steps) = (Carried(self), RequestProgress(progress, progressHandler))
        let operation = CallbackOperation(on: CallbackQueue()) {
            // Who has cancelled or paused it meanwhile wants nothing to be sent.
            guard own.value.isCurrent(number) else { throw CancellationError() }
            return try await prepared.perform(head: { own.value.came($0) }, progress: { steps.show($0, of: $1) })
        } completion: { result in
            own.value.end(result, number)
        }
        let isWanted = flight.change { flight, _ in
            guard flight.number == number, !flight.isOver else { return false }
            flight.operation = operation
            return true
        }
        if !isWanted { operation.cancel() }
    }

    private func isCurrent(_ number: Int) -> Bool { flight.read { $0.number == number && !$0.isOver } }

    private func came(_ answer: HTTPResponseStream) {
        let head = HTTPResponse(status: answer.status, headers: answer.headers, url: answer.url)
        flight.change { flight, _ in flight.answer = head }
    }

    /// Ends it, once.
    ///
    /// - Parameter number: Of the flight that has ended; nil for whichever.
    private func end(_ result: Result<Data, any Error>, _ number: Int? = nil) {
        let isDecided = flight.change { flight, wakes in
            guard !flight.isOver, number == nil || flight.number == number else { return false }
            flight.isOver = true
            if let operation = flight.operation.take() { wakes.call { operation.cancel() } }
            return true
        }
        guard isDecided else { return }
        do {
            let made = try makeResult(try result.get())
            if settle() { setResult(made, error: nil) } else { setResult(nil, error: AGSError.cancelled) }
        } catch {
            setResult(nil, error: settle() ? AGSError.legacy(error) : AGSError.cancelled)
        }
        doneExecuting()
    }

    private func prepare() throws -> LegacyRequest {
        let http = try request.map { try HTTPRequest(given: $0, url) } ?? HTTPRequest(url, queryParameters ?? [:], method)
        let transport = ConfiguredTransport()
        transport.configuration = remoteResource?.requestConfiguration
        // A resource's credential is that of its host, in the store of all; for other hosts it is nobody's.
        let client = ServiceClient(url: url, transport: transport, credential: CredentialStore.standard.within())
        let held = HeldCredential(client)
        if let requestConfiguration { held.configuration = requestConfiguration }
        held.value = credential
        return LegacyRequest(client: client, held: held, request: http, outputFileURL: outputFileURL)
    }

    private func followProgress() {
        progress.isCancellable = true
        progress.isPausable = true
        let own = Carried(WeakOperation(operation: self))
        progress.cancellationHandler = { @Sendable in own.value.operation?.cancel() }
        progress.pausingHandler = { @Sendable in own.value.operation?.compare() }
        progress.resumingHandler = { @Sendable in own.value.operation?.compare() }
    }

    /// Does what its progress says. That calls its handlers later, side by side and in any order: they only ask to compare, one after the other.
    private func compare() {
        let own = Carried(self)
        words.callLater {
            let isPaused = own.value.progress.isPaused
            guard own.value.isPaused() != isPaused else { return }
            // The progress may say otherwise by now, which is compared next: it is not told what it has said.
            if isPaused { _ = own.value.pauseFlight() } else { own.value.resumeFlight() }
        }
    }
}

private struct WeakOperation {
    weak var operation: AGSRequestOperation?
}
