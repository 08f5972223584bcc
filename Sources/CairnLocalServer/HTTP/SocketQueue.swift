import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// What the system holds of what was sent.
enum SocketQueue {
    /// How many bytes the other end has not taken; 0 where the system does not say.
    static func unsent(_ socket: Int32) -> Int {
        var count: Int32 = 0
        #if CAIRN_DARWIN
            var size = socklen_t(MemoryLayout<Int32>.size)
            let isKnown = getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &size) == 0
        #else
            let isKnown = ioctl(socket, UInt(TIOCOUTQ), &count) == 0
        #endif
        return isKnown ? Int(count) : 0
    }
}
