public import CairnGeo

/// Where a ``LocatorTask`` gets its answers: a service, or a file.
public protocol LocatorBackend: Sendable {
    /// The locator as a description that can be stored with a job; nil if there is none, which is the default.
    ///
    /// - Throws: What is wrong with the description, such as ``ServiceURL/HoldsSecret``.
    var source: LocatorSource? { get throws }
    /// Reads what the locator can do.
    @concurrent func loadInfo() async throws -> LocatorInfo
    /// The best answers first.
    @concurrent func geocode(_ query: GeocodeQuery, _ parameters: GeocodeParameters) async throws -> [GeocodeResult]
    /// Ways to complete a text.
    @concurrent func suggest(_ text: String, _ parameters: SuggestParameters) async throws -> [SuggestResult]
    /// What is at a place, the nearest first; empty if there is nothing.
    @concurrent func reverseGeocode(
        _ location: MapPoint, _ parameters: ReverseGeocodeParameters
    ) async throws -> [GeocodeResult]
    /// Answers to many records at once, in the records' order, one for each and with its id; others are refused.
    @concurrent func geocode(
        _ records: [GeocodeRecord], _ parameters: GeocodeParameters
    ) async throws -> [GeocodeMatch]
}

extension LocatorBackend {
    /// None.
    public var source: LocatorSource? { nil }
}
