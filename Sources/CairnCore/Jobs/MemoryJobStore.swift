public import Foundation

/// Keeps jobs in memory: for tests, and for programs that want a `JobManager` and no files.
public actor MemoryJobStore: JobStore {
    private struct Entry {
        var token = 0
        var isClaimed = false
        var record: JobRecord?
        var requests: [JobRequest] = []
    }

    private var entries: [UUID: Entry] = [:]

    /// An empty store.
    public init() {}

    /// Takes the job for this process.
    public func claim(_ id: UUID) async throws -> JobClaim {
        if entries[id]?.isClaimed == true { throw JobError.claimed(id, owner: "this process") }
        entries[id, default: Entry()].token += 1
        entries[id]?.isClaimed = true
        return JobClaim(id: id, token: entries[id]?.token ?? 0)
    }

    /// Gives the job back.
    public func release(_ claim: JobClaim) async throws {
        if entries[claim.id]?.token == claim.token { entries[claim.id]?.isClaimed = false }
    }

    /// Tells that the owner lives, and takes what others have asked of it meanwhile.
    public func heartbeat(_ claim: JobClaim) async throws -> [JobRequest] {
        try check(claim)
        defer { entries[claim.id]?.requests = [] }
        return entries[claim.id]?.requests ?? []
    }

    /// Asks the owner of a job to do something; the last request counts.
    public func post(_ request: JobRequest, for id: UUID) async throws {
        entries[id, default: Entry()].requests = [request]
    }

    /// Writes the record durably, and appends `messages` to those already kept. The record's own are ignored.
    public func save(_ record: JobRecord, appending messages: [JobMessage], claim: JobClaim) async throws {
        try check(claim)
        var record = record
        record.messages = (entries[record.id]?.record?.messages ?? []) + messages
        entries[record.id]?.record = record
    }

    /// The record with its messages, or nil if there is none.
    public func load(_ id: UUID) async throws -> JobRecord? {
        entries[id]?.record
    }

    /// All records, and what cannot be read; nothing is removed.
    public func list() async throws -> [JobListing] {
        entries.values.compactMap { entry in entry.record.map { .record($0, isClaimed: entry.isClaimed) } }
    }

    /// Removes the job and its messages.
    public func remove(_ claim: JobClaim) async throws {
        try check(claim)
        entries[claim.id] = nil
    }

    private func check(_ claim: JobClaim) throws {
        guard let entry = entries[claim.id], entry.isClaimed, entry.token == claim.token else {
            throw JobError.claimLost(claim.id)
        }
    }
}
