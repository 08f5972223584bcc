/// Where an operation stands.
public enum AGSOperationState: Int, Sendable {
    /// It was not started.
    case ready = 0
    /// It was started, and has not ended.
    case executing = 1
    /// It has ended, or was cancelled before it was started.
    case completed = 2
}
