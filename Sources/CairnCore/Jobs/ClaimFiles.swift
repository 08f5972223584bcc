import Foundation
import Synchronization

/// Who owns which job of a directory.
///
/// One locked file tells that this owner lives, however many jobs it has: a lock per job would need an open file per
/// job. A claim names its owner and counts up with every change of hands.
final class ClaimFiles: Sendable {
    private struct Entry {
        var token: Int
        /// Empty if nobody has the job.
        var owner: String
        var process: Int32
    }

    private let directory: URL
    private let owner = UUID().uuidString
    private let presence: FileDescriptor

    init(directory: URL) throws {
        self.directory = directory
        let owners = directory.appending(path: "owners")
        try FileManager.default.createDirectory(at: owners, withIntermediateDirectories: true)
        presence = try FileDescriptor(owners.appending(path: owner).path, O_RDWR | O_CREAT)
        guard try presence.lock(waiting: false) else { throw SystemError("lock", presence.path) }
    }

    deinit {
        unlink(presence.path)
    }

    func take(_ id: UUID) throws -> JobClaim {
        try exclusively {
            let entry = try read(id)
            if let entry, try isAlive(entry.owner) {
                let name = entry.owner == owner ? "this process" : "process \(entry.process)"
                throw JobError.claimed(id, owner: name)
            }
            let token = (entry?.token ?? 0) + 1
            try write(Entry(token: token, owner: owner, process: getpid()), id)
            return JobClaim(id: id, token: token, lease: FileLease(self, id, token))
        }
    }

    func isTaken(_ id: UUID) throws -> Bool {
        try exclusively { try read(id).map { try isAlive($0.owner) } ?? false }
    }

    /// Throws unless the claim is the newest and its own.
    func check(_ claim: JobClaim) throws {
        guard let entry = try read(claim.id), entry.token == claim.token, entry.owner == owner else {
            throw JobError.claimLost(claim.id)
        }
    }

    func release(_ claim: JobClaim) throws {
        try release(claim.id, token: claim.token)
    }

    fileprivate func release(_ id: UUID, token: Int) throws {
        try exclusively {
            guard var entry = try read(id), entry.token == token, entry.owner == owner else { return }
            entry.owner = ""
            try write(entry, id)
        }
    }

    func remove(_ claim: JobClaim) throws {
        try exclusively { _ = unlink(url(claim.id).path) }
    }

    private func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        let mutex = try FileDescriptor(directory.appending(path: "owners/lock").path, O_RDWR | O_CREAT)
        _ = try mutex.lock(waiting: true)
        return try body()
    }

    private func isAlive(_ other: String) throws -> Bool {
        if other == owner { return true }
        guard !other.isEmpty, UUID(uuidString: other) != nil else { return false }
        let path = directory.appending(path: "owners/\(other)").path
        guard access(path, F_OK) == 0 else { return false }
        if try !FileDescriptor(path, O_RDWR).lock(waiting: false) { return true }
        unlink(path)
        return false
    }

    private func url(_ id: UUID) -> URL { directory.appending(path: "\(id).claim") }

    private func read(_ id: UUID) throws -> Entry? {
        guard let data = try DurableFile.contents(of: url(id)) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, let token = Int(parts[0]), let process = Int32(parts[2]) else {
            throw JobError.unreadable(file: url(id).path, reason: "it is no claim; remove it if nobody runs the job")
        }
        return Entry(token: token, owner: String(parts[1]), process: process)
    }

    private func write(_ entry: Entry, _ id: UUID) throws {
        try DurableFile.replace(url(id), with: Data("\(entry.token) \(entry.owner) \(entry.process)".utf8))
    }
}

/// Gives a claim up when its last copy goes.
private final class FileLease: Sendable {
    private let files: ClaimFiles
    private let id: UUID
    private let token: Int

    init(_ files: ClaimFiles, _ id: UUID, _ token: Int) {
        self.files = files
        self.id = id
        self.token = token
    }

    deinit {
        // Nobody is left to be told; if it fails, the claim ends with this process.
        try? files.release(id, token: token)
    }
}
