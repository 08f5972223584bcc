#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// The files that SQLite has open in this process.
///
/// In POSIX a process that closes any descriptor of a file loses all its locks of that file, those of SQLite too. Another program then takes
/// itself for the last that has the database open, and removes the log while edits are still written there. So whatever else has opened such a
/// file is closed with the last connection.
package enum DatabaseFiles {
    private struct Users {
        var connections = 0
        /// What nobody needs any more, and must not be closed yet.
        var descriptors: [Int32] = []
    }

    private static let files = Guarded<[FileID: Users]>([:])

    /// A connection is open, and has not locked anything yet.
    package static func connected(to file: FileID) {
        files.change { files, _ in files[file, default: Users()].connections += 1 }
    }

    /// A connection of which ``connected(to:)`` was told is closed.
    package static func disconnected(from file: FileID) {
        files.change { files, _ in
            files[file]?.connections -= 1
            guard files[file]?.connections == 0 else { return }
            for descriptor in files.removeValue(forKey: file)?.descriptors ?? [] { Self.end(descriptor) }
        }
    }

    /// Closes a descriptor, of whatever file.
    static func close(_ descriptor: Int32) {
        // A process that is being started has a copy of it until its program runs, and with that the file's own lock; nor shall who waits for
        // the lock wait for the last connection.
        flock(descriptor, LOCK_UN)
        let file = FileID(descriptor: descriptor)
        // Closed under the lock: else somebody could connect, and lock the file, before it is.
        files.change { files, _ in
            guard let file, files[file] != nil else { return end(descriptor) }
            files[file]?.descriptors.append(descriptor)
        }
    }

    private static func end(_ descriptor: Int32) {
        #if CAIRN_DARWIN
            Darwin.close(descriptor)
        #else
            Glibc.close(descriptor)
        #endif
    }
}
