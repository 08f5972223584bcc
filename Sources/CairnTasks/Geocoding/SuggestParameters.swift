public import CairnGeo

/// How to complete what somebody is typing.
public struct SuggestParameters: Sendable, Hashable, Codable {
    /// Only these categories.
    public var categories: [String] = []
    /// Only this country, as ``GeocodeParameters/countryCode`` says it.
    public var countryCode = ""
    /// At most so many; 0 leaves it to the locator, which mostly gives 5.
    public var maxResults = 0
    /// Suggestions near here come first among equals.
    public var preferredSearchLocation: MapPoint?
    /// Only suggestions in here.
    public var searchArea: Envelope?

    /// The defaults.
    public init() {}
}
