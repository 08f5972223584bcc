/// How well a feature explains the words of a query, 0…100.
///
/// Every word of the query carries a weight by what it turned out to be: 3 for a word of the name and for the house number,
/// 2 for settlement and post code, 1 for state, county and for words that say little ("St", "N"), ½ for the country. A word that is
/// one letter off counts 0.85 of its weight, two letters off 0.7; a word that nothing explains counts nothing, at weight 3 (2
/// for a number). The score is the share of the weight that is explained, times 100, less up to 30 % for words of the
/// feature's own name that the query does not have.
struct CandidateScore {
    private enum Role { case name, city, region, country, number, none }

    private let query: LocatorQuery
    private let feature: LocatorFeature
    private let guesses: [Int: [String]]
    private var roles: [(role: Role, similarity: Double)]
    private var usedName: [Bool]
    private let nameWords: [Substring]

    /// The words that nothing explains and that could be the house number, in their order.
    private(set) var numberWords: [Int] = []

    init(_ query: LocatorQuery, _ feature: LocatorFeature, guesses: [Int: [String]]) {
        self.guesses = guesses
        self.query = query
        self.feature = feature
        nameWords = feature.key.split(separator: " ")
        usedName = Array(repeating: false, count: nameWords.count)
        roles = Array(repeating: (.none, 0), count: query.words.count)
        matchName()
        matchContext()
        numberWords = query.words.indices.filter { index in
            query.words[index].number != nil && (roles[index].role == .none || roles[index].role == .city)
        }
    }

    /// Whether a word of the name that says something was matched.
    var matchesName: Bool {
        let isMajor = nameWords.map { !StreetAbbreviations.isMinor(String($0)) }
        let majorsMatched = zip(isMajor, usedName).contains { $0 && $1 }
        return majorsMatched || (!isMajor.contains(true) && usedName.contains(true))
    }

    /// Takes a word as the house number.
    mutating func setNumber(_ word: Int, similarity: Double) {
        roles[word] = (.number, similarity)
    }

    var value: Double {
        var (explained, total) = (0.0, 0.0)
        for (index, word) in query.words.enumerated() {
            let weight = weight(of: word, as: roles[index].role)
            total += weight
            explained += weight * roles[index].similarity
        }
        guard total > 0 else { return 0 }
        return 100 * explained / total * (0.7 + 0.3 * coverage)
    }

    private func weight(of word: LocatorQuery.Word, as role: Role) -> Double {
        switch role {
        case .name: word.isMinor ? 1 : 3
        case .number: 3
        case .city: 2
        case .region: 1
        case .country: 0.5
        // What is not known of a feature cannot contradict the query.
        case .none: (word.isMinor ? 1 : word.number != nil ? 2 : 3) * (feature.city.isEmpty ? 0.5 : 1)
        }
    }

    /// The share of the feature's name that the query has.
    private var coverage: Double {
        var (matched, total) = (0.0, 0.0)
        for (word, isUsed) in zip(nameWords, usedName) {
            let weight = StreetAbbreviations.isMinor(String(word)) ? 1.0 : 3.0
            total += weight
            if isUsed { matched += weight }
        }
        return total == 0 ? 1 : matched / total
    }

    private mutating func matchName() {
        for index in query.words.indices {
            if let place = nameWords.indices.first(where: { !usedName[$0] && nameWords[$0] == query.words[index].text }) {
                usedName[place] = true
                roles[index] = (.name, 1)
            }
        }
    }

    private mutating func matchContext() {
        guard roles.contains(where: { $0.role == .none }) else { return }
        let postals = feature.postal.isEmpty ? [] : TextNormalizer.words(feature.postal)
        let city = TextNormalizer.tokens(feature.place + " " + feature.city)
        let regions = TextNormalizer.tokens(feature.region + " " + feature.subregion)
        let country = feature.country.lowercased()
        for (index, word) in query.words.enumerated() where roles[index].role == .none {
            if city.contains(word.text) || postals.contains(word.text) {
                roles[index] = (.city, 1)
            } else if regions.contains(word.text) {
                roles[index] = (.region, 1)
            } else if word.text == country {
                roles[index] = (.country, 1)
            }
        }
        matchRegionNames(regions, country)
        matchMisspelt(city + regions)
    }

    private mutating func matchRegionNames(_ regions: [String], _ country: String) {
        let spelt = [feature.region, feature.subregion].reduce(into: Set<String>()) { codes, name in
            codes.formUnion(RegionNames.codes[TextNormalizer.key(name)] ?? [])
        }
        for name in query.regionNames where name.words.contains(where: { roles[$0].role == .none }) {
            let isRegion = regions.contains { name.codes.contains($0) } || !spelt.isDisjoint(with: name.codes)
            guard isRegion || name.codes.contains(country) else { continue }
            for index in name.words where roles[index].role == .none {
                roles[index] = (isRegion ? .region : .country, 1)
            }
        }
    }

    private mutating func matchMisspelt(_ context: [String]) {
        for (index, word) in query.words.enumerated() where roles[index].role == .none && word.number == nil {
            let open = nameWords.indices.filter { !usedName[$0] }
            let guessed = open.first { place in guesses[index, default: []].contains { $0 == nameWords[place] } }
            if let guessed {
                usedName[guessed] = true
                roles[index] = (.name, 0.85)
            } else if let (place, similarity) = closest(word, to: open.map { nameWords[$0] }) {
                usedName[open[place]] = true
                roles[index] = (.name, similarity)
            } else if let (_, similarity) = closest(word, to: context.map { $0[...] }) {
                roles[index] = (.city, similarity)
            }
        }
    }

    private func closest(
        _ word: LocatorQuery.Word, to candidates: [Substring]
    ) -> (index: Int, similarity: Double)? {
        var best: (index: Int, distance: Int)?
        for (index, candidate) in candidates.enumerated() where candidate.utf8.count >= 3 {
            guard let distance = EditDistance.misspelling(word.bytes, Array(candidate.utf8)) else { continue }
            if distance < best?.distance ?? .max { best = (index, distance) }
        }
        return best.map { ($0.index, 1 - 0.15 * Double($0.distance)) }
    }
}
