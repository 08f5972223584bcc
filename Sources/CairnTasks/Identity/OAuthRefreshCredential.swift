import CairnCore
public import Foundation
import Synchronization

/// A refresh token, as an application has it from somebody's signing in (OAuth 2.0, `refresh_token`), exchanged for tokens that are
/// renewed before they expire.
///
/// ```swift
/// let credential = OAuthRefreshCredential(clientID: id, refreshToken: try keychain.read(), transport: transport) { newer in
///     await keychain.write(newer)
/// }
/// ```
public final class OAuthRefreshCredential: Credential, CustomStringConvertible {
    private let scope: TokenScope
    private let token: RenewingToken

    /// A credential for the services of a portal.
    ///
    /// - Parameters:
    ///   - clientID: The application's id.
    ///   - refreshToken: The newest one there is.
    ///   - portal: The portal that has issued it; by default ArcGIS Online.
    ///   - server: The server that tokens are for, and only its host and port; by default that of the portal, and for ArcGIS Online
    ///     arcgis.com with all hosts below it.
    ///   - unencryptedHosts: Hosts to which the tokens may go without encryption, other than this machine.
    ///   - transport: How tokens are asked for.
    ///   - clock: What tells that a token has become old.
    ///   - onRotation: Called with each new refresh token, before anything else is done: the portal may take the one before no more.
    public init(
        clientID: String, refreshToken: String, portal: URL = OAuthPortal.arcGISOnline, server: URL? = nil,
        unencryptedHosts: Set<String> = [], transport: any HTTPTransport = .standard,
        clock: any Clock<Duration> = ContinuousClock(),
        onRotation: @escaping @Sendable (String) async -> Void = { _ in }
    ) {
        scope = OAuthPortal.scope(portal, server, EncryptionRule(unencryptedHosts: unencryptedHosts))
        let endpoint = TokenEndpoint(url: OAuthPortal.tokenURL(of: portal), rule: scope.rule, transport: transport)
        let exchange = RefreshExchange(endpoint, clientID: clientID, refreshToken: refreshToken, onRotation)
        token = RenewingToken(on: clock) { former in
            // Let finish even if nobody waits for it any more: the answer may hold the only refresh token that is still good.
            try await Task { try await exchange.ask(hiding: former) }.value
        }
    }

    /// The token for a request, or nil if this credential is not for that host.
    ///
    /// - Throws: ``ServiceError`` if the portal gives none, such as when the refresh token has expired; ``TransportError``,
    ///   `CancellationError`.
    @concurrent
    public func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        scope.admits(url) ? try await token.token(replacing: rejected) : nil
    }

    /// The host, never a token.
    public var description: String { "OAuth refresh credential for \(scope)" }
}

extension OAuthRefreshCredential: CustomReflectable {
    /// Nothing: `dump` does not show a token either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The refresh token, and its exchange; one at a time, for the loads of one token never overlap.
private final class RefreshExchange: Sendable {
    private let endpoint: TokenEndpoint
    private let clientID: String
    private let refreshToken: Mutex<String>
    private let onRotation: @Sendable (String) async -> Void

    init(
        _ endpoint: TokenEndpoint, clientID: String, refreshToken: String,
        _ onRotation: @escaping @Sendable (String) async -> Void
    ) {
        self.endpoint = endpoint
        self.clientID = clientID
        self.refreshToken = Mutex(refreshToken)
        self.onRotation = onRotation
    }

    func ask(hiding former: [String]) async throws -> IssuedToken {
        let current = refreshToken.withLock(\.self)
        let fields = ["client_id": clientID, "refresh_token": current, "grant_type": "refresh_token"]
        let (json, _) = try await endpoint.ask(fields, hiding: [current] + former)
        if let newer = json["refresh_token"]?.string, !newer.isEmpty, newer != current {
            refreshToken.withLock { $0 = newer }
            await onRotation(newer)
        }
        return IssuedToken(
            try endpoint.text("access_token", in: json), for: [current, refreshToken.withLock(\.self)],
            seconds: json["expires_in"], lifetime: .seconds(1800))
    }
}
