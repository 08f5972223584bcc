import CairnCore
import Foundation

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
    /// How much is left where a country is called as the state is in which a settlement of that name lies, and of a region of whose name the
    /// query has a part, half of it or less.
    private static let (sameCode, part, half) = (0.85, 0.95, 0.85)

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

    /// How many words the region's name has, and how many of them the query has.
    private var region = (length: 0, found: 0)
    // What may name the state, or the settlement that is called so.
    private var (ofRegion, ofState): ([Entry], [Entry]) = ([], [])
    /// The query's words that name the settlement, and no state; a bit for each.
    private var named: UInt32 = 0

    /// - Parameters:
    ///   - state: Tells the state of the USA that the context says it is in; it is asked where the query may say one.
    ///   - allowed: The query's words that may say where something is.
    init(
        _ context: Int, _ readings: Readings, _ index: LocatorIndex, _ states: NamedStates, allowed: UInt32,
        state: () throws(BlockDamage) -> String?
    ) throws(BlockDamage) {
        var own = states.all.isEmpty ? nil : try state()
        let meant = own == nil ? nil : states.meant
        // "Salem, IN": of a settlement in Indiana, not in India.
        let ofCode = own == nil && !states.contexts.isEmpty ? states.meant?.tokens ?? 0 : 0
        var words = try index.contexts.words(of: context)
        while let word = try words.next() {
            switch word.field {
            case .city: cityLength += 1
            case .region, .country, .near: hasRegion = true
            case .name, .postal, .subregion: break
            }
            var (next, isFound) = (readings.first(word.word), false)
            while next >= 0 {
                let reading = readings.all[Int(next)]
                next = reading.next
                guard reading.similarity >= Self.least, reading.tokens & ~allowed == 0, !reading.isHalf else { continue }
                if reading.isCountry, word.field != .country, word.field != .near { continue }
                isFound = true
                let isCode = word.field == .country && reading.tokens & ofCode != 0
                let similarity = isCode ? Self.similarity(leaving: Self.sameCode) : reading.similarity
                add(Entry(tokens: reading.tokens, similarity: similarity, field: word.field), besides: meant?.tokens ?? 0)
            }
            if word.field == .region { region = (region.length + 1, region.found + (isFound ? 1 : 0)) }
        }
        if states.all.isEmpty, !ofRegion.isEmpty { own = try state() }
        if let own {
            let isCity = try meant.map { (meant) throws(BlockDamage) in try isSettlement(meant, context, index) } ?? false
            takeState(own, states, meant, allowed, isCity: isCity)
        } else {
            takeRegion()
        }
        if entries.count > 1 {
            // "Republic of Ireland" before "Ireland".
            entries.sort { ($0.similarity, $0.tokens.nonzeroBitCount) > ($1.similarity, $1.tokens.nonzeroBitCount) }
        }
    }

    private mutating func add(_ entry: Entry, besides meant: UInt32) {
        if entry.field == .region { return ofRegion.append(entry) }
        if entry.tokens & meant != 0 { return entry.field == .city ? ofState.append(entry) : () }
        if entry.field == .city, entry.similarity >= Self.typed { named |= entry.tokens }
        entries.append(entry)
    }

    /// "Saxony" is less of Lower Saxony than of Saxony.
    private mutating func takeRegion() {
        guard region.found < region.length else {
            entries += ofRegion
            return
        }
        let left = region.found * 2 > region.length ? Self.part : Self.half
        let similarity = Self.similarity(leaving: pow(left, 1 / Double(max(1, region.found))))
        for entry in ofRegion {
            entries.append(Entry(tokens: entry.tokens, similarity: entry.similarity * similarity, field: .region))
        }
    }

    /// How alike a word must be for so much of a score to be left.
    private static func similarity(leaving factor: Double) -> Double { (factor - PlacedWords.unlike) / (1 - PlacedWords.unlike) }

    /// A state is named by a whole phrase, or by words that are misspelt.
    private mutating func takeState(
        _ state: String, _ states: NamedStates, _ meant: NamedState?, _ allowed: UInt32, isCity: Bool
    ) {
        let tokens = meant?.tokens ?? 0
        if let meant {
            if meant.code != state { elsewhere = tokens }
            if named != 0 || meant.isCode { stateAlone = tokens }
        }
        if isCity { entries += ofState }
        if ofRegion.contains(where: { $0.similarity < Self.typed }) { entries += ofRegion.filter { $0.tokens & tokens == 0 } }
        for other in states.all where other.code == state && other.tokens & ~allowed == 0 && !(isCity && other.tokens == tokens) {
            entries.append(Entry(tokens: other.tokens, similarity: 1, field: .region))
        }
    }

    /// Whether the words that name a state are the settlement's: those of "Washington" and "New York City" are, and not the last of
    /// "Kansas City, Kansas".
    private func isSettlement(_ state: NamedState, _ context: Int, _ index: LocatorIndex) throws(BlockDamage) -> Bool {
        guard !state.isCode, named == 0, ofState.reduce(0, { $0 | $1.tokens }) & state.tokens == state.tokens else {
            return false
        }
        let count = state.tokens.nonzeroBitCount
        if cityLength == count { return true }
        guard cityLength == count + 1, count > 1, let city = try index.lexicon.number(of: "city") else { return false }
        var words = try index.contexts.words(of: context)
        while let word = try words.next() { if word.field == .city, word.word == city { return true } }
        return false
    }
}
