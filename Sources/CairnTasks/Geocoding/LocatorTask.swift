public import CairnCore
public import CairnGeo
import Synchronization

/// Finds places for addresses and names, addresses for places, and completes what is typed.
///
/// A locator is a service or a file; what it does is the same. It loads itself when first asked.
///
/// ```swift
/// let locator = LocatorTask(url: serviceURL)              // or LocatorTask(fileURL: file)
/// let results = try await locator.geocode(forSearchText: "380 New York St, Redlands, CA")
/// print(results.first?.location as Any)
/// ```
///
/// Every operation throws what loading throws; ``ServiceError`` and ``TransportError`` if a service fails, or its answer does
/// not say what it must; ``GeocodeError``; `CancellationError` if the calling task is cancelled.
public final class LocatorTask: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// Where the answers come from.
    public let backend: any LocatorBackend
    private let loadedInfo = Mutex<LocatorInfo?>(nil)

    /// A locator on a backend of your own.
    public init(backend: any LocatorBackend) {
        self.backend = backend
    }

    /// What the locator can do; nil until loaded.
    public var info: LocatorInfo? { loadedInfo.withLock(\.self) }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let info = try await backend.loadInfo()
        loadedInfo.withLock { $0 = info }
    }

    /// Finds an address or a name given in one line; best results first, none if nothing fits.
    @concurrent
    public func geocode(
        forSearchText text: String, using parameters: GeocodeParameters = GeocodeParameters()
    ) async throws -> [GeocodeResult] {
        try await load()
        return try await backend.geocode(.singleLine(text), parameters)
    }

    /// Finds an address given in components, by the names of `info.addressFields`.
    @concurrent
    public func geocode(
        forSearchValues values: [String: String], using parameters: GeocodeParameters = GeocodeParameters()
    ) async throws -> [GeocodeResult] {
        try await load()
        return try await backend.geocode(.fields(values), parameters)
    }

    /// Finds what a suggestion stands for.
    @concurrent
    public func geocode(
        forSuggestResult suggestion: SuggestResult, using parameters: GeocodeParameters = GeocodeParameters()
    ) async throws -> [GeocodeResult] {
        try await load()
        return try await backend.geocode(.suggestion(suggestion), parameters)
    }

    /// Finds many addresses at once: an answer for each record, in the records' order.
    ///
    /// More records than the locator takes at once are sent in several requests.
    @concurrent
    public func geocodeAddresses(
        _ records: [GeocodeRecord], using parameters: GeocodeParameters = GeocodeParameters()
    ) async throws -> [GeocodeMatch] {
        try await load()
        let size = max(1, min(info?.maximumBatchSize ?? 1000, Self.largestBatch))
        var matches: [GeocodeMatch] = []
        var rest = records[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(size))
            matches += try check(await backend.geocode(batch, parameters), against: batch)
            rest = rest.dropFirst(size)
        }
        return matches
    }

    /// Whatever a locator says it takes: a batch and its answer are in memory as a whole.
    package static let largestBatch = 10_000

    private func check(_ matches: [GeocodeMatch], against records: [GeocodeRecord]) throws -> [GeocodeMatch] {
        let name = info?.name ?? ""
        guard matches.count == records.count else {
            throw GeocodeError.wrongCount(locator: name, matches: matches.count, records: records.count)
        }
        for (index, (match, record)) in zip(matches, records).enumerated() where match.id != record.id {
            throw GeocodeError.wrongOrder(locator: name, index: index, match: match.id, record: record.id)
        }
        return matches
    }

    /// Completes a text.
    ///
    /// - Throws: ``GeocodeError/noSuggestions(locator:)`` if the locator does not suggest.
    @concurrent
    public func suggest(
        forSearchText text: String, parameters: SuggestParameters = SuggestParameters()
    ) async throws -> [SuggestResult] {
        try await load()
        guard let info, info.supportsSuggestions else { throw GeocodeError.noSuggestions(locator: info?.name ?? "") }
        return try await backend.suggest(text, parameters)
    }

    /// Finds what is at a place, the nearest first; none if nothing is near.
    ///
    /// - Throws: `GeometryError.malformed` for a place whose coordinates are infinite, or no numbers.
    @concurrent
    public func reverseGeocode(
        forLocation location: MapPoint, parameters: ReverseGeocodeParameters = ReverseGeocodeParameters()
    ) async throws -> [GeocodeResult] {
        guard location.x.isFinite, location.y.isFinite else {
            throw GeometryError.malformed("it lies at \(location.x), \(location.y), which is no place")
        }
        try await load()
        return try await backend.reverseGeocode(location, parameters)
    }
}
