import Testing

@testable import CairnOffline

/// Streets of a name that hundreds have: the one that lies where the query says is found among them, whatever else it lacks.
@Suite(.timeLimit(.minutes(10)))
struct NamesakeTests {
    private static let shared = Result {
        var rows = "number,street,city,state,country,postcode,lon,lat\n"
        for town in 0..<450 {
            let (lon, lat) = (-100 + Double(town % 25) * 0.8, 30 + Double(town / 25) * 0.7)
            rows += "1528,Sunset Boulevard,Town \(town),CO,US,\(90_000 + town),\(lon),\(lat)\n"
            rows += "1119,Cedar Lane,Town \(town),CO,US,\(90_000 + town),\(lon),\(lat)\n"
        }
        rows += "1528,South Sunset Boulevard,Palisade,CO,US,81526,-108.35,39.11\n"
        rows += "1119,North Cedar Lane,Washington,KS,US,66968,-97.05,39.81\n"
        var places = "name,admin1,country,population,lon,lat\nPalisade,Colorado,US,2700,-108.35,39.11\n"
        for state in ["Kansas", "Iowa", "Utah", "Ohio", "Maine", "Texas", "Illinois", "Indiana", "Georgia", "Missouri"] {
            places +=
                "Washington,\(state),US,1100,\(state == "Kansas" ? "-97.05,39.81" : "-80.\(state.utf8.count),35.\(state.utf8.first ?? 0)")\n"
        }
        return try BuiltLocator(rows, places)
    }

    private let engine: LocatorEngine

    init() throws { engine = try LocatorEngine(Self.shared.get().url) }

    @Test(arguments: [
        ("1528 Sunset Blvd, Palisade, CO", 93, "South Sunset Boulevard"),
        ("1528 sunset blvd palisade co", 93, "South Sunset Boulevard"),
        ("1528 Sunset Blvd S, Palisade, CO", 100, "South Sunset Boulevard"),
        ("1528 Sunset Blvd, 81526", 93, "South Sunset Boulevard"),
        ("1528 Sunset Blvd, Palisade", 93, "South Sunset Boulevard"),
        ("1528 Sunset Boulevard, Town 449", 100, "Sunset Boulevard"),
        ("1119 Cedear Ln, Washington, KS", 80, "North Cedar Lane"), ("1119 Cedar Ln, Washington, KS", 93, "North Cedar Lane"),
    ])
    func `a street without its direction is found among hundreds that have the whole name elsewhere`(
        text: String, score: Double, street: String
    ) throws {
        let best = try #require(try engine.geocode(text, LocatorFilter()).candidates.first)
        #expect(try CandidateText(best, engine.index).name == street)
        #expect(best.score >= score && best.house != nil, "\(best.score)")
    }
}
