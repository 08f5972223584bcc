import CairnCore
public import CairnGeo
public import CairnTasks
public import Foundation
import Synchronization

/// A locator file as the backend of a `LocatorTask`.
///
/// A file is mapped into memory, and its blocks are checked when they are first read: opening takes no longer for a large one. A query is
/// answered where it is asked, by as many tasks at once as there are. A file in use is replaced by renaming another one to it, as
/// ``LocatorBuilder`` does: one that is written into is told as ``LocatorError/changed(path:)``, or opened anew. See `LocatorTask(fileURL:)`.
public final class LocatorFile: LocatorBackend {
    /// The file.
    public let url: URL
    private let opened = Mutex<LocatorEngine?>(nil)

    /// A file that is opened when first asked.
    public init(_ url: URL) {
        self.url = url
    }

    /// The file, by its place.
    public var source: LocatorSource? { .file(url) }

    /// Reads what the locator can do.
    @concurrent
    public func loadInfo() async throws -> LocatorInfo {
        return LocatorInfo(
            name: try engine().name, description: "Cairn locator", version: "\(LocatorFormat.version)",
            addressFields: LocatorAttributes.addressFields, resultFields: LocatorAttributes.fields, suggestedBatchSize: 1000)
    }

    /// The best answers first.
    @concurrent
    public func geocode(_ query: GeocodeQuery, _ parameters: GeocodeParameters) async throws -> [GeocodeResult] {
        try Task.checkCancellation()
        return try answer(query, parameters)
    }

    /// An answer to each record, by all processors.
    ///
    /// What scores below 60 is taken for no answer where nobody can choose. Several that fit equally are a tie.
    @concurrent
    public func geocode(
        _ records: [GeocodeRecord], _ parameters: GeocodeParameters
    ) async throws -> [GeocodeMatch] {
        var parameters = parameters
        parameters.maxResults = 2
        parameters.minScore = max(parameters.minScore, 60)
        let parts = stride(from: 0, to: records.count, by: Self.share).map { records[$0..<min($0 + Self.share, records.count)] }
        let answered = try await parts.concurrentMap(atMost: ProcessInfo.processInfo.activeProcessorCount) { [parameters] in
            try await self.matches($0, parameters)
        }
        return answered.flatMap(\.self)
    }

    /// So many records are answered by one task, one after the other.
    private static let share = 50

    private func matches(_ records: ArraySlice<GeocodeRecord>, _ parameters: GeocodeParameters) async throws -> [GeocodeMatch] {
        var matches: [GeocodeMatch] = []
        for record in records {
            try Task.checkCancellation()
            // A table takes seconds, and others want a single answer.
            await Task.yield()
            let results = try answer(record.query, parameters)
            let isTied = results.count > 1 && results[0].score == results[1].score && results[0].label != results[1].label
            matches.append(
                GeocodeMatch(
                    id: record.id, status: results.isEmpty ? .unmatched : isTied ? .tied : .matched, result: results.first))
        }
        return matches
    }

    /// Ways to complete a text, five if nothing else is asked for.
    @concurrent
    public func suggest(_ text: String, _ parameters: SuggestParameters) async throws -> [SuggestResult] {
        try Task.checkCancellation()
        return try engine().suggest(text, try LocatorFilter(parameters)).map {
            SuggestResult(label: $0.label, magicKey: $0.magicKey)
        }
    }

    /// What is at a place, the nearest first; empty if there is nothing within the greatest distance: 500 m for addresses and points of
    /// interest and 50 km for settlements, if the parameters do not say.
    ///
    /// Settlements that only addresses name, and post codes, are answered only if `featureTypes` asks for them.
    @concurrent
    public func reverseGeocode(
        _ location: MapPoint, _ parameters: ReverseGeocodeParameters
    ) async throws -> [GeocodeResult] {
        try Task.checkCancellation()
        let place = try location.projected(to: .wgs84).position
        let target = parameters.outputSpatialReference ?? .wgs84
        let engine = try engine()
        return try engine.reverse(
            place, maximumDistance: parameters.maxDistance, types: parameters.featureTypes, limit: parameters.maxResults
        ).map { try LocatorAttributes.result($0, names: ["*"], in: target, engine) }
    }

    /// The open file, which all share from the first question on; opened anew if somebody has written into it.
    func engine() throws -> LocatorEngine {
        let known = opened.withLock { $0 }
        if let known, known.isUnchanged { return known }
        let engine = try LocatorEngine(url)
        // Of those who come together one opens it for all. What was open before is let go by who had it last, not under the lock.
        return opened.withLock { opened in
            if let other = opened, other !== known { return other }
            opened = engine
            return engine
        }
    }

    private func answer(_ query: GeocodeQuery, _ parameters: GeocodeParameters) throws -> [GeocodeResult] {
        let target = parameters.outputSpatialReference ?? .wgs84
        let engine = try engine()
        func result(_ candidate: LocatorCandidate, _ unit: String) throws -> GeocodeResult {
            try LocatorAttributes.result(candidate, names: parameters.resultAttributeNames, unit: unit, in: target, engine)
        }
        if case .suggestion(let suggestion) = query, let candidate = try engine.candidate(for: suggestion.magicKey) {
            return [try result(candidate, "")]
        }
        let text = LocatorAttributes.singleLine(query)
        let found = try engine.geocode(text, try LocatorFilter(parameters))
        return try found.candidates.map { try result($0, found.unit) }
    }
}

extension LocatorFilter {
    init(_ parameters: GeocodeParameters) throws {
        try self.init(
            countries: parameters.countryCode, categories: parameters.categories, area: parameters.searchArea,
            near: parameters.preferredSearchLocation, limit: parameters.maxResults == 0 ? 50 : parameters.maxResults)
        minimumScore = max(minimumScore, parameters.minScore)
    }

    init(_ parameters: SuggestParameters) throws {
        try self.init(
            countries: parameters.countryCode, categories: parameters.categories, area: parameters.searchArea,
            near: parameters.preferredSearchLocation, limit: parameters.maxResults == 0 ? 5 : parameters.maxResults)
    }

    private init(countries: String, categories: [String], area: Envelope?, near: MapPoint?, limit: Int) throws {
        self.init()
        self.countries = CountryNames.codes(in: countries)
        self.categories = Set(categories.map(CategoryNames.key))
        self.area = try area.map { LocatorArea(try $0.projected(to: .wgs84)) }
        self.near = try near?.projected(to: .wgs84).position
        self.limit = max(0, limit)
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
