import CairnCore
public import Foundation

/// Which locator to use, as a description that can be stored.
public enum LocatorSource: Sendable, Hashable {
    /// A locator file.
    case file(URL)
    /// A geocode service.
    case service(ServiceURL)

    /// The address of a file that is no address of a file, and may hold what must not be stored.
    public struct NoFile: Error, Hashable, CustomStringConvertible, LocalizedError {
        /// The address without what may be secret.
        public let url: String

        /// What is wrong, and what to do.
        public var description: String {
            "\(url) is not the address of a file. Give one of a file, or a ServiceURL.".printable(upTo: .max)
        }

        /// The same as `description`.
        public var errorDescription: String? { description }
    }
}

extension LocatorSource: Codable {
    private enum CodingKeys: CodingKey {
        case file, service
    }

    private struct Value<Content: Codable>: Codable {
        // swift-format-ignore: NoLeadingUnderscores
        let _0: Content
    }

    /// Reads a source.
    ///
    /// - Throws: ``NoFile``, ``ServiceURL/HoldsSecret``, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.service) {
            self = .service(try container.decode(Value<ServiceURL>.self, forKey: .service)._0)
        } else {
            self = .file(try container.decode(Value<URL>.self, forKey: .file)._0.checkedFile)
        }
    }

    /// Writes the source.
    ///
    /// - Throws: ``NoFile``, and what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .file(let url): try container.encode(Value(_0: url.checkedFile), forKey: .file)
        case .service(let service): try container.encode(Value(_0: service), forKey: .service)
        }
    }
}

extension URL {
    /// The address of a file, which holds nothing that must not be stored.
    var checkedFile: URL {
        get throws(LocatorSource.NoFile) {
            guard isFileURL else { throw LocatorSource.NoFile(url: URL.withoutQuery(self).printable()) }
            return self
        }
    }
}
