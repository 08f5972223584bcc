import CairnCore
import CairnTasks
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// One connection of a ``ScriptedServer``, on its own thread.
struct ScriptedConnection {
    private let handle: Int32
    private let isStopped: () -> Bool
    private let didSend: (Int) -> Void
    private var received = Data()
    private var count = 0

    init(_ handle: Int32, didSend: @escaping (Int) -> Void, isStopped: @escaping () -> Bool) {
        self.handle = handle
        self.didSend = didSend
        self.isStopped = isStopped
    }

    func close() {
        _ = Foundation.close(handle)
    }

    /// The next request; nil when the client has gone.
    mutating func nextRequest() -> ScriptedRequest? {
        while true {
            if let end = received.range(of: Data("\r\n\r\n".utf8)) {
                let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                received = Data(received[end.upperBound...])
                return request(head)
            }
            guard receive() else { return nil }
        }
    }

    private mutating func request(_ head: String) -> ScriptedRequest? {
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        let headers = Dictionary(fields) { first, _ in first }
        let length = max(0, headers["content-length"].flatMap { Int($0) } ?? 0)
        while received.count < length, receive() {}
        defer {
            received = Data(received.dropFirst(length))
            count += 1
        }
        return ScriptedRequest(
            method: String(words[0]), target: String(words[1]), headers: headers, body: received.prefix(length), number: count)
    }

    private mutating func receive() -> Bool {
        while !isStopped() {
            guard SocketWait(handle).isReadable(within: 100) else { continue }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(handle, &bytes, bytes.count, 0)
            if count > 0 { received.append(contentsOf: bytes[..<count]) }
            if count != 0 || errno != EAGAIN { return count > 0 }
        }
        return false
    }

    /// Takes a step: whether the connection is still of use.
    func take(_ step: ScriptedStep) -> Bool {
        switch step {
        case .send(let data): return send(data)
        case .sendForever(let data, let pause):
            while send(data) {
                if pause > .zero, isGone(within: pause) { break }
            }
            return false
        case .pause(let duration): return !isGone(within: duration)
        case .hang:
            while !isGone(within: .seconds(1)) {}
            return false
        case .close: return false
        case .reset:
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(handle, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            return false
        }
    }

    private func send(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count, !isStopped() {
                let count = ListeningSocket.send(handle, UnsafeRawBufferPointer(rebasing: bytes[sent...]))
                if count < 0, errno != EAGAIN { return false }
                if count < 0 { _ = SocketWait(handle).isWritable(within: 100) }
                sent += max(0, count)
                didSend(max(0, count))
            }
            return sent == bytes.count
        }
    }

    /// Whether the client has gone, or comes to be within that time.
    private func isGone(within duration: Duration) -> Bool {
        let end = ContinuousClock.now + duration
        while !isStopped() {
            let rest = Int(rounding: ContinuousClock.now.duration(to: end).seconds * 1000, .up) ?? 0
            if rest <= 0 { return false }
            if SocketWait(handle).isClosed(within: min(rest, 100)) { return true }
        }
        return true
    }
}
