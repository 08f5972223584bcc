import Foundation

/// What geocoding jobs need and cannot store: how to come from a description to a locator.
public struct GeocodingServices: Sendable {
    /// Makes the locator, with its transport and credentials.
    public var locator: @Sendable (LocatorSource) throws -> LocatorTask

    /// Services that make locators in that way.
    public init(locator: @escaping @Sendable (LocatorSource) throws -> LocatorTask) {
        self.locator = locator
    }
}
