import Foundation

/// Which servers a token may go to.
struct TokenScope: Sendable, Hashable, CustomStringConvertible {
    private let host: String
    /// Nil for the standard port of the scheme.
    private let port: Int?
    private let isWithSubdomains: Bool
    let rule: EncryptionRule

    /// The host and port of an address; none at all if it has no host.
    init(_ server: URL, _ rule: EncryptionRule) {
        let address = ServerAddress(server)
        self.init(host: address?.host ?? "", port: address?.port, isWithSubdomains: false, rule)
    }

    init(host: String, port: Int? = nil, isWithSubdomains: Bool, _ rule: EncryptionRule) {
        self.host = host.lowercased()
        self.port = port
        self.isWithSubdomains = isWithSubdomains
        self.rule = rule
    }

    func admits(_ url: URL) -> Bool {
        guard let target = ServerAddress(url), rule.admits(url) else { return false }
        guard target.port == port ?? ServerAddress.standardPort(of: url) else { return false }
        guard target.host.utf8.allSatisfy(Self.isOfName) else { return false }
        return target.host == host || (isWithSubdomains && target.host.hasSuffix("." + host))
    }

    /// Of anything else in a host, one program makes a part of its name, and another its end.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-.:_".utf8.contains(byte)
        }
    }

    var description: String { host + (port.map { $0 == 443 ? "" : ":\($0)" } ?? "") }
}
