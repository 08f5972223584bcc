import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A job's output while it grows, in a sibling that ends in `.partial`: the file that the job, or one before it, has begun, and no other.
struct PartialOutput {
    let output: URL
    /// What it begins with.
    let head: String

    var url: URL { URL(filePath: output.path + ".partial") }

    /// Opens it, locked for as long as the file is kept.
    ///
    /// - Parameter length: How much of it has been written; 0 begins it.
    func open(after length: Int) throws -> FileDescriptor {
        let file: FileDescriptor
        do { file = try FileDescriptor(url.path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | (length == 0 ? O_CREAT : 0)) } catch {
            switch error.code {
            case ELOOP: throw BatchGeocodeTrouble.partialTaken(path: url.path)
            case ENOENT where length > 0: throw BatchGeocodeTrouble.partialLost(path: url.path)
            default: throw error
            }
        }
        guard try file.isPlainFile() else { throw BatchGeocodeTrouble.partialTaken(path: url.path) }
        // Of two that write one file both would take the other's rows for their own; and who had it may have finished between
        // its opening here and its locking: then this is what he finished, under its last name.
        guard try file.lock(), try file.isInPlace() else { throw BatchGeocodeTrouble.outputInUse(path: output.path) }
        guard try file.size() >= length else { throw BatchGeocodeTrouble.partialLost(path: url.path) }
        guard try begins(file) else { throw BatchGeocodeTrouble.partialTaken(path: url.path) }
        return file
    }

    /// Whether another file has its name.
    var isTaken: Bool {
        do {
            let file = try FileDescriptor(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            return try !file.isPlainFile() || !begins(file)
        } catch {
            return (error as? SystemError)?.code != ENOENT
        }
    }

    /// Whether the file begins as an output does, as far as it goes.
    private func begins(_ file: FileDescriptor) throws -> Bool {
        let start = try file.read(upTo: head.utf8.count, at: 0)
        return head.utf8.starts(with: start)
    }
}
