import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

extension FileDescriptor {
    /// Whether the open file belongs to this user, and nobody else may read or write it. Asked of what is open, not of its path, which
    /// could name another file by the time it is read.
    package func isPrivate() throws(SystemError) -> Bool {
        var status = stat()
        guard fstat(raw, &status) == 0 else { throw SystemError("examine", path) }
        return status.st_uid == geteuid() && status.st_mode & 0o7177 == 0
    }
}
