import CairnGeo

extension LocatorEngine {
    /// Streets this near to each other are taken to cross; houses stand away from corners, lines do not.
    private static let tolerances = (lines: 20.0, houses: 150.0)

    /// The places where two streets cross, best first.
    func intersections(_ query: IntersectionQuery, _ filter: LocatorFilter) throws -> [LocatorCandidate] {
        var wide = LocatorFilter()
        wide.limit = 20
        let firsts = try geocodeStreets(query.first, wide)
        let seconds = try geocodeStreets(query.second, wide)
        var found: [LocatorCandidate] = []
        var shapes: [Int: StreetShape] = [:]
        for first in firsts {
            for second in seconds where first.feature.id != second.feature.id {
                guard first.feature.box.isNear(second.feature.box) else { continue }
                let (a, b) = (try shape(of: first, &shapes), try shape(of: second, &shapes))
                guard let crossing = a.crossing(with: b) else { continue }
                let hasLines = !a.lines.isEmpty && !b.lines.isEmpty
                guard crossing.distance <= (hasLines ? Self.tolerances.lines : Self.tolerances.houses) else { continue }
                var candidate = LocatorCandidate(feature: first.feature, house: nil, score: min(first.score, second.score))
                candidate.crossing = LocatorCandidate.Crossing(name: second.feature.name, place: crossing.place)
                if candidate.score >= filter.minimumScore, filter.admits(candidate) { found.append(candidate) }
            }
        }
        found.sort { ($1.score, $0.feature.id) < ($0.score, $1.feature.id) }
        return Array(found.prefix(filter.limit))
    }

    private func geocodeStreets(_ text: String, _ filter: LocatorFilter) throws -> [LocatorCandidate] {
        try search(text, filter).filter { $0.feature.kind == .street && $0.house == nil && $0.score >= 60 }
    }

    private func shape(of candidate: LocatorCandidate, _ known: inout [Int: StreetShape]) throws -> StreetShape {
        let id = candidate.feature.id
        if let shape = known[id] { return shape }
        let shape = try statements.shape(street: id)
        known[id] = shape
        return shape
    }
}

extension PackedRTree.Box {
    /// Whether two boxes are within about 150 m.
    fileprivate func isNear(_ other: PackedRTree.Box) -> Bool {
        let margin: Int32 = 20_000
        let wide = PackedRTree.Box(
            xMin: xMin.subtractingReportingOverflow(margin).partialValue, yMin: yMin - margin,
            xMax: xMax.addingReportingOverflow(margin).partialValue, yMax: yMax + margin)
        return wide.intersects(other)
    }
}
