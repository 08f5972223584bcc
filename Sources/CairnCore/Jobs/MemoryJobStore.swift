public import Foundation

/// Keeps jobs in memory: for tests, and for programs that want a `JobManager` and no files.
public final class MemoryJobStore: JobStore {
    private struct Run: Sendable {
        let token: Int
        var requests: [JobRequest] = []
    }

    private struct State: Sendable {
        /// Without their messages.
        var records: [UUID: JobRecord] = [:]
        var messages: [UUID: [JobMessage]] = [:]
        var runs: [UUID: Run] = [:]
        /// Never given twice, so that a job that was removed and saved anew keeps out those who knew the old one.
        var lastToken = 0

        func record(_ id: UUID) -> JobRecord? {
            guard var record = records[id] else { return nil }
            record.messages = messages[id] ?? []
            return record
        }

        func owner(of id: UUID) -> JobOwner? {
            runs[id].map { JobOwner(token: $0.token, name: "this process") }
        }

        func check(_ id: UUID, _ token: Int) throws(JobError) {
            guard runs[id]?.token == token else { throw .claimLost(id) }
        }

        mutating func release(_ id: UUID, _ token: Int) {
            if runs[id]?.token == token { runs[id] = nil }
        }
    }

    private let state = Guarded(State())

    /// An empty store.
    public init() {}

    /// Takes the job for this owner.
    @concurrent public func claim(_ id: UUID) async throws -> JobClaim {
        try state.change { (state, _) throws(JobError) in
            if let owner = state.owner(of: id) { throw .claimed(id, owner: owner) }
            state.lastToken += 1
            state.runs[id] = Run(token: state.lastToken)
            return JobClaim(id: id, token: state.lastToken, lease: MemoryLease(self, id, state.lastToken))
        }
    }

    /// Gives the job back.
    @concurrent public func release(_ claim: JobClaim) async throws {
        giveBack(claim.id, claim.token)
    }

    fileprivate func giveBack(_ id: UUID, _ token: Int) {
        state.change { state, _ in state.release(id, token) }
    }

    /// Who has the job now; nil if nobody.
    @concurrent public func owner(of id: UUID) async throws -> JobOwner? {
        state.read { $0.owner(of: id) }
    }

    /// Takes what others have asked of the owner meanwhile.
    @concurrent public func heartbeat(_ claim: JobClaim) async throws -> [JobRequest] {
        try state.change { (state, _) throws(JobError) in
            try state.check(claim.id, claim.token)
            defer { state.runs[claim.id]?.requests = [] }
            return state.runs[claim.id]?.requests ?? []
        }
    }

    /// Asks something of the run that `request.token` names.
    @concurrent public func post(_ request: JobRequest, for id: UUID) async throws {
        try state.change { (state, _) throws(JobError) in
            try state.check(id, request.token)
            state.runs[id]?.requests.append(request)
        }
    }

    /// Keeps the record, and appends `messages` to those already kept. The record's own are ignored.
    @concurrent public func save(_ record: JobRecord, appending messages: [JobMessage], claim: JobClaim) async throws {
        guard record.id == claim.id else { throw JobError.claimLost(record.id) }
        try state.change { (state, _) throws(JobError) in
            try state.check(claim.id, claim.token)
            var record = record
            record.messages = []
            state.records[record.id] = record
            state.messages[record.id, default: []] += messages
        }
    }

    /// The record with its messages, or nil if there is none.
    @concurrent public func load(_ id: UUID) async throws -> JobRecord? {
        state.read { $0.record(id) }
    }

    /// All records, by their ids.
    @concurrent public func list() async throws -> [JobListing] {
        let state = state.read(\.self)
        return state.records.keys.sorted { $0.uuidString < $1.uuidString }
            .compactMap { id in state.record(id).map { .record($0, owner: state.owner(of: id)) } }
    }

    /// Removes the job and its messages.
    @concurrent public func remove(_ claim: JobClaim) async throws {
        try state.change { (state, _) throws(JobError) in
            try state.check(claim.id, claim.token)
            state.records[claim.id] = nil
            state.messages[claim.id] = nil
            state.runs[claim.id] = nil
        }
    }
}

/// Gives a claim up when its last copy goes.
private final class MemoryLease: Sendable {
    private let store: MemoryJobStore
    private let id: UUID
    private let token: Int

    init(_ store: MemoryJobStore, _ id: UUID, _ token: Int) {
        self.store = store
        self.id = id
        self.token = token
    }

    deinit {
        store.giveBack(id, token)
    }
}
