import CairnCore

/// Where a job stands. A cancelled job is `failed`, with `NSUserCancelledError`.
#if CAIRN_OBJC
    @objc
#endif
public enum AGSJobStatus: Int, Sendable {
    /// Not started.
    case notStarted = 0
    /// At work.
    case started = 1
    /// Paused, or restored.
    case paused = 2
    /// Done.
    case succeeded = 3
    /// Given up, or cancelled.
    case failed = 4
    /// Being cancelled.
    case canceling = 5

    init(_ status: JobStatus) {
        switch status {
        case .notStarted: self = .notStarted
        case .started: self = .started
        case .paused: self = .paused
        case .canceling: self = .canceling
        case .succeeded: self = .succeeded
        case .failed, .canceled: self = .failed
        }
    }

    /// Of a job that has succeeded, and whose result is brought.
    init(_ fetched: Result<any Sendable, any Error>?) {
        switch fetched {
        case nil: self = .started
        case .success: self = .succeeded
        case .failure: self = .failed
        }
    }
}
