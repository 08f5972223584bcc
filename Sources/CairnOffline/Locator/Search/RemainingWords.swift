import CairnCore

/// What the words of a query say of a feature that neither its name nor its house number takes: where it is, or that it is another one.
struct RemainingWords {
    private let query: AddressQuery
    private let index: LocatorIndex
    private let readings: Readings
    private let names: QueryNames
    /// The query's words that may say where something is: not the "US" of "US 31".
    private let placing: UInt32
    /// The query's words that stand in contexts, as they were typed.
    private var contextual: UInt32 = 0
    /// The query's words in front of the number, which may be who lives there.
    private var lead: UInt32 = 0
    /// The query's words that only a name can explain.
    private var naming: UInt32 = 0
    /// The context that was last looked at: features of equal weight come in the order of their contexts.
    private var last: (context: Int, match: ContextMatch)?
    private var postal: PostalMatch
    private var parts: KnownParts

    /// Where a post code is sought.
    enum Postal {
        /// Of a house, or of a point of interest, by its number; 0 is none.
        case code(Int)
        /// Of all those of a street.
        case any

        var isOfHouse: Bool { if case .code = self { true } else { false } }
    }

    init(_ query: AddressQuery, _ names: QueryNames, _ readings: Readings, _ index: LocatorIndex) throws(LocatorDamage) {
        (self.query, self.names, self.readings, self.index) = (query, names, readings, index)
        postal = PostalMatch(query, readings, index)
        parts = KnownParts(query, names, index)
        var placing = ~UInt32(0)
        for token in query.words.indices.dropLast() where query.words[token + 1].number != nil {
            if Self.systems.contains(query.words[token].text) { placing &= ~AddressQuery.bit(token) }
        }
        self.placing = placing
        var placed = names.places.reduce(UInt32(0)) { $0 | $1.tokens }
        for reading in readings.all where reading.similarity >= ContextMatch.least {
            guard try index.lexicon.contextCount(of: reading.word) > 0 else { continue }
            placed |= reading.tokens
            if reading.similarity == 1, reading.tokens & ~placing == 0 { contextual |= reading.tokens }
        }
        contextual &= ~query.words { $0.role == .connective }
        lead = Self.lead(query)
        // "Springfield Illinois 12 Main Street"
        if names.places.contains(where: { $0.tokens & ~lead == 0 && lead & ~$0.tokens & ~contextual == 0 }) { lead = 0 }
        naming = query.words { $0.role == .name && $0.number == nil } & ~placed
    }

    /// "Bloomberg School of Public Health 615 North Wolfe Street": names in front of the first number, in its part, unless they are a street's.
    private static func lead(_ query: AddressQuery) -> UInt32 {
        guard let number = query.words.firstIndex(where: { $0.number != nil }), number + 1 < query.words.count else { return 0 }
        let front = query.words[..<number].indices.filter { query.words[$0].part == query.words[number].part }
        guard front.allSatisfy({ query.words[$0].role == .name || query.words[$0].role == .connective }) else { return 0 }
        return front.filter { query.words[$0].role == .name }.reduce(0) { $0 | AddressQuery.bit($1) }
    }

    /// A settlement of which nothing is known, for rows that have another one, and for those that have none: more often than not it is elsewhere.
    private static let (otherCity, unknownCity) = (0.58, 0.88)
    /// Systems of roads, whose numbers follow them.
    private static let systems: Set<String> = ["us", "state", "co", "interstate", "farm"]
    /// Where in a building something is, of which few tables know.
    private static let secondary: Set<String> = ["rear", "bsmt", "basement", "front", "lobby", "lower", "upper", "penthouse"]

    // MARK: - Where a feature is

    /// How much of a score the words may leave at most, without a look at where the feature is.
    func most(_ feature: FeatureView, _ name: NameMatch) -> Double {
        var (most, left) = (1.0, naming & ~name.used)
        while left != 0 {
            let token = left.trailingZeroBitCount
            let isLead = lead & AddressQuery.bit(token) != 0 && lead & name.used == 0
            let isForeign =
                feature.kind == .street && !isLead && !name.isBehind(token, query)
                && !Self.secondary.contains(query.words[token].text)
            most *= isForeign ? 0.5 : 0.98
            left &= left - 1
        }
        return most
    }

    /// Whether what a name takes from other parts of the query says where the feature is: "County Rd 19, Autauga" for "Autauga County 19".
    mutating func place(_ name: NameMatch, in context: Int) throws(LocatorDamage) -> Bool {
        let first = query.words[name.used.trailingZeroBitCount].part
        let stray = name.used & ~query.words { $0.part == first }
        let placed = try self.context(context).entries.reduce(UInt32(0)) { $0 | $1.tokens }
        return stray & ~placed == 0
    }

    /// Takes the words that are one of a street's post codes: they are not the number of a house.
    func takePostal(of feature: FeatureView, _ used: inout UInt32) throws(LocatorDamage) {
        try postal.takeAny(of: feature, &used)
    }

    /// How much of the score the words leave that the name and the number do not take.
    ///
    /// - Parameter taken: Those that they take, a bit for each.
    mutating func factor(
        _ feature: FeatureView, _ name: NameMatch, taken: UInt32, _ code: Postal
    ) throws(LocatorDamage) -> Double {
        var (used, factor) = (taken, 1.0)
        switch code {
        case .code(let code): try postal.take(code, &used)
        case .any: try postal.takeAny(of: feature, &used)
        }
        let (context, fixed) = (try context(feature.context), used)
        let isConfirmed = used != taken
        var cities: UInt32 = 0
        for entry in context.entries where entry.tokens & used == 0 {
            used |= entry.tokens
            if entry.field == .city { cities |= entry.tokens }
            factor *= 0.55 + 0.45 * entry.similarity
        }
        let settlements = SettlementMatch(query, names.places.filter { $0.tokens & (fixed | ~placing) == 0 }, name)
        factor *= settlements.takeNear(feature, context, &cities, &used)
        let inner = settlements.innerParts(cities)
        factor *= settlements.contradiction(feature, inner, &used)
        switch feature.kind {
        case .street, .pointOfInterest:
            if lead != 0, lead & used == 0 {
                used |= lead
                factor *= code.isOfHouse ? 0.8 : 0.6
            }
            let isCoded = if case .code(let code) = code { code != 0 } else { feature.postal != 0 }
            let unknown = isConfirmed || cities != 0 ? nil : context.hasCity ? Self.otherCity : Self.unknownCity
            return factor * (try addressFactor(name, used, context, inner, isCoded: isCoded, unknownCity: unknown))
        case .place, .postal: return factor * placeFactor(feature.kind, name, used, context)
        }
    }

    private mutating func context(_ context: Int) throws(LocatorDamage) -> ContextMatch {
        if let last, last.context == context { return last.match }
        let match = try ContextMatch(context, readings, index, allowed: placing)
        last = (context, match)
        return match
    }

    // MARK: - What nothing explains

    /// Of a street or a point of interest.
    ///
    /// - Parameters:
    ///   - isCoded: Whether its post code is known.
    ///   - unknownCity: The factor of a part behind the street, where settlements stand, of which nothing is known; nil if its settlement or its
    ///     post code is in the query, or if it has none.
    private mutating func addressFactor(
        _ name: NameMatch, _ used: UInt32, _ context: ContextMatch, _ inner: UInt32, isCoded: Bool, unknownCity: Double?
    ) throws(LocatorDamage) -> Double {
        var (factor, told) = (1.0, UInt32(0))
        let foreign = try foreignParts(name, used, inner)
        for token in query.words.indices where used & AddressQuery.bit(token) == 0 && !isCounty(token, used, name) {
            let word = query.words[token]
            // Who lives there, or a note: a part of which nothing is known says as much as a word.
            let unknown = token > name.last && name.parts & word.partBit == 0 ? unknownCity : nil
            guard foreign & word.partBit == 0, unknown == nil || !isAlone(token) else {
                if told & word.partBit == 0 {
                    factor *= unknown ?? (isSettlement(word.part) ? 0.75 : context.hasCity ? 0.85 : 0.95)
                }
                told |= word.partBit
                continue
            }
            factor *= wordFactor(token, name, context, isCoded: isCoded)
        }
        return factor
    }

    /// Whether a word that nothing else has is a part by itself.
    private func isAlone(_ token: Int) -> Bool {
        let word = query.words[token]
        guard word.role == .name, word.number == nil, contextual & AddressQuery.bit(token) == 0 else { return false }
        return query.words { $0.part == word.part } == AddressQuery.bit(token)
    }

    /// Whether a part is called as a settlement is.
    private func isSettlement(_ part: Int) -> Bool {
        let words = query.words { $0.part == part }
        return names.places.contains { $0.tokens == words }
    }

    private func wordFactor(_ token: Int, _ name: NameMatch, _ context: ContextMatch, isCoded: Bool) -> Double {
        let (word, isBehind) = (query.words[token], name.isBehind(token, query))
        let lacksType = name.lacksType && !name.hasType
        if contextual & AddressQuery.bit(token) != 0, isBehind || word.role == .name {
            return context.hasRegion || context.hasCity ? 0.5 : 0.95
        }
        switch word.role {
        case .type: return lacksType ? 0.78 : 0.96
        case .qualifier: return name.lacksQualifier ? 0.65 : 0.8
        case .connective: return 0.99
        case .name where word.number != nil: return word.plain.utf8.count < 4 ? 0.8 : isCoded ? 0.84 : 0.93
        case .name where Self.secondary.contains(word.text): return 0.98
        case .name where lacksType && StreetAbbreviations.isSuffix(word.text): return 0.75
        case .name: return !isBehind ? 0.5 : context.hasCity ? 0.8 : 0.95
        }
    }

    /// The parts of several words between commas of which nothing is explained, that look like no other street, and that are no place; a bit for
    /// each.
    private mutating func foreignParts(_ name: NameMatch, _ used: UInt32, _ inner: UInt32) throws(LocatorDamage) -> UInt32 {
        var (once, several, known) = (UInt32(0), UInt32(0), UInt32(0))
        for token in query.words.indices {
            let word = query.words[token]
            several |= once & word.partBit
            once |= word.partBit
            let isStreet = word.number != nil || word.role == .type && token < name.last
            if isStreet || used & AddressQuery.bit(token) != 0 { known |= word.partBit }
        }
        var foreign = (several | inner) & ~known
        for part in 0..<32
        where foreign & ~inner & (1 << UInt32(part)) != 0 && contextual & query.words(where: { $0.part == part }) != 0 {
            if try parts.isPlace(part) { foreign &= ~(1 << UInt32(part)) }
        }
        return foreign
    }

    /// Whether a word is the "County" behind the name of one that is known.
    private func isCounty(_ token: Int, _ used: UInt32, _ name: NameMatch) -> Bool {
        guard query.words[token].plain == "county", token > 0 else { return false }
        return used & ~name.used & AddressQuery.bit(token - 1) != 0
    }

    /// Of a place or a post code: of an address whose street is not known they are the answer that remains.
    private func placeFactor(_ kind: FeatureKind, _ name: NameMatch, _ used: UInt32, _ context: ContextMatch) -> Double {
        // The box is not known, wherever it is.
        var (factor, isRest, codes, strange) = (1.0, query.unit.hasPrefix("po box"), 0, 0)
        for token in query.words.indices where used & AddressQuery.bit(token) == 0 && !isCounty(token, used, name) {
            let word = query.words[token]
            if word.number != nil {
                // "75001 Paris", whose post code is not known.
                if word.plain.utf8.count >= 4, kind == .place { codes += 1 } else { isRest = true }
            } else if contextual & AddressQuery.bit(token) != 0, word.role == .name {
                factor *= context.hasRegion ? 0.5 : 0.9
            } else if word.role == .type || token < name.last || !name.isBehind(token, query) {
                isRest = true
            } else {
                factor *= word.role == .connective ? 0.99 : 0.8
                if word.role == .name { strange += 1 }
            }
        }
        // Most of it speaks of something else.
        if strange > max(1, name.used.nonzeroBitCount) { factor *= 0.9 }
        if isRest || codes > 1 { return factor * (kind == .postal ? 0.62 : 0.58) }
        return codes == 1 ? factor * 0.9 : factor
    }
}
