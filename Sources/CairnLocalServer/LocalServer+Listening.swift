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
            let server = HTTPServer(limits) { [weak self] message in await self?.reply(to: message) ?? .drop }
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

        private func reply(to message: HTTPMessage) async -> HTTPReply {
            if let reply = access.refusal(message) ?? access.preflight(message) { return reply }
            guard let request = HTTPRequest(message) else {
                return .refusal(405, "\(message.method) is no method of this server.")
            }
            return access.called(await reply(to: request), for: request, message).adding(access.headers(for: message))
        }
    }
#endif

extension HTTPRequest {
    /// A message of the wire as a request; nil for methods that no operation has.
    init?(_ message: HTTPMessage) {
        guard let method = Method(rawValue: message.method),
            let url = URL(string: message.target, relativeTo: URL(string: "http://127.0.0.1"))
        else { return nil }
        self.init(method, url.absoluteURL, headers: message.headers, body: message.body.isEmpty ? nil : .data(message.body))
    }
}
