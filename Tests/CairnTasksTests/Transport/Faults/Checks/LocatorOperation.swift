import CairnCore
import CairnGeo
import CairnTasks

/// What a locator does, each with one question.
enum LocatorOperation: String, CaseIterable, Sendable {
    case load, line, fields, suggestion, batch, suggest, reverse

    /// What came of it.
    enum Finding: Sendable, Equatable {
        case info(LocatorInfo?)
        case results([GeocodeResult])
        case matches([GeocodeMatch])
        case suggestions([SuggestResult])
    }

    @concurrent
    func ask(_ locator: LocatorTask) async throws -> Finding {
        var all = GeocodeParameters()
        all.resultAttributeNames = ["*"]
        switch self {
        case .load:
            try await locator.load()
            return .info(locator.info)
        case .line: return .results(try await locator.geocode(forSearchText: "Ring 1", using: all))
        case .fields: return .results(try await locator.geocode(forSearchValues: ["Street": "Ring 1"], using: all))
        case .suggestion:
            return .results(try await locator.geocode(forSuggestResult: SuggestResult(label: "Ring", magicKey: "b"), using: all))
        case .batch:
            // As many as the service takes at once, so that it is asked once.
            let records = (0..<3).map { GeocodeRecord(id: $0, query: .singleLine("Ring \($0)")) }
            return .matches(try await locator.geocodeAddresses(records, using: all))
        case .suggest: return .suggestions(try await locator.suggest(forSearchText: "Ri"))
        case .reverse: return .results(try await locator.reverseGeocode(forLocation: MapPoint(latitude: 48.5, longitude: 11.25)))
        }
    }
}
