import CairnCore

/// What the words of a query say of a feature that neither its name nor its house number takes: where it is, or that it is another one.
struct RemainingWords: ~Copyable {
    private let query: AddressQuery
    private let index: LocatorIndex
    private let readings: Readings
    private let names: QueryNames
    /// The query's words that may say where something is: not the "US" of "US 31".
    private let placing: UInt32
    /// The query's words in front of the number, which may be who lives there.
    private let lead: UInt32
    /// The query's words that may name a settlement without another one: no types and directions, unless they are a part by themselves.
    private let settling: UInt32
    /// "N", "South" and the like, and "New".
    private let directions: UInt32
    /// What names of countries begin with, "Great" and "United".
    private let beginnings: UInt32
    /// The query's words that only a name can explain.
    private let naming: UInt32
    /// The context that was last looked at: features of equal weight come in the order of their contexts.
    private var last: (context: Int, match: ContextMatch)?
    private let states: NamedStates
    private let beforeState: SettlementBeforeState?
    /// The parts behind the state that are notes, a bit for each.
    private let notes: UInt32
    /// The region that was last looked at, and its state.
    private var lastRegion: (region: Int, country: Int, state: String?)?
    private var postal: PostalMatch
    private var unexplained: UnexplainedWords

    /// Where a post code is sought.
    enum Postal: Equatable {
        /// Of a house, or of a point of interest, by its number; 0 is none.
        case code(Int)
        /// Of all those of a street.
        case any
        /// Of the house of a street that fits best, of which nothing is known yet.
        case best

        /// Whether one is known, which no other fits.
        func isKnown(_ feature: FeatureView) -> Bool {
            switch self {
            case .code(let code): code != 0
            case .any: feature.postal != 0
            case .best: false
            }
        }
    }

    init(_ query: AddressQuery, _ names: QueryNames, _ readings: Readings, _ index: LocatorIndex) throws(BlockDamage) {
        var placing = ~UInt32(0)
        for token in query.words.indices.dropLast()
        where query.words[token + 1].number != nil && query.words[token + 1].plain.utf8.count < 5 {
            // Of longer numbers none is a road's: "CO 80201".
            if Self.systems.contains(query.words[token].text) { placing &= ~AddressQuery.bit(token) }
        }
        var (placed, contextual) = (names.places.reduce(UInt32(0)) { $0 | $1.tokens }, UInt32(0))
        for reading in readings.all where reading.similarity >= ContextMatch.least {
            guard try index.lexicon.contextCount(of: reading.word) > 0 else { continue }
            placed |= reading.tokens
            if reading.similarity == 1, reading.tokens & ~placing == 0 { contextual |= reading.tokens }
        }
        contextual &= ~query.masks.connectives
        let parts = KnownParts(query, names, index)
        let front = Self.lead(query)
        // "Springfield Illinois 12 Main Street"
        var isPlace = front & ~names.places.reduce(contextual) { $0 | $1.tokens } == 0
        if front != 0, isPlace { isPlace = try parts.isPlace(words: front) }
        let states = names.states
        let before = try SettlementBeforeState(query, names, states, index)
        (self.query, self.names, self.readings, self.index, self.placing) = (query, names, readings, index, placing)
        self.states = states
        beforeState = before
        // "United States of America" is none.
        notes = query.masks.parts.indices.reduce(0) { notes, part in
            let isTold = query.masks.parts[part] & query.masks.names & ~contextual != 0
            return isTold ? notes | states.notes & 1 << UInt32(part) : notes
        }
        postal = PostalMatch(query, readings, index)
        unexplained = UnexplainedWords(query, names, parts, contextual: contextual)
        lead = isPlace ? 0 : front
        let masks = query.masks
        settling = masks.parts.reduce(masks.names) { $1.nonzeroBitCount == 1 ? $0 | $1 : $0 }
        func words(in table: WordTable<Bool>) -> UInt32 {
            query.words.indices.reduce(0) { table.contains(query.words[$1].text) ? $0 | AddressQuery.bit($1) : $0 }
        }
        directions = words(in: Self.directions)
        beginnings = directions | words(in: Self.beginnings)
        // Neither a post code, nor the "A" of "12 A".
        naming = masks.names & ~(placed | masks.coded | masks.coded << 1 & masks.short)
    }

    /// "Bloomberg School of Public Health 615 North Wolfe Street": names in front of the first number, in its part, unless they are a street's.
    private static func lead(_ query: AddressQuery) -> UInt32 {
        let number = query.masks.numbers.trailingZeroBitCount
        guard number > 0, number + 1 < query.words.count else { return 0 }
        let front = query.masks.parts[query.words[number].part] & (AddressQuery.bit(number) - 1)
        return front & ~(query.masks.names | query.masks.connectives) == 0 ? front & query.masks.names : 0
    }

    /// A post office box, for what is no house.
    private static let box = 0.6
    private static let directions: WordTable<Bool> = ["n", "s", "e", "w", "new"]
    /// Words of countries that begin the names of settlements, too.
    private static let beginnings: WordTable<Bool> = ["great", "united", "northern", "western", "central", "equatorial"]
    /// Systems of roads, whose numbers follow them.
    private static let systems: WordTable<Bool> = ["us", "state", "co", "interstate", "farm"]

    // MARK: - Where a feature is

    /// How much of a score the words may leave at most, without a look at where the feature is: those in front of a street's name count.
    func most(_ feature: FeatureView, _ name: NameMatch) -> Double {
        guard feature.kind == .street else { return 1 }
        var (most, left) = (1.0, naming & ~name.used)
        if lead & name.used == 0 { left &= ~lead }
        while left != 0 {
            let token = left.trailingZeroBitCount
            if !name.isBehind(token, query) { most *= UnexplainedWords.most(query.words[token]) }
            left &= left - 1
        }
        return most
    }

    /// Whether what a name takes from other parts of the query says where the feature is: "County Rd 19, Autauga" for "Autauga County 19".
    mutating func place(_ name: NameMatch, in context: Int) throws(BlockDamage) -> Bool {
        let first = query.words[name.used.trailingZeroBitCount].part
        let stray = name.used & ~query.masks.parts[first]
        let placed = try self.context(context).entries.reduce(UInt32(0)) { $0 | $1.tokens }
        return stray & ~placed == 0
    }

    /// Takes the words that are one of a street's post codes: they are not the number of a house.
    func takePostal(of feature: FeatureView, _ used: inout UInt32) throws(BlockDamage) {
        try postal.takeAny(of: feature, &used)
    }

    /// What the words say that the name and the number do not take.
    struct Saying {
        /// How much of the score they leave.
        let factor: Double
        /// Whether the region or the country is named.
        let isRegionNamed: Bool
        /// The query's words that are explained, and those that might say more in another spelling, a bit for each.
        let (explained, open): (UInt32, UInt32)
    }

    /// What the words say that the name and the number do not take.
    ///
    /// - Parameter taken: Those that they take, a bit for each.
    mutating func saying(
        _ feature: FeatureView, _ name: NameMatch, taken: UInt32, _ code: Postal
    ) throws(BlockDamage) -> Saying {
        var placed = try self.placed(feature, name, taken, code)
        let factor = try factor(feature, name, code, &placed)
        return Saying(factor: factor, isRegionNamed: placed.isRegionNamed, explained: placed.used, open: open(placed))
    }

    /// A part between commas of which nothing is explained is a note, however it is spelt, if it stands in front of the settlement, or if the
    /// region is known as well: elsewhere it may be a misspelt one.
    private func open(_ placed: PlacedWords) -> UInt32 {
        guard placed.cities != 0 else { return ~0 }
        return query.masks.parts.enumerated().reduce(0) { open, part in
            let isNote = placed.isRegionNamed || placed.inner & 1 << UInt32(part.offset) != 0
            return part.element & placed.used == 0 && isNote ? open : open | part.element
        }
    }

    private mutating func factor(
        _ feature: FeatureView, _ name: NameMatch, _ code: Postal, _ placed: inout PlacedWords
    ) throws(BlockDamage) -> Double {
        guard feature.kind == .street || feature.kind == .pointOfInterest else {
            return placed.factor * unexplained.ofPlace(feature.kind, name, placed.used, placed.context)
        }
        let isHouse = feature.kind == .street && code != .any
        if lead != 0, lead & placed.used == 0 {
            placed.used |= lead
            placed.factor *= isHouse ? 0.8 : 0.6
        }
        if query.isPostBox, !isHouse { placed.factor *= Self.box }
        if feature.kind == .pointOfInterest { try takeAddress(of: feature, &placed.used) }
        return try placed.factor * unexplained.ofAddress(name, placed, isCoded: code.isKnown(feature))
    }

    /// What a post code, a settlement, a region and a country say.
    private mutating func placed(
        _ feature: FeatureView, _ name: NameMatch, _ taken: UInt32, _ code: Postal
    ) throws(BlockDamage) -> PlacedWords {
        var placed = PlacedWords(context: try context(feature.context), used: taken)
        switch code {
        case .code(let code): try postal.take(code, &placed.used)
        case .any, .best: try postal.takeAny(of: feature, &placed.used)
        }
        let fixed = placed.used
        placed.isConfirmed = fixed != taken
        // Of the settlement before it a feature may be a part; then the city that is called so is where it is, too.
        let state = beforeState.map { $0.isElsewhere(feature) ? $0.state : 0 } ?? 0
        placed.takeContext(naming: settling, directions: directions, beginnings: beginnings, state: state)
        placed.tellOtherCity(query, states)
        let others = fixed | ~placing | placed.context.stateAlone | state
        let settlements = SettlementMatch(query, names.places.filter { $0.tokens & others == 0 }, name)
        try settlements.takeNear(feature, &placed, index)
        placed.inner = settlements.innerParts(placed.cities)
        if placed.cities != 0, placed.isRegionNamed { placed.inner |= notes }
        settlements.contradict(feature, &placed)
        placed.takeState(states, isAddress: feature.kind == .street || feature.kind == .pointOfInterest)
        return placed
    }

    /// Takes the words of the street address that a point of interest has: "Stonewall Inn, 53 Christopher Street".
    private func takeAddress(of feature: FeatureView, _ used: inout UInt32) throws(BlockDamage) {
        let left = query.masks.parts.reduce(0, |) & ~used
        guard left != 0, !feature.isAlias else { return }
        let address = AddressQuery(try index.texts.text(feature.other))
        for token in query.words.indices where left & AddressQuery.bit(token) != 0 {
            if address.words.contains(where: { $0.text == query.words[token].text }) { used |= AddressQuery.bit(token) }
        }
    }

    private mutating func context(_ context: Int) throws(BlockDamage) -> ContextMatch {
        if let last, last.context == context { return last.match }
        let match = try ContextMatch(context, readings, index, states, allowed: placing) { () throws(BlockDamage) in
            try state(of: context)
        }
        last = (context, match)
        return match
    }

    private mutating func state(of context: Int) throws(BlockDamage) -> String? {
        let (region, country) = (try index.contexts.region(context), try index.contexts.country(context))
        if let last = lastRegion, last.region == region, last.country == country { return last.state }
        let state = try index.contexts.state(context, index.texts)
        lastRegion = (region, country, state)
        return state
    }
}
