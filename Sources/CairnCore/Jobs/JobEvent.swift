public import Foundation

/// What a ``JobManager`` tells those who watch it.
public enum JobEvent: Sendable {
    /// A job was added.
    case added(UUID)
    /// A job was restored from the store.
    case restored(UUID)
    /// A job's status has changed.
    case statusChanged(UUID, JobStatus)
    /// Something in the store cannot be read; it has been left where it is.
    case unreadable(file: String, error: any Error)
    /// A job is no longer held here; it stays in the store.
    case forgotten(UUID)
    /// A job was removed.
    case removed(UUID)
}
