import CairnCore

/// Finds the words of a query that are a post code of features.
struct PostalMatch {
    private let query: AddressQuery
    private let index: LocatorIndex
    private let readings: Readings
    /// The words of post codes of several words, or of signs, that were met.
    private var known: [Int: [Int]] = [:]

    init(_ query: AddressQuery, _ readings: Readings, _ index: LocatorIndex) {
        (self.query, self.readings, self.index) = (query, readings, index)
    }

    /// Takes the words that are one post code, by its number; there is none of the number 0.
    mutating func take(_ postal: Int, _ used: inout UInt32) throws(BlockDamage) {
        if postal == 0 { return }
        let bytes = try index.postal(postal)
        guard bytes.allSatisfy(Self.isAlphanumeric) else {
            for word in try words(of: postal) { take(word: word, &used) }
            return
        }
        for token in query.words.indices
        where used & AddressQuery.bit(token) == 0 && query.words[token].plain.utf8.count == bytes.count {
            if zip(query.words[token].plain.utf8, bytes).allSatisfy({ $0 == $1 || $0 == $1 | 0x20 }) {
                used |= AddressQuery.bit(token)
            }
        }
    }

    /// Takes the words that are one of a street's post codes.
    func takeAny(of feature: FeatureView, _ used: inout UInt32) throws(BlockDamage) {
        var words = try index.features.words(of: feature)
        while let entry = try words.next() { if entry.field == .postal { take(word: entry.word, &used) } }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
    }

    private func take(word: Int, _ used: inout UInt32) {
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

    private mutating func words(of postal: Int) throws(BlockDamage) -> [Int] {
        if let words = known[postal] { return words }
        var words: [Int] = []
        for word in TextNormalizer.tokens(String(decoding: try index.postal(postal), as: UTF8.self)) {
            if let number = try index.lexicon.number(of: word) { words.append(number) }
        }
        known[postal] = words
        return words
    }
}
