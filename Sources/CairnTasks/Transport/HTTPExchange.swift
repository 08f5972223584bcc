import CairnCore
import Foundation

/// One request under way: between who asks and reads, and who receives.
///
/// The receiver tells the head, the pieces of the body, and the end; the asker waits for the head, then pulls pieces. While ``capacity``
/// bytes wait to be read, the receiver is asked to stand still, and told when there is room again. The first end counts; what came before
/// it is still read, unless the asker has given up.
final class HTTPExchange: Sendable {
    /// How many bytes may wait to be read.
    static let capacity = 256 << 10

    /// What the receiver is to do next.
    enum Demand {
        /// Receive more.
        case more
        /// Receive nothing until there is room.
        case pause
        /// Give it up.
        case stop
    }

    private struct State: Sendable {
        var head: HTTPResponse?
        var chunks = Queue<Data>()
        /// The bytes in `chunks`.
        var waiting = 0
        var received = 0
        var isPaused = false
        var end: Result<Void, any Error>?
        /// Counts what has come.
        var version = 0
        var askers: [Waiter<Never>] = []

        mutating func wakeAskers(_ wakes: inout Wakes) {
            version += 1
            for asker in askers { wakes.resume(asker) }
            askers = []
        }
    }

    private let state = Guarded(State())
    private let url: URL
    private let maximumSize: Int
    /// Tells the receiver that there is room, or that it may stop. From any thread, under no lock.
    private let (resume, abandon): (@Sendable () -> Void, @Sendable () -> Void)

    init(_ request: HTTPRequest, resume: @escaping @Sendable () -> Void, abandon: @escaping @Sendable () -> Void) {
        url = request.url
        maximumSize = request.maximumResponseSize
        (self.resume, self.abandon) = (resume, abandon)
    }

    // MARK: - What the receiver tells

    func receive(head: HTTPResponse) {
        state.change { state, wakes in
            guard state.end == nil else { return }
            state.head = head
            state.wakeAskers(&wakes)
        }
    }

    func receive(_ data: Data) -> Demand {
        state.change { state, wakes in
            guard state.end == nil else { return .stop }
            state.received += data.count
            state.wakeAskers(&wakes)
            guard state.received <= maximumSize else {
                state.end = .failure(TransportError(.tooLarge(limit: maximumSize), url: url))
                return .stop
            }
            state.chunks.append(data)
            state.waiting += data.count
            state.isPaused = state.waiting >= Self.capacity
            return state.isPaused ? .pause : .more
        }
    }

    func finish(_ outcome: Result<Void, any Error>) {
        state.change { state, wakes in
            guard state.end == nil else { return wakes.release(outcome) }
            state.end = outcome
            state.wakeAskers(&wakes)
        }
    }

    // MARK: - What the asker does

    /// The head, once it has come.
    func head() async throws -> HTTPResponse {
        try await first { state, _ in
            if let head = state.head { return .success(head) }
            return state.end.map { $0.flatMap { .failure(TransportError(.connectionLost, url: self.url)) } }
        }
    }

    /// The body, which is given up when nobody can read it any more.
    var body: HTTPResponseBody {
        let reader = Reader(self)
        return HTTPResponseBody { try await reader.exchange.next() }
    }

    /// The next piece of the body; nil at its end.
    private func next() async throws -> Data? {
        try await first { state, wakes in
            guard let chunk = state.chunks.popFirst() else { return state.end.map { $0.map { nil } } }
            state.waiting -= chunk.count
            if state.isPaused, state.waiting <= Self.capacity / 2 {
                state.isPaused = false
                if state.end == nil { wakes.call(self.resume) }
            }
            return .success(chunk)
        }
    }

    /// Waits until `value` gives something; a cancelled task gives the exchange up.
    private func first<Value: Sendable>(
        _ value: @Sendable (inout State, inout Wakes) -> Result<Value, any Error>?
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            while true {
                let (found, version) = state.change { (value(&$0, &$1), $0.version) }
                if let found { return try found.get() }
                await change(after: version)
            }
        } onCancel: {
            giveUp()
        }
    }

    /// Waits until something has come since that version of the state.
    private func change(after version: Int) async {
        await withCheckedContinuation { continuation in
            state.change { state, wakes in
                let asker = Waiter<Never>(continuation)
                if state.version == version { state.askers.append(asker) } else { wakes.resume(asker) }
            }
        }
    }

    /// Ends the exchange for the asker, whatever is still to come.
    func giveUp() {
        state.change { state, wakes in
            wakes.release(state.chunks)
            state.chunks = Queue()
            state.waiting = 0
            if state.end == nil { wakes.call(abandon) }
            state.end = .failure(CancellationError())
            state.wakeAskers(&wakes)
        }
    }

    /// Gives the exchange up when it is let go of.
    private final class Reader: Sendable {
        let exchange: HTTPExchange

        init(_ exchange: HTTPExchange) {
            self.exchange = exchange
        }

        deinit { exchange.giveUp() }
    }
}
