import CairnCore
import CairnTasks
import Dispatch
import Foundation

/// Speaks HTTP/1.1 on the loopback interface: one serial queue does all input and output.
actor HTTPServer {
    typealias Handler = @Sendable (HTTPRequestParser.Message) async -> HTTPReply

    private let executor = QueueExecutor("cairn.http-server")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let handler: Handler
    private var listener: (any DispatchSourceRead)?
    private var connections: [Int: HTTPConnection] = [:]
    private var lastConnection = 0
    /// More than this wait in the kernel's queue.
    private let maximumConnections = 512

    init(handler: @escaping Handler) {
        self.handler = handler
    }

    /// Starts to listen, and returns the port.
    func start(port: UInt16) throws -> UInt16 {
        let (socket, port) = try ListeningSocket.open(port: port)
        let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: executor.queue)
        source.setEventHandler { @Sendable [weak self] in
            self?.assumeIsolated { $0.acceptAll(socket) }
        }
        source.setCancelHandler { @Sendable in close(socket) }
        listener = source
        source.activate()
        return port
    }

    /// Takes no new connections, lets answers under way finish, then closes.
    func stop(within limit: Duration, on time: ElapsedTime) async {
        listener?.cancel()
        listener = nil
        for connection in connections.values { connection.closeWhenIdle() }
        let deadline = time.now + limit
        while !connections.isEmpty, time.now < deadline { try? await time.sleep(for: .milliseconds(5)) }
        stopNow()
    }

    /// Closes everything at once, as a crash would.
    func stopNow() {
        listener?.cancel()
        listener = nil
        for connection in connections.values { connection.close() }
        connections = [:]
    }

    var connectionCount: Int { connections.count }

    private func acceptAll(_ socket: Int32) {
        while connections.count < maximumConnections, let handle = ListeningSocket.accept(socket) {
            lastConnection += 1
            let id = lastConnection
            let events = HTTPConnection.Events(
                readable: { @Sendable [weak self] in self?.assumeIsolated { $0.connections[id]?.read() } },
                writable: { @Sendable [weak self] in self?.assumeIsolated { $0.connections[id]?.write() } },
                request: { [weak self] message in self?.assumeIsolated { $0.answer(message, on: id) } },
                closed: { [weak self] in self?.assumeIsolated { $0.connections[id] = nil } })
            connections[id] = HTTPConnection(handle, executor.queue, events)
        }
    }

    private func answer(_ message: HTTPRequestParser.Message, on id: Int) {
        let handler = handler
        connections[id]?.answering = Task {
            let reply = await handler(message)
            connections[id]?.send(reply, to: message)
        }
    }
}
