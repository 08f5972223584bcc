import CairnGeo
public import CairnTasks
public import Foundation

/// One answer of a locator.
public final class AGSGeocodeResult: NSObject {
    /// The new value, for code of Cairn.
    public let value: GeocodeResult

    /// Where somebody asked what is there; nil if an address was asked for.
    public let inputLocation: AGSPoint?

    /// One of Cairn, for old callers.
    ///
    /// - Parameters:
    ///   - value: The new value.
    ///   - inputLocation: Where somebody asked what is there; nil if an address was asked for.
    public init(_ value: GeocodeResult, inputLocation: AGSPoint? = nil) {
        (self.value, self.inputLocation) = (value, inputLocation)
    }

    /// The address or name.
    public var label: String { value.label }
    /// How well it fits, 0…100.
    public var score: Double { value.score }
    /// Where to show it.
    public var displayLocation: AGSPoint? { value.location.map(AGSPoint.init) }
    /// Where to drive to: the same, unless the locator knows better.
    public var routeLocation: AGSPoint? { displayLocation }
    /// What to show of the map.
    public var extent: AGSEnvelope? { value.extent.map(AGSEnvelope.init) }

    /// The attributes that were asked for.
    public var attributes: [String: Any]? {
        value.attributes.compactMapValues { $0 == .null ? nil : LegacyAttributes.value($0, nil) }
    }
}
