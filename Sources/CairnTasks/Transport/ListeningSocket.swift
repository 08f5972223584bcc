package import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    // curl's header brings the constants of sockets along, and whose they are is the compiler's choice.
    import CCurl
    import Glibc
#endif

/// A socket of this machine's loopback interface.
package enum ListeningSocket {
    /// Opens a socket that listens on 127.0.0.1, on any free port if `port` is 0.
    package static func open(port: UInt16) throws(SystemError) -> (socket: Int32, port: UInt16) {
        let handle = socket(AF_INET, streamType, 0)
        guard handle >= 0 else { throw SystemError("open a socket for", "127.0.0.1:\(port)") }
        _ = set(SOL_SOCKET, SO_REUSEADDR, of: handle)
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
        _ = makeNonBlocking(handle)
        return (handle, UInt16(bigEndian: address.sin_port))
    }

    /// The next connection that waits, or nil. One that cannot be made ready is closed: mostly because its peer has gone already.
    package static func accept(_ listener: Int32, makingReady isReady: (Int32) -> Bool = makeReady) -> Int32? {
        while true {
            let handle = Foundation.accept(listener, nil, nil)
            if handle < 0 { return nil }
            if isReady(handle) { return handle }
            close(handle)
        }
    }

    /// Sees to it that a connection never blocks, delays, is inherited, or kills this process when its peer goes; whether that could be done.
    package static func makeReady(_ handle: Int32) -> Bool {
        guard makeNonBlocking(handle) else { return false }
        // Without it the second small write of an answer waits 40 ms for the first one's receipt.
        guard set(Int32(IPPROTO_TCP), TCP_NODELAY, of: handle) else { return false }
        #if CAIRN_DARWIN
            return set(SOL_SOCKET, SO_NOSIGPIPE, of: handle)
        #else
            return true
        #endif
    }

    /// Sends without the signal that kills a process whose peer has gone.
    package static func send(_ handle: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if CAIRN_DARWIN
            Foundation.send(handle, bytes.baseAddress, bytes.count, 0)
        #else
            Foundation.send(handle, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
    }

    private static func set(_ level: Int32, _ option: Int32, of handle: Int32) -> Bool {
        var one: Int32 = 1
        return setsockopt(handle, level, option, &one, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    private static func makeNonBlocking(_ handle: Int32) -> Bool {
        fcntl(handle, F_SETFL, fcntl(handle, F_GETFL) | O_NONBLOCK) == 0 && fcntl(handle, F_SETFD, FD_CLOEXEC) == 0
    }

    private static var streamType: Int32 {
        #if CAIRN_DARWIN
            SOCK_STREAM
        #else
            Int32(SOCK_STREAM.rawValue)
        #endif
    }
}
