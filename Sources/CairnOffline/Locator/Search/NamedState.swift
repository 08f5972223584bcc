import CairnCore

/// A state of the USA, as it stands in a query.
struct NamedState {
    /// Its postal code.
    let code: String
    /// The query's words, and the same as bits.
    let range: ClosedRange<Int>
    let tokens: UInt32
    /// Whether it is written as its postal code: no settlement is called so.
    let isCode: Bool
    /// Whether a post code follows.
    let isCoded: Bool
    /// Whether a settlement stands before it.
    let isBehindPlace: Bool
    /// Whether it can hardly be anything else, unless it is a part of a longer name, or a word of a street's.
    let isCertain: Bool
    /// Whether it may be a part of a longer name: "Mount Washington".
    let isInName: Bool
    /// Whether it may be a direction, or a county: "9 Market St NE" and "Clark CO".
    let isStreetWord: Bool

    /// Nil if none ends there, or if more follows than a number or a country: of "Ohio Street" it is a name.
    ///
    /// - Parameter next: The one that follows.
    init?(endingAt end: Int, _ query: AddressQuery, _ names: QueryNames, before next: NamedState?) {
        guard let (phrase, code) = Self.phrase(endingAt: end, query) else { return nil }
        // "Illinois (IL)"
        let isTwice = next.map { $0.range.lowerBound == end + 1 && $0.code == code } ?? false
        let following = Self.word(end + 1, query, query.words[end].part)
        guard isTwice || following.map({ $0.number != nil || Self.countries.contains($0.text) }) ?? true else { return nil }
        (self.code, range) = (code, phrase)
        let tokens = phrase.reduce(UInt32(0)) { $0 | AddressQuery.bit($1) }
        self.tokens = tokens
        isCode = phrase.count == 1 && query.words[end].plain.utf8.count == 2
        let digits = following?.number == nil ? 0 : following?.plain.utf8.count ?? 0
        isCoded = isTwice ? next?.isCoded ?? false : digits >= 5
        isBehindPlace = names.places.contains { 32 - $0.tokens.leadingZeroBitCount == phrase.lowerBound }
        isInName = !Self.isShort(phrase, query) && names.names.contains { $0.tokens != tokens && $0.tokens & tokens == tokens }
        isStreetWord = isCode && query.words[end].role != .name && Self.word(end - 1, query, query.words[end].part) != nil
        // "Illinois 12 Main Street"
        isCertain =
            (digits == 0 || digits >= 5 || isBehindPlace) && phrase.lowerBound > 0
            && Self.isCertain(phrase, query, names, tokens, isCoded: isCoded, isBehindPlace: isBehindPlace)
    }

    /// The longest phrase that ends with a word, with the "State of" before it or the "State" behind it.
    private static func phrase(endingAt end: Int, _ query: AddressQuery) -> (ClosedRange<Int>, code: String)? {
        let part = query.words[end].part
        let last = query.words[end].text == "state" ? end - 1 : end
        guard last >= 0, query.words[last].part == part else { return nil }
        var (text, found) = ("", (start: Int, code: String)?.none)
        for start in stride(from: last, through: max(0, last - RegionNames.longest + 1), by: -1)
        where query.words[start].part == part {
            text = start == last ? query.words[start].text : "\(query.words[start].text) \(text)"
            // "County" is spelt as Colorado's code is, "Court" as Connecticut's.
            let isOther = text.utf8.count == 2 && query.words[last].plain.utf8.count != 2
            if !isOther, let code = RegionNames.phrases[text] { found = (start, code) }
        }
        guard let (first, code) = found else { return nil }
        var start = first
        if start > 1, word(start - 1, query, part)?.plain == "of", let style = word(start - 2, query, part),
            styles.contains(style.plain)
        {
            start -= 2
        }
        return (start...end, code)
    }

    private static let styles: WordTable<Bool> = ["state", "commonwealth"]
    private static let countries: WordTable<Bool> = ["us", "usa", "united"]

    /// A word, if it stands in a part.
    private static func word(_ token: Int, _ query: AddressQuery, _ part: Int) -> AddressQuery.Word? {
        guard query.words.indices.contains(token), query.words[token].part == part else { return nil }
        return query.words[token]
    }

    private static func isShort(_ range: ClosedRange<Int>, _ query: AddressQuery) -> Bool {
        range.allSatisfy { query.words[$0].text.utf8.count <= (range.count == 1 ? 4 : 2) }
    }

    private static func isCertain(
        _ range: ClosedRange<Int>, _ query: AddressQuery, _ names: QueryNames, _ tokens: UInt32, isCoded: Bool,
        isBehindPlace: Bool
    ) -> Bool {
        let word = query.words[range.lowerBound]
        let isShort = isShort(range, query)
        guard let before = Self.word(range.lowerBound - 1, query, word.part) else {
            return isCertain(
                alone: tokens, in: word.part, query, names, isShort: isShort, isBehindPlace: isBehindPlace || isCoded)
        }
        // "12 Virginia, Springfield" and "9 Market St NE" are streets, "call me" and "Weest Virginia" are none.
        if before.number != nil || before.role != .name { return false }
        if isInFront(word.part, query), !isShort { return false }
        return isBehindPlace || isShort && isCoded
    }

    /// Of one that begins its part.
    private static func isCertain(
        alone tokens: UInt32, in part: Int, _ query: AddressQuery, _ names: QueryNames, isShort: Bool, isBehindPlace: Bool
    ) -> Bool {
        // "12 Main St, Unit De, Columbus"
        let others = query.masks.parts.indices.dropFirst(part + 1)
        let isBeforePlace = others.contains { other in
            names.places.contains {
                $0.tokens == query.masks.parts[other] && !countries.contains(query.words[$0.tokens.trailingZeroBitCount].text)
            }
        }
        if isBeforePlace, !isBehindPlace { return false }
        // "Iowa, Washington, 12 Main St" is in Iowa.
        let isPlace = names.places.contains { $0.tokens == tokens }
        if isInFront(part, query), isPlace || !isBehindPlace { return false }
        // "5 Main St, LA" may be a city.
        guard isShort, part > 0 else { return part > 0 }
        let street = query.masks.parts[part - 1] & (query.masks.numbers | query.masks.types)
        return street == 0 || !isPlace
    }

    /// Whether it stands before the number of the house: "George Washington, 12 Main St".
    private static func isInFront(_ part: Int, _ query: AddressQuery) -> Bool {
        guard query.masks.numbers != 0 else { return false }
        return part < query.words[query.masks.numbers.trailingZeroBitCount].part
    }

    // MARK: - What stands beside it

    /// The parts of several words behind it.
    func notes(_ query: AddressQuery) -> UInt32 {
        query.masks.parts.indices.dropFirst(query.words[range.lowerBound].part + 1).reduce(0) { notes, part in
            let words = query.masks.parts[part]
            let isNote = words.nonzeroBitCount > 1 && words & query.masks.names & ~query.masks.numbers != 0
            return isNote ? notes | 1 << UInt32(part) : notes
        }
    }

    /// Whether it is a part, and that before it is not the street's.
    func isBehindOther(_ query: AddressQuery) -> Bool {
        let part = query.words[range.lowerBound].part
        guard part > 0, query.words[range.lowerBound - 1].part != part else { return false }
        return query.masks.parts[part - 1] & (query.masks.numbers | query.masks.types) == 0
    }
}
