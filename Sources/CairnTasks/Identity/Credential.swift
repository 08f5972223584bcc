public import Foundation

/// What makes a request one of somebody's.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible {
    /// The token itself.
    public let value: String
    /// Header fields that must go with it.
    public let headers: [String: String]

    /// A token.
    public init(_ value: String, headers: [String: String] = [:]) {
        self.value = value
        self.headers = headers
    }

    /// Never the token itself, so that it gets into no log.
    public var description: String { "a token" }
}

/// Gives tokens for requests, each only to the host it was issued for.
public protocol Credential: Sendable {
    /// The token for a request, or nil if this credential is not for that host.
    ///
    /// - Parameter rejected: The token that the server has just refused. If it is still the current one, it is renewed,
    ///   once for all who come with it; nil is returned if there is no other.
    /// - Throws: What asking for a token throws.
    @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken?
}

/// Which host a token may go to.
struct TokenScope: Sendable, Hashable {
    let host: String
    let isWithSubdomains: Bool

    func admits(_ url: URL) -> Bool {
        guard let target = url.host?.lowercased() else { return false }
        // Not in the clear, but for this machine.
        let isLocal = ["localhost", "127.0.0.1", "::1"].contains(target)
        guard url.scheme == "https" || isLocal else { return false }
        return target == host || (isWithSubdomains && target.hasSuffix("." + host))
    }
}
