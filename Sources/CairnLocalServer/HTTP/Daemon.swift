#if os(Linux) || os(macOS)
    import CMicrohttpd
    import CairnCore
    import Foundation

    /// The daemon of libmicrohttpd, which tells a server what comes. It keeps the server until it is stopped.
    struct Daemon: Sendable {
        private let address: UInt
        private var pointer: OpaquePointer { OpaquePointer(bitPattern: address)! }
        private let server: HTTPServer

        /// A daemon that listens on a socket, which is its own then; nil if it cannot be started.
        init?(_ socket: Int32, _ limits: ServerLimits, _ server: HTTPServer) {
            let context = Unmanaged.passRetained(server)
            let daemon = cairn_mhd_start(
                socket, UInt32(clamping: limits.connections), max(0, min(limits.headSize, Self.largestHead)) + Self.overhead,
                context.toOpaque(), Self.target,
                Self.request, Self.completed, Self.connection)
            guard let daemon else {
                context.release()
                return nil
            }
            (address, self.server) = (UInt(bitPattern: daemon), server)
        }

        /// What the daemon itself takes of a connection's memory while it reads a head.
        private static let overhead = 8 << 10
        /// More than anybody wants for each connection.
        private static let largestHead = 1 << 30

        func stopListening() {
            let socket = MHD_quiesce_daemon(pointer)
            if socket >= 0 { close(socket) }
        }

        /// Waits for its thread. No connection may rest then, nor be open.
        func stop() {
            MHD_stop_daemon(pointer)
            Unmanaged.passUnretained(server).release()
        }

        // MARK: - What libmicrohttpd calls, on its thread

        private static let target: cairn_mhd_target_callback = { context, target, connection in
            let exchange = ServerExchange(target: String(cString: target!))
            server(context).began(exchange, on: ServedConnection(connection!))
            return Unmanaged.passRetained(exchange).toOpaque()
        }

        private static let request: MHD_AccessHandlerCallback = { context, connection, _, method, version, data, size, exchange in
            let current = Daemon.exchange(exchange!.pointee)
            let bytes = size!.pointee > 0 ? UnsafeRawBufferPointer(start: data, count: size!.pointee) : nil
            guard current.hasHead else {
                var message = ServedConnection(connection!).head(String(cString: method!), current.message.target)
                message.takesInterimAnswers = String(cString: version!) == "HTTP/1.1"
                return server(context).received(head: message, of: current, on: ServedConnection(connection!))
            }
            // All of a piece is taken.
            size!.pointee = 0
            return server(context).received(bytes, of: current, on: ServedConnection(connection!))
        }

        private static let completed: MHD_RequestCompletedCallback = { context, connection, exchange, _ in
            guard let pointer = exchange!.pointee else { return }
            exchange!.pointee = nil
            let ended = Unmanaged<ServerExchange>.fromOpaque(pointer).takeRetainedValue()
            server(context).ended(ended, on: ServedConnection(connection!))
        }

        private static let connection: MHD_NotifyConnectionCallback = { context, connection, _, event in
            switch event {
            case .CONNECTION_NOTIFY_STARTED: server(context).opened(ServedConnection(connection!))
            case .CONNECTION_NOTIFY_CLOSED: server(context).closed(ServedConnection(connection!))
            @unknown default: break
            }
        }

        private static func server(_ context: UnsafeMutableRawPointer?) -> HTTPServer {
            Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
        }

        private static func exchange(_ context: UnsafeMutableRawPointer?) -> ServerExchange {
            Unmanaged<ServerExchange>.fromOpaque(context!).takeUnretainedValue()
        }
    }
#endif
