import CairnCore
import Foundation

/// How a redirection is followed, so that nothing secret goes to another host.
enum Redirection {
    static let limit = 10

    /// Header fields that may go to another host: any other may be what a server knows somebody by.
    static let harmlessHeaders: Set<String> = [
        "accept", "accept-encoding", "accept-language", "if-range", "range", "user-agent",
    ]

    /// Sends a request, and follows where the answers redirect it, all within the time that the request has.
    static func follow(
        _ request: HTTPRequest, sending send: (HTTPRequest) async throws -> HTTPResponseStream
    ) async throws -> HTTPResponseStream {
        let clock = ContinuousClock()
        let start = clock.now
        var next = request
        var seen: Set<URL> = []
        for _ in 0...limit {
            seen.insert(next.url)
            next.timeout = request.timeout.map { $0 - start.duration(to: clock.now) }
            try Task.checkCancellation()
            try next.validate()
            var answer = try await send(next)
            guard let target = try self.next(after: next, status: answer.status, location: answer.headers["location"]) else {
                answer.url = next.url
                return answer
            }
            next = target
        }
        let target = seen.contains(next.url) ? URL.withoutQuery(next.url) : "ever more addresses"
        throw TransportError(.redirection(to: target), url: next.url)
    }

    /// The request to send next, or nil if the answer is no redirection. What is said of the target is not cut: the rest of a secret could
    /// not be told from anything else.
    ///
    /// - Throws: ``TransportError`` where it must not be followed: a body, or anything secret, to another host.
    static func next(after request: HTTPRequest, status: Int, location: String?) throws -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(status), let location else { return nil }
        guard let target = URL(string: location, relativeTo: request.url)?.absoluteURL, let scheme = target.scheme?.lowercased(),
            ["http", "https"].contains(scheme)
        else { throw TransportError(.redirection(to: "an address that is not HTTP"), url: request.url) }
        let keepsMethod = status == 307 || status == 308
        // Browsers go on with a GET, of which a service would say that its parameters are missing, or answer it with everything it has.
        if request.method == .post, !keepsMethod {
            throw TransportError(.redirectedPost(to: URL.withoutQuery(target).printable(upTo: .max)), url: request.url)
        }
        if target.user != nil || target.password != nil {
            let why = "\(URL.withoutQuery(target).printable(upTo: .max)), with a name or a password in the address"
            throw TransportError(.redirection(to: why), url: request.url)
        }
        var next = request
        next.url = target
        if isSameOrigin(request.url, target) { return next }
        if next.body != nil {
            throw TransportError(.redirection(to: URL.withoutQuery(target).printable(upTo: .max)), url: request.url)
        }
        next.headers = next.headers.filter { harmlessHeaders.contains($0.key.lowercased()) }
        next.url = withoutToken(target)
        return next
    }

    /// The same host and port; from HTTP to HTTPS on the standard ports is no change of host.
    private static func isSameOrigin(_ a: URL, _ b: URL) -> Bool {
        let (a, b) = (URLOrigin(a), URLOrigin(b))
        return a == b || a.isUpgraded(to: b)
    }

    private static func withoutToken(_ url: URL) -> URL {
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true), let items = components.queryItems else {
            return url
        }
        let kept = items.filter { $0.name.lowercased() != "token" }
        components.queryItems = kept.isEmpty ? nil : kept
        return components.url ?? url
    }
}
