import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

extension FileDescriptor {
    /// Who may do what with the open file. Asked of what is open, not of its path, which could name another file by the time it is read.
    package struct Privacy: Sendable {
        /// Whether it belongs to this user.
        package let isOwn: Bool
        /// The bits of its mode that say who may do what.
        package let mode: UInt32

        /// Whether nobody else may read or write it; nor is it a program.
        package var isPrivate: Bool { isOwn && mode & 0o7177 == 0 }
        /// The mode as `chmod` wants it.
        package var modeText: String { "0" + String(mode, radix: 8) }
    }

    package func privacy() throws(SystemError) -> Privacy {
        var status = stat()
        guard fstat(raw, &status) == 0 else { throw SystemError("examine", path) }
        return Privacy(isOwn: status.st_uid == geteuid(), mode: UInt32(status.st_mode) & 0o7777)
    }
}
