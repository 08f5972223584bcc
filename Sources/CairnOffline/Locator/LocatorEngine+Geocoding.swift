import CairnCore
import CairnGeo
import CairnTasks

/// What limits and orders the answers.
package struct LocatorFilter {
    var country = ""
    var categories: Set<String> = []
    var area: Envelope?
    var near: Position?
    var minimumScore = 40.0
    package var limit = 50

    package init() {}

    func admits(_ candidate: LocatorCandidate) -> Bool {
        let feature = candidate.feature
        if let area, !area.contains(candidate.place) { return false }
        if !country.isEmpty, feature.country != country { return false }
        if categories.isEmpty { return true }
        return !categories.isDisjoint(with: [feature.category.lowercased(), candidate.addressType.lowercased()])
    }
}

extension LocatorEngine {
    /// The candidates for a line of text, best first.
    package func geocode(_ text: String, _ filter: LocatorFilter) throws -> [LocatorCandidate] {
        if let crossing = IntersectionQuery(text) {
            let found = try intersections(crossing, filter)
            if !found.isEmpty { return found }
        }
        return try search(text, filter)
    }

    /// The candidates for a text that is no intersection.
    func search(_ text: String, _ filter: LocatorFilter) throws -> [LocatorCandidate] {
        let query = LocatorQuery(text)
        if query.words.isEmpty { return [] }
        var search = LocatorSearch(query, filter, statements)
        try search.run()
        return search.ranked()
    }

    /// The candidate that a suggestion stood for.
    func candidate(magicKey: String) throws -> LocatorCandidate? {
        let parts = magicKey.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].first == "c", let id = Int(parts[0].dropFirst()),
            let feature = try statements.feature(id)
        else { return nil }
        let house = try HouseNumber(String(parts[1])).flatMap { try houses($0, of: feature).first }
        return LocatorCandidate(feature: feature, house: house?.house, score: 100)
    }

    func houses(
        _ number: HouseNumber, of street: LocatorFeature
    ) throws -> [(house: LocatorCandidate.House, similarity: Double)] {
        try LocatorSearch.houses(number, of: street, statements)
    }
}
