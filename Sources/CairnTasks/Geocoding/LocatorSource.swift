public import Foundation

/// Which locator to use, as a description that can be stored.
public enum LocatorSource: Sendable, Hashable, Codable {
    /// A locator file.
    case file(URL)
    /// A geocode service.
    case service(URL)
}

/// What geocoding jobs need and cannot store: how to come from a description to a locator.
public struct GeocodingServices: Sendable {
    /// Makes the locator, with its transport and credentials.
    public var locator: @Sendable (LocatorSource) throws -> LocatorTask

    /// Services that make locators in that way.
    public init(locator: @escaping @Sendable (LocatorSource) throws -> LocatorTask) {
        self.locator = locator
    }
}
