import CairnGeo

extension LocatorEngine {
    package struct Suggestion {
        let label: String
        let magicKey: String
    }

    /// Ways to complete a text, the likeliest first.
    package func suggest(_ text: String, _ filter: LocatorFilter) throws -> [Suggestion] {
        var words = TextNormalizer.words(text)
        var number: HouseNumber?
        if words.count > 1, let first = HouseNumber(words[0]) {
            number = first
            words.removeFirst()
        }
        guard let last = words.last else { return [] }
        let canonical = words.map(StreetAbbreviations.canonical)
        let isComplete = text.last.map { $0.isWhitespace || $0 == "," } ?? false
        var features = try byName(canonical, typed: last, isComplete: isComplete)
        let named = features.count
        if features.count < filter.limit, words.count > 1 || last.utf8.count >= 3 {
            features += try byWords(canonical, typed: last, isComplete: isComplete)
        }
        return try suggestions(features, named: named, key: canonical.joined(separator: " "), number, filter)
    }

    /// How many features are looked at for one suggestion.
    private static let featureLimit = 80

    private func byName(
        _ words: [String], typed last: String, isComplete: Bool
    ) throws -> [LocatorFeature] {
        let stem = words.dropLast().map { $0 + " " }.joined()
        var endings: [String] = [words[words.count - 1]]
        if isComplete {
            endings = [endings[0] + " "]
        } else {
            endings += [last] + StreetAbbreviations.completions(of: last).sorted()
        }
        var found: [LocatorFeature] = isComplete ? try statements.features(key: stem + words[words.count - 1], limit: 20) : []
        var seen: Set<String> = []
        for ending in endings where seen.insert(ending).inserted {
            found += try statements.features(keyPrefix: stem + ending, limit: Self.featureLimit)
        }
        return found
    }

    private func byWords(_ words: [String], typed last: String, isComplete: Bool) throws -> [LocatorFeature] {
        var terms = words.dropLast().filter { !$0.contains("-") }.map { "\"\($0)\"" }
        // One or two letters begin a third of all words: looking them all up takes milliseconds and helps nobody.
        if isComplete {
            terms.append("\"\(words[words.count - 1])\"")
        } else if last.utf8.count >= 3, !last.contains("-") {
            terms.append("\"\(last)\" *")
        }
        guard !terms.isEmpty else { return [] }
        return try statements.search(terms.joined(separator: " AND "), limit: 20).compactMap(statements.feature)
    }

    private func suggestions(
        _ features: [LocatorFeature], named: Int, key: String, _ number: HouseNumber?, _ filter: LocatorFilter
    ) throws -> [Suggestion] {
        // 0: the whole name was typed; 1: its beginning; 2: something of its context.
        var ranked: [(candidate: LocatorCandidate, tier: Int, distance: Double)] = []
        var seen: Set<Int> = []
        for (index, feature) in features.enumerated() where seen.insert(feature.id).inserted {
            var candidate = LocatorCandidate(feature: feature, house: nil, score: 100)
            if let number {
                guard feature.kind == .street, let house = try houses(number, of: feature).first else { continue }
                candidate.house = house.house
            }
            guard filter.admits(candidate) else { continue }
            let distance = filter.near.map { Geodesic.distance(from: $0, to: candidate.place) } ?? 0
            ranked.append((candidate, feature.key == key ? 0 : index < named ? 1 : 2, distance))
        }
        ranked.sort { a, b in
            if a.tier != b.tier { return a.tier < b.tier }
            if a.distance != b.distance { return a.distance < b.distance }
            let lengths = (a.candidate.feature.key.utf8.count, b.candidate.feature.key.utf8.count)
            return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : a.candidate.feature.id < b.candidate.feature.id
        }
        return distinct(ranked.lazy.map(\.candidate), limit: filter.limit)
    }

    private func distinct(_ candidates: some Sequence<LocatorCandidate>, limit: Int) -> [Suggestion] {
        var labels: Set<String> = []
        var suggestions: [Suggestion] = []
        for candidate in candidates where labels.insert(candidate.label).inserted {
            let key = "c\(candidate.feature.id):\(candidate.house?.label.lowercased() ?? "-")"
            suggestions.append(Suggestion(label: candidate.label, magicKey: key))
            if suggestions.count == limit { break }
        }
        return suggestions
    }
}
