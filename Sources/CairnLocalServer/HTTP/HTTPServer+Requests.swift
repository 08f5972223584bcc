#if os(Linux) || os(macOS)
    import CMicrohttpd
    import CairnCore
    import CairnTasks
    import Foundation

    /// What the daemon tells of a request, and what it is answered.
    extension HTTPServer {
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
        func received(
            head message: HTTPMessage, of exchange: ServerExchange, on connection: ServedConnection
        ) -> MHD_Result {
            var message = message
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
                memory.hasUnread(size)
                state.connections[connection]?.beginSending(size, time.now)
                return state.isStopping
            }
            return connection.send(reply, closes: closes || isStopping) { [self] count in
                state.change { state, _ in
                    state.unread -= min(count, size)
                    memory.hasUnread(-min(count, size))
                    state.connections[connection]?.hasSent(min(count, size), time.now)
                }
            }
        }
    }
#endif
