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
        public var description: String {
            "The address \(url) would be stored with \(part) in it. Leave that out, and put a credential for the server into the "
                + "CredentialStore that its tasks ask."
        }

        /// The same as `description`.
        public var errorDescription: String? { description }
    }

    private static let secretNames: Set<String> = [
        "token", "access_token", "refresh_token", "apikey", "api_key", "api-key", "client_secret", "password",
    ]

    /// The address.
    public let url: URL

    /// An address of a service.
    ///
    /// - Throws: ``HoldsSecret`` if it has a user or a password, or a parameter such as `token` or `apikey`.
    public init(_ url: URL) throws {
        if let part = Self.secretPart(of: url) { throw HoldsSecret(url: URL.withoutQuery(url).printable(), part: part) }
        self.url = url
    }

    private static func secretPart(of url: URL) -> String? {
        if url.user != nil || url.password != nil { return "a user name or password" }
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        // A proxy has a whole address in its query, with one of its own; and what signs people in answers in the fragment.
        let texts = [components.percentEncodedQuery, components.percentEncodedFragment].compactMap {
            $0?.removingPercentEncoding ?? $0
        }
        let names = texts.flatMap { $0.split { "&;?#".contains($0) } }.compactMap { $0.split(separator: "=").first?.lowercased() }
        return names.first { secretNames.contains($0.trimmingCharacters(in: .whitespaces)) }.map {
            "the parameter \($0.printable())"
        }
    }
}

extension ServiceURL: Codable {
    /// Reads an address.
    ///
    /// - Throws: ``HoldsSecret``, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(URL.self))
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
