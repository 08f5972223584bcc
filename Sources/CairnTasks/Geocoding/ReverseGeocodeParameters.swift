public import CairnGeo

/// How to look for what is at a place.
public struct ReverseGeocodeParameters: Sendable, Hashable, Codable {
    /// Only these types, such as "PointAddress" or "Locality"; empty is all.
    public var featureTypes: [String] = []
    /// At most so many results; services give one.
    public var maxResults = 1
    /// How far away an address may be, in metres; nil leaves it to the locator.
    public var maxDistance: Double?
    /// The language of results.
    public var outputLanguage = ""
    /// What results' coordinates shall mean; nil is the locator's own.
    public var outputSpatialReference: SpatialReference?
    /// Whether results may be kept.
    public var isForStorage = false

    /// The defaults.
    public init() {}
}
