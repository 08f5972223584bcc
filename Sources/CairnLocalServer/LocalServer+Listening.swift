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
            if let clash = ServiceNameClash(in: directory.names) { throw clash }
            let server = HTTPServer(limits) { [weak self] message in self?.answer(to: message) ?? .ready(.drop) }
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
            await takeRunning()?.stop(within: limit, on: ElapsedTime(ContinuousClock()))
        }

        /// Stops as a crash would: every connection is cut.
        @concurrent
        public func crash() async {
            await takeRunning()?.stopNow()
        }

        private func takeRunning() -> HTTPServer? {
            running.withLock { running in
                defer { running = nil }
                return running
            }
        }

        private func answer(to message: HTTPMessage) -> HTTPAnswer {
            if let reply = access.refusal(message) ?? access.preflight(message) { return .ready(reply) }
            guard let method = HTTPRequest.Method(rawValue: message.method) else {
                let refusal = HTTPReply.refusal(405, "\(message.method) is no method of this server.")
                return .ready(refusal.adding(["allow": "GET, HEAD, POST"]))
            }
            let request = ServiceRequest(message, method)
            let answer = answer(to: request)
            guard access.isOpen, let request else { return answer }
            return answer.map { [access] reply in
                access.called(reply, for: request, message).adding(access.headers(for: message))
            }
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
