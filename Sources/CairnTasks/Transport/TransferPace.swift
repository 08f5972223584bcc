import CairnCore

/// Whether an exchange is over its time, or stands still.
struct TransferPace {
    /// What is less than that within the request's stall timeout is standing still, in bytes.
    static let minimum = 1024

    typealias Instant = ContinuousClock.Instant

    private let deadline: Instant?
    private let patience: Duration?
    /// When the present stretch of patience ends; nil while nobody reads.
    private var stretchEnd: Instant?
    private var moved = 0

    /// - Parameter start: When the request was made: it may have waited for a connection since.
    init(_ request: HTTPRequest, since start: Instant, now: Instant) {
        deadline = Self.deadline(of: request, since: start)
        patience = request.stallTimeout.map { min($0, Self.longest) }
        stretchEnd = patience.map { now + $0 }
    }

    static func deadline(of request: HTTPRequest, since start: Instant) -> Instant? {
        request.timeout.map { start + min($0, longest) }
    }

    /// Sums of longer times have no place.
    private static let longest = Duration.seconds(1 << 40)

    /// The moment at which it may be overdue; nil if it never is.
    var limit: Instant? { [deadline, stretchEnd].compactMap(\.self).min() }

    mutating func move(_ bytes: Int) {
        moved += bytes
    }

    mutating func pause() {
        stretchEnd = nil
    }

    mutating func resume(_ now: Instant) {
        begin(now)
    }

    /// Whether time is up. If a stretch has ended in which enough has moved, the next begins.
    mutating func isOverdue(_ now: Instant) -> Bool {
        if let deadline, now >= deadline { return true }
        guard let stretchEnd, now >= stretchEnd else { return false }
        if moved < Self.minimum { return true }
        begin(now)
        return false
    }

    private mutating func begin(_ now: Instant) {
        stretchEnd = patience.map { now + $0 }
        moved = 0
    }
}
