public import Foundation

/// Keeps jobs as files in a directory, for any number of processes on one machine.
///
/// ```swift
/// let store = try FileJobStore(directory: URL(filePath: "jobs"))
/// let job = try Job(work, configuration: JobConfiguration(store: store))
/// ```
///
/// A job is `ID.json`, its record, replaced in one step; `ID.messages.jsonl`, to which its messages are appended; and
/// `ID.claim`, which says who runs it. An owner is known by a file it holds locked: the kernel frees the lock when the
/// process dies, so a dead owner's job can be taken over at once. The directory must be on a local file system.
public actor FileJobStore: JobStore {
    private let executor = QueueExecutor("cairn.file-job-store")
    /// The store's own serial queue, for its work blocks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Where the files are.
    public nonisolated let directory: URL
    private let claims: ClaimFiles

    /// A store in that directory, which is made if it is missing.
    ///
    /// - Throws: ``SystemError``, or what making the directory throws.
    public init(directory: URL) throws {
        self.directory = directory
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        claims = try ClaimFiles(directory: directory)
    }

    /// Takes the job for this process.
    public func claim(_ id: UUID) async throws -> JobClaim {
        let claim = try claims.take(id)
        try removeTornLine(of: messagesURL(id))
        return claim
    }

    /// Gives the job back.
    public func release(_ claim: JobClaim) async throws {
        try claims.release(claim)
    }

    /// Tells that the owner lives, and takes what others have asked of it meanwhile.
    public func heartbeat(_ claim: JobClaim) async throws -> [JobRequest] {
        try claims.check(claim)
        guard let data = try DurableFile.contents(of: requestURL(claim.id)) else { return [] }
        try FileManager.default.removeItem(at: requestURL(claim.id))
        return JobRequest(rawValue: String(decoding: data, as: UTF8.self)).map { [$0] } ?? []
    }

    /// Asks the owner of a job to do something; the last request counts.
    public func post(_ request: JobRequest, for id: UUID) async throws {
        try DurableFile.replace(requestURL(id), with: Data(request.rawValue.utf8))
    }

    /// Writes the record durably, and appends `messages` to those already kept. The record's own are ignored.
    public func save(_ record: JobRecord, appending messages: [JobMessage], claim: JobClaim) async throws {
        try claims.check(claim)
        do {
            let undo = try append(messages, to: messagesURL(record.id))
            do {
                var record = record
                record.messages = []
                try DurableFile.replace(recordURL(record.id), with: record.json.data(pretty: true))
            } catch {
                undo()
                throw error
            }
        } catch let error as SystemError {
            throw JobError.storeFailed(file: error.path, reason: error.reason)
        }
    }

    /// The record with its messages, or nil if there is none.
    public func load(_ id: UUID) async throws -> JobRecord? {
        try read(recordURL(id))
    }

    /// All records, and what cannot be read; nothing is removed.
    public func list() async throws -> [JobListing] {
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.compactMap { file in
            do {
                guard let record = try read(file) else { return nil }
                return .record(record, isClaimed: try claims.isTaken(record.id))
            } catch {
                return .unreadable(file: file.path, error: error)
            }
        }
    }

    /// Removes the job and its messages.
    public func remove(_ claim: JobClaim) async throws {
        try claims.check(claim)
        for url in [recordURL(claim.id), messagesURL(claim.id), requestURL(claim.id)] {
            try? FileManager.default.removeItem(at: url)
        }
        try claims.remove(claim)
    }

    private func recordURL(_ id: UUID) -> URL { directory.appending(path: "\(id).json") }
    private func messagesURL(_ id: UUID) -> URL { directory.appending(path: "\(id).messages.jsonl") }
    private func requestURL(_ id: UUID) -> URL { directory.appending(path: "\(id).request") }

    private func read(_ file: URL) throws -> JobRecord? {
        guard let data = try DurableFile.contents(of: file) else { return nil }
        do {
            var record = try JobRecord(jsonData: data)
            record.messages = try messages(of: record.id)
            return record
        } catch JobError.unreadable(_, let reason) {
            throw JobError.unreadable(file: file.path, reason: reason)
        }
    }

    private func messages(of id: UUID) throws -> [JobMessage] {
        guard let data = try DurableFile.contents(of: messagesURL(id)) else { return [] }
        // A line that a crash has cut short is no message.
        return data.split(separator: 0x0A).compactMap { try? JSONValue(parsing: $0).decode(JobMessage.self) }
    }

    /// Appends durably, and returns how to take it back.
    private func append(_ messages: [JobMessage], to url: URL) throws(SystemError) -> () -> Void {
        if messages.isEmpty { return {} }
        let file = try FileDescriptor(url.path, O_WRONLY | O_CREAT | O_APPEND)
        let size = try file.size()
        let undo = { _ = Foundation.truncate(url.path, off_t(size)) }
        do {
            try file.write(Data(messages.map { $0.json.text() + "\n" }.joined().utf8))
            try file.synchronize()
        } catch {
            undo()
            throw error
        }
        return undo
    }

    private func removeTornLine(of url: URL) throws {
        guard let data = try DurableFile.contents(of: url), let last = data.last, last != 0x0A else { return }
        let whole = data.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        try FileDescriptor(url.path, O_WRONLY).truncate(to: whole)
    }
}
