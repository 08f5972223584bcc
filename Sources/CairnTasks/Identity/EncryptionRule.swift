import CairnCore
package import Foundation

/// Where something secret may go: over HTTPS anywhere, in the clear only to this machine and to hosts that are allowed by name.
package struct EncryptionRule: Sendable, Hashable {
    private let unencryptedHosts: Set<String>

    package init(unencryptedHosts: Set<String> = []) {
        self.unencryptedHosts = Set(unencryptedHosts.map { $0.lowercased() })
    }

    package func admits(_ url: URL) -> Bool {
        guard let host = ServerAddress.host(of: url) else { return false }
        switch url.scheme?.lowercased() {
        case "https": return true
        case "http": return Self.isThisMachine(host) || unencryptedHosts.contains(host)
        default: return false
        }
    }

    /// `localhost`, `::1` and 127.0.0.0/8 in its usual form: "127.evil.com" and "127.1" are not it.
    private static func isThisMachine(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8($0) != nil }
    }
}
