import CairnCore

/// Tells which parts of a query between commas are a place that the locator knows, and which are a neighbourhood, a note, or who lives there.
///
/// Single words stand in the names of many places, so that of several all must be in one.
struct KnownParts {
    private let query: AddressQuery
    private let index: LocatorIndex
    private let names: QueryNames
    private var known: [Int: Bool] = [:]

    /// A word of more contexts is in so many places that another word tells sooner.
    private static let most = 300

    init(_ query: AddressQuery, _ names: QueryNames, _ index: LocatorIndex) {
        (self.query, self.names, self.index) = (query, names, index)
    }

    /// Whether a part, without its numbers, is a settlement, a region or a country.
    mutating func isPlace(_ part: Int) throws(BlockDamage) -> Bool {
        if let known = known[part] { return known }
        let isPlace = try isPlace(words: query.masks.parts[part] & ~(query.masks.numbers | query.masks.connectives))
        known[part] = isPlace
        return isPlace
    }

    /// Whether words together are; of one word that it stands in a settlement's name is enough.
    func isPlace(words: UInt32) throws(BlockDamage) -> Bool {
        if words.nonzeroBitCount < 2 { return true }
        var numbers: [Int: Int] = [:]
        for token in query.words.indices where words & AddressQuery.bit(token) != 0 {
            guard let word = try index.lexicon.number(of: query.words[token].text) else { return false }
            numbers[token] = word
        }
        if try isSettlement(words, numbers) { return true }
        return try isContext(Set(numbers.values))
    }

    /// "Springfield Illinois": a settlement, with what says where it is.
    private func isSettlement(_ words: UInt32, _ numbers: [Int: Int]) throws(BlockDamage) -> Bool {
        for place in names.places where place.tokens & ~words == 0 {
            let others = Set(numbers.filter { AddressQuery.bit($0.key) & place.tokens == 0 }.values)
            if others.isEmpty { return true }
            for spot in place.spots { if try hasAll(others, spot.context) { return true } }
        }
        return false
    }

    /// A region, a country, or a settlement that only addresses name.
    private func isContext(_ words: Set<Int>) throws(BlockDamage) -> Bool {
        var rarest = (word: 0, count: Int.max)
        for word in words {
            let count = try index.lexicon.contextCount(of: word)
            if count < rarest.count { rarest = (word, count) }
        }
        guard rarest.count <= Self.most else { return true }
        var contexts = try index.lexicon.contexts(of: rarest.word)
        while let context = try contexts.next() { if try hasAll(words, context) { return true } }
        return false
    }

    private func hasAll(_ words: Set<Int>, _ context: Int) throws(BlockDamage) -> Bool {
        var missing = words
        var cursor = try index.contexts.words(of: context)
        while let entry = try cursor.next() { missing.remove(entry.word) }
        return missing.isEmpty
    }
}
