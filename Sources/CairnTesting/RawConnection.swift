import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A connection of plain bytes, for what no well-behaved client sends.
package final class RawConnection: Sendable {
    private let handle: Int32

    /// - Parameter buffer: How many bytes the system takes before anybody reads them, if not as many as it likes.
    package init(port: Int, buffer: Int? = nil) throws {
        #if CAIRN_DARWIN
            handle = socket(AF_INET, SOCK_STREAM, 0)
            var one: Int32 = 1
            setsockopt(handle, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
        #else
            handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        if var size = buffer.map({ Int32(clamping: $0) }) {
            setsockopt(handle, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(handle, $0, size) == 0 }
        }
        guard isConnected else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(handle) }

    package func send(_ text: String) { send(Array(text.utf8)) }

    /// What the other end does not take is lost, without a signal.
    package func send(_ bytes: [UInt8]) {
        #if CAIRN_DARWIN
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        _ = bytes.withUnsafeBytes { Foundation.send(handle, $0.baseAddress, $0.count, flags) }
    }

    /// Ends it at once, and what has not been read on either side is lost.
    package func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(handle, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        var address = sockaddr()
        address.sa_family = sa_family_t(AF_UNSPEC)
        // Not closed: the descriptor's number is not to be another's yet.
        connect(handle, &address, socklen_t(MemoryLayout<sockaddr>.size))
    }

    package func finishSending() { shutdown(handle, Int32(SHUT_WR)) }

    /// What has come, at most so many bytes; waits until something has.
    package func read(atMost count: Int) -> Int {
        var chunk = [UInt8](repeating: 0, count: count)
        return max(0, Foundation.read(handle, &chunk, count))
    }

    /// Everything until the server closes, or until `mark` has come `count` times.
    package func receive(until mark: String? = nil, times count: Int = 1) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var data = Data()
                var chunk = [UInt8](repeating: 0, count: 4096)
                while case let size = Foundation.read(handle, &chunk, chunk.count), size > 0 {
                    data += chunk[..<size]
                    if let mark, String(decoding: data, as: UTF8.self).components(separatedBy: mark).count > count { break }
                }
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
    }
}
