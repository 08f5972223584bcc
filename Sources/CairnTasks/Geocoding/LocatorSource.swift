public import Foundation

/// Which locator to use, as a description that can be stored.
public enum LocatorSource: Sendable, Hashable, Codable {
    /// A locator file.
    case file(URL)
    /// A geocode service.
    case service(ServiceURL)
}
