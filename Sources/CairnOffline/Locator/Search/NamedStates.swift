import CairnCore

/// The states of the USA that a query names, each whole, where states stand: "Virginia" is no half of West Virginia, and the "Ohio" of
/// "5 Ohio St" says not where that is.
struct NamedStates {
    /// Those of the state that is meant, and if that is not certain, all.
    private(set) var all: [NamedState] = []
    /// The one that the query is about.
    private(set) var meant: NamedState?
    /// Whether a settlement is called as that is.
    private(set) var isSettlement = false
    /// Whether a part stands between that and the street: a settlement.
    private(set) var isBehindOther = false
    /// The parts behind it, which do not tell where something is unless all of their words do: "Salem, OR, gate code 12". A bit for each.
    private(set) var notes: UInt32 = 0
    /// The query's words that name states, a bit for each.
    private(set) var words: UInt32 = 0
    /// Where in the state that is meant a settlement is called as the words before it are: "Salem, IN" is in Indiana then.
    private(set) var contexts: [Int] = []
    /// The words of that settlement, a bit for each.
    private(set) var settlement: UInt32 = 0

    /// None.
    init() {}

    init(_ query: AddressQuery, _ names: QueryNames, _ index: LocatorIndex) throws(BlockDamage) {
        let found = Self.find(query, names)
        if found.isEmpty { return }
        func isPlace(_ state: NamedState) -> Bool { names.places.contains { $0.tokens == state.tokens } }
        // "Columbus, GA 31901, Denzel Washington", "Columbus, GA, not OH", and "Washington, Indiana".
        let certain = found.filter { $0.isCertain && !$0.isInName && !$0.isStreetWord }
        var meant =
            certain.first { $0.isCoded } ?? certain.first { $0.isBehindPlace } ?? certain.first { !isPlace($0) } ?? certain.last
        if let meant { try findSettlement(before: meant, names, index) }
        // "San Antonio Texas" is the one in Texas sooner than the village of that name, and "Trinidad CO" in Colorado.
        let isStreet = query.masks.numbers | query.masks.types != 0
        for state in found
        where meant == nil && state.isCertain && state.isBehindPlace && !(isStreet && state.isStreetWord) {
            try findSettlement(before: state, names, index)
            if !contexts.isEmpty { meant = state }
        }
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

    /// Of several the one of most words: "Kansas City" before "City".
    private mutating func findSettlement(
        before state: NamedState, _ names: QueryNames, _ index: LocatorIndex
    ) throws(BlockDamage) {
        for place in names.places where 32 - place.tokens.leadingZeroBitCount == state.range.lowerBound {
            for spot in place.spots where try index.contexts.state(spot.context, index.texts) == state.code {
                contexts.append(spot.context)
            }
            if contexts.isEmpty { continue }
            settlement = place.tokens
            return
        }
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
