public import CairnCore

/// When a failed attempt of a step is repeated without being told to.
public struct RetryPolicy: Sendable {
    /// How many attempts there are in all, at least 1.
    public var attempts: Int
    /// How long to wait between them. A step that waits holds no slot.
    public var backoff: Backoff
    /// Which errors are worth another attempt.
    public var isWorthRetrying: @Sendable (any Error) -> Bool

    /// Repeats up to `attempts` attempts in all.
    public init(
        attempts: Int,
        backoff: Backoff = Backoff(),
        when isWorthRetrying: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) {
        self.attempts = max(1, attempts)
        self.backoff = backoff
        self.isWorthRetrying = isWorthRetrying
    }
}
