package import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif
#if os(Linux)
    import CLinux
#endif

/// An open file, closed when nobody refers to it any more.
package final class FileDescriptor: Sendable {
    package let raw: Int32
    package let path: String

    /// Opens a file, not inherited by child processes.
    package init(_ path: String, _ flags: Int32, mode: UInt16 = 0o644) throws(SystemError) {
        let raw = Self.uninterrupted { open(path, flags | O_CLOEXEC, mode_t(mode)) }
        guard raw >= 0 else { throw SystemError("open", path) }
        self.raw = raw
        self.path = path
    }

    /// Opens a regular file, and nothing else: opening a pipe waits for its other end, and some devices never end.
    package convenience init(regular path: String, _ flags: Int32) throws(SystemError) {
        try self.init(path, flags | O_NONBLOCK)
        guard try status().st_mode & S_IFMT == S_IFREG else { throw SystemError("open", path, code: SystemError.notRegular) }
    }

    deinit {
        DatabaseFiles.close(raw)
    }

    /// The size in bytes.
    package func size() throws(SystemError) -> Int {
        try Int(status().st_size)
    }

    /// When the contents were last changed, in milliseconds since 1970.
    package func modified() throws(SystemError) -> Int {
        // By the system itself: where Darwin's branches are checked on Linux this is Linux's.
        #if os(Linux)
            let time = try status().st_mtim
        #else
            let time = try status().st_mtimespec
        #endif
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }

    /// Whether it is a file of its own: no folder or device, and without other names.
    package func isPlainFile() throws(SystemError) -> Bool {
        let status = try status()
        return status.st_mode & S_IFMT == S_IFREG && status.st_nlink <= 1
    }

    /// Whether the file still has a name.
    package func isLinked() throws(SystemError) -> Bool {
        try status().st_nlink > 0
    }

    /// Whether the file is still what its path names, or another that it may have got since.
    package func isInPlace(at newPath: String? = nil) throws(SystemError) -> Bool {
        let path = newPath ?? path
        var named = stat()
        guard stat(path, &named) == 0 else {
            if errno == ENOENT { return false }
            throw SystemError("examine", path)
        }
        let own = try status()
        return named.st_ino == own.st_ino && named.st_dev == own.st_dev
    }

    private func status() throws(SystemError) -> stat {
        var status = stat()
        guard fstat(raw, &status) == 0 else { throw SystemError("examine", path) }
        return status
    }

    /// Waits until the system has the contents on the disk.
    package func synchronize() throws(SystemError) {
        #if CAIRN_DARWIN
            // There `fsync` leaves them in the drive's own memory. Not every file system can do more.
            if Self.uninterrupted({ fcntl(raw, F_FULLFSYNC) }) == 0 { return }
        #endif
        guard Self.uninterrupted({ fsync(raw) }) == 0 else { throw SystemError("flush", path) }
    }

    /// Lets the system begin to put these bytes on the disk, so that ``synchronize()``, which is to follow, has less to wait for.
    ///
    /// It may do nothing, and tells of no failure: whoever synchronizes is told.
    package func beginSynchronizing(_ range: Range<Int>) {
        #if os(Linux)
            _ = sync_file_range(raw, Int64(range.lowerBound), Int64(range.count), CAIRN_SYNC_FILE_RANGE_WRITE)
        #endif
    }

    /// Cuts the file to `size` bytes.
    package func truncate(to size: Int) throws(SystemError) {
        guard Self.uninterrupted({ ftruncate(raw, off_t(size)) }) == 0 else { throw SystemError("shorten", path) }
    }

    /// Moves the position to the end.
    package func seekToEnd() throws(SystemError) {
        guard lseek(raw, 0, SEEK_END) >= 0 else { throw SystemError("seek in", path) }
    }

    /// Takes the file's lock for this process; the kernel frees it when the file is closed or the process dies.
    ///
    /// - Returns: Whether it was free.
    package func lock() throws(SystemError) -> Bool {
        while flock(raw, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            if errno == EWOULDBLOCK { return false }
            throw SystemError("lock", path)
        }
        return true
    }

    /// Makes a system call again if a signal has interrupted it.
    private static func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

extension FileDescriptor {
    /// Up to `count` bytes from an offset; fewer at the end, none after it.
    package func read(upTo count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var result: Int
            repeat { result = pread(raw, buffer.baseAddress, count, off_t(offset)) } while result < 0 && errno == EINTR
            if result < 0 { failure = SystemError("read", path) }
            filled = max(0, result)
        }
        if let failure { throw failure }
        return bytes
    }
}

extension FileDescriptor {
    /// More than that nothing here writes into one file, and nobody would want to have in memory.
    package static let maximumContents = 1 << 29

    /// Everything in the file, if it is not too large.
    package func contents() throws(SystemError) -> Data {
        var data = Data()
        let size = try size()
        guard size <= Self.maximumContents else { throw SystemError("read", path, code: EFBIG) }
        while true {
            let part = try read(upTo: max(size - data.count, 1024), at: data.count)
            if part.isEmpty { return data }
            data += part
        }
    }

    /// Writes all bytes at the current position.
    package func write(_ data: some ContiguousBytes) throws(SystemError) {
        try write(data) { bytes, _ in Foundation.write(raw, bytes.baseAddress, bytes.count) }
    }

    /// Writes all bytes at an offset.
    package func write(_ data: some ContiguousBytes, at offset: Int) throws(SystemError) {
        try write(data) { bytes, written in pwrite(raw, bytes.baseAddress, bytes.count, off_t(offset + written)) }
    }

    /// Lets `call` write the rest, after so many bytes, until nothing is left.
    private func write(
        _ data: some ContiguousBytes, _ call: (UnsafeRawBufferPointer, Int) -> Int
    ) throws(SystemError) {
        let failure: SystemError? = data.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = Self.uninterrupted { call(UnsafeRawBufferPointer(rebasing: bytes[written...]), written) }
                if count < 0 { return SystemError("write", path) }
                written += count
            }
            return nil
        }
        if let failure { throw failure }
    }
}
