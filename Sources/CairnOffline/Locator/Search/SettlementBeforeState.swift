import CairnCore

/// The settlement that stands in front of a state, where the state is called as a city is: "Fairport, NY" is not in the city of New York.
struct SettlementBeforeState {
    /// The query's words that name the state, a bit for each.
    let state: UInt32
    /// Where in the state settlements of that name are.
    private let spots: [QueryNames.Spot]

    /// Nil if the query names no such settlement, or none that is in the state.
    init?(_ query: AddressQuery, _ names: QueryNames, _ states: NamedStates, _ index: LocatorIndex) throws(BlockDamage) {
        guard let meant = states.meant, names.places.contains(where: { $0.tokens == meant.tokens }) else { return nil }
        state = meant.tokens
        var spots: [QueryNames.Spot] = []
        for place in names.places where Self.stands(place.tokens, before: meant, query) {
            for spot in place.spots where try index.contexts.state(spot.context, index.texts) == meant.code { spots.append(spot) }
        }
        if spots.isEmpty { return nil }
        self.spots = spots
    }

    /// Whether words are all that stands in front of the state, in its part or in the one before.
    private static func stands(_ tokens: UInt32, before state: NamedState, _ query: AddressQuery) -> Bool {
        let last = 31 - tokens.leadingZeroBitCount
        guard last + 1 == state.range.lowerBound else { return false }
        let masks = query.masks
        return masks.parts[query.words[last].part] & ~(masks.numbers | masks.connectives | tokens | state.tokens) == 0
    }

    /// Whether a feature is near none of them.
    func isElsewhere(_ feature: FeatureView) -> Bool {
        spots.allSatisfy { $0.distance(feature.x, feature.y) >= max(Int($0.reach), QueryNames.Place.around) }
    }
}
