public import Foundation
import Synchronization

/// Keeps jobs as files in a directory, for any number of processes on one machine.
///
/// ```swift
/// let store = try FileJobStore(directory: URL(filePath: "jobs"))
/// let job = try Job(work, configuration: JobConfiguration(store: store))
/// ```
///
/// A job is `ID.json`, its record, replaced in one step; `ID.messages.jsonl`, to which its messages are appended;
/// `ID.claim`, which says who runs it; and `ID.request`, what others ask of who does. An owner is known by a file it holds
/// locked: the kernel frees the lock when the process dies, so a dead owner's job can be taken over at once. The directory
/// must be on a local file system. Docs/JobFormat.md describes the files.
public actor FileJobStore: JobStore {
    nonisolated let executor = QueueExecutor("cairn.file-job-store")
    /// The store's own serial queue, for its work blocks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Where the files are.
    public nonisolated let directory: URL
    private let claims: ClaimFiles
    private let records: RecordFiles

    /// A store in that directory, which is made if it is missing. What processes that have died left half-written there
    /// is removed. Files below the directory itself, and below the roots, are kept by their places there.
    ///
    /// - Throws: ``SystemError``, ``JobError/storeFailed(file:reason:)`` if a process keeps all others out.
    public init(directory: URL, roots: FileRoots = .standard) throws {
        try self.init(directory: directory, roots: roots, lockPatience: OwnerLock.patience)
    }

    init(directory: URL, roots: FileRoots = .standard, lockPatience: Duration) throws {
        self.directory = directory
        try Self.make(directory)
        records = RecordFiles(directory: directory.path, roots: roots.with(directory, named: "store"))
        claims = try ClaimFiles(directory: directory, queue: executor.queue, lockPatience: lockPatience)
        try DurableFile.removeLeftovers(in: directory)
    }

    /// The records in a directory, or why one cannot be read; nothing of them is claimed: those of jobs that run may be older by the next moment.
    package static func records(
        in directory: URL, roots: FileRoots = .standard
    ) -> [UUID: Result<JobRecord, any Error>] {
        let records = RecordFiles(directory: directory.path, roots: roots.with(directory, named: "store"))
        var found: [UUID: Result<JobRecord, any Error>] = [:]
        for id in (try? records.list().ids) ?? [] {
            do { found[id] = try records.load(id).map { .success($0) } } catch { found[id] = .failure(error) }
        }
        return found
    }

    private static func make(_ directory: URL) throws(SystemError) {
        let manager = FileManager.default
        if (try? manager.createDirectory(at: directory, withIntermediateDirectories: true)) != nil { return }
        // Asked once more, for it says why in the system's words.
        guard mkdir(directory.path, 0o777) != 0 else { return }
        throw SystemError("make the directory", directory.path, code: errno == EEXIST ? ENOTDIR : errno)
    }

    /// Takes the job for this store.
    public func claim(_ id: UUID) async throws -> JobClaim { try telling { try claims.take(id) } }

    /// Gives the job back.
    public func release(_ claim: JobClaim) async throws {
        try telling { try claims.release(claim.id, token: claim.token) }
    }

    /// Who has the job now; nil if nobody who lives.
    public func owner(of id: UUID) async throws -> JobOwner? { try telling { try claims.owner(of: id) } }

    /// Takes what others have asked of the owner meanwhile. That it lives, the kernel tells.
    public func heartbeat(_ claim: JobClaim) async throws -> [JobRequest] {
        try telling { try claims.takeRequests(for: claim) }
    }

    /// Asks something of the run that `request.token` names.
    public func post(_ request: JobRequest, for id: UUID) async throws {
        try telling { try claims.post(request, for: id) }
    }

    /// Writes the record durably, and appends `messages` to those already kept. The record's own are ignored.
    public func save(_ record: JobRecord, appending messages: [JobMessage], claim: JobClaim) async throws {
        guard record.id == claim.id else { throw JobError.claimLost(record.id) }
        try telling {
            try claims.check(claim)
            let lease = claim.lease as? FileLease
            let saved = try lease?.messageLength.withLock(\.self) ?? records.messageBytes(of: record.id)
            let length = try records.messageLength(of: record.id, upTo: saved)
            lease?.messageLength.withLock { $0 = length }
            let newLength = try records.save(record, messages, after: length)
            lease?.messageLength.withLock { $0 = newLength }
        }
    }

    /// The record with its messages, or nil if there is none.
    public func load(_ id: UUID) async throws -> JobRecord? { try records.load(id) }

    /// All records, by their ids, and what cannot be read; nothing is removed.
    public func list() async throws -> [JobListing] {
        let (ids, others) = try records.list()
        let listings = zip(ids, try claims.owners(of: ids)).compactMap(listing)
        return listings + others.map { .unreadable(file: $0, error: records.fault(of: $0)) }
    }

    /// Nil if the record has been removed meanwhile.
    private func listing(of id: UUID, owner: Result<JobOwner?, any Error>) -> JobListing? {
        do {
            guard let record = try records.load(id) else { return nil }
            return .record(record, owner: try owner.get())
        } catch {
            var file = records.path(id)
            if case JobError.unreadable(let culprit, _) = error { file = culprit }
            if let error = error as? SystemError { file = error.path }
            return .unreadable(file: file, error: error)
        }
    }

    /// Removes the job and its messages.
    public func remove(_ claim: JobClaim) async throws {
        try telling {
            try claims.check(claim)
            try claims.remove(claim) { try records.remove(claim.id) }
        }
    }

    /// Tells what the system refuses as a failure of the store.
    private func telling<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SystemError {
            throw JobError.storeFailed(file: error.path, reason: error.reason)
        }
    }
}
