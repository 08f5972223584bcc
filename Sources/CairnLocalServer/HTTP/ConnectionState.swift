import CairnCore

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// What a connection is at, and since when.
struct ConnectionState: Sendable {
    enum Phase: Sendable {
        /// Nothing has been asked.
        case idle
        /// The first line of a request has come, not all of its header fields.
        case head
        /// The body is coming.
        case body
        case answering
        case sending
    }

    let socket: Int32
    private(set) var phase = Phase.idle
    /// When the phase began; when something of the answer was last taken, if that is being sent.
    private var since: Duration
    private var requestStart = Duration.zero
    private(set) var exchange: ServerExchange?
    /// Whether its request counts among those under way.
    private(set) var isCounted = false
    /// How many bytes of the answer nobody has taken.
    private(set) var unread = 0
    /// How many bytes of the body have come.
    private(set) var received = 0
    private var halfClosedSince: Duration?
    /// Whether the client has been sent something that shows whether it is there.
    private var isProbed = false
    /// How much of the answer the system has not brought to the client yet.
    private var unsent = 0

    init(socket: Int32, since: Duration) {
        (self.socket, self.since) = (socket, since)
    }

    var isIdle: Bool { phase == .idle }

    mutating func enter(_ phase: Phase, _ now: Duration, _ exchange: ServerExchange?) {
        (self.phase, since, self.exchange) = (phase, now, exchange)
        if phase == .head { requestStart = now }
        if phase == .idle { (isCounted, unread, received, halfClosedSince, isProbed) = (false, 0, 0, nil, false) }
    }

    mutating func beginBody(_ now: Duration) {
        (phase, since) = (.body, now)
    }

    mutating func hasReceived(_ count: Int, _ now: Duration) {
        (since, received) = (now, received + count)
    }

    mutating func count() {
        isCounted = true
    }

    mutating func beginSending(_ size: Int, _ now: Duration) {
        (phase, since, unread) = (.sending, now, size)
    }

    mutating func hasSent(_ count: Int, _ now: Duration) {
        (since, unread) = (now, unread - count)
    }

    func isOverdue(_ now: Duration, _ limits: ServerLimits) -> Bool {
        let time = now - since
        let timeHalfClosed = halfClosedSince.map { now - $0 } ?? .zero
        // What had come before is read by then, and nothing else can come.
        let isIncomplete = timeHalfClosed >= .seconds(1)
        return switch phase {
        case .idle: time > limits.idleTime || isIncomplete
        case .head: time > limits.headTime || isIncomplete
        case .body: time > limits.idleTime || now - requestStart > limits.requestTime || isIncomplete
        case .answering: timeHalfClosed > limits.idleTime || peek() == .gone
        case .sending: time > limits.idleTime
        }
    }

    /// Sees whether the client reads, and whether he has closed his half. He may read still, and is sent a word then that every client of
    /// HTTP/1.1 passes over: the system of one that has gone answers it by a reset.
    mutating func look(_ now: Duration) {
        // The daemon hears of a slow reader only when a third of what the system holds has been read.
        let unsent = SocketQueue.unsent(socket)
        if phase == .sending, unsent < self.unsent { since = now }
        self.unsent = unsent
        if phase != .sending, halfClosedSince == nil, peek() == .halfClosed { halfClosedSince = now }
        if phase == .answering, halfClosedSince != nil, !isProbed { probe() }
    }

    /// Nobody else sends anything while a request is being answered.
    private mutating func probe() {
        isProbed = true
        guard exchange?.message.takesInterimAnswers == true else { return }
        let bytes = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        _ = send(socket, bytes, bytes.count, Self.sending)
    }

    // Darwin's sockets are told once to send no signal.
    #if CAIRN_DARWIN
        private static let sending = Int32(MSG_DONTWAIT)
    #else
        private static let sending = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif

    /// Whether something has come that nobody has read.
    var hasInput: Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Self.looking) > 0
    }

    private static let looking = Int32(MSG_PEEK | MSG_DONTWAIT)

    private enum Peer {
        case there, halfClosed, gone
    }

    /// Whether the system of the client has refused what it was sent.
    private var hasFailed: Bool {
        var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        return getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size) == 0 && code != 0
    }

    /// What can be told of the client without reading anything.
    private func peek() -> Peer {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Self.looking)
        if count == 0 { return hasFailed ? .gone : .halfClosed }
        return count > 0 || [EAGAIN, EINTR].contains(errno) ? .there : .gone
    }
}
