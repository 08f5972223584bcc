#if os(Linux) || os(macOS)
    import CMicrohttpd
    import CairnCore
    import CairnTasks
    import Dispatch
    import Foundation

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// Speaks HTTP/1.1 on the loopback interface. Connections and parsing are libmicrohttpd's, on a thread of its own; what is answered, and what
    /// is borne of clients, is decided here.
    final class HTTPServer: Sendable {
        typealias Handler = @Sendable (HTTPMessage) -> HTTPAnswer

        private struct State: Sendable {
            var daemon: Daemon?
            var port: UInt16 = 0
            var connections: [ServedConnection: ConnectionState] = [:]
            var requests = 0
            var unread = 0
            /// How many bytes of bodies are held.
            var received = 0
            var isStopping = false
            /// Whether every connection is cut, also one that is only just opened.
            var isCutting = false
            /// Whether nobody waits for the end.
            var isAbandoned = false
            var watch: Task<Void, Never>?
        }

        private let handler: Handler
        private let limits: ServerLimits
        /// Who may ask; nil for everybody.
        private let access: ServerAccess?
        private let time: ElapsedTime
        private let state = Guarded(State())
        private let open = Level(0)
        private let hasStopped = Level(false)

        init(
            _ limits: ServerLimits = ServerLimits(), _ access: ServerAccess? = nil,
            clock: any Clock<Duration> = ContinuousClock(),
            handler: @escaping Handler
        ) {
            (self.handler, self.limits, self.access) = (handler, limits, access)
            time = ElapsedTime(clock)
        }

        var connectionCount: Int { open.value }
        /// How many bytes of bodies are held.
        var heldSize: Int { state.read(\.received) }

        /// Starts to listen, and returns the port.
        func start(port: UInt16) throws -> UInt16 {
            let (socket, port) = try ListeningSocket.open(port: port)
            var limits = limits
            limits.connections = DescriptorRoom.connections(wanted: max(0, min(limits.connections, Int(Int32.max))))
            guard let daemon = Daemon(socket, limits, self) else {
                let error = SystemError("serve", "127.0.0.1:\(port)")
                close(socket)
                throw error
            }
            let watch = Task { await self.watchConnections() }
            state.change { state, _ in (state.daemon, state.port, state.watch) = (daemon, port, watch) }
            return port
        }

        // MARK: - What the daemon tells

        func opened(_ connection: ServedConnection) {
            // What ListeningSocket does for each: the daemon takes them in itself.
            _ = ListeningSocket.makeReady(connection.socket)
            state.change { state, wakes in
                state.connections[connection] = ConnectionState(socket: connection.socket, since: time.now)
                if state.isCutting { shutdown(connection.socket, Int32(SHUT_RDWR)) }
                open.send(state.connections.count, &wakes)
            }
        }

        /// The socket is closed after this.
        func closed(_ connection: ServedConnection) {
            state.change { state, wakes in
                wakes.release(state.connections.removeValue(forKey: connection))
                open.send(state.connections.count, &wakes)
                endIfAbandoned(&state, &wakes)
            }
        }

        /// The first line of a request has come.
        func began(_ exchange: ServerExchange, on connection: ServedConnection) {
            change(connection) { $0.enter(.head, time.now, exchange) }
        }

        /// A request is over: answered, or broken off.
        func ended(_ exchange: ServerExchange, on connection: ServedConnection) {
            exchange.end()
            state.change { state, wakes in
                guard var entry = state.connections[connection] else { return }
                if entry.isCounted { state.requests -= 1 }
                state.unread -= entry.unread
                state.received -= entry.received
                entry.enter(.idle, time.now, nil)
                wakes.release(state.connections.updateValue(entry, forKey: connection))
            }
        }

        /// More of a request has come, or all of it, or there is a reply.
        func received(
            _ bytes: UnsafeRawBufferPointer?, of exchange: ServerExchange, on connection: ServedConnection
        ) -> MHD_Result {
            if let bytes { return receive(bytes, of: exchange, connection) ? .YES : .NO }
            if let reply = exchange.reply { return send(reply, for: exchange, on: connection) }
            if let answer = exchange.takePostponed() { return rest(connection, until: answer, of: exchange) }
            switch handler(exchange.message) {
            case .ready(let reply): return send(reply, for: exchange, on: connection)
            case .later(let answer):
                guard admit(connection) else { return send(.busy, for: exchange, on: connection, closes: true) }
                // A connection that comes to rest while it is still one to be read from is read from first when it goes on, and is closed
                // without its answer if the client has closed his half (libmicrohttpd 0.9.75). So it is asked for once more before: by
                // then it is one to be waited for.
                exchange.postpone(answer)
                return .YES
            }
        }

        private func rest(
            _ connection: ServedConnection, until answer: @escaping @Sendable () async -> HTTPReply, of exchange: ServerExchange
        ) -> MHD_Result {
            // When all is cut one may just have been taken in whom nobody waits for: the daemon ends with none that rests.
            guard change(connection, { $0.enter(.answering, time.now, exchange) }) else { return .NO }
            connection.suspend()
            exchange.answer(by: answer) { connection.resume() }
            return .YES
        }

        /// All of a request has come but for its body.
        func received(headOf exchange: ServerExchange, _ method: String, on connection: ServedConnection) -> MHD_Result {
            var message = connection.head(method, exchange.message.target)
            // A target that is a whole address counts more than `Host`, and before HTTP/1.1 clients did not say whom they ask.
            message.headers["host"] = message.authority ?? message.headers["host"] ?? "127.0.0.1:\(state.read(\.port))"
            exchange.receive(head: message)
            if let refusal = message.refusal(limits) ?? access?.refusal(message) {
                return send(refusal, for: exchange, on: connection, closes: true)
            }
            guard state.read({ $0.unread <= limits.unreadSize }) else {
                return send(.busy, for: exchange, on: connection, closes: true)
            }
            change(connection) { $0.beginBody(time.now) }
            return .YES
        }

        /// Takes a piece of a body, if there is room for it.
        private func receive(
            _ bytes: UnsafeRawBufferPointer, of exchange: ServerExchange, _ connection: ServedConnection
        ) -> Bool {
            let hasRoom = state.change { state, _ in
                guard state.received + bytes.count <= limits.receivedSize else { return false }
                state.received += bytes.count
                state.connections[connection]?.hasReceived(bytes.count, time.now)
                return true
            }
            return hasRoom && exchange.receive(bytes, limit: limits.bodySize)
        }

        /// Counts a request that has come as a whole, and whose answer takes time, among those under way, if there is room for one.
        private func admit(_ connection: ServedConnection) -> Bool {
            state.change { state, _ in
                guard state.requests < limits.requests else { return false }
                state.requests += 1
                state.connections[connection]?.count()
                return true
            }
        }

        private func send(
            _ reply: HTTPReply, for exchange: ServerExchange, on connection: ServedConnection, closes: Bool = false
        ) -> MHD_Result {
            let reply = access.map { reply.adding($0.isOpen ? $0.headers(for: exchange.message) : [:]) } ?? reply
            // What is small is sent in one piece, and nobody waits for the client to take it.
            let size = reply.sent.map { ServedConnection.isSmall($0.body) ? 0 : $0.body.count } ?? 0
            let isStopping = state.change { state, _ in
                state.unread += size
                state.connections[connection]?.beginSending(size, time.now)
                return state.isStopping
            }
            return connection.send(reply, closes: closes || isStopping) { [self] count in
                state.change { state, _ in
                    state.unread -= min(count, size)
                    state.connections[connection]?.hasSent(min(count, size), time.now)
                }
            }
        }

        /// Whether it is one of those that are waited for at the end.
        @discardableResult
        private func change(_ connection: ServedConnection, _ body: (inout ConnectionState) -> Void) -> Bool {
            state.change { state, wakes in
                guard var entry = state.connections[connection], !state.isCutting else { return false }
                body(&entry)
                wakes.release(state.connections.updateValue(entry, forKey: connection))
                return true
            }
        }

        // MARK: - What takes too long

        private func watchConnections() async {
            while (try? await time.sleep(for: .seconds(1))) != nil { endOverdue() }
        }

        /// Ends connections that stand still, and answers for clients that have gone.
        func endOverdue() {
            let now = time.now
            state.change { state, wakes in
                for (connection, var entry) in state.connections {
                    if entry.isOverdue(now, limits) {
                        // Under the lock, for the daemon closes the socket only after `closed`, and its number may then be another's.
                        shutdown(entry.socket, Int32(SHUT_RDWR))
                        if let exchange = entry.exchange { wakes.call { exchange.giveUp() } }
                    }
                    entry.look(now)
                    state.connections[connection] = entry
                }
            }
        }

        // MARK: - The end

        /// Takes no new connections, lets answers under way finish, then closes.
        func stop(within limit: Duration, on time: ElapsedTime) async {
            beginStopping { $0.isIdle && !$0.hasInput }
            _ = await within(limit, on: time) { [open] in for await count in open.values where count == 0 { break } }
            await stopNow()
        }

        /// Closes everything at once, as a crash would.
        func stopNow() async {
            cutAll()
            // Also if who waits here is cancelled: the daemon may be stopped only when no connection is left.
            await Task { [open] in for await count in open.values where count == 0 { break } }.value
            guard let daemon = takeDaemon() else {
                // Somebody else stops it, or it has never been started.
                guard state.read({ $0.port > 0 }) else { return }
                return await Task { [hasStopped] in for await isOver in hasStopped.values where isOver { break } }.value
            }
            await withCheckedContinuation { continuation in
                end(daemon) { continuation.resume() }
            }
        }

        private func takeDaemon() -> Daemon? {
            state.change { state, _ in
                defer { state.daemon = nil }
                return state.daemon
            }
        }

        /// It waits for a thread.
        private func end(_ daemon: Daemon, then body: @escaping @Sendable () -> Void = {}) {
            DispatchQueue.global().async { [hasStopped] in
                daemon.stop()
                hasStopped.send(true)
                body()
            }
        }

        /// The same for nobody who waits.
        func abandon() {
            cutAll()
            state.change { state, wakes in
                state.isAbandoned = true
                endIfAbandoned(&state, &wakes)
            }
        }

        private func endIfAbandoned(_ state: inout State, _ wakes: inout Wakes) {
            guard state.isAbandoned, state.connections.isEmpty, let daemon = state.daemon else { return }
            state.daemon = nil
            wakes.call { self.end(daemon) }
        }

        private func cutAll() {
            state.change { state, _ in state.isCutting = true }
            beginStopping { _ in true }
        }

        private func beginStopping(cutting isCut: (ConnectionState) -> Bool) {
            state.change { state, wakes in
                if !state.isStopping, let daemon = state.daemon { wakes.call { daemon.stopListening() } }
                state.isStopping = true
                if let watch = state.watch { wakes.call { watch.cancel() } }
                state.watch = nil
                for entry in state.connections.values where isCut(entry) {
                    shutdown(entry.socket, Int32(SHUT_RDWR))
                    if let exchange = entry.exchange { wakes.call { exchange.giveUp() } }
                }
            }
        }
    }
#endif
