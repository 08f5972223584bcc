import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A folder that a job makes: while it grows, in a sibling, and when it is there. A file in the sibling tells that a job has begun it: what somebody else has put
/// there is neither gone on with nor removed.
struct PartialFolder: Sendable, Hashable {
    /// Where it is at the end: where nothing is, or an empty folder.
    let url: URL
    /// What tells it once all is there, by its path in the folder.
    let sign: String

    /// Where it grows.
    var partial: URL { URL(filePath: url.path + ".partial") }

    /// The file that tells that a job has begun it.
    static let mark = ".unfinished"

    /// Makes the sibling, or goes on with one that is there. As long as the descriptor is kept nobody else makes this folder, or discards it.
    ///
    /// - Throws: ``PartialOutputTrouble/inUse(path:)`` if somebody else does; ``PartialOutputTrouble/taken(path:)`` if there is something that no job has
    ///   begun; what ``expectRoom()`` throws.
    func begin() throws -> FileDescriptor {
        try expectRoom()
        if DurableFile.isThere(atPath: partial.path), !DurableFile.isFolder(atPath: partial.path) {
            throw PartialOutputTrouble.taken(path: partial.path)
        }
        try DurableFile.makeFolder(atPath: partial.path)
        guard let held = try hold() else { throw PartialOutputTrouble.inUse(path: url.path) }
        try DurableFile.replace(
            partial.appending(path: Self.mark), with: Data("A job makes this folder, which goes with it.\n".utf8))
        return held
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

    /// Whether a job has begun what is there; who has died before he could tell has left it empty.
    private func isOurs() throws -> Bool {
        if DurableFile.isThere(atPath: partial.appending(path: sign).path) { return true }
        let names = try FileManager.default.contentsOfDirectory(atPath: partial.path)
        return names.isEmpty || names.contains { $0.hasPrefix(Self.mark) }
    }

    /// Finds out, before there is anything to put there, whether the folder can be.
    ///
    /// - Throws: `SystemError`, with the code `EEXIST` for what is there.
    func expectRoom() throws {
        try DurableFile.expectFile(url)
        guard DurableFile.isThere(atPath: url.path) else { return }
        guard (try? FileManager.default.contentsOfDirectory(atPath: url.path))?.isEmpty == true else {
            throw SystemError("make", url.path, code: EEXIST)
        }
    }

    /// Gives it its name, unless that has been done before: the process may have died between that and telling.
    func putInPlace() throws {
        guard DurableFile.isThere(atPath: partial.path) else { return }
        try expectRoom()
        try DurableFile.remove(atPath: partial.appending(path: Self.mark).path)
        // An empty folder is replaced.
        guard rename(partial.path, url.path) == 0 else { throw SystemError("rename to", url.path) }
        try FileDescriptor(url.deletingLastPathComponent().path, O_RDONLY).synchronize()
    }

    /// Removes what has come so far, after something else has been done with it; nothing of it if somebody is making it, and nothing that no job has begun.
    func discard(after body: () async -> Void = {}) async {
        guard let held = try? hold() else { return }
        await body()
        try? FileManager.default.removeItem(at: partial)
        withExtendedLifetime(held) {}
    }
}
