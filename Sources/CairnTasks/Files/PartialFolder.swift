import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A folder that a job makes: while it grows, in a sibling, and when it is there. A file in the sibling tells which job has begun it: what anybody else has put
/// there, be it another job, is neither gone on with nor removed nor put in place.
struct PartialFolder: Sendable, Hashable {
    /// Where it is at the end: where nothing is, or an empty folder.
    let url: URL
    /// Who makes it.
    let job: UUID
    /// What tells that all is there, by its path in the folder.
    let sign: String
    /// Whether a child of the job puts it in the sibling, whole, so that it has no mark at first.
    var comesFromChild = false

    /// Where it grows.
    var partial: URL { URL(filePath: url.path + ".partial") }

    /// The file that tells which job has begun it.
    var mark: String { Self.markPrefix + "\(job)" }
    private static let markPrefix = ".unfinished."

    /// Makes the sibling, or goes on with this job's. As long as the descriptor is kept nobody else makes this folder, or discards it.
    ///
    /// - Throws: ``PartialOutputTrouble/inUse(path:)`` if somebody else does; ``PartialOutputTrouble/taken(path:)`` if there is something that this job
    ///   has not begun; what ``expectRoom()`` throws.
    func begin() throws -> FileDescriptor {
        try expectRoom()
        if DurableFile.isThere(atPath: partial.path), !DurableFile.isFolder(atPath: partial.path) {
            throw PartialOutputTrouble.taken(path: partial.path)
        }
        try DurableFile.makeFolder(atPath: partial.path)
        guard let held = try hold() else { throw PartialOutputTrouble.inUse(path: url.path) }
        // Somebody may have put another in its place meanwhile.
        try expectRoom()
        try leaveMark(held)
        return held
    }

    /// Takes what a child has put in the sibling; nil if there is none.
    ///
    /// - Throws: As ``hold()``.
    func adopt() throws -> FileDescriptor? {
        guard let held = try hold() else { return nil }
        try leaveMark(held)
        return held
    }

    private func leaveMark(_ held: FileDescriptor) throws {
        try FileDescriptor(partial.appending(path: mark).path, O_WRONLY | O_CREAT | O_NOFOLLOW).synchronize()
        try held.synchronize()
    }

    /// Takes the sibling for oneself; nil if there is none.
    ///
    /// - Throws: ``PartialOutputTrouble``, `SystemError`.
    func hold() throws -> FileDescriptor? {
        let folder: FileDescriptor
        do { folder = try FileDescriptor(partial.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
        // Who had it may have put it in its place, or removed it, between its opening here and its locking.
        guard try folder.lock(), try folder.isInPlace() else { throw PartialOutputTrouble.inUse(path: url.path) }
        guard try isOurs() else { throw PartialOutputTrouble.taken(path: partial.path) }
        return folder
    }

    /// Whether this job has begun what is there; who has died before he could tell has left it empty.
    private func isOurs() throws -> Bool {
        guard DurableFile.isFolder(atPath: partial.path) else { return false }
        let names = try FileManager.default.contentsOfDirectory(atPath: partial.path)
        if names.isEmpty || names.contains(mark) { return true }
        return comesFromChild && DurableFile.isThere(atPath: partial.appending(path: sign).path)
            && !names.contains { $0.hasPrefix(Self.markPrefix) }
    }

    /// Finds out, before there is anything to put there, whether the folder can be.
    ///
    /// - Throws: `SystemError`, with the code `EEXIST` for what is there, and `EBUSY` for where a file system is mounted.
    func expectRoom() throws {
        try DurableFile.expectFile(url)
        guard DurableFile.isThere(atPath: url.path) else { return }
        // A link to a folder could not be replaced by one.
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
        guard !isLink, (try? FileManager.default.contentsOfDirectory(atPath: url.path))?.isEmpty == true else {
            throw SystemError("make", url.path, code: EEXIST)
        }
        // Nor can what a file system is mounted on.
        guard !DurableFile.isMountPoint(atPath: url.path) else { throw SystemError("replace", url.path, code: EBUSY) }
    }

    /// Gives it its name, unless that has been done before: the process may have died between that and telling. For who holds it.
    ///
    /// - Throws: ``PartialOutputTrouble/gone(path:)`` if it is neither here nor there.
    func putInPlace() throws {
        if DurableFile.isThere(atPath: partial.path), try isOurs() {
            try expectRoom()
            // An empty folder is replaced.
            guard rename(partial.path, url.path) == 0 else { throw SystemError("rename to", url.path) }
            try FileDescriptor(url.deletingLastPathComponent().path, O_RDONLY).synchronize()
        }
        guard DurableFile.isThere(atPath: url.appending(path: sign).path) else { throw PartialOutputTrouble.gone(path: url.path) }
        try DurableFile.remove(atPath: url.appending(path: mark).path)
    }

    /// Removes what has come so far, after something else has been done with it; nothing of it if somebody is making it, and nothing that another has begun.
    func discard(after body: () async -> Void = {}) async {
        guard let held = try? hold() else { return }
        await body()
        // The mark last: what cannot be removed now is this job's still.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: partial.path)) ?? [] where name != mark {
            try? FileManager.default.removeItem(at: partial.appending(path: name))
        }
        let left = try? FileManager.default.contentsOfDirectory(atPath: partial.path)
        if left?.allSatisfy({ $0 == mark }) == true { try? FileManager.default.removeItem(at: partial) }
        withExtendedLifetime(held) {}
    }
}
