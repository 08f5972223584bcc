import CairnGeo

/// One search: from the cheapest way of finding features to the widest, until one fits.
///
/// 1. Features whose whole name stands in the query: an index look-up.
/// 2. Features that have all words of the query, then all that say something.
/// 3. The same with misspelt words replaced by the words of the locator they may stand for.
/// 4. Features that have all words but one.
struct LocatorSearch {
    private let query: LocatorQuery
    private let filter: LocatorFilter
    private let statements: LocatorStatements
    private var seen: Set<Int> = []
    private var candidates: [LocatorCandidate] = []
    private var best = 0.0
    /// Words that are misspellings of "Street", "West" and their like, with what those are indexed as.
    private var guesses: [Int: [String]] = [:]

    /// How many features one step looks at.
    private static let featureLimit = 300

    init(_ query: LocatorQuery, _ filter: LocatorFilter, _ statements: LocatorStatements) {
        self.query = query
        self.filter = filter
        self.statements = statements
    }

    mutating func run() throws {
        try lookUpNames()
        if best < 99 { try lookUpWords() }
        if best < 90 { try lookUpMisspelt() }
        if best < 75 { try lookUpAllButOne() }
    }

    func ranked() -> [LocatorCandidate] {
        var ranked = distinct().filter { $0.score >= filter.minimumScore && filter.admits($0) }
        if let near = filter.near {
            for index in ranked.indices { ranked[index].distance = Geodesic.distance(from: near, to: ranked[index].place) }
        }
        ranked.sort { a, b in
            if a.score != b.score { return a.score > b.score }
            if a.rank != b.rank { return a.rank < b.rank }
            if let nearer = a.distance, let farther = b.distance, nearer != farther { return nearer < farther }
            return a.feature.id < b.feature.id
        }
        return Array(ranked.prefix(filter.limit))
    }

    /// One candidate for each place of a feature, at its best score.
    private func distinct() -> [LocatorCandidate] {
        var places: [LocatorCandidate.Identity: Int] = [:]
        var kept: [LocatorCandidate] = []
        for candidate in candidates {
            if let index = places[candidate.identity] {
                if candidate.score > kept[index].score { kept[index] = candidate }
            } else {
                places[candidate.identity] = kept.count
                kept.append(candidate)
            }
        }
        return kept
    }

    // MARK: - The four steps

    private mutating func lookUpNames() throws {
        let house = query.words.firstIndex { $0.number != nil }
        let words = query.words.indices.filter { $0 != house || query.words.count == 1 }.prefix(8)
        for length in stride(from: words.count, to: 0, by: -1) {
            for start in 0...(words.count - length) {
                // A word that says little is no name by itself, and the whole query may be one with its number.
                let window = words[start..<start + length].map { query.words[$0] }
                if window.allSatisfy(\.isMinor), length == 1, words.count > 1 { continue }
                let key = window.map(\.text).joined(separator: " ")
                for feature in try statements.features(key: key, limit: Self.featureLimit) { try consider(feature) }
                if best >= 99 { return }
            }
        }
        if house != nil {
            let key = query.words.map(\.text).joined(separator: " ")
            for feature in try statements.features(key: key, limit: Self.featureLimit) { try consider(feature) }
        }
    }

    private mutating func lookUpWords() throws {
        let house = query.words.firstIndex { $0.number != nil }
        let all = query.words.indices.filter { $0 != house }
        try search(terms(all, withRegions: true))
        if best >= 99 { return }
        let majors = all.filter { !query.words[$0].isMinor && query.words[$0].number == nil }
        try search(terms(majors, withRegions: true))
        if best < 90 { try search(terms(majors, withRegions: false)) }
    }

    private mutating func lookUpMisspelt() throws {
        let all = query.words.indices.filter { query.words[$0].number == nil }
        let words = all.filter { !query.words[$0].isMinor }
        let unknown = try all.filter { try statements.count(of: query.words[$0].text) == 0 }
        // What was judged before is judged again: now misspelt words count.
        seen = []
        for attempt in unknown.isEmpty ? [] : [all, words] {
            var terms: [[String]] = []
            for word in attempt { terms.append(unknown.contains(word) ? try similar(word) : [query.words[word].text]) }
            try search(terms)
            if best >= 90 { return }
        }
        // A word may be misspelt into another one.
        for word in words where !unknown.contains(word) {
            var terms: [[String]] = []
            for other in words {
                terms.append(other == word || unknown.contains(other) ? try similar(other) : [query.words[other].text])
            }
            try search(terms)
            if best >= 90 { return }
        }
    }

    private mutating func lookUpAllButOne() throws {
        let words = query.words.indices.filter { query.words[$0].number == nil && !query.words[$0].isMinor }
        guard words.count > 1 else { return }
        var known: [[String]] = []
        for word in words {
            let text = query.words[word].text
            known.append(try statements.count(of: text) > 0 ? [text] : try similar(word))
        }
        for left in words.indices {
            try search(known.enumerated().filter { $0.offset != left }.map(\.element))
        }
    }

    // MARK: - Looking up

    /// The alternatives for each word; words that name a state or country may also stand as its code.
    private func terms(_ words: [Int], withRegions: Bool) -> [[String]] {
        words.compactMap { index in
            guard let region = query.regionNames.first(where: { $0.words.contains(index) }) else {
                return [query.words[index].text]
            }
            return withRegions ? [query.words[index].text] + region.codes.sorted() : nil
        }
    }

    private mutating func search(_ terms: [[String]]) throws {
        let usable = terms.map { $0.filter { word in !word.contains { "-/ ".contains($0) } } }.filter { !$0.isEmpty }
        if usable.isEmpty { return }
        let match = usable.map { "(" + $0.map { "\"\($0)\"" }.joined(separator: " OR ") + ")" }.joined(separator: " AND ")
        for id in try statements.search(match, limit: Self.featureLimit) where !seen.contains(id) {
            if let feature = try statements.feature(id) { try consider(feature) }
        }
    }

    /// The words of the locator that are a few letters from a word: the likeliest dozen.
    private mutating func similar(_ index: Int) throws -> [String] {
        let word = query.words[index]
        let limit = EditDistance.tolerance(forLength: word.bytes.count)
        guard limit > 0 else { return [word.text] }
        if guesses[index] == nil { guesses[index] = StreetAbbreviations.misspelt(word.bytes) }
        // One wrong letter leaves the first or the second half of a word as it was.
        let half = word.bytes.count / 2
        let prefix = String(decoding: word.bytes.prefix(half), as: UTF8.self)
        let suffix = String(decoding: word.bytes.suffix(half).reversed(), as: UTF8.self)
        var found: [String: (distance: Int, count: Int)] = [:]
        for (affix, isSuffix) in [(prefix, false), (suffix, true)] {
            try statements.visitWords(affix, isSuffix: isSuffix) { candidate, count in
                guard abs(candidate.utf8.count - word.bytes.count) <= limit else { return }
                let distance = EditDistance.misspelling(word.bytes, Array(candidate.utf8))
                if let distance { found[candidate] = (distance, count) }
            }
        }
        let likeliest = found.sorted { a, b in
            if a.value.distance != b.value.distance { return a.value.distance < b.value.distance }
            return (b.value.count, a.key) < (a.value.count, b.key)
        }
        return guesses[index, default: []] + likeliest.prefix(12).map(\.key)
    }

    // MARK: - Judging

    private mutating func consider(_ feature: LocatorFeature) throws {
        guard seen.insert(feature.id).inserted else { return }
        var score = CandidateScore(query, feature, guesses: guesses)
        guard score.matchesName else { return }
        if feature.kind == .street {
            for word in score.numberWords {
                guard let number = query.words[word].number else { continue }
                let houses = try Self.houses(number, of: feature, statements)
                for (house, similarity) in houses {
                    score.setNumber(word, similarity: similarity)
                    keep(LocatorCandidate(feature: feature, house: house, score: score.value))
                }
                if !houses.isEmpty { return }
            }
        }
        keep(LocatorCandidate(feature: feature, house: nil, score: score.value))
    }

    private mutating func keep(_ candidate: LocatorCandidate) {
        var candidate = candidate
        candidate.score = (candidate.score * 100).rounded() / 100
        candidates.append(candidate)
        if filter.admits(candidate) { best = max(best, candidate.score) }
    }

    /// The houses of a street that bear a number; those written otherwise, such as 12A for 12, at 0.9.
    static func houses(
        _ number: HouseNumber, of street: LocatorFeature, _ statements: LocatorStatements
    ) throws -> [(house: LocatorCandidate.House, similarity: Double)] {
        let points = try statements.points(street: street.id, number: number.value).map { point in
            let place = Position(x: Fixed.degrees(point.x), y: Fixed.degrees(point.y))
            let house = LocatorCandidate.House(
                label: point.label, postal: point.postal, place: place, isInterpolated: false)
            return (house, point.label.lowercased() == number.label ? 1.0 : 0.9)
        }
        let ranges = try statements.ranges(street: street.id, number: number.value).map { range in
            let place = range.line.place(of: number.value, first: range.first, last: range.last)
            let house = LocatorCandidate.House(
                label: number.label.uppercased(), postal: range.postal, place: place, isInterpolated: true)
            return (house, 1.0)
        }
        return points + ranges
    }
}
