import CairnCore
import CairnGeo

extension LocatorEngine {
    /// How many streets of a name are looked at.
    private static let mostStreets = 300
    /// What a street scores that is one of two.
    private static let named = 85.0
    /// What a crossing counts that only houses tell of: they stand away from corners.
    private static let guessed = 0.75

    /// The places where two streets cross, best first, and whether two streets were named at all.
    func intersections(_ text: String, _ filter: LocatorFilter) throws(BlockDamage) -> (
        found: [LocatorCandidate], isNamed: Bool
    ) {
        var (found, isNamed): ([LocatorCandidate], Bool) = ([], false)
        for query in IntersectionQuery.all(text) {
            let first = try streets(query.first, filter, nil)
            let second = first.isEmpty ? [] : try streets(query.second, filter, nil)
            guard let one = first.max(by: { $0.score < $1.score }), let other = second.max(by: { $0.score < $1.score }) else {
                continue
            }
            isNamed = isNamed || min(one.score, other.score) >= Self.named
            try addCrossings(first, second, filter, &found)
            guard found.isEmpty else { continue }
            // There are more of one name than are looked at: those near the other.
            let isFirstRarer = first.count < second.count
            for street in (isFirstRarer ? first : second).prefix(20) where max(first.count, second.count) >= Self.mostStreets {
                let others = try streets(isFirstRarer ? query.second : query.first, filter, street.box)
                try addCrossings(isFirstRarer ? [street] : others, isFirstRarer ? others : [street], filter, &found)
            }
        }
        return (found, isNamed)
    }

    private struct Street {
        let feature: FeatureView
        let box: GeoBox
        let score: Double
    }

    /// The streets that a text names.
    private func streets(_ text: String, _ filter: LocatorFilter, _ box: GeoBox?) throws(BlockDamage) -> [Street] {
        let query = AddressQuery(text)
        if query.words.isEmpty { return [] }
        var wide = filter
        (wide.limit, wide.minimumScore, wide.categories, wide.isOfStreets) = (Self.mostStreets, 60, [], true)
        wide.area = box.map { LocatorArea(around: $0, 10_000) } ?? filter.area
        var search = try LocatorSearch(query, wide, self, isReaching: true)
        var streets: [Street] = []
        for candidate in try search.run(isDeep: false) where candidate.house == nil {
            let feature = try index.features[candidate.feature]
            streets.append(Street(feature: feature, box: feature.box, score: candidate.score))
        }
        let best = streets.first?.score ?? 0
        return streets.filter { $0.score >= best - 15 }.sorted { $0.box.xMin < $1.box.xMin }
    }

    private func addCrossings(
        _ first: [Street], _ second: [Street], _ filter: LocatorFilter, _ found: inout [LocatorCandidate]
    ) throws(BlockDamage) {
        for one in first {
            for other in second where one.feature.index != other.feature.index && one.box.isNear(other.box) {
                let areLines = !one.feature.ranges.isEmpty && !other.feature.ranges.isEmpty
                for crossing in try StreetSegments.crossings(one.feature, other.feature, index) {
                    var candidate = LocatorCandidate(
                        one.feature, score: min(one.score, other.score) * (areLines ? 1 : Self.guessed))
                    candidate.crossing = LocatorCandidate.Crossing(feature: other.feature.index)
                    candidate.place = crossing.place
                    if try admits(candidate, filter) { found.append(candidate) }
                }
                if found.count > 400 { return }
            }
        }
    }
}
