public import CairnGeo
public import CairnTasks
import Dispatch
public import Foundation
import Synchronization

/// A locator file as the backend of a `LocatorTask`.
///
/// Opening a file reads all of it, on a queue of its own. A query is answered where it is asked, under a lock: it takes some
/// ten microseconds, and to hop to a queue and back would take four times as long. See `LocatorTask(fileURL:)`.
public final class LocatorFile: LocatorBackend {
    /// The file.
    public let url: URL
    private let opened = Mutex<LocatorEngine?>(nil)
    private let opening = DispatchQueue(label: "cairn.locator-file")

    /// A file that is opened when first asked.
    public init(_ url: URL) {
        self.url = url
    }

    /// The file, by its place.
    public var source: LocatorSource? { .file(url) }

    /// Reads what the locator can do.
    @concurrent
    public func loadInfo() async throws -> LocatorInfo {
        let name = try await withCheckedThrowingContinuation { continuation in
            opening.async { continuation.resume(with: Result { try self.withEngine { $0.name } }) }
        }
        return LocatorInfo(
            name: name, description: "Cairn locator", version: "\(LocatorSchema.version)",
            addressFields: LocatorAttributes.addressFields, resultFields: LocatorAttributes.fields)
    }

    /// The best answers first.
    @concurrent
    public func geocode(_ query: GeocodeQuery, _ parameters: GeocodeParameters) async throws -> [GeocodeResult] {
        try Task.checkCancellation()
        return try answer(query, parameters)
    }

    /// The best answers first.
    @concurrent
    public func geocode(
        _ records: [GeocodeRecord], _ parameters: GeocodeParameters
    ) async throws -> [GeocodeMatch] {
        var parameters = parameters
        parameters.maxResults = 2
        var matches: [GeocodeMatch] = []
        for record in records {
            try Task.checkCancellation()
            // A table takes seconds, and others want a single answer.
            await Task.yield()
            let results = try answer(record.query, parameters).filter { $0.score >= max(parameters.minScore, 60) }
            let isTied = results.count > 1 && results[0].score == results[1].score && results[0].label != results[1].label
            matches.append(
                GeocodeMatch(
                    id: record.id, status: results.isEmpty ? .unmatched : isTied ? .tied : .matched, result: results.first))
        }
        return matches
    }

    /// Ways to complete a text.
    @concurrent
    public func suggest(_ text: String, _ parameters: SuggestParameters) async throws -> [SuggestResult] {
        try Task.checkCancellation()
        let filter = try LocatorFilter(
            country: parameters.countryCode, categories: parameters.categories, area: parameters.searchArea,
            near: parameters.preferredSearchLocation, limit: parameters.maxResults == 0 ? 5 : parameters.maxResults)
        return try withEngine { engine in
            try engine.suggest(text, filter).map { SuggestResult(label: $0.label, magicKey: $0.magicKey) }
        }
    }

    /// What is at a place, the nearest first; empty if there is nothing.
    @concurrent
    public func reverseGeocode(
        _ location: MapPoint, _ parameters: ReverseGeocodeParameters
    ) async throws -> [GeocodeResult] {
        try Task.checkCancellation()
        let place = try location.projected(to: .wgs84).position
        let types = Set(parameters.featureTypes.map { $0.lowercased() })
        return try withEngine { engine in
            let candidates = try engine.reverse(
                place, maximumDistance: parameters.maxDistance, types: types, limit: max(1, parameters.maxResults))
            return try candidates.map {
                try LocatorAttributes.result($0, names: ["*"], in: parameters.outputSpatialReference ?? .wgs84)
            }
        }
    }

    private func withEngine<Answer: Sendable>(_ body: (LocatorEngine) throws -> Answer) throws -> Answer {
        try opened.withLock { opened in
            let engine = try opened ?? LocatorEngine(url)
            opened = engine
            return try body(engine)
        }
    }

    private func answer(_ query: GeocodeQuery, _ parameters: GeocodeParameters) throws -> [GeocodeResult] {
        let filter = try LocatorFilter(parameters)
        let target = parameters.outputSpatialReference ?? .wgs84
        return try withEngine { engine in
            try engine.candidates(for: query, filter).map {
                try LocatorAttributes.result($0, names: parameters.resultAttributeNames, in: target)
            }
        }
    }
}

extension LocatorEngine {
    fileprivate func candidates(for query: GeocodeQuery, _ filter: LocatorFilter) throws -> [LocatorCandidate] {
        switch query {
        case .singleLine(let text): return try geocode(text, filter)
        case .fields(let fields): return try geocode(LocatorAttributes.singleLine(fields), filter)
        case .suggestion(let suggestion):
            // A key of another locator, or of an older build, is no key here: the text still is what was meant.
            if let known = try candidate(magicKey: suggestion.magicKey), known.label == suggestion.label { return [known] }
            return try geocode(suggestion.label, filter)
        }
    }
}

extension LocatorFilter {
    init(_ parameters: GeocodeParameters) throws {
        try self.init(
            country: parameters.countryCode, categories: parameters.categories, area: parameters.searchArea,
            near: parameters.preferredSearchLocation, limit: parameters.maxResults == 0 ? 50 : parameters.maxResults)
        minimumScore = max(minimumScore, parameters.minScore)
    }

    init(country: String, categories: [String], area: Envelope?, near: MapPoint?, limit: Int) throws {
        self.init()
        self.country = CountryCodes.twoLetters(country)
        self.categories = Set(categories.map { $0.lowercased() })
        self.area = try area?.projected(to: .wgs84)
        self.near = try near?.projected(to: .wgs84).position
        self.limit = limit
    }
}

extension LocatorTask {
    /// A locator on a file built by ``LocatorBuilder``. The file is opened when first asked.
    ///
    /// ```swift
    /// let locator = LocatorTask(fileURL: URL(filePath: "town.locator"))
    /// let places = try await locator.geocode(forSearchText: "12 Main St")
    /// ```
    public convenience init(fileURL: URL) {
        self.init(backend: LocatorFile(fileURL))
    }
}
