import Cairn
import Foundation

/// The address of a service that a job keeps.
enum ServiceOption {
    /// - Throws: ``UsageError`` for what is no address, or one that would be stored with a secret in it.
    static func service(_ text: String) throws -> ServiceURL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
            throw UsageError(reason: "\(text.printable()) is no address of HTTP.")
        }
        guard url.query == nil, url.fragment == nil, let service = try? ServiceURL(url) else {
            throw UsageError(
                reason: "an address takes no query and no password here; credentials come from the environment or a file.")
        }
        return service
    }
}
