import CairnCore
import Foundation

/// A socket of this machine's loopback interface.
enum ListeningSocket {
    /// Opens a socket that listens on 127.0.0.1, on any free port if `port` is 0.
    static func open(port: UInt16) throws(SystemError) -> (socket: Int32, port: UInt16) {
        let handle = socket(AF_INET, streamType, 0)
        guard handle >= 0 else { throw SystemError("open a socket for", "127.0.0.1:\(port)") }
        var one: Int32 = 1
        setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(handle, pointer, size) == 0 && listen(handle, 128) == 0 && getsockname(handle, pointer, &size) == 0
            }
        }
        guard isBound else {
            let error = SystemError("listen on", "127.0.0.1:\(port)")
            close(handle)
            throw error
        }
        makeNonBlocking(handle)
        return (handle, UInt16(bigEndian: address.sin_port))
    }

    /// The next connection that waits, or nil.
    static func accept(_ listener: Int32) -> Int32? {
        let handle = Foundation.accept(listener, nil, nil)
        guard handle >= 0 else { return nil }
        makeNonBlocking(handle)
        var one: Int32 = 1
        // Without it the second small write of an answer waits 40 ms for the first one's receipt.
        setsockopt(handle, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        #if !os(Linux)
            setsockopt(handle, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return handle
    }

    /// Sends without the signal that kills a process whose peer has gone.
    static func send(_ handle: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if os(Linux)
            Foundation.send(handle, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            Foundation.send(handle, bytes.baseAddress, bytes.count, 0)
        #endif
    }

    private static func makeNonBlocking(_ handle: Int32) {
        _ = fcntl(handle, F_SETFL, fcntl(handle, F_GETFL) | O_NONBLOCK)
        _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
    }

    private static var streamType: Int32 {
        #if os(Linux)
            Int32(SOCK_STREAM.rawValue)
        #else
            SOCK_STREAM
        #endif
    }
}
