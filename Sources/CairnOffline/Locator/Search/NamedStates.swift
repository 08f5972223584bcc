import CairnCore

/// The states of the USA that a query names, each whole, where states stand: "Virginia" is no half of West Virginia, and the "Ohio" of
/// "5 Ohio St" says not where that is.
struct NamedStates {
    /// Those of the state that is meant, and if that is not certain, all.
    let all: [NamedState]
    /// The one that the query is about.
    let meant: NamedState?
    /// Whether a settlement is called as that is.
    let isSettlement: Bool
    /// Whether a part stands between that and the street: a settlement.
    let isBehindOther: Bool
    /// The parts behind it, which do not tell where something is unless all of their words do: "Salem, OR, gate code 12". A bit for each.
    let notes: UInt32
    /// The query's words that name states, a bit for each.
    let words: UInt32

    init(_ query: AddressQuery, _ names: QueryNames) {
        let found = Self.find(query, names)
        func isPlace(_ state: NamedState) -> Bool { names.places.contains { $0.tokens == state.tokens } }
        // "Columbus, GA 31901, Denzel Washington", "Columbus, GA, not OH", and "Washington, Indiana".
        let certain = found.filter(\.isCertain)
        let meant =
            certain.first { $0.isCoded } ?? certain.first { $0.isBehindPlace } ?? certain.first { !isPlace($0) } ?? certain.last
        self.meant = meant
        isSettlement = meant.map(isPlace) ?? false
        notes = meant.map { $0.notes(query) } ?? 0
        isBehindOther = meant.map { $0.isBehindOther(query) } ?? false
        // "New York, NY" is the city.
        all =
            meant.map { meant in
                found.filter { state in
                    if state.code != meant.code { return false }
                    return state.tokens >= meant.tokens || state.isBehindPlace || !isPlace(state)
                }
            } ?? found
        words = all.reduce(0) { $0 | $1.tokens }
    }

    /// From the end to the front: "Illinois (IL)" is the same twice.
    private static func find(_ query: AddressQuery, _ names: QueryNames) -> [NamedState] {
        var found: [NamedState] = []
        var end = query.words.count - 1
        while end >= 0 {
            if RegionNames.mayEnd(with: query.words[end].text),
                let state = NamedState(endingAt: end, query, names, before: found.last)
            {
                found.append(state)
                end = state.range.lowerBound
            }
            end -= 1
        }
        return found.reversed()
    }
}
