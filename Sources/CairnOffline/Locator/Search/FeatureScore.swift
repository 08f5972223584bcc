import CairnCore
import CairnGeo

/// How well features fit a query, 0…100; Docs/LocatorFormat.md tells how.
///
/// A score is a product: how well the name fits, whether the house is the one that was asked for, and what each word says that neither
/// explains. What is not known of a feature contradicts nothing.
struct FeatureScore {
    private let query: AddressQuery
    private let index: LocatorIndex
    private let readings: Readings
    private let roles: WordRoles
    private let names: QueryNames
    /// The query's words that may say where something is: not the "US" of "US 31".
    private let placing: UInt32
    /// The query's words that stand in contexts, as they were typed.
    private var contextual: UInt32 = 0
    private var contexts: [Int: ContextMatch] = [:]
    /// The query's words that only a name can explain.
    private var naming: UInt32 = 0
    /// The number or letter of the flat that is asked for.
    private let unitName: String
    /// The query's words that may be house numbers or post codes.
    private var numbers: UInt32 = 0
    /// By the query's words that may be house numbers.
    private let houseSearches: [HouseSearch?]
    /// The words of post codes that were met, of those of several words.
    private var postalWords: [Int: [Int]] = [:]
    /// What has been found.
    var found: [LocatorCandidate] = []

    init(_ query: AddressQuery, _ names: QueryNames, _ readings: Readings, _ engine: LocatorEngine) throws(LocatorDamage) {
        (self.query, index, self.readings, roles, self.names) = (query, engine.index, readings, engine.roles, names)
        var placing = ~UInt32(0)
        for token in query.words.indices.dropLast()
        where query.words[token].role == .qualifier && query.words[token + 1].number != nil {
            if ["us", "state", "co", "interstate", "farm"].contains(query.words[token].text) { placing &= ~(1 << UInt32(token)) }
        }
        self.placing = placing
        unitName = TextNormalizer.words(query.unit).last ?? ""
        houseSearches = query.words.indices.map { query.words[$0].number == nil ? nil : HouseSearch(engine.index, query, $0) }
        for token in query.words.indices where query.words[token].number != nil { numbers |= 1 << UInt32(token) }
        var placed = names.places.reduce(UInt32(0)) { $0 | $1.tokens }
        for reading in readings.all where reading.similarity >= 0.72 && reading.tokens & ~placed != 0 {
            if try index.lexicon.contextCount(of: reading.word) > 0 { placed |= reading.tokens }
        }
        for token in query.words.indices where query.words[token].role == .name && query.words[token].number == nil {
            naming |= 1 << UInt32(token)
        }
        naming &= ~placed
        for reading in readings.all where reading.similarity == 1 && reading.tokens & ~placing == 0 {
            if try index.lexicon.contextCount(of: reading.word) > 0 { contextual |= reading.tokens }
        }
    }

    /// Adds the candidates that a feature gives: itself, or its houses of the query's number.
    ///
    /// - Parameter least: What they must score at least.
    mutating func add(_ feature: FeatureView, atLeast least: Double) throws(LocatorDamage) {
        guard var name = try NameMatch(feature, query, readings, roles, index), isPossible(name, feature, least) else { return }
        if name.parts.nonzeroBitCount > 1 {
            // "Springfield, 100 Springfield Ave": the name stands in one part.
            var best = name.score * (try isPlaced(name, in: feature.context) ? 0.97 : 0.7)
            name.score = best
            for part in 0..<UInt32(32) where name.parts & (1 << part) != 0 {
                let within = tokens { $0.part & 31 == Int(part) }
                if let other = try NameMatch(feature, query, readings, roles, index, allowed: within), other.score > best {
                    (name, best) = (other, other.score)
                }
            }
        }
        guard feature.kind == .street else { return add(feature, name.score * (try explain(feature, name, name.used, 0))) }
        if self.numbers & ~name.used != 0 {
            // Houses are looked at only of streets that lie where they should.
            let most = 100 * name.score * (try explain(feature, name, name.used | self.numbers, nil))
            if most < least { return }
        }
        // People write the number first, or behind the street; a post code comes last.
        var numbers = 0
        let before = found.count
        for token in query.words.indices where numbers < 3 && name.used & bit(token) == 0 {
            guard let search = houseSearches[token] else { continue }
            numbers += 1
            try addHouses(feature, name, token, search)
            if found.count > before { return }
        }
        if numbers == 0 { return add(feature, name.score * (try explain(feature, name, name.used, nil))) }
        try addWithoutHouse(feature, name)
    }

    /// Whether the words that the name leaves may still be explained.
    private func isPossible(_ name: NameMatch, _ feature: FeatureView, _ least: Double) -> Bool {
        var (most, left) = (100 * name.score, naming & ~name.used)
        while left != 0 {
            let token = left.trailingZeroBitCount
            most *=
                feature.kind == .street && !isPlaced(bit(token), feature, name)
                    && !Self.secondary.contains(query.words[token].text) ? 0.5 : 0.98
            left &= left - 1
        }
        return most >= least
    }

    /// Whether what a name takes from other parts of the query says where the feature is: "County Rd 19, Autauga" for "Autauga County 19".
    private mutating func isPlaced(_ name: NameMatch, in context: Int) throws(LocatorDamage) -> Bool {
        let first = query.words[name.used.trailingZeroBitCount].part
        let stray = name.used & ~tokens { $0.part == first }
        let placed = try self.context(context).entries.reduce(UInt32(0)) { $0 | $1.tokens }
        return stray & ~placed == 0
    }

    private func bit(_ token: Int) -> UInt32 { 1 << UInt32(token) }

    private func tokens(where holds: (AddressQuery.Word) -> Bool) -> UInt32 {
        query.words.indices.reduce(0) { holds(query.words[$1]) ? $0 | bit($1) : $0 }
    }

    private mutating func add(_ feature: FeatureView, _ score: Double) { found.append(candidate(feature, score)) }

    private func candidate(_ feature: FeatureView, _ score: Double) -> LocatorCandidate {
        // What is a product of ones is a hundred.
        var candidate = LocatorCandidate(feature, score: (1e5 * score).rounded() / 1e3)
        // An answer has the name of its place, whichever it was found by.
        candidate.isByAlias = candidate.alias != nil
        candidate.alias = nil
        return candidate
    }

    // MARK: - Houses

    private mutating func addHouses(_ feature: FeatureView, _ name: NameMatch, _ token: Int, _ search: HouseSearch)
        throws(LocatorDamage)
    {
        var known: (postal: Int, used: UInt32, factor: Double) = (-1, 0, 0)
        let apart = isApart(token, name) ? 0.8 : 1
        for (house, place, fit) in try search.houses(feature, isWithNext: name.used & bit(token + 1) == 0, unit: unitName) {
            let letter = fit == .withNext ? bit(token + 1) : letter(after: token) & ~name.used
            let used = name.used | bit(token) | letter
            if house.postal != known.postal || used != known.used {
                known = (house.postal, used, try explain(feature, name, used, house.postal))
            }
            // A house with another letter, and another flat of the house.
            let number = (fit == .alike ? 0.92 : 1) * unit(house) * (letter != 0 && fit != .withNext ? 0.96 : 1)
            var candidate = candidate(feature, name.score * apart * number * known.factor)
            (candidate.house, candidate.place) = (house, place)
            found.append(candidate)
        }
    }

    /// Whether a number stands in another part than the name, with other words.
    private func isApart(_ token: Int, _ name: NameMatch) -> Bool {
        let part = query.words[token].part
        guard name.parts & (1 << UInt32(part & 31)) == 0 else { return false }
        return query.words.indices.contains { query.words[$0].part == part && query.words[$0].number == nil }
    }

    /// The "A" of "12 A".
    private func letter(after token: Int) -> UInt32 {
        guard token + 1 < query.words.count, query.words[token + 1].part == query.words[token].part else { return 0 }
        let next = query.words[token + 1]
        return next.plain.utf8.count == 1 && next.number == nil && next.role == .name ? bit(token + 1) : 0
    }

    private func unit(_ house: LocatorCandidate.House) -> Double {
        if house.unit.isEmpty && query.unit.isEmpty { return 1 }
        let unit = TextNormalizer.words(String(decoding: house.unit, as: UTF8.self)).last ?? ""
        return unit == unitName ? 1 : 0.995
    }

    /// The nearest number of the street, and the street.
    private mutating func addWithoutHouse(_ feature: FeatureView, _ name: NameMatch) throws(LocatorDamage) {
        // The post code of the street is not the number of a house.
        var postal = name.used
        try takePostal(feature, nil, &postal)
        let free = query.words.indices.filter { query.words[$0].number != nil && postal & bit($0) == 0 }
        guard let token = free.first(where: { !isApart($0, name) }) ?? free.first else {
            return add(feature, name.score * (try explain(feature, name, name.used, nil)))
        }
        let score = name.score * (isApart(token, name) ? 0.8 : 1) * (try explain(feature, name, name.used | bit(token), nil))
        if !feature.runs.isEmpty || !feature.ranges.isEmpty {
            var nearest = candidate(feature, score * 0.86)
            nearest.nearest = query.words[token].number
            found.append(nearest)
        }
        add(feature, score * 0.8)
    }

    // MARK: - What is left

    /// How much of the score is left by the words that the name and the number do not take.
    ///
    /// - Parameter postal: That of a house; nil for those of the street.
    private mutating func explain(_ feature: FeatureView, _ name: NameMatch, _ taken: UInt32, _ postal: Int?)
        throws(LocatorDamage) -> Double
    {
        var (used, factor) = (taken, 1.0)
        try takePostal(feature, postal, &used)
        let context = try context(feature.context)
        let fixed = used
        for entry in context.entries where entry.tokens & used == 0 {
            used |= entry.tokens
            factor *= 0.55 + 0.45 * entry.similarity
        }
        for place in names.places where place.tokens & fixed == 0 && place.tokens & ~used != 0 && place.tokens & ~placing == 0 {
            // Of places the first is meant, and what is behind it says where it is.
            if feature.kind == .place, place.tokens.trailingZeroBitCount < name.last { continue }
            let nearness = place.nearness(feature.x, feature.y, isNamed: context.hasCity && feature.kind != .postal)
            if nearness > 0 {
                used |= place.tokens
                factor *= nearness * (context.hasCity ? 0.98 : 0.985)
            } else if place.tokens & used == 0, place.tokens.nonzeroBitCount > 1 || isPlaced(place.tokens, feature, name) {
                // Where it says to be is elsewhere.
                used |= place.tokens
                factor *= 0.45
            }
        }
        return factor
            * (feature.kind == .street || feature.kind == .pointOfInterest
                ? addressFactor(feature, name, used, context, postal) : placeFactor(feature, name, used, context))
    }

    /// Whether a word stands where settlements do: behind the name, or in another part.
    private func isPlaced(_ tokens: UInt32, _ feature: FeatureView, _ name: NameMatch) -> Bool {
        let token = tokens.trailingZeroBitCount
        return token > name.last || name.parts & (1 << UInt32(query.words[token].part & 31)) == 0
    }

    private mutating func takePostal(_ feature: FeatureView, _ postal: Int?, _ used: inout UInt32) throws(LocatorDamage) {
        if let postal {
            guard feature.kind == .street || feature.kind == .pointOfInterest else { return }
            let code = feature.kind == .street ? postal : feature.postal
            if code == 0 { return }
            let bytes = try index.postal(code)
            guard bytes.allSatisfy(Self.isAlphanumeric) else {
                for word in try words(ofPostal: code) { take(word, &used) }
                return
            }
            for token in query.words.indices where used & bit(token) == 0 && query.words[token].plain.utf8.count == bytes.count {
                if zip(query.words[token].plain.utf8, bytes).allSatisfy({ $0 == $1 || $0 == $1 | 0x20 }) { used |= bit(token) }
            }
            return
        }
        var words = try index.features.words(of: feature)
        while let entry = try words.next() { if entry.field == .postal { take(entry.word, &used) } }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
    }

    private func take(_ word: Int, _ used: inout UInt32) {
        var next = readings.first(word)
        while next >= 0 {
            let reading = readings.all[Int(next)]
            if reading.similarity >= 0.9, reading.tokens & used == 0 {
                used |= reading.tokens
                return
            }
            next = reading.next
        }
    }

    private mutating func words(ofPostal postal: Int) throws(LocatorDamage) -> [Int] {
        if postal == 0 { return [] }
        if let words = postalWords[postal] { return words }
        var words: [Int] = []
        for word in TextNormalizer.tokens(String(decoding: try index.postal(postal), as: UTF8.self)) {
            if let number = try index.lexicon.number(of: word) { words.append(number) }
        }
        postalWords[postal] = words
        return words
    }

    private mutating func context(_ context: Int) throws(LocatorDamage) -> ContextMatch {
        if let known = contexts[context] { return known }
        let match = try ContextMatch(context, readings, index, allowed: placing)
        contexts[context] = match
        return match
    }

    /// What is left of the score of a street or a point of interest.
    private func addressFactor(_ feature: FeatureView, _ name: NameMatch, _ used: UInt32, _ context: ContextMatch, _ postal: Int?)
        -> Double
    {
        var (factor, told) = (1.0, UInt32(0))
        let foreign = foreignParts(used)
        for token in query.words.indices where used & bit(token) == 0 {
            let word = query.words[token]
            let isBehind = isPlaced(bit(token), feature, name)
            // "Autauga County"
            if isCounty(token, used, name) { continue }
            // Who lives there, or a note: a part of which nothing is known says as much as a word.
            let part = UInt32(1) << UInt32(word.part & 31)
            if foreign & part != 0 {
                if told & part == 0, contextual & bit(token) == 0 { factor *= context.hasCity ? 0.85 : 0.95 }
                told |= part
                continue
            }
            if contextual & bit(token) != 0, isBehind || word.role == .name {
                factor *= context.hasRegion || context.hasCity ? 0.5 : 0.95
                continue
            }
            switch word.role {
            case .type: factor *= name.lacksType && !name.hasType ? 0.78 : 0.96
            case .qualifier: factor *= name.lacksQualifier ? 0.65 : 0.8
            case .connective: factor *= 0.99
            case .name where word.number != nil:
                factor *= word.plain.utf8.count < 4 ? 0.8 : postal ?? feature.postal != 0 ? 0.84 : 0.93
            case .name where Self.secondary.contains(word.text): factor *= 0.98
            case .name where StreetAbbreviations.isSuffix(word.text) && name.lacksType && !name.hasType: factor *= 0.75
            case .name: factor *= isBehind ? context.hasCity ? 0.8 : 0.95 : 0.5
            }
        }
        return factor
    }

    /// Where in a building something is, of which few tables know.
    private static let secondary: Set<String> = ["rear", "bsmt", "basement", "front", "lobby", "lower", "upper", "penthouse"]

    /// The parts of several words between commas of which nothing is explained, nor could be by another place; a bit for each.
    private func foreignParts(_ used: UInt32) -> UInt32 {
        var (known, words) = (UInt32(0), [Int](repeating: 0, count: 32))
        for token in query.words.indices {
            let word = query.words[token]
            words[word.part & 31] += 1
            // What looks like a street is one.
            if used & bit(token) != 0 || contextual & bit(token) != 0 || word.role == .type || word.number != nil {
                known |= 1 << UInt32(word.part & 31)
            }
        }
        return (0..<32).reduce(0) { words[$1] > 1 ? $0 | 1 << UInt32($1) : $0 } & ~known
    }

    /// Whether a word is the "County" behind the name of one that is known.
    private func isCounty(_ token: Int, _ used: UInt32, _ name: NameMatch) -> Bool {
        query.words[token].plain == "county" && token > 0 && used & bit(token - 1) != 0 && name.used & bit(token - 1) == 0
    }

    /// What is left of the score of a place or a post code: of an address whose street is not known they are the answer that remains.
    private func placeFactor(_ feature: FeatureView, _ name: NameMatch, _ used: UInt32, _ context: ContextMatch) -> Double {
        var (factor, isRest) = (1.0, false)
        for token in query.words.indices where used & bit(token) == 0 {
            let word = query.words[token]
            if isCounty(token, used, name) { continue }
            let isBefore = !isPlaced(bit(token), feature, name) || token < name.last
            if word.number != nil {
                if word.plain.utf8.count >= 4, feature.kind == .place, token + 1 == query.words.count || !isFirst(token) {
                    factor *= 0.9
                } else {
                    isRest = true
                }
            } else if contextual & bit(token) != 0, word.role == .name {
                factor *= context.hasRegion ? 0.5 : 0.9
            } else if isBefore || word.role == .type {
                isRest = true
            } else {
                factor *= word.role == .connective ? 0.99 : 0.8
            }
        }
        return isRest ? factor * (feature.kind == .postal ? 0.62 : 0.58) : factor
    }

    private func isFirst(_ token: Int) -> Bool { token == 0 }
}
