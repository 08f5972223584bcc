public import CairnGeo

/// How to look for an address or a place.
public struct GeocodeParameters: Sendable, Hashable, Codable {
    /// Only these categories, such as "POI" or "Populated Place".
    public var categories: [String] = []
    /// Only this country, by its two or three letters; several are separated by commas. Locator files take English names, too, as "France".
    public var countryCode = ""
    /// At most so many results; 0 leaves it to the locator.
    public var maxResults = 0
    /// Only results of at least this score, 0…100.
    public var minScore = 0.0
    /// The language of results, e.g. "fr"; offline locators have the one they were built with.
    public var outputLanguage = ""
    /// What results' coordinates shall mean; nil is the locator's own.
    public var outputSpatialReference: SpatialReference?
    /// Results near here come first among equals.
    public var preferredSearchLocation: MapPoint?
    /// Only results in here.
    public var searchArea: Envelope?
    /// The attributes results shall carry; "*" is all. None are sent unless asked for.
    public var resultAttributeNames: [String] = []
    /// Whether results may be kept. World services charge for it and want a token.
    public var isForStorage = false

    /// The defaults: everything, everywhere.
    public init() {}
}
