public import Foundation

/// Where portals issue tokens, and for which servers.
public enum OAuthPortal {
    /// ArcGIS Online.
    public static let arcGISOnline = URL(string: "https://www.arcgis.com")!

    static func tokenURL(of portal: URL) -> URL { portal.appending(path: "sharing/rest/oauth2/token") }

    /// The tokens of ArcGIS Online are for the hosts of all its services.
    static func scope(_ portal: URL, _ server: URL?, _ rule: EncryptionRule) -> TokenScope {
        if let server { return TokenScope(server, rule) }
        let isOnline = ServerAddress.host(of: portal) == ServerAddress.host(of: arcGISOnline)
        return isOnline ? TokenScope(host: "arcgis.com", isWithSubdomains: true, rule) : TokenScope(portal, rule)
    }
}
