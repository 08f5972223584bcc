import CairnCore
public import Foundation

/// A user name and password, exchanged for tokens that are renewed before they expire.
///
/// ```swift
/// let credential = TokenCredential(
///     username: "ann", password: password, server: server,
///     tokenURL: server.appending(path: "tokens/generateToken"), transport: transport)
/// CredentialStore.standard.add(credential)
/// ```
///
/// Tokens are asked for as `client=referer`, and the `Referer` goes with every request they are used in. However many
/// requests find the token expired or refused, one renewal serves them all, and if it fails, it has failed for them all.
///
/// How long a token lasts is counted from when it came, by the server's own clock if it tells it. One that does not clearly last is used
/// until it is refused.
public final class TokenCredential: Credential, CustomStringConvertible {
    private let scope: TokenScope
    private let token: RenewingToken

    /// A credential for the services of one server.
    ///
    /// - Parameters:
    ///   - username: Who is asking.
    ///   - password: The user's password.
    ///   - server: Any address of the server; tokens go to its host and port only.
    ///   - tokenURL: Its `generateToken` operation, as `/rest/info` tells it.
    ///   - referer: What tokens are bound to, and sent with.
    ///   - lifetime: How long tokens shall be valid.
    ///   - unencryptedHosts: Hosts to which the password and the tokens may go without encryption, other than this machine.
    ///   - transport: How tokens are asked for.
    ///   - clock: What tells that a token has become old.
    public init(
        username: String, password: String, server: URL, tokenURL: URL, referer: String = "https://cairn.invalid",
        lifetime: Duration = .seconds(3600), unencryptedHosts: Set<String> = [], transport: any HTTPTransport = .standard,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        scope = TokenScope(server, EncryptionRule(unencryptedHosts: unencryptedHosts))
        let endpoint = TokenEndpoint(url: tokenURL, rule: scope.rule, transport: transport)
        let fields = [
            "username": username, "password": password, "client": "referer", "referer": referer,
            "expiration": TokenEndpoint.minutes(lifetime),
        ]
        token = RenewingToken(on: clock) { former in
            let (json, response) = try await endpoint.ask(fields, hiding: [password] + former, headers: ["Referer": referer])
            return IssuedToken(
                try endpoint.text("token", in: json), for: [password], headers: ["Referer": referer], expires: json["expires"],
                in: response, lifetime: lifetime)
        }
    }

    /// The token for a request, or nil if this credential is not for that host.
    ///
    /// - Throws: ``ServiceError`` if the server gives none, ``TransportError``, `CancellationError`.
    @concurrent
    public func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        scope.admits(url) ? try await token.token(replacing: rejected) : nil
    }

    /// The host, never the password.
    public var description: String { "Token credential for \(scope)" }
}

extension TokenCredential: CustomReflectable {
    /// Nothing: `dump` does not show the password either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
