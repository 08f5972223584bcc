import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// Which file it is, whatever its paths are: its device, and its number there.
package struct FileID: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64

    /// What a path leads to, through links; nil if nothing is there, or nobody may look.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What is open; nil if it is not.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
    }
}
