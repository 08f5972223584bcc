import CairnCore
package import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A folder that goes with whoever keeps it. What a process leaves that was killed goes when the next one is made.
package final class TemporaryFolder: Sendable {
    package let url: URL
    /// Of the folder itself, for as long as it is kept: the kernel frees it when the process dies.
    private let lock: FileDescriptor

    private static let prefix = "cairn-folder-"

    /// - Parameter place: Where it is made.
    /// - Throws: `SystemError`.
    package init(in place: URL = FileManager.default.temporaryDirectory) throws {
        Self.removeAbandoned(in: place)
        (url, lock) = try Self.make(in: place)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    private static func make(in place: URL) throws -> (URL, FileDescriptor) {
        while true {
            let url = place.appending(path: prefix + UUID().uuidString)
            try DurableFile.makeFolder(atPath: place.path)
            // What is in it may not be for others.
            guard mkdir(url.path, 0o700) == 0 else { throw SystemError("make", url.path) }
            // Another process may have found it before it was locked, and removed it.
            if let lock = try locked(url.path) { return (url, lock) }
        }
    }

    /// Its lock; nil if somebody else has it, or it is gone.
    private static func locked(_ path: String) throws(SystemError) -> FileDescriptor? {
        do throws(SystemError) {
            let folder = try FileDescriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            guard try folder.lock() else { return nil }
            return try folder.isInPlace() ? folder : nil
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    private static func removeAbandoned(in place: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let url = place.appending(path: name)
            guard let lock = try? locked(url.path) else { continue }
            try? FileManager.default.removeItem(at: url)
            withExtendedLifetime(lock) {}
        }
    }
}
