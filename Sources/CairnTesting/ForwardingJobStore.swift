public import CairnCore
public import Foundation

/// A store that does what another does, and tells of each call before and after it is carried out.
///
/// What is told may wait, which holds the call up, and throw, which is what its caller then gets: before, nothing was done; after, all was.
///
/// ```swift
/// let store = ForwardingJobStore(MemoryJobStore()) { call in
///     if case .save(let record, _, _) = call, record.checkpoint != nil { await gate.passUncancelled() }
/// }
/// ```
public struct ForwardingJobStore: JobStore {
    /// What a store is asked to do.
    public enum Call: Sendable {
        /// Taking a job.
        case claim(UUID)
        /// Giving it back.
        case release(JobClaim)
        /// Asking who has it.
        case owner(of: UUID)
        /// Telling that the owner lives.
        case heartbeat(JobClaim)
        /// Asking something of the owner.
        case post(JobRequest, for: UUID)
        /// Writing.
        case save(JobRecord, appending: [JobMessage], claim: JobClaim)
        /// Reading.
        case load(UUID)
        /// Reading all.
        case list
        /// Removing.
        case remove(JobClaim)
    }

    /// Is told of a call.
    public typealias Listener = @Sendable (Call) async throws -> Void

    /// The store that does the work.
    public let base: any JobStore
    private let before: Listener
    private let after: Listener

    /// A store over another.
    ///
    /// - Parameters:
    ///   - base: The store that does the work.
    ///   - before: Is told of each call before it is carried out.
    ///   - after: Is told of each call that has been carried out, and has not failed.
    public init(_ base: any JobStore, before: @escaping Listener = { _ in }, after: @escaping Listener = { _ in }) {
        (self.base, self.before, self.after) = (base, before, after)
    }

    /// Takes the job for this owner.
    @concurrent public func claim(_ id: UUID) async throws -> JobClaim {
        try await telling(.claim(id)) { try await base.claim(id) }
    }

    /// Gives the job back.
    @concurrent public func release(_ claim: JobClaim) async throws {
        try await telling(.release(claim)) { try await base.release(claim) }
    }

    /// Who has the job now.
    @concurrent public func owner(of id: UUID) async throws -> JobOwner? {
        try await telling(.owner(of: id)) { try await base.owner(of: id) }
    }

    /// Tells that the owner lives, and takes what is asked of it.
    @concurrent public func heartbeat(_ claim: JobClaim) async throws -> [JobRequest] {
        try await telling(.heartbeat(claim)) { try await base.heartbeat(claim) }
    }

    /// Asks something of a run.
    @concurrent public func post(_ request: JobRequest, for id: UUID) async throws {
        try await telling(.post(request, for: id)) { try await base.post(request, for: id) }
    }

    /// Writes the record, and appends messages.
    @concurrent public func save(_ record: JobRecord, appending messages: [JobMessage], claim: JobClaim) async throws {
        try await telling(.save(record, appending: messages, claim: claim)) {
            try await base.save(record, appending: messages, claim: claim)
        }
    }

    /// The record with its messages, or nil if there is none.
    @concurrent public func load(_ id: UUID) async throws -> JobRecord? {
        try await telling(.load(id)) { try await base.load(id) }
    }

    /// All records, and what cannot be read.
    @concurrent public func list() async throws -> [JobListing] {
        try await telling(.list) { try await base.list() }
    }

    /// Removes the job and its messages.
    @concurrent public func remove(_ claim: JobClaim) async throws {
        try await telling(.remove(claim)) { try await base.remove(claim) }
    }

    private func telling<Value: Sendable>(_ call: Call, _ body: () async throws -> Value) async throws -> Value {
        try await before(call)
        let value = try await body()
        try await after(call)
        return value
    }
}
