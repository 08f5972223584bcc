/// How long trouble that may pass is ridden out.
public struct OutagePolicy: Sendable, Hashable {
    /// How long after its first failure in a row an operation is given up. Time in which the job is paused or not running does not count.
    public var tolerance: Duration
    /// The delays between attempts.
    public var backoff: Backoff

    /// Rides out 10 minutes unless told otherwise.
    public init(tolerance: Duration = .seconds(600), backoff: Backoff = Backoff()) {
        self.tolerance = tolerance
        self.backoff = backoff
    }
}
