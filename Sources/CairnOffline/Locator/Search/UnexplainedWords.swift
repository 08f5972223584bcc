import CairnCore

/// What the words of a query say of a feature that nothing of it explains: that it is another one, or that somebody lives there.
struct UnexplainedWords: ~Copyable {
    private let query: AddressQuery
    private let names: QueryNames
    /// The query's words that stand in contexts, as they were typed.
    private let contextual: UInt32
    private var parts: KnownParts

    /// Where in a building something is, of which few tables know.
    private static let secondary: WordTable<Bool> = ["rear", "bsmt", "basement", "front", "lobby", "lower", "upper", "penthouse"]

    init(_ query: AddressQuery, _ names: QueryNames, _ parts: KnownParts, contextual: UInt32) {
        (self.query, self.names, self.parts, self.contextual) = (query, names, parts, contextual)
    }

    /// How much a word in front of a name leaves at most.
    static func most(_ word: AddressQuery.Word) -> Double {
        secondary.contains(word.text) ? 1 : StreetAbbreviations.isSuffix(word.text) ? 0.75 : 0.5
    }

    // MARK: - Streets and points of interest

    /// Of a street or a point of interest.
    ///
    /// - Parameter isCoded: Whether its post code is known.
    mutating func ofAddress(_ name: NameMatch, _ placed: PlacedWords, isCoded: Bool) throws(BlockDamage) -> Double {
        let (used, isPlaced) = (placed.used, placed.isPlaced)
        var (factor, told) = (1.0, UInt32(0))
        let foreign = try foreignParts(name, used, placed.inner)
        for token in query.words.indices where used & AddressQuery.bit(token) == 0 && !isCounty(token, used, name) {
            let word = query.words[token]
            let unknown = token > name.last && name.parts & word.partBit == 0 ? placed.ofUnknownCity : nil
            let isFront = token < name.last && name.parts & word.partBit == 0
            if foreign & word.partBit != 0 || (unknown != nil || isFront) && isAlone(token) {
                // Who lives there, or a note: a part of which nothing is known says as much as a word.
                let isOccupant = !isFront || isNumbered(name, used)
                if told & word.partBit == 0 { factor *= isOccupant ? unknown ?? note(word.part, isPlaced) : 0.5 }
                told |= word.partBit
            } else {
                factor *= ofWord(token, name, placed, isCoded)
            }
        }
        return factor
    }

    /// Whether a house number is with the name: who has one says where he lives.
    private func isNumbered(_ name: NameMatch, _ used: UInt32) -> Bool {
        var numbers = used & ~name.used & query.masks.numbers
        while numbers != 0 {
            if name.parts & query.words[numbers.trailingZeroBitCount].partBit != 0 { return true }
            numbers &= numbers - 1
        }
        return false
    }

    /// Whether a word that nothing else has is a part by itself.
    private func isAlone(_ token: Int) -> Bool {
        let word = query.words[token]
        guard word.role == .name, word.number == nil, contextual & AddressQuery.bit(token) == 0 else { return false }
        return query.masks.parts[word.part] == AddressQuery.bit(token)
    }

    /// A part that may be called as a settlement is.
    private func note(_ part: Int, _ isPlaced: Bool) -> Double {
        let words = query.masks.parts[part]
        if names.places.contains(where: { $0.tokens == words }) { return 0.75 }
        return isPlaced ? 0.85 : 0.95
    }

    private func ofWord(_ token: Int, _ name: NameMatch, _ placed: PlacedWords, _ isCoded: Bool) -> Double {
        let (word, isBehind) = (query.words[token], name.isBehind(token, query))
        let lacksType = name.lacksType && !name.hasType
        // The "Dr" of "Park Dr" is another type than the road's, though a country is called so, too.
        let isOtherType = lacksType && word.role == .type && token == name.last + 1 && name.parts & word.partBit != 0
        if contextual & AddressQuery.bit(token) != 0, isBehind || word.role == .name, !isOtherType {
            return placed.context.hasRegion || placed.context.hasCity ? 0.5 : 0.95
        }
        switch word.role {
        case .type: return lacksType ? 0.78 : 0.96
        case .qualifier: return name.lacksQualifier ? 0.65 : 0.8
        case .connective: return 0.99
        case .name where word.number != nil: return word.plain.utf8.count < 4 ? 0.8 : isCoded ? 0.84 : 0.93
        case .name where Self.secondary.contains(word.text): return 0.98
        case .name where lacksType && StreetAbbreviations.isSuffix(word.text): return 0.75
        case .name: return !isBehind ? 0.5 : placed.isPlaced ? 0.8 : 0.95
        }
    }

    /// The parts of several words between commas of which nothing is explained, that look like no other street, and that are no place; a bit for
    /// each.
    private mutating func foreignParts(_ name: NameMatch, _ used: UInt32, _ inner: UInt32) throws(BlockDamage) -> UInt32 {
        var (once, several, known) = (UInt32(0), UInt32(0), UInt32(0))
        // "Wolfe Street Academy, 615 North Wolfe Street": the street is known already.
        let isNumbered = isNumbered(name, used)
        for token in query.words.indices {
            let word = query.words[token]
            several |= once & word.partBit
            once |= word.partBit
            // "First Church of Salem, 104 Maple Ave, Salem" and "call 555 1234": words of the settlement, and numbers, explain no part in front of it.
            if isNumbered, inner & word.partBit != 0 { continue }
            let isStreet = word.number != nil || !isNumbered && word.role == .type && token < name.last
            if isStreet || used & AddressQuery.bit(token) != 0 { known |= word.partBit }
        }
        var foreign = (several | inner) & ~known
        for part in query.masks.parts.indices
        where foreign & ~inner & (1 << UInt32(part)) != 0 && contextual & query.masks.parts[part] != 0 {
            if try parts.isPlace(part) { foreign &= ~(1 << UInt32(part)) }
        }
        return foreign
    }

    /// Whether a word is the "County" behind the name of one that is known.
    private func isCounty(_ token: Int, _ used: UInt32, _ name: NameMatch) -> Bool {
        guard query.words[token].plain == "county", token > 0 else { return false }
        return used & ~name.used & AddressQuery.bit(token - 1) != 0
    }

    // MARK: - Places

    /// Of a place or a post code: of an address whose street is not known they are the answer that remains.
    func ofPlace(_ kind: FeatureKind, _ name: NameMatch, _ used: UInt32, _ context: ContextMatch) -> Double {
        // The box is not known, wherever it is.
        var (factor, isRest, codes, strange) = (1.0, query.isPostBox, 0, 0)
        for token in query.words.indices where used & AddressQuery.bit(token) == 0 && !isCounty(token, used, name) {
            let word = query.words[token]
            if word.number != nil {
                // "75001 Paris", whose post code is not known.
                if word.plain.utf8.count >= 4, kind == .place { codes += 1 } else { isRest = true }
            } else if contextual & AddressQuery.bit(token) != 0, word.role == .name, !isOfStreet(token, name) {
                factor *= context.hasRegion ? 0.5 : 0.9
            } else if word.role == .connective {
                factor *= 0.99
            } else if word.role == .type || token < name.last || !name.isBehind(token, query) {
                isRest = true
            } else {
                factor *= name.lacksWord && isBeside(token, name) ? 0.6 : 0.8
                if word.role == .name { strange += 1 }
            }
        }
        // Most of it speaks of something else.
        if strange > max(1, name.used.nonzeroBitCount) { factor *= 0.9 }
        if isRest || codes > 1 { return factor * (kind == .postal ? 0.62 : 0.58) }
        return codes == 1 ? factor * 0.9 : factor
    }

    /// Whether a word stands between a number and the type of a street, beside a settlement and its state: the first of "777 Pennsylvania Ave,
    /// Washington, MO" is no state.
    private func isOfStreet(_ token: Int, _ name: NameMatch) -> Bool {
        guard !names.states.contexts.isEmpty else { return false }
        let (part, bit) = (query.masks.parts[query.words[token].part] & ~name.used, AddressQuery.bit(token))
        return part & query.masks.numbers & (bit - 1) != 0 && part & query.masks.types & ~(bit - 1) != 0
    }

    /// The "Worth" beside a "Fort" that is half of Fort Collins.
    private func isBeside(_ token: Int, _ name: NameMatch) -> Bool {
        name.parts & query.words[token].partBit != 0 && (name.used << 1 | name.used >> 1) & AddressQuery.bit(token) != 0
    }
}
