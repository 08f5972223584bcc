import Testing

@testable import CairnOffline

/// "NY" is the city of New York, and the state in which Fairport is.
@Suite(.timeLimit(.minutes(10)))
struct SettlementBeforeStateTests {
    private static let shared = Result {
        try BuiltLocator(
            """
            number,street,city,country,postcode,lon,lat
            75,Christopher Street,,US,10014,-74.0031,40.7336
            219,West 13th Street,,US,10011,-74.0011,40.7384
            118,Christopher Street,New York City,US,10014,-74.0054,40.733
            12,Mercer Street,,US,,-77.44,43.1

            """,
            """
            name,alternate_names,admin1,country,population,lon,lat
            New York City,New York|NY|NYC,New York,US,8804190,-74.006,40.7143
            Fairport,,New York,US,5400,-77.4419,43.0987
            Buffalo,,New York,US,278000,-78.8784,42.8865
            New Paltz,,New York,US,7000,-74.0868,41.7476
            Greenwich Village,,New York,US,22000,-74.0027,40.7336
            Fairport,,Ohio,US,3000,-81.2737,41.75

            """)
    }

    private let engine: LocatorEngine

    init() throws { engine = try LocatorEngine(Self.shared.get().url) }

    private func best(_ text: String) throws -> LocatorCandidate? { try engine.geocode(text, LocatorFilter()).candidates.first }

    @Test(arguments: [
        "75 Christopher Street, Fairport, NY", "75 Christopher Street, Fairport, New York", "75 Christopher Street, Fairport NY",
        "75 Christopher Street, Fairport, NY 14450", "75 Christopher Street, Buffalo, N.Y.",
        "219 West 13th Street, New Paltz, NY",
        "219 West 13th Street, New Paltz", "118 Christopher Street, New Paltz, NY",
    ])
    func `a house in the city is no answer for a settlement elsewhere in the state`(text: String) throws {
        let best = try #require(try best(text))
        #expect(best.score < 60 && best.kind == .place, "\(best.score)")
    }

    @Test(arguments: [
        "75 Christopher Street, New York, NY", "75 Christopher Street, NY", "75 Christopher Street, New York",
        "219 W 13th St, NYC",
        "118 Christopher Street, New York City, NY", "118 Christopher St, New York, New York",
    ])
    func `a house in the city is one, however the city is called`(text: String) throws {
        let best = try #require(try best(text))
        #expect(best.score >= 97 && best.house != nil, "\(best.score)")
    }

    @Test(arguments: [
        "75 Christopher Street, Greenwich Village, NY", "12 Mercer St, Fairport, NY", "12 Mercer Street, Fairport, New York",
    ])
    func `a house near the settlement is found as before`(text: String) throws {
        let best = try #require(try best(text))
        #expect(best.score >= 80 && best.house != nil, "\(best.score)")
    }
}
