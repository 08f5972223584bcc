import CairnCore

/// How well the words of a query fit the name of a feature.
struct NameMatch {
    /// The query's words that it takes, a bit for each.
    private(set) var used: UInt32 = 0
    /// How much of the name is in the query, and how well it is spelt there, 0…1.
    var score = 0.0
    /// The comma-separated parts in which its words stand, a bit for each.
    private(set) var parts: UInt32 = 0
    /// Types and qualifiers of the name that the query does not have.
    private(set) var lacksType = false
    private(set) var lacksQualifier = false
    /// Whether the query lacks one of the words that name.
    var lacksWord: Bool { major.found < major.all }
    /// Whether the query has the name's type.
    private(set) var hasType = false
    /// The last of the query's words that it takes.
    private(set) var last = 0

    // What the words of the name weigh by their roles, those that were found, and how well these fit.
    private var major = (all: 0.0, found: 0.0)
    private var types = (all: 0.0, found: 0.0)
    private var quality = (weight: 0.0, sum: 0.0)
    private var half: UInt32 = 0
    private var first = Int.max
    /// Whether a number stands in front of the words that it follows in the name.
    private var isSwapped = false
    /// Whether the words stand in another order than in the name: "Park Forest" is not Forest Park.
    private var isTurned = false

    /// Nil for a name of which the query has nothing that names.
    ///
    /// - Parameter allowed: The query's words that may be taken.
    init?(
        _ feature: FeatureView, _ query: AddressQuery, _ readings: Readings, _ roles: WordRoles, _ index: LocatorIndex,
        allowed: UInt32 = ~0
    ) throws(BlockDamage) {
        var cursor = try index.features.words(of: feature)
        var (hasWord, foundWord, foundMajor, foundAny) = (false, false, false, false)
        used = ~allowed
        while let word = try cursor.nextOfName() {
            let role = roles.role(of: word)
            let isWord = role == .name && !roles.isNumber(word)
            hasWord = hasWord || isWord
            let front = first
            let similarity = take(word, readings)
            // "100 County Road 133" is house 100.
            if similarity != nil, roles.isNumber(word), front < .max, first < front { isSwapped = true }
            note(role, similarity)
            guard similarity != nil else { continue }
            foundAny = true
            foundMajor = foundMajor || role == .name
            foundWord = foundWord || isWord
        }
        used &= allowed
        // "Squad 18" is not named by a number alone, nor a street by its type if it has a name.
        guard hasWord ? foundWord : major.all > 0 ? foundMajor : foundAny else { return nil }
        // "Street" is no other name of Stuttgart, though "STR" is one.
        if feature.isAlias, major.all == 0 { return nil }
        finish(query, feature.kind)
    }

    /// Takes the query's words that are best read as one of the locator, the first of those as good; nil if there are none left.
    private mutating func take(_ word: Int, _ readings: Readings) -> Double? {
        var best: Reading?
        var next = readings.first(word)
        while next >= 0 {
            let reading = readings.all[Int(next)]
            next = reading.next
            guard reading.tokens & used == 0, !reading.isCountry else { continue }
            // Half a word only if no whole one fits.
            if let known = best, (known.rank, reading.tokens) >= (reading.rank, known.tokens) { continue }
            best = reading
        }
        guard let best else { return nil }
        if best.isHalf, half & best.tokens == 0 {
            half |= best.tokens
        } else {
            used |= best.tokens
        }
        if first < .max, best.tokens.trailingZeroBitCount < first { isTurned = true }
        first = min(first, best.tokens.trailingZeroBitCount)
        last = max(last, 31 - best.tokens.leadingZeroBitCount)
        return best.similarity
    }

    private mutating func note(_ role: WordRole, _ similarity: Double?) {
        let (own, found) = (role.weight, similarity == nil ? 0 : role.weight)
        switch role {
        case .name: major = (major.all + own, major.found + found)
        case .type:
            types = (types.all + own, types.found + found)
            if similarity == nil { lacksType = true } else { hasType = true }
        case .qualifier: if similarity == nil { lacksQualifier = true }
        case .connective: break
        }
        if let similarity { quality = (quality.weight + own, quality.sum + own * similarity) }
    }

    /// Whether a word stands where settlements do: behind the name, or in another part.
    func isBehind(_ token: Int, _ query: AddressQuery) -> Bool { token > last || parts & query.words[token].partBit == 0 }

    private mutating func finish(_ query: AddressQuery, _ kind: FeatureKind) {
        score = quality.weight > 0 ? quality.sum / quality.weight : 0
        // Without one of its words a street is another one sooner than a place is.
        let least = kind == .street ? 0.3 : 0.6
        if major.all > 0 { score *= least + (1 - least) * major.found / major.all }
        if types.all > 0 { score *= 0.93 + 0.07 * types.found / types.all }
        if lacksQualifier { score *= 0.93 }
        if isSwapped { score *= 0.97 }
        if isTurned, kind == .place { score *= 0.99 }
        // Half a word fits nothing.
        if half & ~used != 0 {
            score *= 0.6
            used |= half
        }
        var isGap = false
        for place in first..<max(first, last + 1) {
            if used & AddressQuery.bit(place) != 0 {
                parts |= query.words[place].partBit
            } else if query.words[place].role != .connective, query.words[place].number == nil {
                isGap = true
            }
        }
        if isGap { score *= 0.88 }
    }
}

extension Reading {
    fileprivate var rank: Double { isHalf ? similarity - 1 : similarity }
}
