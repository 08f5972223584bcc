/// Whether an error is worth another try.
public enum Transience: Sendable, Hashable {
    /// The same again would fail the same way.
    case final
    /// It may pass. `retryAfter` is the wait that the server asked for.
    case transient(retryAfter: Duration? = nil)
}
