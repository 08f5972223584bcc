public import Foundation

/// An API key: a token that does not change.
public struct APIKeyCredential: Credential, CustomStringConvertible {
    private let token: AccessToken
    private let scope: TokenScope

    /// A key for a host and the hosts below it; by default those of ArcGIS Online's location services.
    public init(_ key: String, host: String = "arcgis.com") {
        token = AccessToken(key)
        scope = TokenScope(host: host.lowercased(), isWithSubdomains: true)
    }

    /// The token for a request, or nil if this credential is not for that host.
    @concurrent
    public func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        scope.admits(url) && rejected == nil ? token : nil
    }

    /// The host, never the key.
    public var description: String { "API key for \(scope.host)" }
}
