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

    /// The query's words that the context has, the most alike first.
    private(set) var entries: [Entry] = []
    /// How many words the settlement's name has, if it is known.
    private(set) var cityLength = 0
    /// Whether the settlement is known.
    var hasCity: Bool { cityLength > 0 }
    /// Whether the region or the country is known.
    private(set) var hasRegion = false

    /// - Parameter allowed: The query's words that may say where something is.
    init(_ context: Int, _ readings: Readings, _ index: LocatorIndex, allowed: UInt32) throws(LocatorDamage) {
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
                entries.append(Entry(tokens: reading.tokens, similarity: reading.similarity, field: word.field))
            }
        }
        if entries.count > 1 {
            // "Republic of Ireland" before "Ireland".
            entries.sort { ($0.similarity, $0.tokens.nonzeroBitCount) > ($1.similarity, $1.tokens.nonzeroBitCount) }
        }
    }
}
