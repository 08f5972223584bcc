import CairnCore

/// The states of the USA that a query names, each whole, where states stand: "Virginia" is no half of West Virginia, and the "Ohio" of
/// "5 Ohio St" says not where that is.
struct NamedStates {
    struct Named {
        /// Its postal code.
        let code: String
        /// The query's words, a bit for each.
        let tokens: UInt32
        /// Whether it is a postal code: no settlement is called so.
        let isCode: Bool
        /// Whether it can hardly be anything else.
        let isCertain: Bool
    }

    private(set) var all: [Named] = []
    /// The one that the query is about: the last that is certain.
    let meant: Named?
    /// Whether a settlement is called as that is.
    let isSettlement: Bool
    /// The parts behind it in which it is not told where something is: "Salem, OR, gate code 12". A bit for each.
    let notes: UInt32
    /// The query's words that name states, a bit for each.
    let words: UInt32

    init(_ query: AddressQuery, _ names: QueryNames) {
        let found = Self.find(query, names)
        func isPlace(_ named: Named) -> Bool { names.places.contains { $0.tokens == named.tokens } }
        let meant = found.last(where: \.isCertain)
        self.meant = meant
        isSettlement = meant.map(isPlace) ?? false
        notes = meant.map { Self.notes(behind: $0, query) } ?? 0
        // "New York, NY" is the city.
        if let meant { all = found.filter { $0.tokens == meant.tokens || !isPlace($0) } } else { all = found }
        words = all.reduce(0) { $0 | $1.tokens }
    }

    private static func find(_ query: AddressQuery, _ names: QueryNames) -> [Named] {
        var (found, next): ([Named], Int) = ([], 0)
        for end in query.words.indices where RegionNames.mayEnd(with: query.words[end].text) {
            guard isBeforeEnd(end, query), let (start, code) = phrase(to: end, from: next, query) else { continue }
            let tokens = (start...end).reduce(UInt32(0)) { $0 | AddressQuery.bit($1) }
            let isCode = start == end && query.words[end].plain.utf8.count == 2
            let isCertain = isCertain(start...end, query, names, tokens)
            found.append(Named(code: code, tokens: tokens, isCode: isCode, isCertain: isCertain))
            next = end + 1
        }
        return found
    }

    private static func notes(behind state: Named, _ query: AddressQuery) -> UInt32 {
        let last = query.words[state.tokens.trailingZeroBitCount].part
        return query.masks.parts.indices.dropFirst(last + 1).reduce(0) { notes, part in
            let words = query.masks.parts[part]
            let isNote = words.nonzeroBitCount > 1 && words & query.masks.names & ~query.masks.numbers != 0
            return isNote ? notes | 1 << UInt32(part) : notes
        }
    }

    /// The longest phrase that ends with a word.
    private static func phrase(to end: Int, from least: Int, _ query: AddressQuery) -> (start: Int, code: String)? {
        var (text, found) = ("", (start: Int, code: String)?.none)
        for start in stride(from: end, through: max(least, end - RegionNames.longest + 1), by: -1)
        where query.words[start].part == query.words[end].part {
            text = start == end ? query.words[start].text : "\(query.words[start].text) \(text)"
            if let code = RegionNames.phrases[text] { found = (start, code) }
        }
        return found
    }

    private static let countries: WordTable<Bool> = ["us", "usa", "united"]

    /// Whether only a number or a country follows in the part.
    private static func isBeforeEnd(_ token: Int, _ query: AddressQuery) -> Bool {
        guard let next = next(token, query) else { return true }
        return next.number != nil || countries.contains(next.text)
    }

    private static func next(_ token: Int, _ query: AddressQuery) -> AddressQuery.Word? {
        guard token + 1 < query.words.count, query.words[token + 1].part == query.words[token].part else { return nil }
        return query.words[token + 1]
    }

    private static func isCertain(
        _ range: ClosedRange<Int>, _ query: AddressQuery, _ names: QueryNames, _ tokens: UInt32
    ) -> Bool {
        let words = query.words
        // "Illinois 12 Main Street", and a table's "Virginia".
        if let number = next(range.upperBound, query), number.number != nil, number.plain.utf8.count < 5 { return false }
        guard range.lowerBound > 0 else { return false }
        let before = words[range.lowerBound - 1]
        let isFirst = before.part != words[range.lowerBound].part
        // "12 Virginia, Springfield" and "9 Market St NE" are streets.
        if !isFirst, before.number != nil || before.role != .name { return false }
        if range.count == 1, words[range.lowerBound].text.utf8.count <= 4 {
            guard isFirst else { return words[range.lowerBound].role == .name }
            // "5 Main St, LA" may be a city.
            let street = query.masks.parts[before.part] & (query.masks.numbers | query.masks.types)
            return street == 0 || !names.places.contains { $0.tokens == tokens }
        }
        // "Mount Washington"
        return !names.names.contains { $0.tokens != tokens && $0.tokens & tokens == tokens }
    }
}
