#if os(Linux) || os(macOS)
    import CairnCore
    import CairnTasks
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

        struct State: Sendable {
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

        let handler: Handler
        let limits: ServerLimits
        /// Who may ask; nil for everybody.
        let access: ServerAccess?
        /// What is told how much nobody has read.
        let memory: AnswerMemory
        let time: ElapsedTime
        let state = Guarded(State())
        let open = Level(0)
        let hasStopped = Level(false)

        init(
            _ limits: ServerLimits = ServerLimits(), _ access: ServerAccess? = nil, memory: AnswerMemory? = nil,
            clock: any Clock<Duration> = ContinuousClock(),
            handler: @escaping Handler
        ) {
            (self.handler, self.limits, self.access) = (handler, limits, access)
            self.memory = memory ?? AnswerMemory(limit: limits.unreadSize)
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
            // Before all that answers: it is what ends that.
            let watch = Task(priority: .high) { await self.watchConnections() }
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
                memory.hasUnread(-entry.unread)
                state.received -= entry.received
                entry.enter(.idle, time.now, nil)
                wakes.release(state.connections.updateValue(entry, forKey: connection))
            }
        }

        /// Whether it is one of those that are waited for at the end.
        @discardableResult
        func change(_ connection: ServedConnection, _ body: (inout ConnectionState) -> Void) -> Bool {
            state.change { state, wakes in
                guard var entry = state.connections[connection], !state.isCutting else { return false }
                body(&entry)
                wakes.release(state.connections.updateValue(entry, forKey: connection))
                return true
            }
        }

        // MARK: - What takes too long

        private func watchConnections() async {
            var spare = SpareMemory()
            while (try? await time.sleep(for: .seconds(1))) != nil {
                endOverdue()
                spare.look(isBusy: state.read { $0.requests > 0 || $0.unread > 0 })
            }
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
    }
#endif
