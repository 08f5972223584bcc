package import Foundation

/// An open file, closed when nobody refers to it any more.
package final class FileDescriptor: Sendable {
    package let raw: Int32
    package let path: String

    /// Opens a file, not inherited by child processes.
    package init(_ path: String, _ flags: Int32, mode: mode_t = 0o644) throws(SystemError) {
        let raw = open(path, flags | O_CLOEXEC, mode)
        guard raw >= 0 else { throw SystemError("open", path) }
        self.raw = raw
        self.path = path
    }

    deinit {
        close(raw)
    }

    /// The size in bytes.
    package func size() throws(SystemError) -> Int {
        var status = stat()
        guard fstat(raw, &status) == 0 else { throw SystemError("examine", path) }
        return Int(status.st_size)
    }

    /// Writes all bytes at the current position.
    package func write(_ data: some ContiguousBytes) throws(SystemError) {
        let failure: SystemError? = data.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(raw, bytes.baseAddress! + written, bytes.count - written)
                if count < 0, errno != EINTR { return SystemError("write", path) }
                written += max(0, count)
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Waits until the system has the contents on the disk.
    package func synchronize() throws(SystemError) {
        guard fsync(raw) == 0 else { throw SystemError("flush", path) }
    }

    /// Cuts the file to `size` bytes.
    package func truncate(to size: Int) throws(SystemError) {
        guard ftruncate(raw, off_t(size)) == 0 else { throw SystemError("shorten", path) }
    }

    /// Moves the position to the end.
    package func seekToEnd() throws(SystemError) {
        guard lseek(raw, 0, SEEK_END) >= 0 else { throw SystemError("seek in", path) }
    }

    /// Takes the file's lock for this process; the kernel frees it when the file is closed or the process dies.
    ///
    /// - Returns: Whether it was free. With `waiting` it always is, in the end.
    package func lock(waiting: Bool) throws(SystemError) -> Bool {
        while flock(raw, LOCK_EX | (waiting ? 0 : LOCK_NB)) != 0 {
            if errno == EINTR { continue }
            if errno == EWOULDBLOCK { return false }
            throw SystemError("lock", path)
        }
        return true
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
    /// Writes all bytes at an offset.
    package func write(_ data: Data, at offset: Int) throws(SystemError) {
        let written = data.withUnsafeBytes { pwrite(raw, $0.baseAddress, $0.count, off_t(offset)) }
        guard written == data.count else { throw SystemError("write", path) }
    }
}
