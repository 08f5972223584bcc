import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// Waits, on the thread that asks, until something can be done with a socket.
struct SocketWait {
    private let handle: Int32

    init(_ handle: Int32) {
        self.handle = handle
    }

    func isReadable(within milliseconds: Int) -> Bool { wait(for: POLLIN, milliseconds) != 0 }

    func isWritable(within milliseconds: Int) -> Bool { wait(for: POLLOUT, milliseconds) != 0 }

    /// Whether the other end has closed the connection, perhaps with something still to be read before.
    func isClosed(within milliseconds: Int) -> Bool {
        let events = wait(for: POLLIN, milliseconds)
        if events & Int16(POLLHUP | POLLERR) != 0 { return true }
        guard events & Int16(POLLIN) != 0 else { return false }
        var byte: UInt8 = 0
        return recv(handle, &byte, 1, Self.peek) <= 0
    }

    private func wait(for event: Int32, _ milliseconds: Int) -> Int16 {
        var entry = pollfd(fd: handle, events: Int16(event), revents: 0)
        return poll(&entry, 1, Int32(clamping: milliseconds)) > 0 ? entry.revents : 0
    }

    /// An Int32 on Apple platforms, an Int elsewhere.
    private static var peek: Int32 { Int32(MSG_PEEK) }
}
