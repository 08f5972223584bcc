import CairnCore

/// What the settlements that a query names say of a feature: that it is a part of them, or that it is elsewhere.
struct SettlementMatch {
    private let query: AddressQuery
    private let places: [QueryNames.Place]
    private let name: NameMatch

    /// - Parameter places: Those whose words nothing else of the query takes, of most words first.
    init(_ query: AddressQuery, _ places: [QueryNames.Place], _ name: NameMatch) {
        (self.query, self.places, self.name) = (query, places, name)
    }

    /// Takes the words of those that the feature is a part of, or near to.
    func takeNear(_ feature: FeatureView, _ placed: inout PlacedWords, _ index: LocatorIndex) throws(BlockDamage) {
        let isNamed = placed.context.hasCity
        var near: [(tokens: UInt32, nearness: Double)] = []
        for place in places where place.tokens & ~placed.used != 0 && isMeant(place, feature) {
            let nearness = try place.nearness(feature.x, feature.y, isNamed: isNamed && feature.kind != .postal) {
                (spot) throws(BlockDamage) in
                // Newark in New Jersey is no part of New York, however near it is.
                try index.contexts.mayBeOfOneState(spot.context, feature.context, index.texts)
            }
            guard nearness > 0 else { continue }
            placed.used |= place.tokens
            placed.cities |= place.tokens
            near.append((place.tokens, nearness))
        }
        let inner = innerParts(placed.cities)
        for place in near {
            // Within the settlement it is enough that a neighbourhood is not far.
            let isInner = inner & query.words[place.tokens.trailingZeroBitCount].partBit != 0
            placed.factor *= (isInner ? max(place.nearness, 0.8) : place.nearness) * (isNamed ? 0.98 : 0.985)
        }
    }

    /// Takes the words of those that are elsewhere.
    func contradict(_ feature: FeatureView, _ placed: inout PlacedWords) {
        for place in places where place.tokens & placed.used == 0 && isMeant(place, feature) {
            let isBehind = name.isBehind(place.tokens.trailingZeroBitCount, query)
            guard place.tokens.nonzeroBitCount > 1 || isBehind, isAll(place.tokens, placed) else { continue }
            placed.used |= place.tokens
            placed.factor *= 0.43
        }
    }

    /// The parts in front of that of the settlement, but for that of the name, a bit for each: neighbourhoods, notes and people, which may be
    /// called as settlements elsewhere are.
    func innerParts(_ cities: UInt32) -> UInt32 {
        guard cities != 0 else { return 0 }
        let last = query.words[31 - cities.leadingZeroBitCount].part
        return (0..<last).reduce(0) { $0 | 1 << UInt32($1) } & ~name.parts
    }

    /// Of places the first is meant, and what is behind it says where it is.
    private func isMeant(_ place: QueryNames.Place, _ feature: FeatureView) -> Bool {
        feature.kind != .place || place.tokens.trailingZeroBitCount >= name.last
    }

    /// Whether words are all that nothing explains of their part: "Roland" is none of "Roland Park".
    private func isAll(_ tokens: UInt32, _ placed: PlacedWords) -> Bool {
        let word = query.words[tokens.trailingZeroBitCount]
        guard placed.inner & word.partBit == 0 else { return false }
        let masks = query.masks
        return masks.parts[word.part] & ~(masks.numbers | masks.connectives | placed.used | tokens) == 0
    }
}
