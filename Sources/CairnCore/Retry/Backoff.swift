/// How long to wait between attempts: exponentially longer up to a limit, with jitter.
///
/// The n-th delay is drawn evenly from `(1 - jitter)…1` times `initial * multiplier^(n - 1)`, so that clients that
/// failed together do not come back together.
public struct Backoff: Sendable, Hashable {
    /// The first delay, before jitter.
    public var initial: Duration
    /// The longest delay.
    public var maximum: Duration
    /// How much longer each delay is than the one before.
    public var multiplier: Double
    /// The share of a delay, 0…1, that is left to chance.
    public var jitter: Double

    /// A backoff from `initial` to `maximum`.
    public init(
        initial: Duration = .milliseconds(500),
        maximum: Duration = .seconds(30),
        multiplier: Double = 2,
        jitter: Double = 0.5
    ) {
        self.initial = initial
        self.maximum = maximum
        self.multiplier = multiplier
        self.jitter = jitter
    }

    /// The delay before the attempt after `failures` failures in a row, at least 1.
    public func delay(afterFailures failures: Int, random: RandomSource) -> Duration {
        var delay = initial
        for _ in 1..<max(1, failures) {
            let next = delay * multiplier
            // It grows no more, however often it fails.
            if delay >= maximum || next == delay { break }
            delay = next
        }
        return min(delay, maximum) * (1 - jitter * random())
    }
}

extension Duration {
    static func * (duration: Duration, factor: Double) -> Duration {
        .seconds(clamping: duration.seconds * factor)
    }
}
