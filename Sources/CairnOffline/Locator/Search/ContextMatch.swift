import CairnCore

/// What the words of a query say about where features lie, for the features of one context.
struct ContextMatch {
    struct Entry {
        let tokens: UInt32
        let similarity: Double
        let field: WordField
    }

    /// How alike words must be at least.
    static let least = 0.72
    /// From so much on a word was not misspelt.
    private static let typed = 0.96

    /// The query's words that the context has, the most alike first.
    private(set) var entries: [Entry] = []
    /// How many words the settlement's name has, if it is known.
    private(set) var cityLength = 0
    /// Whether the settlement is known.
    var hasCity: Bool { cityLength > 0 }
    /// Whether the region or the country is known.
    private(set) var hasRegion = false
    /// The query's words that name a state, and no settlement: their code, or what stands behind the settlement. A bit for each.
    private(set) var stateAlone: UInt32 = 0
    /// The query's words that name another state than the one in which the features are, a bit for each.
    private(set) var elsewhere: UInt32 = 0

    /// - Parameters:
    ///   - state: The state of the USA that the context says it is in.
    ///   - allowed: The query's words that may say where something is.
    init(
        _ context: Int, _ readings: Readings, _ index: LocatorIndex, _ states: NamedStates, state: String?, allowed: UInt32
    ) throws(LocatorDamage) {
        let meant = state == nil ? 0 : states.meant?.tokens ?? 0
        if meant != 0, states.meant?.code != state { elsewhere = meant }
        var (ofState, ofRegion, named): ([Entry], [Entry], UInt32) = ([], [], 0)
        var words = try index.contexts.words(of: context)
        while let word = try words.next() {
            switch word.field {
            case .city: cityLength += 1
            case .region, .country, .near: hasRegion = true
            case .name, .postal, .subregion: break
            }
            var next = readings.first(word.word)
            while next >= 0 {
                let reading = readings.all[Int(next)]
                next = reading.next
                guard reading.similarity >= Self.least, reading.tokens & ~allowed == 0, !reading.isHalf else { continue }
                if reading.isCountry, word.field != .country, word.field != .near { continue }
                let entry = Entry(tokens: reading.tokens, similarity: reading.similarity, field: word.field)
                if state != nil, word.field == .region {
                    ofRegion.append(entry)
                } else if reading.tokens & meant != 0 {
                    if word.field == .city { ofState.append(entry) }
                } else {
                    if word.field == .city, reading.similarity >= Self.typed { named |= reading.tokens }
                    entries.append(entry)
                }
            }
        }
        let isCity = states.meant?.isCode == false && isCity(ofState, meant, named)
        if isCity { entries += ofState }
        if named != 0 || states.meant?.isCode == true { stateAlone = meant }
        if let state { addRegion(ofRegion, states.all.filter { !isCity || $0.tokens != meant }, state, meant) }
        if entries.count > 1 {
            // "Republic of Ireland" before "Ireland".
            entries.sort { ($0.similarity, $0.tokens.nonzeroBitCount) > ($1.similarity, $1.tokens.nonzeroBitCount) }
        }
    }

    /// Whether the words that name a state are the settlement's: those of "Washington" and "New York City" are, and not the last of
    /// "Kansas City, Kansas".
    private func isCity(_ entries: [Entry], _ meant: UInt32, _ named: UInt32) -> Bool {
        guard meant != 0, named == 0, entries.reduce(0, { $0 | $1.tokens }) & meant == meant else { return false }
        let count = meant.nonzeroBitCount
        return cityLength == count || count > 1 && cityLength == count + 1
    }

    /// A state is named by a whole phrase, or by words that are misspelt.
    private mutating func addRegion(_ words: [Entry], _ named: [NamedStates.Named], _ state: String, _ meant: UInt32) {
        if words.contains(where: { $0.similarity < Self.typed }) { entries += words.filter { $0.tokens & meant == 0 } }
        for named in named where named.code == state {
            entries.append(Entry(tokens: named.tokens, similarity: 1, field: .region))
        }
    }
}
