import Dispatch
import Foundation
import Synchronization

/// Who lives, of those that have jobs of a directory: each owner holds one file in `owners/` locked, however many jobs it
/// has. A lock per job would need an open file per job.
///
/// - An owner's file is made and locked, and a dead owner's removed, only under the lock of `owners/lock`. So a file that
///   nobody holds belongs to nobody who lives.
/// - If others remove the file of an owner who lives, it is put back under that lock before the owner relies on it again. What
///   was taken over meanwhile has another token, and is lost; nothing else is.
/// - The kernel frees the lock when the process dies.
final class OwnerFiles: Sendable {
    /// The name of this owner, and of its file.
    let id = UUID().uuidString
    /// Where the store's blocking work is done.
    let queue: DispatchQueue
    private let folder: String
    private let lock: OwnerLock
    private let presence: Mutex<FileDescriptor>

    init(directory: URL, queue: DispatchQueue, lockPatience: Duration) throws {
        folder = directory.path + "/owners"
        self.queue = queue
        lock = OwnerLock(folder: folder, patience: lockPatience)
        let mutex = try lock.take()
        presence = Mutex(try Self.present("\(folder)/\(id)"))
        // What cannot be made or swept now is left to the next.
        if access("\(folder)/removed", F_OK) != 0 { try? writeRemoved(0) }
        try? DurableFile.removeLeftovers(in: URL(filePath: folder))
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] { _ = try? isAlive(name) }
        withExtendedLifetime(mutex) {}
    }

    deinit {
        queue.async { [presence = presence.withLock(\.self)] in unlink(presence.path) }
    }

    /// Does something while nobody else, of any process, takes or gives back a job.
    func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        let mutex = try lock.take()
        return try withExtendedLifetime(mutex) {
            if try !isKnown() {
                let file = try Self.present("\(folder)/\(id)")
                presence.withLock { $0 = file }
            }
            return try body()
        }
    }

    /// Sees to it that others know that this owner lives.
    func stayKnown() throws {
        if try !isKnown() { try exclusively {} }
    }

    private func isKnown() throws(SystemError) -> Bool {
        try presence.withLock(\.self).isInPlace()
    }

    private static func present(_ path: String) throws(SystemError) -> FileDescriptor {
        let file = try FileDescriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
        guard try file.lock() else { throw SystemError("lock", path) }
        return file
    }

    /// Whether that owner lives; the file of one that does not is removed. Only to be called exclusively.
    func isAlive(_ owner: String) throws(SystemError) -> Bool {
        if owner == id { return true }
        guard UUID(uuidString: owner) != nil else { return false }
        do {
            let file = try FileDescriptor("\(folder)/\(owner)", O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
            guard try file.lock() else { return true }
        } catch {
            if error.code == ENOENT { return false }
            throw error
        }
        unlink("\(folder)/\(owner)")
        return false
    }

    /// The largest token that a removed job has had: a job of that id, saved anew, goes on from there.
    func removedToken() throws(SystemError) -> Int {
        let data = try DurableFile.beginning(ofPath: "\(folder)/removed", count: 64)
        let token = data.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        return ClaimEntry.lastTokens.contains(token) ? token : 0
    }

    /// Remembers the token of a job that is being removed. Only to be called exclusively.
    func noteRemoved(_ token: Int) throws(SystemError) {
        guard ClaimEntry.lastTokens.contains(token), try token > removedToken() else { return }
        try writeRemoved(token)
    }

    /// In place, always as long: jobs can be removed to make room. Not flushed, for a power cut leaves nobody to keep out.
    private func writeRemoved(_ token: Int) throws(SystemError) {
        let digits = "\(token)"
        let text = String(repeating: "0", count: max(0, 19 - digits.count)) + digits
        try FileDescriptor(regular: "\(folder)/removed", O_WRONLY | O_CREAT).write(Data(text.utf8), at: 0)
    }
}
