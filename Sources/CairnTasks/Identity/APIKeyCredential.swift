public import Foundation

/// An API key, or any token that does not change.
///
/// ```swift
/// let locator = LocatorTask(url: service, credential: APIKeyCredential(key))
/// ```
public struct APIKeyCredential: Credential, CustomStringConvertible {
    private let token: AccessToken
    private let scope: TokenScope

    /// A key for a host and the hosts below it on the standard port; by default those of ArcGIS Online's location services.
    public init(_ key: String, host: String = "arcgis.com") {
        token = AccessToken(key)
        scope = TokenScope(host: host, isWithSubdomains: true, EncryptionRule())
    }

    /// A key for the host and port of a server's address, and for no other.
    ///
    /// - Parameters:
    ///   - key: The key, or a token that does not change.
    ///   - server: An address on the host and port that it is for.
    ///   - unencryptedHosts: Hosts it may be sent to without encryption, other than this machine.
    public init(_ key: String, server: URL, unencryptedHosts: Set<String> = []) {
        token = AccessToken(key)
        scope = TokenScope(server, EncryptionRule(unencryptedHosts: unencryptedHosts))
    }

    /// A token with what goes with it, for the host and port of a server's address.
    package init(_ token: AccessToken, server: URL) {
        (self.token, scope) = (token, TokenScope(server, EncryptionRule()))
    }

    /// The token for a request, or nil if this credential is not for that host, or it is the one that was refused.
    @concurrent
    public func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        scope.admits(url) && rejected != token ? token : nil
    }

    /// The host, never the key.
    public var description: String { "API key for \(scope)" }
}

extension APIKeyCredential: CustomReflectable {
    /// Nothing: `dump` does not show the key either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
