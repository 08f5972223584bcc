public import Foundation

/// One piece of long work, described by a value; ``Job`` adds everything else.
///
/// ```swift
/// struct CountLines: JobWork {
///     static let kind = "count-lines"
///     let file: URL
///     struct Checkpoint: Codable, Sendable { var offset = 0; var lines = 0 }
///
///     @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
///         var state = context.checkpoint ?? Checkpoint()
///         while let block = try readBlock(of: file, at: state.offset) {
///             state.offset += block.count
///             state.lines += block.count { $0 == 10 }
///             try await context.save(state)
///         }
///         return state.lines
///     }
/// }
/// ```
///
/// `perform` must be able to continue from any checkpoint it has saved, the last included: from that one it must
/// rebuild its output without asking a server. Pause, the death of the process and trouble that passes are one
/// mechanism: the body is stopped, and runs again from its checkpoint.
///
/// Parameters are `Codable` descriptions, such as a file's URL and format, never live sources. What cannot be
/// encoded, such as a transport or credentials, belongs to `Services`, which are supplied when the kind is
/// registered and never stored.
///
/// Records outlive programs. A new member that is optional, or for which `init(from:)` has a default, needs nothing. Whatever else changes the
/// form of the parameters or of the checkpoint (a member renamed, removed or of another type, another meaning) needs a higher ``version``
/// and a ``migrate(_:from:)``. The `kind` never changes.
public protocol JobWork: Codable, Sendable {
    /// How far the work has come; small, for it is written often.
    associatedtype Checkpoint: Codable & Sendable = Never
    /// What the work is done for.
    associatedtype Output: Sendable
    /// What the work needs and cannot be stored.
    associatedtype Services: Sendable = Void

    /// The stable name under which records of this work are restored.
    static var kind: String { get }

    /// The version of the form of parameters and checkpoint; 1 unless it has changed.
    static var version: Int { get }

    /// Brings what an older version has stored into the form of this one.
    ///
    /// - Throws: If it cannot be done: the record is then kept as it is, and says so. The default throws for every version.
    static func migrate(_ stored: inout StoredWork, from version: Int) throws

    /// The files that are half-written while the work is under way; none unless it says so.
    ///
    /// The final path of a result never holds something half-written. These are kept, and named in the record, when the job is paused or
    /// fails, and removed when it is cancelled or removed.
    var partialFiles: [URL] { get }

    /// Does the work, continuing from the context's checkpoint.
    ///
    /// It should end promptly when its task is cancelled: that is how a job is paused.
    @concurrent func perform(in context: JobContext<Self>) async throws -> Output

    /// Cancels what runs on a server. Called for the ids that the record holds, from
    /// ``JobContext/submitOnce(_:)`` and ``JobContext/submitAnother(_:)``.
    ///
    /// - Throws: ``JobError/cancellationUnconfirmed(serverJobIDs:)`` with those that may still run. That is also what
    ///   the default does for any id.
    @concurrent func cancelServerJobs(_ ids: [String], services: Services) async throws

    /// The same, for work whose undoing depends on how far it has come. The default calls the other one.
    ///
    /// - Parameters:
    ///   - ids: What the record holds.
    ///   - checkpoint: The last one; nil if there is none.
    ///   - services: What the work needs and cannot be stored.
    @concurrent func cancelServerJobs(_ ids: [String], after checkpoint: Checkpoint?, services: Services) async throws

    /// What may run on a server though no id of it has come, in words such as "a job of …, whose id never came": told of a job that is cancelled. The
    /// default is nothing.
    ///
    /// - Parameter checkpoint: The last one.
    func unknownServerJobs(after checkpoint: Checkpoint) -> [String]

    /// Removes what is half-written, after the job was cancelled, or when it is removed. The default removes ``partialFiles``.
    ///
    /// - Parameters:
    ///   - job: The job that is given up: what others have begun in the same place is none of it.
    ///   - services: What the work needs and cannot be stored.
    @concurrent func discardPartialResults(of job: UUID, services: Services) async

    /// The same, for work whose undoing depends on how far it has come. The default calls the other one.
    ///
    /// - Parameters:
    ///   - job: The job that is given up.
    ///   - checkpoint: The last one; nil if there is none.
    ///   - services: What the work needs and cannot be stored.
    @concurrent func discardPartialResults(of job: UUID, after checkpoint: Checkpoint?, services: Services) async

    /// Whether an error of this work may pass. The default is that none does.
    static func transience(of error: any Error) -> Transience

    /// Whether somebody can put an error right that does not pass by itself, such as by signing in, so that the job may be retried then
    /// from its checkpoint. The default is that nobody can.
    static func canBeRetried(after error: any Error) -> Bool
}

extension JobWork {
    /// Reports that any such jobs may still run.
    @concurrent public func cancelServerJobs(_ ids: [String], services: Services) async throws {
        if !ids.isEmpty { throw JobError.cancellationUnconfirmed(serverJobIDs: ids) }
    }

    /// Calls the one that needs no checkpoint.
    @concurrent public func cancelServerJobs(_ ids: [String], after checkpoint: Checkpoint?, services: Services) async throws {
        try await cancelServerJobs(ids, services: services)
    }

    /// Nothing.
    public func unknownServerJobs(after checkpoint: Checkpoint) -> [String] { [] }

    /// The first version.
    public static var version: Int { 1 }

    /// Knows no older version.
    public static func migrate(_ stored: inout StoredWork, from version: Int) throws { throw NoMigration() }

    /// No files.
    public var partialFiles: [URL] { [] }

    /// Removes ``partialFiles``.
    @concurrent public func discardPartialResults(of job: UUID, services: Services) async {
        DurableFile.removeUnused(atPaths: partialFiles.map(\.path))
    }

    /// Calls the one that needs no checkpoint.
    @concurrent public func discardPartialResults(of job: UUID, after checkpoint: Checkpoint?, services: Services) async {
        await discardPartialResults(of: job, services: services)
    }

    /// Takes every error as final.
    public static func transience(of error: any Error) -> Transience { .final }

    /// Takes no error as one that somebody can put right.
    public static func canBeRetried(after error: any Error) -> Bool { false }
}

extension JobWork {
    /// What may run on a server without anybody knowing its id, by a checkpoint as it is kept; nothing is known of one that cannot be read.
    func unknownServerJobs(afterStored checkpoint: JSONValue) -> [String] {
        guard let checkpoint: Checkpoint = try? checkpoint.decode() else { return [] }
        return unknownServerJobs(after: checkpoint)
    }

    /// Cancels what runs on a server, by a checkpoint as it is kept.
    @concurrent func cancelServerJobs(_ ids: [String], afterStored checkpoint: JSONValue?, services: Services) async throws {
        try await cancelServerJobs(ids, after: checkpoint?.decode(), services: services)
    }

    /// Removes what is half-written, by a checkpoint as it is kept; of one that cannot be read nothing is known.
    @concurrent func discardPartialResults(of job: UUID, afterStored checkpoint: JSONValue?, services: Services) async {
        await discardPartialResults(of: job, after: try? checkpoint?.decode(), services: services)
    }
}
