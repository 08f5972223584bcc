import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// A service that answers an operation otherwise than it should, a number of times.
enum LyingTransport {
    /// - Parameters:
    ///   - carriesOut: Whether it does what it is asked for.
    ///   - lie: What it answers, given the true answer; nil for the truth.
    static func of(
        _ site: ReplicaSite, _ operation: String, times: Int = .max, carriesOut: Bool = true,
        _ lie: @escaping @Sendable (JSONValue) -> String?
    ) -> StubTransport {
        let left = Mutex(times)
        return StubTransport { request in
            let isAsked = request.url.path(percentEncoded: false).contains("/\(operation)")
            guard isAsked, left.withLock({ $0 > 0 }) else { return try site.answer(request) }
            let truth = carriesOut ? try JSONValue(parsing: site.answer(request).body) : .null
            guard let body = lie(truth) else { return try site.answer(request) }
            left.withLock { $0 -= 1 }
            return HTTPResponse(headers: ["content-type": "application/json"], body: Data(body.utf8))
        }
    }
    /// The same of a server of any kind.
    static func of(
        _ server: any HTTPTransport, _ operation: String, times: Int = .max, carriesOut: Bool = true,
        _ lie: @escaping @Sendable (JSONValue) -> String?
    ) -> StubTransport {
        let left = Mutex(times)
        return StubTransport { request in
            let isAsked = request.url.path(percentEncoded: false).hasSuffix("/\(operation)") && left.withLock { $0 > 0 }
            guard isAsked else { return try await server.send(request) }
            let truth = carriesOut ? try JSONValue(parsing: await server.send(request).body) : .null
            guard let body = lie(truth) else { return try await server.send(request) }
            left.withLock { $0 -= 1 }
            return HTTPResponse(headers: ["content-type": "application/json"], body: Data(body.utf8))
        }
    }
}
