import Dispatch
import Foundation

/// Who has which job of a directory.
///
/// - A claim changes hands, and is read together with whether its owner lives, only under the lock of `owners/lock`.
/// - A claim that has a living owner is changed by that owner alone. So an owner checks its own without the lock, having seen
///   to it that it is known to live.
/// - Its token counts up with every change of hands, and when the job is removed.
/// - It is replaced by a rename, flushed: neither a crash nor a power cut leaves half of one. One that cannot be read was
///   damaged by other hands, and is reported by its file: nobody can tell whether somebody runs the job.
/// - It is given back by writing over the owner's name in place, for that needs no room on the disk. Nor is it flushed: a
///   power cut leaves an owner who is dead.
final class ClaimFiles: Sendable {
    let owners: OwnerFiles
    private let directory: String

    init(directory: URL, queue: DispatchQueue, lockPatience: Duration) throws {
        self.directory = directory.path
        owners = try OwnerFiles(directory: directory, queue: queue, lockPatience: lockPatience)
    }

    func take(_ id: UUID) throws -> JobClaim {
        while true {
            let last = try owners.exclusively { try lastToken(of: id) }
            if let claim = try take(id, after: last) { return claim }
        }
    }

    /// The token after which the next is given; throws if somebody has the job. Only to be called exclusively.
    private func lastToken(of id: UUID) throws -> Int {
        guard let last = try read(id) else { return try owners.removedToken() }
        if try owners.isAlive(last.owner) { throw JobError.claimed(id, owner: last.jobOwner(seenBy: owners.id)) }
        if ClaimEntry.lastTokens.contains(last.token) { return last.token }
        throw JobError.unreadable(file: path(id), reason: "its token is the last there can be; remove it if nobody runs the job")
    }

    /// Nil if somebody has had the job meanwhile. Others wait for the lock: nothing is flushed under it.
    private func take(_ id: UUID, after last: Int) throws -> JobClaim? {
        let folder = try FileDescriptor(directory, O_RDONLY)
        let token = last + 1
        let draft = try TemporarySibling(of: path(id), writing: ClaimEntry(token: token, owner: owners.id).data)
        var isPut = false
        defer { if !isPut { draft.discard() } }
        let claim: JobClaim? = try owners.exclusively {
            guard try lastToken(of: id) == last else { return nil }
            guard rename(draft.file.path, path(id)) == 0 else { throw SystemError("rename to", path(id)) }
            isPut = true
            // Of runs that have ended; what cannot be removed is told from ours by its token.
            try? dropRequests(for: id)
            return JobClaim(id: id, token: token, lease: FileLease(self, id, token))
        }
        // If that fails, letting go of the lease gives the job back.
        if isPut { try folder.synchronize() }
        return claim
    }

    /// Throws unless the claim is the newest and its own.
    func check(_ claim: JobClaim) throws {
        try owners.stayKnown()
        try requireOwn(claim)
    }

    /// Does something while the claim is good, and nobody else takes or gives back a job.
    func exclusively<Result>(_ claim: JobClaim, _ body: () throws -> Result) throws -> Result {
        try owners.exclusively {
            try requireOwn(claim)
            return try body()
        }
    }

    func release(_ id: UUID, token: Int) throws {
        if try ownEntry(id, token) == nil { return }
        try owners.exclusively {
            guard let entry = try ownEntry(id, token) else { return }
            let file = try FileDescriptor(regular: path(id), O_WRONLY)
            try file.write(ClaimEntry.nobody, at: entry.ownerOffset)
            try? dropRequests(for: id)
        }
    }

    /// Lets `body` remove the job, and then forgets who has it.
    func remove(_ claim: JobClaim, _ body: () throws -> Void) throws {
        try exclusively(claim) {
            try owners.noteRemoved(claim.token)
            try body()
            try dropRequests(for: claim.id)
            try DurableFile.remove(atPath: path(claim.id))
        }
    }

    func owner(of id: UUID) throws -> JobOwner? {
        try owners(of: [id])[0].get()
    }

    /// Who has each of these jobs, or why that cannot be told: at one moment, every owner looked for once.
    func owners(of ids: [UUID]) throws -> [Result<JobOwner?, any Error>] {
        try owners.exclusively {
            var alive: [String: Bool] = [:]
            return ids.map { id in
                Result {
                    guard let entry = try read(id) else { return nil }
                    let isAlive = try alive[entry.owner] ?? owners.isAlive(entry.owner)
                    alive[entry.owner] = isAlive
                    return isAlive ? entry.jobOwner(seenBy: owners.id) : nil
                }
            }
        }
    }

    /// Only to be called exclusively.
    func isHeld(_ id: UUID, token: Int) throws -> Bool {
        guard let entry = try read(id), entry.token == token else { return false }
        return try owners.isAlive(entry.owner)
    }

    func requestPath(_ id: UUID) -> String { "\(directory)/\(id).request" }

    private func path(_ id: UUID) -> String { "\(directory)/\(id).claim" }

    private func requireOwn(_ claim: JobClaim) throws {
        guard try ownEntry(claim.id, claim.token) != nil else { throw JobError.claimLost(claim.id) }
    }

    private func ownEntry(_ id: UUID, _ token: Int) throws -> ClaimEntry? {
        try read(id).flatMap { $0.token == token && $0.owner == owners.id ? $0 : nil }
    }

    private func read(_ id: UUID) throws -> ClaimEntry? {
        guard let data = try DurableFile.beginning(ofPath: path(id), count: 1024) else { return nil }
        if let entry = ClaimEntry(data) { return entry }
        throw JobError.unreadable(file: path(id), reason: "it is no claim; remove it if nobody runs the job")
    }
}
