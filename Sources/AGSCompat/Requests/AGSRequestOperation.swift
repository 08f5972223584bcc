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
    /// How it is sent; nil for as the `requestConfiguration` of its resource says.
    open var requestConfiguration: AGSRequestConfiguration?
    /// What is to be loaded before it is sent; it fails if that does.
    open var loadDependency: (any AGSLoadable)?
    /// Called, on a queue of its own, with how many bytes are there, and how many are expected: -1 if nobody knows.
    open var progressHandler: ((Int64, Int64) -> Void)?
    /// How much of the answer is there. Its pausing, resuming and cancelling do what this object's do. Paused before the operation is executed, it keeps
    /// that from being sent until it is resumed; where ``pause()`` cannot pause it shows that nothing is paused.
    public var progress: Progress { shown }

    private let shown = PausingProgress()
    private let flight = Guarded(RequestFlight())
    /// Where what is said by way of its progress's parent is done.
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
    public func pause() -> Bool { state == .executing && say(.pause) }

    /// Sends it anew.
    public func resume() { say(.resume) }

    /// Makes the result of what the answer holds.
    ///
    /// - Throws: What is the operation's error then.
    func makeResult(_ data: Data) throws -> Any { outputFileURL ?? data }

    /// Where old code puts operations.
    public static func sharedOperationQueue() -> AGSOperationQueue { .shared() }

    // MARK: - Carrying it out

    /// Sends the request.
    open override func doExecute() {
        let own = Carried(self)
        flight.change { flight, _ in flight.keep(own) }
        guard let loadDependency else { return becameReady() }
        loadDependency.load { error in
            if let error { self.end(.failure(error)) } else { self.becameReady() }
        }
    }

    /// Cancels what is under way.
    open override func doCancel() {
        end(.failure(CancellationError()))
    }

    /// Gives up what may be under way yet, if a subclass says that it has ended.
    open override func didComplete(_ everStarted: Bool) {
        super.didComplete(everStarted)
        flight.change { flight, wakes in flight.end(&wakes) }
    }

    private func becameReady() {
        hear()
        flight.change { flight, _ in flight.isReady = true }
        send()
    }

    /// Sends it, if it is to be sent now, and is not under way.
    private func send() {
        guard let number = flight.change({ flight, _ in flight.begin() }) else { return }
        do { launch(try prepare(), number) } catch { end(.failure(error), number) }
    }

    private func launch(_ prepared: LegacyRequest, _ number: Int) {
        let (own, steps) = (Carried(self), RequestProgress(progress, progressHandler))
        let operation = CallbackOperation(on: CallbackQueue()) {
            // Who has cancelled or paused it meanwhile wants nothing to be sent.
            guard own.value.flight.change({ flight, _ in flight.send(number) }) else { throw CancellationError() }
            return try await prepared.perform(head: { own.value.came($0) }, progress: { steps.show($0, of: $1) })
        } completion: { result in
            own.value.end(result, number)
        }
        let isWanted = flight.change { flight, _ in
            guard flight.isCurrent(number) else { return false }
            flight.operation = operation
            return true
        }
        if !isWanted { operation.cancel() }
    }

    private func came(_ answer: HTTPResponseStream) {
        let head = HTTPResponse(status: answer.status, headers: answer.headers, url: answer.url)
        flight.change { flight, _ in flight.answer = head }
    }

    /// Ends it, once.
    ///
    /// - Parameter number: Of the flight that has ended; nil for whichever.
    private func end(_ result: Result<Data, any Error>, _ number: Int? = nil) {
        let isDecided = flight.change { flight, wakes in
            guard flight.isCurrent(number ?? flight.number) else { return false }
            flight.end(&wakes)
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

    // MARK: - Pausing

    private func followProgress() {
        shown.isCancellable = true
        shown.isPausable = true
        let own = Carried(WeakOperation(operation: self))
        shown.cancellationHandler = { @Sendable in own.value.operation?.cancel() }
        shown.pausingHandler = { @Sendable in own.value.operation?.compare() }
        shown.resumingHandler = { @Sendable in own.value.operation?.compare() }
        shown.tell { word in
            guard let operation = own.value.operation else { return false }
            // What was not executed yet is not sent before it is resumed.
            if word == .resume || operation.state != .completed { operation.say(word) }
            return true
        }
    }

    /// Does what is said, and has its progress show it.
    @discardableResult
    private func say(_ word: RequestFlight.Word) -> Bool {
        guard decide(word) else { return false }
        show()
        send()
        return true
    }

    /// The first half of a word; the other is ``show()``.
    func decide(_ word: RequestFlight.Word) -> Bool {
        flight.change { flight, wakes in flight.obey(word, isRepeatable: isRepeatable, &wakes) }
    }

    private var isRepeatable: Bool { request.map { $0.httpMethod?.uppercased() != "POST" } ?? (method == .get) }

    /// Has its progress show what holds. Of several who speak side by side each looks again, lest it show for good what one of them has overruled.
    func show() {
        var isShown = false
        while !isShown {
            let isPaused = isPaused()
            if shown.isPaused != isPaused { shown.show(isPaused: isPaused) }
            isShown = flight.change { flight, _ in flight.hasShown(isPaused: isPaused) }
        }
        // What was said meanwhile by way of a parent was not heard.
        compare()
    }

    /// Asks later what its progress says: its handlers are called side by side and in any order, and may be in the midst of a parent's.
    private func compare() {
        let own = Carried(self)
        words.callLater { own.value.hear() }
    }

    /// Does what its progress says otherwise than this does, and has it shown what has come of that: what cannot be paused goes on. While somebody
    /// speaks it may say what is old.
    func hear() {
        let isEnded = state == .completed
        let isNews = flight.change { flight, wakes in
            guard flight.speakerCount == 0, flight.isPaused != shown.isPaused else { return false }
            let (word, isRefused): (RequestFlight.Word, Bool) = flight.isPaused ? (.resume, false) : (.pause, isEnded)
            if isRefused || !flight.obey(word, isRepeatable: isRepeatable, &wakes) { flight.beginShowing() }
            return true
        }
        guard isNews else { return }
        show()
        send()
    }
}

private struct WeakOperation {
    weak var operation: AGSRequestOperation?
}
