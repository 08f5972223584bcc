import CairnCore
import CairnGeo

/// How well features fit a query, 0…100; Docs/LocatorFormat.md tells how.
///
/// A score is a product: how well the name fits, whether the house is the one that was asked for, and what each word says that neither
/// explains. What is not known of a feature contradicts nothing.
struct FeatureScore: ~Copyable {
    private let query: AddressQuery
    private let index: LocatorIndex
    private let readings: Readings
    private let roles: WordRoles
    private var rest: RemainingWords
    private let states: NamedStates
    /// The number or letter of the flat that is asked for.
    private let unitName: String
    /// The query's words that may be house numbers or post codes, a bit for each, and what finds them.
    private let numbers: UInt32
    private let houseSearches: [HouseSearch?]
    /// What has been found.
    var found: [LocatorCandidate] = []

    init(_ query: AddressQuery, _ names: QueryNames, _ readings: Readings, _ engine: LocatorEngine) throws(BlockDamage) {
        rest = try RemainingWords(query, names, readings, engine.index)
        (self.query, index, self.readings, roles, states) = (query, engine.index, readings, engine.roles, names.states)
        unitName = query.unit.isEmpty ? "" : TextNormalizer.words(query.unit).last ?? ""
        numbers = query.masks.numbers
        houseSearches =
            numbers == 0
            ? [] : query.words.indices.map { query.words[$0].number == nil ? nil : HouseSearch(engine.index, query, $0) }
    }

    /// Adds the candidates that a feature gives: itself, or its houses of the query's number.
    ///
    /// - Parameter least: What they must score at least.
    mutating func add(_ feature: FeatureView, atLeast least: Double) throws(BlockDamage) {
        // What is a bound of a product may fall short of it in the last digits.
        let least = least - 0.01
        guard let whole = try NameMatch(feature, query, readings, roles, index), 100 * whole.score >= least else { return }
        let name = whole.parts.nonzeroBitCount > 1 ? try inOnePart(whole, feature) : whole
        guard 100 * name.score * rest.most(feature, name) >= least else { return }
        switch feature.kind {
        case .street: try addStreet(feature, name, least)
        case .pointOfInterest:
            add(feature, name.score, try rest.saying(feature, name, taken: name.used, .code(feature.postal)))
        case .place, .postal:
            guard let score = try placeScore(feature, name) else { return }
            try addPlace(feature, name, score, try rest.saying(feature, name, taken: name.used, .code(0)))
        }
    }

    /// How well a place's name fits where words that name a state are among those it takes; nil if it is no place at all.
    private func placeScore(_ feature: FeatureView, _ name: NameMatch) throws(BlockDamage) -> Double? {
        guard let state = states.meant, name.used & state.tokens != 0 else { return name.score }
        // "Prattville, AL 36067" is not in Al in Norway.
        if state.isCode, name.used & ~state.tokens == 0 { return nil }
        guard !states.contexts.isEmpty else { return name.score }
        if name.used & states.settlement != states.settlement { return name.score * Self.stateInName }
        // "San Antonio Texas" is a village, too.
        let isThere = try index.contexts.state(feature.context, index.texts) == state.code
        return isThere ? name.score : name.score * Self.longerName
    }

    /// Of a place that has the state as a word of its name, where a settlement of that state stands before it: "Dade City, Florida" is not Florida
    /// City. Of one that has both.
    private static let (stateInName, longerName) = (0.85, 0.98)

    private mutating func addPlace(
        _ feature: FeatureView, _ name: NameMatch, _ score: Double, _ saying: RemainingWords.Saying
    ) throws(BlockDamage) {
        var candidate = candidate(feature, score, saying)
        if feature.isAlias { candidate.naming = try naming(feature, isPlaced: saying.isRegionNamed) }
        found.append(candidate)
    }

    /// How likely a place is meant by another one of its names.
    ///
    /// - Parameter isPlaced: Whether the query says where it is, so that it may be a place that few people know.
    private func naming(_ feature: FeatureView, isPlaced: Bool) throws(BlockDamage) -> LocatorCandidate.Naming {
        let (own, other) = (try letters(of: try index.features[feature.other]), try letters(of: feature))
        // "Washington" for "Washington, D.C.", and "Winston" for "Winston-Salem" unless it is in Florida.
        if own.starts(with: other) {
            let isStyle = own.dropFirst(other.count).allSatisfy { Self.styles.contains(String(decoding: $0, as: UTF8.self)) }
            return isStyle || !isPlaced ? .own : .other
        }
        guard !isPlaced, let first = other.first, let ownFirst = own.first else { return .other }
        // "UBA" is an airport.
        let isCode = other.count == 1 && first.count <= 3
        return !isCode && SoundKey.beginAlike(first, ownFirst) ? .alike : .other
    }

    /// What stands behind the name of a city, and is often left out.
    private static let styles: WordTable<Bool> = ["city", "dc"]

    /// The words of a name.
    private func letters(of feature: FeatureView) throws(BlockDamage) -> [[UInt8]] {
        var (words, letters) = (try index.features.words(of: feature), [[UInt8]]())
        while let word = try words.nextOfName() { letters.append(Array(try index.lexicon.bytes(of: word))) }
        return letters
    }

    /// "Springfield, 100 Springfield Ave": the name stands in one part.
    private mutating func inOnePart(_ whole: NameMatch, _ feature: FeatureView) throws(BlockDamage) -> NameMatch {
        var best = whole
        best.score *= try rest.place(whole, in: feature.context) ? 0.97 : 0.7
        for part in query.masks.parts.indices where whole.parts & (1 << UInt32(part)) != 0 {
            if let other = try NameMatch(feature, query, readings, roles, index, allowed: query.masks.parts[part]),
                other.score > best.score
            {
                best = other
            }
        }
        return best
    }

    private mutating func addStreet(_ feature: FeatureView, _ name: NameMatch, _ least: Double) throws(BlockDamage) {
        let free = numbers & ~name.used
        guard free != 0 else {
            // "Suite 100 Main St": the number may be that of the house.
            let unit = query.unit.isEmpty ? 1 : 0.8
            return add(feature, unit * name.score, try rest.saying(feature, name, taken: name.used, .any))
        }
        // People write the number first, or behind the street; a post code comes last.
        let before = found.count
        var isThere = false
        for token in query.words.indices.filter({ free & AddressQuery.bit($0) != 0 }).prefix(3) {
            // Houses are looked at only of streets that lie where they should.
            let taken = name.used | AddressQuery.bit(token) | mayBelong(to: token)
            let lies = try rest.saying(feature, name, taken: taken, .best).factor
            guard 100 * name.score * lies >= least, let search = houseSearches[token] else { continue }
            isThere = true
            try addHouses(feature, name, token, search)
            if found.count > before { return }
        }
        if isThere { try addWithoutHouse(feature, name) }
    }

    /// The word behind a number that may be a part of it: the "A" of "12 A", the "rear" of "72 rear".
    private func mayBelong(to token: Int) -> UInt32 {
        HouseSearch.mayBelong(query, token) ? AddressQuery.bit(token + 1) : 0
    }

    private mutating func add(_ feature: FeatureView, _ score: Double, _ saying: RemainingWords.Saying) {
        found.append(candidate(feature, score, saying))
    }

    private func candidate(_ feature: FeatureView, _ score: Double, _ saying: RemainingWords.Saying) -> LocatorCandidate {
        // What is a product of ones is a hundred.
        var candidate = LocatorCandidate(feature, score: (1e5 * score * saying.factor).rounded() / 1e3)
        (candidate.explained, candidate.open) = (saying.explained, saying.open)
        // An answer has the name of its place, whichever it was found by.
        if candidate.alias != nil { candidate.naming = .other }
        candidate.alias = nil
        return candidate
    }

    // MARK: - Houses

    private mutating func addHouses(_ feature: FeatureView, _ name: NameMatch, _ token: Int, _ search: HouseSearch)
        throws(BlockDamage)
    {
        var known: (postal: Int, used: UInt32, saying: RemainingWords.Saying)?
        let apart = isApart(token, name) ? 0.8 : 1
        for (house, place, fit) in try search.houses(
            feature, isWithNext: name.used & AddressQuery.bit(token + 1) == 0, unit: unitName)
        {
            let letter = fit == .withNext ? AddressQuery.bit(token + 1) : letter(after: token) & ~name.used
            let used = name.used | AddressQuery.bit(token) | letter
            if known.map({ $0.postal != house.postal || $0.used != used }) ?? true {
                known = (house.postal, used, try rest.saying(feature, name, taken: used, .code(house.postal)))
            }
            guard let known else { continue }
            // A house with another letter, and another flat of the house.
            let number = (fit == .alike ? 0.92 : 1) * unit(house) * (letter != 0 && fit != .withNext ? 0.96 : 1)
            var candidate = candidate(feature, name.score * apart * number, known.saying)
            (candidate.house, candidate.place) = (house, place)
            found.append(candidate)
        }
    }

    /// Whether a number stands in another part than the name, with other words.
    private func isApart(_ token: Int, _ name: NameMatch) -> Bool {
        let part = query.words[token].part
        guard name.parts & query.words[token].partBit == 0 else { return false }
        return query.words.contains { $0.part == part && $0.number == nil }
    }

    /// What stands for "b", "c" and "d" in France and Italy.
    private static let latinLetters: WordTable<Bool> = ["bis", "ter", "quater"]

    /// The "A" of "12 A".
    private func letter(after token: Int) -> UInt32 {
        guard token + 1 < query.words.count, query.words[token + 1].part == query.words[token].part else { return 0 }
        let next = query.words[token + 1]
        let isLetter = next.plain.utf8.count == 1 || Self.latinLetters.contains(next.plain)
        return isLetter && next.number == nil && next.role == .name ? AddressQuery.bit(token + 1) : 0
    }

    private func unit(_ house: LocatorCandidate.House) -> Double {
        if house.unit.isEmpty && query.unit.isEmpty { return 1 }
        let unit = TextNormalizer.words(String(decoding: house.unit, as: UTF8.self)).last ?? ""
        return unit == unitName ? 1 : 0.995
    }

    /// The nearest number of the street, and the street.
    private mutating func addWithoutHouse(_ feature: FeatureView, _ name: NameMatch) throws(BlockDamage) {
        // The post code of the street is not the number of a house.
        var postal = name.used
        try rest.takePostal(of: feature, &postal)
        let free = query.words.indices.filter { query.words[$0].number != nil && postal & AddressQuery.bit($0) == 0 }
        guard let token = free.first(where: { !isApart($0, name) }) ?? free.first else {
            return add(feature, name.score, try rest.saying(feature, name, taken: name.used, .any))
        }
        let score = name.score * (isApart(token, name) ? 0.8 : 1)
        let saying = try rest.saying(feature, name, taken: name.used | AddressQuery.bit(token), .any)
        if !feature.runs.isEmpty || !feature.ranges.isEmpty {
            var nearest = candidate(feature, score * 0.86, saying)
            nearest.nearest = query.words[token].number
            found.append(nearest)
        }
        add(feature, score * 0.8, saying)
    }
}
