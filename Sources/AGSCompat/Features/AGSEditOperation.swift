/// What was done to a feature, or to an attachment.
public enum AGSEditOperation: Int, Sendable {
    /// Not known.
    case unknown = -1
    /// It was added.
    case add = 0
    /// It was changed.
    case update = 1
    /// It was deleted.
    case delete = 2
}
