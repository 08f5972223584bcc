import Foundation

/// Who answers at an address, in whatever letters that is written: schemes and hosts know no capitals, and a port may be left out.
struct URLOrigin: Hashable {
    let scheme: String
    let host: String
    /// That of the scheme if the address names none.
    let port: Int

    init(_ url: URL) {
        scheme = url.scheme?.lowercased() ?? ""
        host = url.host?.lowercased() ?? ""
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    /// Whether it is the same host with encryption, on the standard ports.
    func isUpgraded(to other: URLOrigin) -> Bool {
        host == other.host && (scheme, port) == ("http", 80) && (other.scheme, other.port) == ("https", 443)
    }

    /// Whether two addresses, as they are told of without their queries, are one.
    static func areSame(_ a: String, _ b: String) -> Bool {
        if a == b { return true }
        guard let first = URL(string: a), let second = URL(string: b), first.host != nil else { return false }
        return URLOrigin(first) == URLOrigin(second) && path(of: first) == path(of: second)
    }

    /// An address without a path is that of the root.
    private static func path(of url: URL) -> String {
        let path = url.path(percentEncoded: true)
        return path.isEmpty ? "/" : path
    }
}
