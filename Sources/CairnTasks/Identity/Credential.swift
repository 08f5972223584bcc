public import Foundation

/// Gives tokens for requests, each only to the host and port it was issued for.
///
/// ```swift
/// struct Badge: Credential {
///     @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
///         guard url.host == "gis.example.com", url.scheme == "https", rejected == nil else { return nil }
///         return AccessToken("", headers: ["Authorization": "Basic \(try await readBadge())"])
///     }
/// }
/// ```
public protocol Credential: Sendable {
    /// The token for a request, or nil if this credential is not for that host.
    ///
    /// - Parameters:
    ///   - url: What is asked for.
    ///   - rejected: The token that the server has just refused. If it is still the current one, it is renewed,
    ///     once for all who come with it; nil is returned if there is no other.
    /// - Throws: What asking for a token throws.
    @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken?
}
