public import Foundation

/// Where jobs are kept so that they survive their process.
///
/// A store is written to only by who holds the claim of a job. Claiming returns a fencing token; a save with an old
/// token must fail with ``JobError/claimLost(_:)`` and change nothing. `JobStoreContract` of CairnTesting says the same
/// as a test suite.
public protocol JobStore: Sendable {
    /// Takes the job for this process.
    ///
    /// - Throws: ``JobError/claimed(_:owner:)`` if another owner has it and lives.
    @concurrent func claim(_ id: UUID) async throws -> JobClaim

    /// Gives the job back.
    @concurrent func release(_ claim: JobClaim) async throws

    /// Tells that the owner lives, and takes what others have asked of it meanwhile.
    ///
    /// - Throws: ``JobError/claimLost(_:)``.
    @concurrent func heartbeat(_ claim: JobClaim) async throws -> [JobRequest]

    /// Asks the owner of a job to do something; the last request counts.
    @concurrent func post(_ request: JobRequest, for id: UUID) async throws

    /// Writes the record durably, and appends `messages` to those already kept. The record's own are ignored.
    ///
    /// - Throws: ``JobError/claimLost(_:)``, ``JobError/storeFailed(file:reason:)``; the record is then as it was.
    @concurrent func save(_ record: JobRecord, appending messages: [JobMessage], claim: JobClaim) async throws

    /// The record with its messages, or nil if there is none.
    @concurrent func load(_ id: UUID) async throws -> JobRecord?

    /// All records, and what cannot be read; nothing is removed.
    @concurrent func list() async throws -> [JobListing]

    /// Removes the job and its messages.
    @concurrent func remove(_ claim: JobClaim) async throws
}
