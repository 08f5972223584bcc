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
    /// The query's words that only a name can explain.
    private var naming: UInt32 = 0
    /// The context that was last looked at: features of equal weight come in the order of their contexts.
    private var last: (context: Int, match: ContextMatch)?
    private var postal: PostalMatch

    /// Where a post code is sought.
    enum Postal {
        /// Of a house, or of a point of interest, by its number; 0 is none.
        case code(Int)
        /// Of all those of a street.
        case any
    }

    init(_ query: AddressQuery, _ names: QueryNames, _ readings: Readings, _ index: LocatorIndex) throws(LocatorDamage) {
        (self.query, self.names, self.readings, self.index) = (query, names, readings, index)
        postal = PostalMatch(query, readings, index)
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
        naming = query.words { $0.role == .name && $0.number == nil } & ~placed
    }

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
            let isForeign = feature.kind == .street && !isBehind(token, name) && !Self.secondary.contains(query.words[token].text)
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
        for entry in context.entries where entry.tokens & used == 0 {
            used |= entry.tokens
            factor *= 0.55 + 0.45 * entry.similarity
        }
        factor *= takePlaces(feature, name, context, fixed: fixed, &used)
        switch feature.kind {
        case .street, .pointOfInterest:
            let isCoded = if case .code(let code) = code { code != 0 } else { feature.postal != 0 }
            return factor * addressFactor(name, used, context, isCoded: isCoded)
        case .place, .postal: return factor * placeFactor(feature.kind, name, used, context)
        }
    }

    /// Takes the settlements that the query names: those that the feature is a part of, and those that are elsewhere.
    private func takePlaces(
        _ feature: FeatureView, _ name: NameMatch, _ context: ContextMatch, fixed: UInt32, _ used: inout UInt32
    ) -> Double {
        var factor = 1.0
        for place in names.places where place.tokens & fixed == 0 && place.tokens & ~used != 0 && place.tokens & ~placing == 0 {
            let token = place.tokens.trailingZeroBitCount
            // Of places the first is meant, and what is behind it says where it is.
            if feature.kind == .place, token < name.last { continue }
            let nearness = place.nearness(feature.x, feature.y, isNamed: context.hasCity && feature.kind != .postal)
            if nearness > 0 {
                used |= place.tokens
                factor *= nearness * (context.hasCity ? 0.98 : 0.985)
            } else if place.tokens & used == 0, place.tokens.nonzeroBitCount > 1 || isBehind(token, name) {
                // Where it says to be is elsewhere.
                used |= place.tokens
                factor *= 0.45
            }
        }
        return factor
    }

    private mutating func context(_ context: Int) throws(LocatorDamage) -> ContextMatch {
        if let last, last.context == context { return last.match }
        let match = try ContextMatch(context, readings, index, allowed: placing)
        last = (context, match)
        return match
    }

    // MARK: - What nothing explains

    /// Whether a word stands where settlements do: behind the name, or in another part.
    private func isBehind(_ token: Int, _ name: NameMatch) -> Bool {
        token > name.last || name.parts & query.words[token].partBit == 0
    }

    /// Of a street or a point of interest.
    ///
    /// - Parameter isCoded: Whether its post code is known.
    private func addressFactor(_ name: NameMatch, _ used: UInt32, _ context: ContextMatch, isCoded: Bool) -> Double {
        var (factor, told) = (1.0, UInt32(0))
        let foreign = foreignParts(used)
        for token in query.words.indices where used & AddressQuery.bit(token) == 0 && !isCounty(token, used, name) {
            let word = query.words[token]
            // Who lives there, or a note: a part of which nothing is known says as much as a word.
            guard foreign & word.partBit == 0 else {
                if told & word.partBit == 0 { factor *= context.hasCity ? 0.85 : 0.95 }
                told |= word.partBit
                continue
            }
            factor *= wordFactor(token, name, context, isCoded: isCoded)
        }
        return factor
    }

    private func wordFactor(_ token: Int, _ name: NameMatch, _ context: ContextMatch, isCoded: Bool) -> Double {
        let (word, isBehind) = (query.words[token], isBehind(token, name))
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

    /// The parts of several words between commas of which nothing is explained, nor looks like a street; a bit for each.
    private func foreignParts(_ used: UInt32) -> UInt32 {
        var (once, several, known) = (UInt32(0), UInt32(0), UInt32(0))
        for token in query.words.indices {
            let word = query.words[token]
            several |= once & word.partBit
            once |= word.partBit
            let isExplained = (used | contextual) & AddressQuery.bit(token) != 0
            if isExplained || word.role == .type || word.number != nil { known |= word.partBit }
        }
        return several & ~known
    }

    /// Whether a word is the "County" behind the name of one that is known.
    private func isCounty(_ token: Int, _ used: UInt32, _ name: NameMatch) -> Bool {
        guard query.words[token].plain == "county", token > 0 else { return false }
        return used & ~name.used & AddressQuery.bit(token - 1) != 0
    }

    /// Of a place or a post code: of an address whose street is not known they are the answer that remains.
    private func placeFactor(_ kind: FeatureKind, _ name: NameMatch, _ used: UInt32, _ context: ContextMatch) -> Double {
        var (factor, isRest, codes) = (1.0, false, 0)
        for token in query.words.indices where used & AddressQuery.bit(token) == 0 && !isCounty(token, used, name) {
            let word = query.words[token]
            if word.number != nil {
                // "75001 Paris", whose post code is not known.
                if word.plain.utf8.count >= 4, kind == .place { codes += 1 } else { isRest = true }
            } else if contextual & AddressQuery.bit(token) != 0, word.role == .name {
                factor *= context.hasRegion ? 0.5 : 0.9
            } else if word.role == .type || token < name.last || !isBehind(token, name) {
                isRest = true
            } else {
                factor *= word.role == .connective ? 0.99 : 0.8
            }
        }
        if isRest || codes > 1 { return factor * (kind == .postal ? 0.62 : 0.58) }
        return codes == 1 ? factor * 0.9 : factor
    }
}
