public import Foundation

/// What jobs themselves can fail with; what their work throws is passed on as it is.
public enum JobError: Error, Equatable {
    /// The job has ended and cannot be started or cancelled again.
    case alreadyFinished(JobStatus)
    /// These jobs on a server could not be cancelled, or not in time; they may still run there.
    case cancellationUnconfirmed(serverJobIDs: [String])
    /// Trouble that was expected to pass has lasted longer than the job's tolerance.
    case outage(lasted: Duration, cause: String)
    /// A server has asked to wait for longer than what is left of the job's tolerance.
    case demandedTooLong(wait: Duration, tolerance: Duration, cause: String)
    /// The job runs, and must be paused or have ended for that.
    case running(UUID)
    /// Who has the job has not done in time what was asked.
    case unanswered(UUID, owner: JobOwner)
    /// Somebody else runs this job now.
    case claimed(UUID, owner: JobOwner)
    /// Somebody else has taken the job over; nothing was written.
    case claimLost(UUID)
    /// No work of this kind is registered.
    case unknownKind(String)
    /// The record was written by a newer version of this software.
    case newerFormat(found: Int, supported: Int)
    /// The work in the record is of a newer version than this program knows.
    case newerWork(kind: String, found: Int, supported: Int)
    /// The work in the record is of an older version that this program cannot go on with.
    case notMigratable(kind: String, from: Int, reason: String)
    /// A child of a job does not fit what the record says, or its other children.
    case childMismatch(name: String, reason: String)
    /// The output of a job that has ended cannot be rebuilt from its last checkpoint: the work wants to submit something to a server.
    case needsServer(kind: String)
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
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .alreadyFinished(.failed):
            "The job has failed. Retry it to go on from its last checkpoint, or make a new job to do the work again."
        case .alreadyFinished(.canceling):
            "The job is being cancelled. Make a new job to do the work again."
        case .alreadyFinished(let status):
            "The job has already ended (\(status.rawValue)). Make a new job to do the work again."
        case .cancellationUnconfirmed([]):
            "The job is still being cancelled: its store, or its work, has not answered in time."
        case .cancellationUnconfirmed(let ids):
            "Not known to be cancelled on the server: \(ids.joined(separator: ", ")). They may still run there."
        case .outage(let lasted, let cause):
            "Gave up after \(lasted.text) without a good answer. Last trouble: \(cause)"
        case .demandedTooLong(let wait, let tolerance, let cause):
            "The server asks to wait for \(wait.text), longer than the \(tolerance.text) for which "
                + "its trouble is still ridden out. Retry then. Its trouble: \(cause)"
        case .running(let id):
            "Job \(id) runs. Pause or cancel it first."
        case .unanswered(let id, let owner):
            "Job \(id) is run by \(owner.name), which has not answered yet. It will do what was asked when it does, or this process if that one ends."
        case .claimed(let id, let owner):
            "Job \(id) is being run by \(owner.name). Pause it there, or wait until it has ended."
        case .claimLost(let id):
            "Job \(id) has been taken over by another process; this one has stopped working on it."
        case .unknownKind(let kind):
            "No work of the kind \"\(kind)\" is registered. Register it with JobKinds before restoring jobs."
        case .newerFormat(let found, let supported):
            "The record has format \(found), and this version reads up to \(supported). Update to read it."
        case .newerWork(let kind, let found, let supported):
            "The work \"\(kind)\" is of version \(found), and this program knows up to \(supported). Update to go on with it."
        case .notMigratable(let kind, let version, let reason):
            "The work \"\(kind)\" was stored by version \(version) and cannot be gone on with: \(reason). Its record has been kept."
        case .childMismatch(let name, let reason):
            "The child \"\(name)\" cannot be done: \(reason). Give every child of a job a name and a share of its own."
        case .needsServer(let kind):
            "The output of a finished \"\(kind)\" cannot be rebuilt: its last checkpoint does not hold enough, and it asks a server."
        case .unreadable(let file, let reason):
            // What was given is in no file.
            "\(file) cannot be read as a job: \(reason)\(reason.hasSuffix(".") ? "" : ".")"
                + (file.hasPrefix("/") ? " The file has been left as it is." : "")
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

extension JobError {
    /// Whether the same again may go better.
    var mayPass: Bool {
        switch self {
        case .outage, .demandedTooLong, .storeFailed, .claimed, .claimLost: true
        // Another version of the program may go on with it.
        case .newerWork, .notMigratable: true
        default: false
        }
    }

    /// Whether it says that what was decided here does not count, for the record that there is, or was.
    var isAboutRecord: Bool {
        switch self {
        case .claimed, .claimLost, .alreadyFinished, .notFound: true
        default: false
        }
    }

    /// Whether it says that this program cannot go on with what the store has.
    var isAboutContent: Bool {
        switch self {
        case .unreadable, .newerFormat, .newerWork, .notMigratable, .unknownKind: true
        default: false
        }
    }

    /// Whether it says that somebody else has the job.
    var isAboutOwner: Bool {
        switch self {
        case .claimed, .claimLost: true
        default: false
        }
    }
}

extension Duration {
    /// In seconds, to the tenth where there are few.
    var text: String {
        let tenths = Int(rounding: seconds * 10) ?? .max
        return tenths % 10 == 0 || tenths >= 100
            ? "\(Int(rounding: seconds, .down) ?? .max) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}
