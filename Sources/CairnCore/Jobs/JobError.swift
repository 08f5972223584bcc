public import Foundation

/// What jobs themselves can fail with; what their work throws is passed on as it is.
public enum JobError: Error, Equatable {
    /// The job has ended and cannot be started or cancelled again.
    case alreadyFinished(JobStatus)
    /// These jobs on a server could not be cancelled, or not in time; they may still run there.
    case cancellationUnconfirmed(serverJobIDs: [String])
    /// Trouble that was expected to pass has lasted longer than the job's tolerance.
    case outage(lasted: Duration, cause: String)
    /// Somebody else runs this job now.
    case claimed(UUID, owner: String)
    /// Somebody else has taken the job over; nothing was written.
    case claimLost(UUID)
    /// No work of this kind is registered.
    case unknownKind(String)
    /// The record was written by a newer version of this software.
    case newerFormat(found: Int, supported: Int)
    /// The record cannot be read.
    case unreadable(file: String, reason: String)
    /// There is no record of that job.
    case notFound(UUID)
    /// A value cannot be kept in a record.
    case notStorable(reason: String)
    /// The store could not write.
    case storeFailed(file: String, reason: String)
}

extension JobError: CustomStringConvertible, LocalizedError {
    /// What happened, to what, and what to do.
    public var description: String {
        switch self {
        case .alreadyFinished(let status):
            "The job has already ended (\(status.rawValue)). Make a new job to do the work again."
        case .cancellationUnconfirmed(let ids):
            "Not known to be cancelled on the server: \(ids.joined(separator: ", ")). They may still run there."
        case .outage(let lasted, let cause):
            "Gave up after \(Int(lasted.seconds.rounded())) s without a good answer. Last trouble: \(cause)"
        case .claimed(let id, let owner):
            "Job \(id) is being run by \(owner). Pause it there, or wait until it has ended."
        case .claimLost(let id):
            "Job \(id) has been taken over by another process; this one has stopped working on it."
        case .unknownKind(let kind):
            "No work of the kind \"\(kind)\" is registered. Register it with JobKinds before restoring jobs."
        case .newerFormat(let found, let supported):
            "The record has format \(found), and this version reads up to \(supported). Update to read it."
        case .unreadable(let file, let reason):
            "\(file) cannot be read as a job: \(reason). The file has been left as it is."
        case .notFound(let id):
            "There is no job \(id)."
        case .notStorable(let reason):
            "This cannot be kept in a job's record: \(reason)."
        case .storeFailed(let file, let reason):
            "\(file) could not be written: \(reason)."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
