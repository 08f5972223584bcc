import CairnCore
public import Foundation

/// The address of a service in a description that is stored, such as a job's: one that holds no secret.
///
/// ```swift
/// let source = LocatorSource.service(try ServiceURL(url))
/// ```
///
/// It is encoded as the text of the address.
public struct ServiceURL: Sendable, Hashable {
    /// An address that must not be stored.
    public struct HoldsSecret: Error, Hashable, CustomStringConvertible, LocalizedError {
        /// The address without what is secret.
        public let url: String
        /// What must not be in it: "a user name or password", or the name of a parameter.
        public let part: String

        /// What must not be stored, and what to do instead.
        public var description: String { unescaped.printable(upTo: .max) }

        private var unescaped: String {
            "The address \(url) would be stored with \(part) in it. Leave that out, and put a credential for the server into the "
                + "CredentialStore that its tasks ask."
        }

        /// The same as `description`.
        public var errorDescription: String? { description }
    }

    /// The address.
    public let url: URL

    /// An address of a service.
    ///
    /// - Throws: ``HoldsSecret`` if it has a user or a password, or a parameter such as `token`, `key` or one whose name ends in `apikey`.
    public init(_ url: URL) throws {
        try self.init(url) { SecretName.isOne($0) }
    }

    /// An address that was stored. Once fewer names counted, and what was stored with another is not lost for it.
    ///
    /// - Throws: ``HoldsSecret`` if it has what was never stored.
    package init(stored url: URL) throws {
        try self.init(url) { SecretName.isOldOne($0) }
    }

    /// An address that a server has named itself, as it is stored: without the token that some write into it, for whoever asks has one, and
    /// whatever else in it is secret.
    static func named(_ url: URL) -> URL {
        if (try? ServiceURL(stored: url)) != nil { return url }
        let address = SecretInAddress.removed(from: url) { SecretName.isOldOne($0) }
        return (try? ServiceURL(stored: address).url) ?? URL(string: URL.withoutQuery(address)) ?? address
    }

    private init(_ url: URL, isSecret: (Substring) -> Bool) throws {
        if let part = SecretInAddress(url, isSecret: isSecret)?.part {
            throw HoldsSecret(url: URL.withoutQuery(url).printable(), part: part)
        }
        self.url = url
    }
}

extension ServiceURL: Codable {
    /// Reads an address. Those that were stored when fewer names counted as secret are read, too.
    ///
    /// - Throws: ``HoldsSecret``, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(stored: decoder.singleValueContainer().decode(URL.self))
    }

    /// Writes the address.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(url)
    }
}

extension ServiceURL: CustomStringConvertible {
    /// The address.
    public var description: String { url.absoluteString }
}
