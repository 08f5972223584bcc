import CairnCore
package import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A folder that a job makes: while it grows, in a sibling, and when it is there. A file in it tells which job has begun it, until nothing is left to be
/// done: what anybody else has put there, be it another job, is neither gone on with nor removed nor put in place.
package struct PartialFolder: Sendable, Hashable {
    /// Where it is at the end: where nothing is, or an empty folder.
    let url: URL
    /// Who makes it.
    let job: UUID
    /// What tells that all is there, by its path in the folder.
    let sign: String

    /// Where it grows.
    var partial: URL { URL(filePath: url.path + ".partial") }

    /// The file that tells which job has begun it.
    var mark: String { Self.markStart + job.uuidString }

    private static let markStart = ".unfinished."

    /// The job that has begun a folder in which a file of this name is; nil if the file tells nothing of that.
    package static func job(markedBy name: String) -> UUID? {
        name.hasPrefix(markStart) ? UUID(uuidString: String(name.dropFirst(markStart.count))) : nil
    }

    // MARK: - While it grows

    /// Makes the sibling, or goes on with this job's. As long as the descriptor is kept nobody else makes this folder, or discards it.
    ///
    /// - Throws: ``PartialOutputTrouble/inUse(path:)`` if somebody else does; ``PartialOutputTrouble/taken(path:)`` if there is something that this job
    ///   has not begun; what ``expectRoom()`` throws.
    func begin() throws -> FileDescriptor {
        try expectRoom()
        // What else is there is known once it is opened: who makes it may give it its name between two looks.
        do { try DurableFile.makeFolder(atPath: partial.path) } catch {
            guard error.code == EEXIST, error.path == partial.path else { throw error }
        }
        guard let held = try hold() else { throw PartialOutputTrouble.inUse(path: url.path) }
        // Somebody may have put another in its place meanwhile.
        do { try expectRoom() } catch {
            rmdir(partial.path)
            throw error
        }
        try FileDescriptor(partial.appending(path: mark).path, O_WRONLY | O_CREAT | O_NOFOLLOW).synchronize()
        try held.synchronize()
        return held
    }

    /// Takes the sibling for oneself; nil if there is none.
    ///
    /// - Throws: ``PartialOutputTrouble``, `SystemError`.
    func hold() throws -> FileDescriptor? {
        guard let held = try hold(partial) else { return nil }
        // Who has died before he could tell has left it empty.
        guard try isOurs(partial) || names(partial).isEmpty else { throw PartialOutputTrouble.taken(path: partial.path) }
        return held
    }

    private func hold(_ place: URL) throws -> FileDescriptor? {
        let folder: FileDescriptor
        do { folder = try FileDescriptor(place.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) } catch {
            switch error.code {
            case ENOENT: return nil
            case ENOTDIR, ELOOP: throw PartialOutputTrouble.taken(path: place.path)
            default: throw error
            }
        }
        // Who had it may have put it in its place, or removed it, between its opening here and its locking.
        guard try folder.lock(), try folder.isInPlace() else { throw PartialOutputTrouble.inUse(path: url.path) }
        return folder
    }

    private func names(_ place: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: place.path) }

    /// Whether this job has begun what is at a place.
    private func isOurs(_ place: URL) throws -> Bool {
        try DurableFile.isFolder(atPath: place.path) && names(place).contains(mark)
    }

    /// The sibling, if this job has begun it.
    var begun: URL? { (try? isOurs(partial)) == true ? partial : nil }

    private func isWhole(_ place: URL) -> Bool { DurableFile.isThere(atPath: place.appending(path: sign).path) }

    // MARK: - Its place

    /// Finds out, before there is anything to put there, whether the folder can be. What this job has had there, and somebody has tidied up in part, is
    /// removed.
    ///
    /// - Throws: ``PartialOutputTrouble/exists(path:)`` for what is there; `SystemError`, with the code `EBUSY` for where a file system is mounted.
    func expectRoom() throws {
        try DurableFile.expectFile(url)
        if try isOurs(url), !isWhole(url) { remove(url) }
        guard DurableFile.isThere(atPath: url.path) else { return }
        // A link to a folder could not be replaced by one.
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
        guard !isLink, (try? FileManager.default.contentsOfDirectory(atPath: url.path))?.isEmpty == true else {
            throw PartialOutputTrouble.exists(path: url.path)
        }
        // Nor can what a file system is mounted on.
        guard !DurableFile.isMountPoint(atPath: url.path) else { throw SystemError("replace", url.path, code: EBUSY) }
    }

    /// Whether all that this job has made is there, beside its place or in it.
    var isThere: Bool { begun != nil && isWhole(partial) || isInPlace() }

    /// Whether it has its name.
    ///
    /// - Parameter isTrusted: Whether what is there counts without the job's mark, for it is known that the job has put it there. Else it may be
    ///   another's.
    func isInPlace(trusted isTrusted: Bool = false) -> Bool { isWhole(url) && (isTrusted || (try? isOurs(url)) == true) }

    /// Gives it its name, unless that has been done before: the process may have died between that and telling. The mark stays. For who holds it.
    ///
    /// - Throws: ``PartialOutputTrouble/moved(path:)`` if it is neither here nor there, or ``PartialOutputTrouble/gone(path:)`` if it is known that it was
    ///   there; ``PartialOutputTrouble/exists(path:)`` if another's is, or what another object of this job has handed over.
    func putInPlace(trusted isTrusted: Bool = false) throws {
        if !isInPlace(trusted: isTrusted), try isOurs(partial) {
            guard isWhole(partial) else { throw PartialOutputTrouble.gone(path: partial.path) }
            try expectRoom()
            // Opened first: after the rename nothing may fail but the disk itself.
            let directory = try FileDescriptor(url.deletingLastPathComponent().path, O_RDONLY)
            // An empty folder is replaced.
            guard rename(partial.path, url.path) == 0 else { throw SystemError("rename to", url.path) }
            try directory.synchronize()
        }
        if isInPlace(trusted: isTrusted) { return }
        if isTrusted { throw PartialOutputTrouble.gone(path: url.path) }
        try expectRoom()
        throw PartialOutputTrouble.moved(path: partial.path)
    }

    /// Removes the mark, for nothing is left to be done: what is there is the user's from now on.
    func handOver() throws { try DurableFile.remove(atPath: url.appending(path: mark).path) }

    /// Removes what this job has made so far, after something else has been done with it. Nothing of it if somebody is making it, and nothing that another
    /// has begun. What has its name is there, and stays: it is handed over, unless who has put it there is not done yet.
    func discard(after body: () async -> Void = {}) async {
        guard !isInPlace() else {
            guard let held = try? hold(url) else { return }
            try? handOver()
            return withExtendedLifetime(held) {}
        }
        guard let held = try? hold() else { return }
        await body()
        remove(partial)
        withExtendedLifetime(held) {}
    }

    /// Removes what has its name, too, unless it was handed over: for what it belongs to does not come.
    func discardInPlace() {
        guard let held = try? hold(url), isInPlace() else { return }
        remove(url)
        withExtendedLifetime(held) {}
    }

    private func remove(_ place: URL) {
        // The mark last: what cannot be removed now is this job's still.
        for name in (try? names(place)) ?? [] where name != mark {
            try? FileManager.default.removeItem(at: place.appending(path: name))
        }
        if (try? names(place))?.allSatisfy({ $0 == mark }) == true { try? FileManager.default.removeItem(at: place) }
    }
}
