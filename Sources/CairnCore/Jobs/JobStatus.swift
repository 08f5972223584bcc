/// Where a job stands.
public enum JobStatus: String, Sendable, Codable, CaseIterable {
    /// Made, and not started. Goes to `started` or `canceling`; to `canceled` at once if it is removed.
    case notStarted
    /// At work. Goes to `paused`, `canceling`, `succeeded` or `failed`.
    case started
    /// Stopped with its checkpoint kept; also what a restored job is. Goes to `started` or `canceling`; to `canceled` at once if it is removed, and to
    /// `failed` if what the store has of it cannot be read.
    case paused
    /// Asked to cancel, and not done with it yet. Goes to `canceled`.
    case canceling
    /// Done; the output is there.
    case succeeded
    /// Given up; the error is there. Goes to `started` if it is retried, and to `canceling`.
    case failed
    /// Cancelled.
    case canceled

    /// Whether the job has ended: for good, unless it has failed and is retried.
    public var isFinished: Bool {
        switch self {
        case .succeeded, .failed, .canceled: true
        case .notStarted, .started, .paused, .canceling: false
        }
    }
}
