/// Which way features are ordered.
public enum AGSSortOrder: Int, Sendable {
    /// The least first.
    case ascending = 0
    /// The greatest first.
    case descending = 1
}
