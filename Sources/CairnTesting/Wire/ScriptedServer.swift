import CairnCore
import CairnTasks
public import Foundation
private import Synchronization

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A server on loopback that sends the very bytes it is told, right or wrong, for tests of clients.
///
/// ```swift
/// let server = try ScriptedServer { request in
///     request.path == "/cut" ? [.send("HTTP/1.1 200 OK\r\nContent-Le"), .close] : [.answer(200, body: Data("ok".utf8))]
/// }
/// defer { server.stop() }
/// ```
///
/// Each connection has a thread of its own, on which its steps are taken one after the other.
public final class ScriptedServer: Sendable {
    /// What to do for a request.
    public typealias Script = @Sendable (ScriptedRequest) -> [ScriptedStep]

    private struct State {
        var isStopped = false
        var requests: [ScriptedRequest] = []
        var connections: Set<Int32> = []
        var accepted = 0
        var sent = 0
    }

    /// Its address, such as `http://127.0.0.1:49152`.
    public let url: URL
    private let listener: Int32
    private let script: Script
    private let state = Mutex(State())

    /// A server that listens already, on any port that is free.
    ///
    /// - Throws: `SystemError` if there is no port.
    public init(_ script: @escaping Script) throws {
        let (listener, port) = try ListeningSocket.open(port: 0)
        self.listener = listener
        self.script = script
        url = URL(string: "http://127.0.0.1:\(port)")!
        Self.inThread("scripted server") { [self] in acceptConnections() }
    }

    /// The requests so far, in their order.
    public var requests: [ScriptedRequest] { state.withLock(\.requests) }

    /// How many connections there have been.
    public var connectionCount: Int { state.withLock(\.accepted) }

    /// How many bytes the system has taken to be sent.
    public var sentCount: Int { state.withLock(\.sent) }

    /// How many connections are open.
    public var openCount: Int { state.withLock(\.connections.count) }

    /// Cuts every connection, and listens no more.
    public func stop() {
        state.withLock { state in
            state.isStopped = true
            // Under the lock: later the number may be that of another's connection.
            for connection in state.connections { shutdown(connection, shutBoth) }
        }
    }

    private var isStopped: Bool { state.withLock(\.isStopped) }

    private static func inThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        thread.start()
    }

    private func acceptConnections() {
        while !isStopped {
            guard SocketWait(listener).isReadable(within: 100) else { continue }
            while let handle = ListeningSocket.accept(listener) {
                state.withLock { state in
                    state.accepted += 1
                    state.connections.insert(handle)
                }
                Self.inThread("scripted connection") { [self] in serve(handle) }
            }
        }
        close(listener)
    }

    private func serve(_ handle: Int32) {
        var connection = ScriptedConnection(handle) { [self] count in
            state.withLock { $0.sent += count }
        } isStopped: { [self] in
            isStopped
        }
        while let request = connection.nextRequest() {
            state.withLock { $0.requests.append(request) }
            if !script(request).allSatisfy({ connection.take($0) }) || isStopped { break }
        }
        // Before the number is free for another.
        state.withLock { _ = $0.connections.remove(handle) }
        connection.close()
    }

    /// An Int32 on Apple platforms, an Int elsewhere.
    private var shutBoth: Int32 { Int32(SHUT_RDWR) }
}
