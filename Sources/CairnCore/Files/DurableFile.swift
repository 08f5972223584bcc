package import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// Writing files so that neither a crash nor a full disk leaves half of one.
package enum DurableFile {
    /// Replaces the contents of `url` in one step: write a sibling, flush it, rename it.
    package static func replace(_ url: URL, with data: Data) throws(SystemError) {
        let sibling = try TemporarySibling(of: url.path, writing: data)
        do {
            try rename(sibling.file.path, to: url)
        } catch {
            sibling.discard()
            throw error
        }
    }

    /// Puts a finished file in its place, durably. If it fails, the file is still where it was. One that is replaced hands on who may read
    /// it; what is no regular file is not replaced.
    package static func rename(_ path: String, to url: URL) throws(SystemError) {
        if let replaced = try regular(url) { _ = chmod(path, replaced.st_mode & 0o777) }
        // Opened first: after the rename nothing may fail but the disk itself.
        let directory = try FileDescriptor(url.deletingLastPathComponent().path, O_RDONLY)
        guard Foundation.rename(path, url.path) == 0 else { throw SystemError("rename to", url.path) }
        try directory.synchronize()
    }

    /// Gives a finished file its name, durably, unless anything is called so.
    ///
    /// - Returns: Whether it has the name; else it is where it was.
    package static func name(_ path: String, _ url: URL) throws(SystemError) -> Bool {
        let directory = try FileDescriptor(url.deletingLastPathComponent().path, O_RDONLY)
        if link(path, url.path) == 0 {
            try remove(atPath: path)
        } else {
            // Some disks give a file one name only.
            if isThere(atPath: url.path) { return false }
            guard Foundation.rename(path, url.path) == 0 else { throw SystemError("rename to", url.path) }
        }
        try directory.synchronize()
        return true
    }

    /// Finds out, before there is anything to put there, whether a file can be: what is no regular file is not replaced, and no folder is made.
    package static func expectRoom(for url: URL) throws(SystemError) {
        try expectFile(url)
        _ = try regular(url)
        let folder = url.deletingLastPathComponent().path
        guard access(folder, W_OK | X_OK) == 0 else { throw SystemError("write into", folder) }
    }

    /// Finds out whether the folder that a file lies in is there, so that what is not seen in it is not there.
    package static func expectFolder(of url: URL) throws(SystemError) {
        let folder = url.deletingLastPathComponent().path
        guard access(folder, X_OK) == 0 else { throw SystemError("look into", folder) }
    }

    /// Finds out whether an address is one of a file: others have paths, too.
    package static func expectFile(_ url: URL) throws(SystemError) {
        guard !url.isFileURL else { return }
        let address = "\(url.scheme ?? "")://\(url.host ?? "")\(url.path)".printable(upTo: 200)
        throw SystemError("write to", address, code: SystemError.noFile)
    }

    /// Whether there is anything, if only a link that leads nowhere.
    package static func isThere(atPath path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether there is anything, and no link that leads nowhere.
    ///
    /// - Throws: If nobody can tell: what cannot be seen just now is not gone.
    package static func isSeen(atPath path: String) throws(SystemError) -> Bool {
        var status = stat()
        if stat(path, &status) == 0 { return true }
        let code = errno
        // A name that is too long, or leads through a file, is nobody's.
        if code == ENOENT || code == ENOTDIR || code == ENAMETOOLONG { return false }
        throw SystemError("look for", path, code: code)
    }

    /// Whether there is a folder, or a link to one.
    package static func isFolder(atPath path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a folder is where another file system begins.
    package static func isMountPoint(atPath path: String) -> Bool {
        var (folder, parent) = (stat(), stat())
        return stat(path, &folder) == 0 && stat(path + "/..", &parent) == 0 && folder.st_dev != parent.st_dev
    }

    /// Makes a folder, and those that it lies in, as far as they are not there.
    package static func makeFolder(atPath path: String) throws(SystemError) {
        try DiskTrouble.expectNone("make", path)
        if mkdir(path, 0o777) == 0 { return }
        let code = errno
        let parent = URL(filePath: path).deletingLastPathComponent().path
        if code == ENOENT, parent.count < path.count {
            try makeFolder(atPath: parent)
            if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
            throw SystemError("make", path)
        }
        guard code == EEXIST else { throw SystemError("make", path, code: code) }
        // What was there may have been removed since.
        guard isFolder(atPath: path) || mkdir(path, 0o777) == 0 else { throw SystemError("make", path, code: code) }
    }

    /// Copies a regular file, durably, to where there is none.
    package static func copy(_ path: String, to newPath: String) throws(SystemError) {
        try DiskTrouble.expectNone("write", newPath)
        let file = try FileDescriptor(regular: path, O_RDONLY)
        let mode = UInt16(truncatingIfNeeded: try file.privacy().mode & 0o777)
        let copy = try FileDescriptor(newPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
        var size = 0
        while true {
            let part = try file.read(upTo: 1 << 20, at: size)
            if part.isEmpty { break }
            try copy.write(part)
            size += part.count
        }
        try copy.synchronize()
    }

    /// What is at a place; nil if that is nothing.
    private static func regular(_ url: URL) throws(SystemError) -> stat? {
        var status = stat()
        guard stat(url.path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("replace", url.path, code: SystemError.notRegular) }
        return status
    }

    /// The contents of a regular file, or nil if nothing is there.
    package static func contents(of url: URL) throws(SystemError) -> Data? {
        try contents(atPath: url.path)
    }

    /// The contents of a regular file, or nil if nothing is there.
    package static func contents(atPath path: String) throws(SystemError) -> Data? {
        try open(path)?.contents()
    }

    /// The first bytes of a regular file, or nil if nothing is there.
    static func beginning(ofPath path: String, count: Int) throws(SystemError) -> Data? {
        guard let file = try open(path) else { return nil }
        return Data(try file.read(upTo: count, at: 0))
    }

    /// Opens a regular file for reading; nil if nothing is there. A link that leads nowhere is something.
    static func open(_ path: String) throws(SystemError) -> FileDescriptor? {
        do {
            return try FileDescriptor(regular: path, O_RDONLY)
        } catch {
            if error.code == ENOENT, !isLink(path) { return nil }
            throw error
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Removes a file; whether there was one.
    @discardableResult
    package static func remove(atPath path: String) throws(SystemError) -> Bool {
        if unlink(path) == 0 { return true }
        if errno == ENOENT { return false }
        throw SystemError("remove", path)
    }

    /// Removes a file, unless somebody has it locked: then it is his. What replacing it has left goes, too.
    ///
    /// - Throws: Also if it cannot be opened, for nobody knows then whether somebody has it.
    package static func removeUnused(atPath path: String) throws(SystemError) {
        removeLeftovers(of: URL(filePath: path))
        let file: FileDescriptor
        do { file = try FileDescriptor(path, O_RDWR | O_NONBLOCK) } catch {
            if error.code == ENOENT { return }
            throw error
        }
        // Locked and not in place: what is there now is another file.
        guard try file.lock(), try file.isInPlace() else { return }
        try remove(atPath: path)
    }

    /// Removes files, each unless somebody has it locked, or another of these that it goes with: whose name its own begins with, as that of a journal
    /// does with its database's. The journals go first, as long as nobody can begin to use the file.
    ///
    /// - Returns: Those that could not be removed.
    @discardableResult
    package static func removeUnused(atPaths paths: [String]) -> [String] {
        paths.sorted { $0.utf8.count > $1.utf8.count }.filter { path in
            do {
                let owners = paths.filter { $0 != path && path.hasPrefix($0) }
                guard let held = try locked(owners) else { return false }
                defer { withExtendedLifetime(held) {} }
                try removeUnused(atPath: path)
                return false
            } catch {
                return true
            }
        }
    }

    /// Takes files for oneself, as far as they are there; nil if somebody has one.
    private static func locked(_ paths: [String]) throws(SystemError) -> [FileDescriptor]? {
        var held: [FileDescriptor] = []
        for path in paths where try isSeen(atPath: path) {
            let file = try FileDescriptor(path, O_RDWR | O_NONBLOCK)
            guard try file.lock() else { return nil }
            held.append(file)
        }
        return held
    }

    /// Removes what replacing left in a directory because its process died.
    package static func removeLeftovers(in directory: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            if TemporarySibling.isName(name) { TemporarySibling.removeIfLeft("\(directory.path)/\(name)") }
        }
    }

    /// Removes what replacing one file left because its process died.
    package static func removeLeftovers(of url: URL) {
        let folder = url.deletingLastPathComponent().path
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            if TemporarySibling.isName(name, of: url.lastPathComponent) { TemporarySibling.removeIfLeft("\(folder)/\(name)") }
        }
    }
}
