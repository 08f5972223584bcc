import CairnCore

/// Finds the locator's words that a query's words may be, in stages: first as they are, then as people misspell them.
struct WordReader {
    private let query: AddressQuery
    private let lexicon: Lexicon
    private(set) var readings = Readings()
    /// The query's words that the locator has as they are, a bit for each.
    private(set) var known: UInt32 = 0

    /// Those that are words of settlements, regions and countries.
    private var placing: UInt32 = 0

    /// How many words a misspelt one is read as.
    private static let most = 80

    init(_ query: AddressQuery, _ lexicon: Lexicon) {
        (self.query, self.lexicon) = (query, lexicon)
    }

    /// The words that may be misspelt: not those of settlements, as long as there are others.
    var doubtful: UInt32 {
        let isRest = query.words.indices.contains {
            placing & bit($0) == 0 && query.words[$0].role == .name && query.words[$0].number == nil
        }
        return isRest ? ~placing : ~0
    }

    // MARK: - As they are typed

    /// The words as they are, two as one, and numbers as ordinals.
    mutating func readAsTyped() throws(BlockDamage) {
        for index in query.words.indices {
            if let word = try lexicon.number(of: query.words[index].text) {
                readings.add(word, bit(index), 1)
                known |= bit(index)
                if try lexicon.contextCount(of: word) > 0 { placing |= bit(index) }
            }
            if query.words[index].plain.utf8.count <= 2, let type = Self.letters[query.words[index].plain],
                let word = try lexicon.number(of: type)
            {
                readings.add(word, bit(index), 0.97)
            }
            try readOrdinal(index)
            try readHighway(index)
            try readWithNext(index)
            try readCountry(index)
        }
    }

    /// "14 St" for "14th St", and "W 14".
    private mutating func readOrdinal(_ index: Int) throws(BlockDamage) {
        let words = query.words
        guard words[index].plain.utf8.count <= 3, let number = words[index].number?.value, "\(number)" == words[index].plain
        else { return }
        let isBeforeType = index + 1 < words.count && words[index + 1].role == .type
        let isAfterStart =
            index > 0 && words[index - 1].part == words[index].part
            && (words[index - 1].number != nil || words[index - 1].role == .qualifier)
        guard isBeforeType || isAfterStart, let word = try lexicon.number(of: OrdinalPhrase.text(number)) else { return }
        readings.add(word, bit(index), 0.96)
    }

    /// "US Route 31" for "US Highway 31", "County Highway 4" for "County Road 4".
    private mutating func readHighway(_ index: Int) throws(BlockDamage) {
        guard Self.highways.contains(query.words[index].text) else { return }
        let isNumbered = [index - 1, index + 1].contains { query.words.indices.contains($0) && query.words[$0].number != nil }
        guard isNumbered else { return }
        for other in Self.highways where other != query.words[index].text {
            if let word = try lexicon.number(of: other) { readings.add(word, bit(index), 0.97) }
        }
    }

    /// "Estados Unidos" for "USA".
    private mutating func readCountry(_ index: Int) throws(BlockDamage) {
        guard CountryPhrases.mayBegin(with: query.words[index].text) else { return }
        let part = query.words[index...].prefix { $0.part == query.words[index].part }
        guard let country = CountryPhrases.country(part.lazy.map(\.text)),
            let word = try lexicon.number(of: StreetAbbreviations.canonical(country.code))
        else {
            return
        }
        let tokens = (index..<index + country.count).reduce(UInt32(0)) { $0 | bit($1) }
        readings.add(word, tokens, 1, isCountry: true)
        known |= tokens
    }

    /// "R. Mistral" and "C/ Mayor".
    private static let letters = ["r": "rue", "c": "cl", "p": "pso", "pl": "plz"]
    private static let highways = ["hwy", "rte", "rd"]

    /// Two words without the space between them, "4 th", and "County 32".
    private mutating func readWithNext(_ index: Int) throws(BlockDamage) {
        guard index + 1 < query.words.count else { return }
        let (word, next) = (query.words[index], query.words[index + 1])
        guard word.part == next.part else { return }
        if let number = word.number {
            guard next.plain.utf8.count == 2, "\(number.value)" == word.plain,
                OrdinalPhrase.text(number.value) == word.plain + next.plain
            else { return }
        } else if next.number != nil, word.role == .name {
            return
        }
        if let joined = try lexicon.number(of: StreetAbbreviations.canonical(word.plain + next.plain)) {
            // "County32" is taken apart when it is asked for, and is a word where it stands in a table.
            readings.add(joined, bit(index) | bit(index + 1), word.number == nil && next.number != nil ? 1 : 0.97)
        }
    }

    // MARK: - Misspelt

    /// The words with a slip, or two where a word is long; those that sound alike, that are cut short, and that are two.
    ///
    /// - Parameters:
    ///   - tokens: Which words, a bit for each.
    ///   - isDeep: Whether two slips are looked for, and what sounds alike.
    mutating func readMisspelt(_ tokens: UInt32, isDeep: Bool) throws(BlockDamage) {
        for index in query.words.indices where tokens & bit(index) != 0 && query.words[index].number == nil {
            try readMisspelt(index, isDeep: isDeep)
        }
    }

    private mutating func readMisspelt(_ index: Int, isDeep: Bool) throws(BlockDamage) {
        let word = query.words[index]
        if !isDeep {
            // As it was typed: what "Steret" stands for has another spelling here.
            for form in StreetAbbreviations.misspelt(word.plain) {
                if let found = try lexicon.number(of: form) { readings.add(found, bit(index), 0.9) }
            }
            for ordinal in OrdinalPhrase.misspelt(word.plain) {
                if let found = try lexicon.number(of: ordinal) { readings.add(found, bit(index), 0.9) }
            }
        }
        guard let letters = MisspeltWord(word.text.utf8), let similarity = WordSimilarity(letters) else { return }
        let most = isDeep ? MisspeltWord.tolerance(forLength: letters.letters.count) : 1
        var found: [(word: Int, similarity: Double)] = []
        try lexicon.forEachCandidate(letters, isDeep: isDeep && most > 1) { (candidate) throws(BlockDamage) in
            if let similarity = similarity.misspelt(try lexicon.bytes(of: candidate), most: most) {
                found.append((candidate, similarity))
            }
        }
        if isDeep {
            if let sound = SoundKey(letters) {
                try lexicon.forEachSound(sound) { (candidate) throws(BlockDamage) in
                    if let similarity = similarity.sounding(sound, try lexicon.bytes(of: candidate)) {
                        found.append((candidate, similarity))
                    }
                }
            }
            try readCutShort(word, &found)
            try readAsTwo(index)
        }
        if found.count > Self.most { found.sort { ($1.similarity, $0.word) < ($0.similarity, $1.word) } }
        for (candidate, similarity) in found.prefix(Self.most) { readings.add(candidate, bit(index), similarity) }
    }

    /// Words whose end is missing.
    private func readCutShort(
        _ word: AddressQuery.Word, _ found: inout [(word: Int, similarity: Double)]
    ) throws(BlockDamage) {
        guard word.text.utf8.count >= 4 else { return }
        for candidate in try lexicon.words(startingWith: word.text).prefix(64) {
            let more = try lexicon.bytes(of: candidate).count - word.text.utf8.count
            if more > 0 { found.append((candidate, more <= 3 ? 0.88 : 0.8)) }
        }
    }

    /// Two words without the space between them.
    private mutating func readAsTwo(_ index: Int) throws(BlockDamage) {
        let plain = query.words[index].plain
        guard plain.utf8.count >= 5, plain.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        for length in 2...plain.utf8.count - 2 {
            guard let one = try lexicon.number(of: StreetAbbreviations.canonical(String(plain.prefix(length)))),
                let other = try lexicon.number(of: StreetAbbreviations.canonical(String(plain.dropFirst(length))))
            else { continue }
            readings.add(one, bit(index), 0.96, isHalf: true)
            readings.add(other, bit(index), 0.96, isHalf: true)
        }
    }

    private func bit(_ index: Int) -> UInt32 { AddressQuery.bit(index) }
}
