public import Foundation

/// Where jobs are kept so that they survive their process.
///
/// A store is written to only by who holds the claim of a job. Claiming returns a fencing token, larger than any that the
/// job has had; a save with an old token must fail with ``JobError/claimLost(_:)`` and change nothing. `JobStoreContract` of
/// CairnTesting says the same as a test suite.
public protocol JobStore: Sendable {
    /// Takes the job for this owner.
    ///
    /// - Throws: ``JobError/claimed(_:owner:)`` if another owner has it and lives.
    @concurrent func claim(_ id: UUID) async throws -> JobClaim

    /// Gives the job back. A claim that has been lost is let go of without a word.
    @concurrent func release(_ claim: JobClaim) async throws

    /// Who has the job now; nil if nobody who lives.
    @concurrent func owner(of id: UUID) async throws -> JobOwner?

    /// Tells that the owner lives, and takes the requests addressed to this claim's token, in the order they were posted.
    /// Those to runs that have ended are dropped, and only those.
    ///
    /// - Throws: ``JobError/claimLost(_:)``.
    @concurrent func heartbeat(_ claim: JobClaim) async throws -> [JobRequest]

    /// Asks something of the run that `request.token` names.
    ///
    /// - Throws: ``JobError/claimLost(_:)`` if that run has ended: nobody who lives has the job by that token.
    @concurrent func post(_ request: JobRequest, for id: UUID) async throws

    /// Writes the record durably, and appends `messages` to those already kept. The record's own are ignored.
    ///
    /// - Throws: ``JobError/claimLost(_:)``, ``JobError/storeFailed(file:reason:)``; record and messages are then as they were.
    @concurrent func save(_ record: JobRecord, appending messages: [JobMessage], claim: JobClaim) async throws

    /// The record with its messages, or nil if there is none.
    @concurrent func load(_ id: UUID) async throws -> JobRecord?

    /// All records, and what cannot be read; nothing is removed.
    @concurrent func list() async throws -> [JobListing]

    /// Removes the job and its messages.
    ///
    /// - Throws: ``JobError/claimLost(_:)``.
    @concurrent func remove(_ claim: JobClaim) async throws
}
