package import Foundation

/// A host and a port: what a credential is for.
package struct ServerAddress: Sendable, Hashable {
    package let host: String
    package let port: Int

    /// Where a request to `url` goes; nil if that is not HTTP.
    package init?(_ url: URL) {
        guard let host = Self.host(of: url), let port = url.port ?? Self.standardPort(of: url) else { return nil }
        self.host = host
        self.port = port
    }

    /// The host of an address in lower case, without the brackets of IPv6 and the dot of the root.
    static func host(of url: URL) -> String? {
        guard var host = url.host?.lowercased() else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host.hasSuffix(".") { host.removeLast() }
        return host.isEmpty ? nil : host
    }

    static func standardPort(of url: URL) -> Int? {
        switch url.scheme?.lowercased() {
        case "https": 443
        case "http": 80
        default: nil
        }
    }
}
