/// How long trouble that may pass is ridden out.
public struct OutagePolicy: Sendable, Hashable {
    /// How long after the last good answer a job gives up. Time in which it is paused or not running does not count.
    public var tolerance: Duration
    /// The delays between attempts.
    public var backoff: Backoff

    /// Rides out 10 minutes unless told otherwise.
    public init(tolerance: Duration = .seconds(600), backoff: Backoff = Backoff()) {
        self.tolerance = tolerance
        self.backoff = backoff
    }
}
