public import CairnGeo

/// One answer of a locator.
public struct GeocodeResult: Sendable, Hashable, Codable {
    /// The address or name that was found.
    public var label: String
    /// Where it is.
    public var location: MapPoint?
    /// How well it fits, 0…100.
    public var score: Double
    /// What to show of the map to see it; nil if the locator does not say.
    public var extent: Envelope?
    /// The attributes that were asked for.
    public var attributes: [String: AttributeValue]

    /// A result.
    public init(
        label: String, location: MapPoint?, score: Double, extent: Envelope? = nil,
        attributes: [String: AttributeValue] = [:]
    ) {
        self.label = label
        self.location = location
        self.score = score
        self.extent = extent
        self.attributes = attributes
    }

    /// This result with its coordinates in another spatial reference.
    public func projected(to target: SpatialReference) throws -> GeocodeResult {
        var result = self
        result.location = try location?.projected(to: target)
        result.extent = try extent?.projected(to: target)
        return result
    }
}
