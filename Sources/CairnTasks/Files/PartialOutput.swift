import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A job's output while it grows, in a sibling: the file that the job, or one before it, has begun, and no other.
struct PartialOutput {
    let output: URL
    /// What it begins with.
    let head: String
    /// What its name ends in.
    var suffix = ".partial"

    var url: URL { URL(filePath: output.path + suffix) }

    /// Opens it, locked for as long as the file is kept.
    ///
    /// - Parameter length: How much of it has been written; 0 begins it.
    func open(after length: Int) throws -> FileDescriptor {
        if length == 0 { try DurableFile.expectRoom(for: output) }
        let file: FileDescriptor
        do { file = try FileDescriptor(url.path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | (length == 0 ? O_CREAT : 0)) } catch {
            switch error.code {
            case ELOOP: throw PartialOutputTrouble.taken(path: url.path)
            case ENOENT where length > 0: throw PartialOutputTrouble.lost(path: url.path)
            default: throw error
            }
        }
        guard try file.isPlainFile() else { throw PartialOutputTrouble.taken(path: url.path) }
        // Of two that write one file both would take the other's rows for their own; and who had it may have finished between
        // its opening here and its locking: then this is what he finished, under its last name.
        guard try file.lock(), try file.isInPlace() else { throw PartialOutputTrouble.inUse(path: output.path) }
        guard try file.size() >= length else { throw PartialOutputTrouble.lost(path: url.path) }
        guard try begins(file) else { throw PartialOutputTrouble.taken(path: url.path) }
        return file
    }

    /// Whether the file that was complete is beside its place, or in it.
    ///
    /// - Throws: `SystemError` if nobody can tell.
    func isThere(length: Int) throws -> Bool {
        if DurableFile.isThere(atPath: url.path) { return true }
        return try DurableFile.isSeen(atPath: output.path) && FileDescriptor(output.path, O_RDONLY | O_NONBLOCK).size() == length
    }

    /// Gives the file that is complete its name, unless that has been done before: the process may have died between that and telling.
    ///
    /// - Parameters:
    ///   - length: Its size.
    ///   - isAtWork: Whether the job is. Of one that has ended, and is asked for its output, what is beside the place is another's.
    func complete(length: Int, isAtWork: Bool) throws {
        if isAtWork, let file = try hold(length: length) { try putInPlace(file) }
        try expectInPlace(length: length)
    }

    /// Takes the file that is complete for oneself; nil if it is not beside its place.
    func hold(length: Int) throws -> FileDescriptor? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let file = try open(after: length)
        // Longer, it is another job's.
        guard try file.size() == length else { throw PartialOutputTrouble.changed(path: url.path) }
        return file
    }

    /// Finds out whether it has its name.
    func expectInPlace(length: Int) throws {
        guard DurableFile.isThere(atPath: output.path) else { throw PartialOutputTrouble.gone(path: output.path) }
        guard try FileDescriptor(output.path, O_RDONLY).size() == length else {
            throw PartialOutputTrouble.changed(path: output.path)
        }
    }

    /// Gives the file its name. For who holds it.
    ///
    /// - Parameter isMadeAnew: Whether a job that goes on makes it anew.
    /// - Throws: ``PartialOutputTrouble/moved(path:)``, or ``PartialOutputTrouble/gone(path:)`` of what is not made anew, if somebody has taken it away:
    ///   what is there now is another's.
    func putInPlace(_ file: FileDescriptor, isMadeAnew: Bool = false) throws {
        guard try file.isInPlace(at: url.path) else {
            throw isMadeAnew ? PartialOutputTrouble.moved(path: url.path) : .gone(path: url.path)
        }
        try DurableFile.rename(url.path, to: output)
        withExtendedLifetime(file) {}
    }

    /// Removes the file if nothing has been written to it, and nothing put in its place. For who holds it.
    func discardIfEmpty(_ file: FileDescriptor) {
        guard (try? file.size()) == 0, (try? file.isInPlace()) == true else { return }
        _ = try? DurableFile.remove(atPath: url.path)
    }

    /// Whether another file has its name, or may have: what cannot be opened is somebody's.
    var isTaken: Bool {
        do {
            try expectOwn()
            return false
        } catch {
            return true
        }
    }

    /// Whether it is known that another file has its name.
    var isForeign: Bool {
        do { try expectOwn() } catch { return error is PartialOutputTrouble }
        return false
    }

    /// Finds out whether nothing has its name, or what a job has begun.
    ///
    /// - Throws: ``PartialOutputTrouble/taken(path:)``; `SystemError` if nobody can tell.
    func expectOwn() throws {
        do {
            let file = try FileDescriptor(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            guard try file.isPlainFile(), try begins(file) else { throw PartialOutputTrouble.taken(path: url.path) }
        } catch let error as SystemError {
            switch error.code {
            // A name that is too long, or leads through a file, is nobody's.
            case ENOENT, ENOTDIR, ENAMETOOLONG: return
            case ELOOP: throw PartialOutputTrouble.taken(path: url.path)
            default: throw error
            }
        }
    }

    /// Whether the file begins as an output does, as far as it goes.
    private func begins(_ file: FileDescriptor) throws -> Bool {
        let start = try file.read(upTo: head.utf8.count, at: 0)
        return head.utf8.starts(with: start)
    }
}
