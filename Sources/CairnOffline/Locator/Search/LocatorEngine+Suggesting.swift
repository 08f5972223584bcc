import CairnCore

extension LocatorEngine {
    package struct Suggestion {
        let label: String
        let magicKey: String
    }

    /// Ways to complete a text, the likeliest first.
    package func suggest(_ text: String, _ filter: LocatorFilter) throws -> [Suggestion] {
        try telling { () throws(BlockDamage) in
            var suggestions: [Suggestion] = []
            if let query = SuggestQuery(text) { suggestions = try suggest(query, filter) }
            guard suggestions.isEmpty, let query = SuggestQuery(text, isNumberLast: true) else { return suggestions }
            return try suggest(query, filter)
        }
    }

    private func suggest(_ query: SuggestQuery, _ filter: LocatorFilter) throws(BlockDamage) -> [Suggestion] {
        guard var search = try SuggestSearch(query, filter, self) else { return [] }
        let found = try search.run()
        for isNumbered in query.number == nil ? [false] : [true, false] {
            let suggestions = try suggestions(found, isNumbered ? query.number : nil, filter)
            if !suggestions.isEmpty { return suggestions }
        }
        return []
    }

    private func suggestions(
        _ found: [BestFeatures.Item], _ number: HouseNumber?, _ filter: LocatorFilter
    ) throws(BlockDamage) -> [Suggestion] {
        var (suggestions, labels): ([Suggestion], Set<String>) = ([], [])
        // A place is offered once: by its own name, if that begins so.
        var known = Set(found.map(\.feature))
        for item in found where suggestions.count < filter.limit {
            guard let candidate = try candidate(item.feature, number) else { continue }
            if candidate.alias != nil, !known.insert(candidate.feature).inserted { continue }
            guard try admits(candidate, filter) else { continue }
            let label = try CandidateText(candidate, index).label
            guard labels.insert(label).inserted else { continue }
            suggestions.append(Suggestion(label: label, magicKey: magicKey(item.feature, candidate)))
        }
        return suggestions
    }

    /// A feature, under the name that was found, or a house of it.
    private func candidate(_ number: Int, _ house: HouseNumber?) throws(BlockDamage) -> LocatorCandidate? {
        let feature = try index.features[number]
        var candidate = LocatorCandidate(feature)
        guard let house else { return candidate }
        guard let found = try HouseSearch(index, house).houses(feature).first(where: { $0.fit == .same }) else { return nil }
        (candidate.house, candidate.place) = (found.house, found.place)
        return try resolved(candidate)
    }

    // MARK: - Magic keys

    /// Which file, which feature, and which house of it.
    private func magicKey(_ feature: Int, _ candidate: LocatorCandidate) -> String {
        let label =
            candidate.house.map { $0.label.isEmpty ? "\($0.number)" : String(decoding: $0.label, as: UTF8.self).lowercased() }
            ?? ""
        return "\(index.image.stamp)-\(feature)-\(label)"
    }

    /// What a suggestion of this file stands for; nil if the key is another file's.
    package func candidate(for magicKey: String) throws -> LocatorCandidate? {
        let parts = magicKey.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "\(index.image.stamp)", let feature = Int(parts[1]),
            0..<index.features.count ~= feature
        else { return nil }
        return try telling { () throws(BlockDamage) in
            guard parts[2].isEmpty else { return try candidate(feature, HouseNumber(String(parts[2]))) }
            return try candidate(feature, nil)
        }
    }
}
