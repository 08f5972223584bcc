#if os(Linux) || os(macOS)
    import CairnCore
    import CairnTasks
    public import Foundation
    import Synchronization

    extension LocalServer {
        /// Starts to listen on loopback; port 0 takes any that is free.
        ///
        /// - Returns: The server's address, such as `http://127.0.0.1:49152`.
        /// - Throws: `SystemError` if the port is taken; ``ServiceNameClash`` if two services have the same name but for case.
        @concurrent
        @discardableResult
        public func start(port: UInt16 = 0) async throws -> URL {
            if let clash = desk.directory.clash { throw clash }
            let server = HTTPServer(limits, access, memory: memory) { [desk, access] message in
                Self.answer(to: message, desk, access)
            }
            let actual = try server.start(port: port)
            let previous = running.withLock { running in
                defer { running = server }
                return running
            }
            await previous?.stopNow()
            return URL(string: "http://127.0.0.1:\(actual)")!
        }

        /// Stops to listen; answers under way are given up to `limit` to finish.
        @concurrent
        public func stop(within limit: Duration = .seconds(5)) async {
            // It stays the one that runs until it has stopped: who stops it meanwhile, or lets it crash, means that one.
            guard let server = running.withLock(\.self) else { return }
            await server.stop(within: limit, on: ElapsedTime(ContinuousClock()))
            forget(server)
        }

        /// Stops as a crash would: every connection is cut.
        @concurrent
        public func crash() async {
            guard let server = running.withLock(\.self) else { return }
            await server.stopNow()
            forget(server)
        }

        private func forget(_ server: HTTPServer) {
            let stopped = running.withLock { running -> HTTPServer? in
                guard running === server else { return nil }
                defer { running = nil }
                return running
            }
            withExtendedLifetime(stopped) {}
        }

        private static func answer(to message: HTTPMessage, _ desk: ServiceDesk, _ access: ServerAccess) -> HTTPAnswer {
            if let reply = access.preflight(message) { return .ready(reply) }
            guard let method = HTTPRequest.Method(rawValue: message.method) else {
                let refusal = HTTPReply.refusal(405, "\(message.method) is no method of this server.")
                return .ready(refusal.adding(["allow": "GET, HEAD, POST"]))
            }
            // Reading a large form takes time.
            guard message.body.count <= 4096 else { return .later { await answer(to: message, method, desk, access).reply } }
            return answer(to: message, method, desk, access)
        }

        private static func answer(
            to message: HTTPMessage, _ method: HTTPRequest.Method, _ desk: ServiceDesk, _ access: ServerAccess
        ) -> HTTPAnswer {
            let request = ServiceRequest(message, method)
            let answer = desk.answer(to: request)
            guard access.isOpen, let request else { return answer }
            return answer.map { access.called($0, for: request, message) }
        }
    }
#endif

extension ServiceRequest {
    /// A message of the wire; nil if its target cannot be decoded.
    init?(_ message: HTTPMessage, _ method: HTTPRequest.Method) {
        // A target that begins with two slashes names no other host.
        let address = message.target.hasPrefix("/") ? "http://\(message.headers["host"] ?? "")\(message.target)" : message.target
        self.init(method, address, headers: message.headers, body: message.body.isEmpty ? nil : message.body)
    }
}
