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
    private(set) var meant: Named?
    /// The parts behind it in which it is not told where something is: "Salem, OR, gate code 12". A bit for each.
    private(set) var notes: UInt32 = 0
    /// Whether a settlement is called as it is.
    private(set) var isSettlement = false

    /// The query's words that name states, a bit for each.
    var words: UInt32 { all.reduce(0) { $0 | $1.tokens } }

    /// The one of them that is a postal code, and what the query is about: no settlement is meant.
    var code: UInt32 { meant?.isCode == true ? meant?.tokens ?? 0 : 0 }

    init(_ query: AddressQuery, _ names: QueryNames) {
        var next = 0
        for end in query.words.indices where RegionNames.mayEnd(with: query.words[end].text) {
            guard Self.isBeforeEnd(end, query), let (start, code) = Self.phrase(to: end, from: next, query) else { continue }
            let tokens = (start...end).reduce(UInt32(0)) { $0 | AddressQuery.bit($1) }
            let isCertain = Self.isCertain(start...end, query, names, tokens)
            all.append(
                Named(
                    code: code, tokens: tokens, isCode: start == end && query.words[end].plain.utf8.count == 2,
                    isCertain: isCertain))
            next = end + 1
        }
        guard let meant = all.last(where: \.isCertain) else { return }
        self.meant = meant
        func isPlace(_ named: Named) -> Bool { names.places.contains { $0.tokens == named.tokens } }
        isSettlement = isPlace(meant)
        let last = query.words[meant.tokens.trailingZeroBitCount].part
        for part in query.masks.parts.indices.dropFirst(last + 1) {
            let words = query.masks.parts[part]
            if words.nonzeroBitCount > 1, words & query.masks.names & ~query.masks.numbers != 0 { notes |= 1 << UInt32(part) }
        }
        // "New York, NY" is the city.
        all.removeAll { $0.tokens != meant.tokens && isPlace($0) }
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
