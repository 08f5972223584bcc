import CairnCore
public import CairnGeo
public import CairnTasks
public import Foundation

/// A locator file as the backend of a ``LocatorTask``.
///
/// Its work blocks, so it has a queue of its own. See `LocatorTask(fileURL:)`.
public actor LocatorFile: LocatorBackend {
    private let executor = QueueExecutor("cairn.locator-file")
    /// The file's own serial queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The file.
    public nonisolated let url: URL
    private var openEngine: LocatorEngine?

    /// A file that is opened when first asked.
    public init(_ url: URL) {
        self.url = url
    }

    public func loadInfo() async throws -> LocatorInfo {
        let engine = try engine()
        return LocatorInfo(
            name: engine.name, description: "Cairn locator", version: "\(LocatorSchema.version)",
            addressFields: LocatorAttributes.addressFields, resultFields: LocatorAttributes.fields)
    }

    public func geocode(_ query: GeocodeQuery, _ parameters: GeocodeParameters) async throws -> [GeocodeResult] {
        try Task.checkCancellation()
        return try answer(query, parameters)
    }

    public func geocode(
        _ records: [GeocodeRecord], _ parameters: GeocodeParameters
    ) async throws -> [GeocodeMatch] {
        var parameters = parameters
        parameters.maxResults = 2
        return try records.map { record in
            try Task.checkCancellation()
            let results = try answer(record.query, parameters).filter { $0.score >= max(parameters.minScore, 60) }
            let isTied = results.count > 1 && results[0].score == results[1].score && results[0].label != results[1].label
            return GeocodeMatch(
                id: record.id, status: results.isEmpty ? .unmatched : isTied ? .tied : .matched, result: results.first)
        }
    }

    public func suggest(_ text: String, _ parameters: SuggestParameters) async throws -> [SuggestResult] {
        try Task.checkCancellation()
        let filter = try LocatorFilter(
            country: parameters.countryCode, categories: parameters.categories, area: parameters.searchArea,
            near: parameters.preferredSearchLocation, limit: parameters.maxResults == 0 ? 5 : parameters.maxResults)
        return try engine().suggest(text, filter).map { SuggestResult(label: $0.label, magicKey: $0.magicKey) }
    }

    public func reverseGeocode(
        _ location: Point, _ parameters: ReverseGeocodeParameters
    ) async throws -> [GeocodeResult] {
        try Task.checkCancellation()
        let place = try location.projected(to: .wgs84).position
        let candidates = try engine().reverse(
            place, maximumDistance: parameters.maxDistance, types: Set(parameters.featureTypes.map { $0.lowercased() }),
            limit: max(1, parameters.maxResults))
        return try candidates.map {
            try LocatorAttributes.result($0, names: ["*"], in: parameters.outputSpatialReference ?? .wgs84)
        }
    }

    private func engine() throws -> LocatorEngine {
        if let openEngine { return openEngine }
        let engine = try LocatorEngine(url)
        openEngine = engine
        return engine
    }

    private func answer(_ query: GeocodeQuery, _ parameters: GeocodeParameters) throws -> [GeocodeResult] {
        let engine = try engine()
        let candidates: [LocatorCandidate]
        switch query {
        case .singleLine(let text): candidates = try engine.geocode(text, LocatorFilter(parameters))
        case .fields(let fields):
            candidates = try engine.geocode(LocatorAttributes.singleLine(fields), LocatorFilter(parameters))
        case .suggestion(let suggestion):
            // A key of another locator, or of an older build, is no key here: the text still is what was meant.
            let known = try engine.candidate(magicKey: suggestion.magicKey)
            let isSame = known?.label == suggestion.label
            candidates = isSame ? [known!] : try engine.geocode(suggestion.label, LocatorFilter(parameters))
        }
        let target = parameters.outputSpatialReference ?? .wgs84
        return try candidates.map { try LocatorAttributes.result($0, names: parameters.resultAttributeNames, in: target) }
    }
}

extension LocatorFilter {
    init(_ parameters: GeocodeParameters) throws {
        try self.init(
            country: parameters.countryCode, categories: parameters.categories, area: parameters.searchArea,
            near: parameters.preferredSearchLocation, limit: parameters.maxResults == 0 ? 50 : parameters.maxResults)
        minimumScore = max(minimumScore, parameters.minScore)
    }

    init(country: String, categories: [String], area: Envelope?, near: Point?, limit: Int) throws {
        self.init(
            country: CountryCodes.twoLetters(country), categories: Set(categories.map { $0.lowercased() }),
            area: try area?.projected(to: .wgs84), near: try near?.projected(to: .wgs84).position, limit: limit)
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
