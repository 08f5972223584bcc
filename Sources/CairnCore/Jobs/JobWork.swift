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
public protocol JobWork: Codable, Sendable {
    /// How far the work has come; small, for it is written often.
    associatedtype Checkpoint: Codable & Sendable = Never
    /// What the work is done for.
    associatedtype Output: Sendable
    /// What the work needs and cannot be stored.
    associatedtype Services: Sendable = Void

    /// The stable name under which records of this work are restored.
    static var kind: String { get }

    /// Does the work, continuing from the context's checkpoint.
    ///
    /// It should end promptly when its task is cancelled: that is how a job is paused.
    @concurrent func perform(in context: JobContext<Self>) async throws -> Output

    /// Cancels what runs on a server. Called for the ids given to ``JobContext/submit(_:)``.
    ///
    /// - Throws: ``JobError/cancellationUnconfirmed(serverJobIDs:)`` with those that may still run. That is also what
    ///   the default does for any id.
    @concurrent func cancelServerJobs(_ ids: [String], services: Services) async throws

    /// Removes what is half-written, after the job was cancelled or has failed. The default does nothing.
    @concurrent func discardPartialResults(services: Services) async

    /// Whether an error of this work may pass. The default is that none does.
    static func transience(of error: any Error) -> Transience
}

extension JobWork {
    /// Reports that any such jobs may still run.
    @concurrent public func cancelServerJobs(_ ids: [String], services: Services) async throws {
        if !ids.isEmpty { throw JobError.cancellationUnconfirmed(serverJobIDs: ids) }
    }

    /// Leaves everything as it is.
    @concurrent public func discardPartialResults(services: Services) async {}

    /// Takes every error as final.
    public static func transience(of error: any Error) -> Transience { .final }
}
