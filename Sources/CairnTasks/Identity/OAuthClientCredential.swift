import CairnCore
public import Foundation

/// An application's own client id and secret (OAuth 2.0, `client_credentials`), exchanged for tokens that are renewed before they expire.
///
/// ```swift
/// let credential = OAuthClientCredential(clientID: id, clientSecret: secret, transport: transport)
/// let locator = LocatorTask(url: service, credential: credential)
/// ```
public final class OAuthClientCredential: Credential, CustomStringConvertible {
    private let scope: TokenScope
    private let token: RenewingToken

    /// A credential for the services of a portal.
    ///
    /// - Parameters:
    ///   - clientID: The application's id.
    ///   - clientSecret: Its secret.
    ///   - portal: The portal that knows the application, such as `https://gis.example.com/portal`; by default ArcGIS Online.
    ///   - server: The server that tokens are for, and only its host and port; by default that of the portal, and for ArcGIS Online
    ///     arcgis.com with all hosts below it.
    ///   - lifetime: How long tokens shall be valid.
    ///   - unencryptedHosts: Hosts to which the secret and the tokens may go without encryption, other than this machine.
    ///   - transport: How tokens are asked for.
    ///   - clock: What tells that a token has become old.
    public init(
        clientID: String, clientSecret: String, portal: URL = OAuthPortal.arcGISOnline, server: URL? = nil,
        lifetime: Duration = .seconds(7200), unencryptedHosts: Set<String> = [], transport: any HTTPTransport = .standard,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        scope = OAuthPortal.scope(portal, server, EncryptionRule(unencryptedHosts: unencryptedHosts))
        let endpoint = TokenEndpoint(url: OAuthPortal.tokenURL(of: portal), rule: scope.rule, transport: transport)
        let fields = [
            "client_id": clientID, "client_secret": clientSecret, "grant_type": "client_credentials",
            "expiration": TokenEndpoint.minutes(lifetime),
        ]
        token = RenewingToken(on: clock) { former in
            let (json, _) = try await endpoint.ask(fields, hiding: [clientSecret] + former)
            return IssuedToken(
                try endpoint.text("access_token", in: json), for: [clientSecret], seconds: json["expires_in"], lifetime: lifetime)
        }
    }

    /// The token for a request, or nil if this credential is not for that host.
    ///
    /// - Throws: ``ServiceError`` if the portal gives none, ``TransportError``, `CancellationError`.
    @concurrent
    public func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        scope.admits(url) ? try await token.token(replacing: rejected) : nil
    }

    /// The host, never the secret.
    public var description: String { "OAuth client credential for \(scope)" }
}

extension OAuthClientCredential: CustomReflectable {
    /// Nothing: `dump` does not show the secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
