import CairnCore
import CairnGeo

/// One search: from the cheapest way of finding features to the widest, until one fits.
///
/// 1. The words as they are typed.
/// 2. With a slip in those that the locator does not have, or that nothing has explained.
/// 3. With two, with what sounds alike, what is cut short, and what is two words.
struct LocatorSearch: ~Copyable {
    private let engine: LocatorEngine
    private let query: AddressQuery
    private let filter: LocatorFilter
    private let isReaching: Bool
    private var crossed: CrossedStreets = .none
    private let names: QueryNames
    private var reader: WordReader
    private var found: [LocatorCandidate] = []

    /// How many features are looked at closely: thousands may be called so.
    private static let most = 400
    /// How many for what words may be else, and where the query says where they are, for those that lie there come first.
    private static let few = 100
    /// What scores so much fits: nobody looks for others in many more.
    private static let fitting = 90.0
    /// How many, once one fits.
    private static let enoughFeatures = 3
    /// What scores so much less than the best is no answer beside it.
    private static let margin = 25.0

    /// - Parameter isReaching: Whether of a street it is enough that it reaches into the area.
    init(_ query: AddressQuery, _ filter: LocatorFilter, _ engine: LocatorEngine, isReaching: Bool = false) throws(BlockDamage) {
        names = try QueryNames(query, engine.index)
        (self.engine, self.query, self.filter, self.isReaching) = (engine, query, filter, isReaching)
        reader = WordReader(query, engine.index.lexicon)
    }

    /// The candidates, best first.
    ///
    /// - Parameters:
    ///   - others: What has been found in another way.
    ///   - isDeep: Whether two slips in a word are looked for, if nothing else is found.
    ///   - crossed: Whether the query names two streets: one of them is hardly an answer.
    mutating func run(
        with others: [LocatorCandidate] = [], isDeep: Bool = true, crossed: CrossedStreets = .none
    ) throws(BlockDamage) -> [LocatorCandidate] {
        self.crossed = crossed
        try reader.readAsTyped()
        try look(others, isTyped: true)
        if best < 97, try readMisspelt(open, isDeep: false) { try look(found) }
        if isDeep, best < 80, try readMisspelt(reader.doubtful, isDeep: true) { try look(found) }
        return try ranked()
    }

    /// Whether the query is a name, and nothing else.
    var isName: Bool { names.isWhole }

    /// Whether there was something to read otherwise.
    private mutating func readMisspelt(_ tokens: UInt32, isDeep: Bool) throws(BlockDamage) -> Bool {
        let before = reader.readings.all.count
        try reader.readMisspelt(tokens, isDeep: isDeep)
        return reader.readings.all.count > before
    }

    private var best: Double { found.reduce(0) { max($0, $1.score) } }

    /// The words to read otherwise: of what fits well those that it leaves open and that the locator does not have.
    private var open: UInt32 {
        let best = best
        if best < 80 { return reader.doubtful }
        return found.reduce(0) { $1.score < best ? $0 : $0 | $1.open } & ~reader.known
    }

    /// - Parameter others: What has been found before: more readings may lead past it.
    private mutating func look(_ others: [LocatorCandidate], isTyped: Bool = false) throws(BlockDamage) {
        var gathering = try FeatureGathering(query, names, reader.readings, filter, engine)
        var score = try FeatureScore(query, names, reader.readings, engine)
        score.found = others
        var comparison = Comparison(best: others.reduce(0) { max($0, $1.score) })
        var features = try gathering.gather(filter, engine)
        let few = gathering.isPlaced || !isTyped ? Self.few : Self.most
        let isCut = try compare(&features, gathering, few, &score, &comparison)
        if isCut, comparison.best < Self.fitting {
            // "1528 Sunset Blvd, Palisade" is on South Sunset Boulevard, and a hundred elsewhere have the whole name.
            features.keep { gathering.isPlaced($0) }
            (comparison.seen, comparison.last) = (0, 0)
            _ = try compare(&features, gathering, Self.few, &score, &comparison)
        }
        found = score.found
    }

    /// What has been found while features are compared with the query.
    private struct Comparison {
        var best: Double
        /// The weight of the heaviest of the best, and what these explain.
        var heaviest: Float = 0
        var explained: UInt32 = 0
        /// How many have been seen, and the weight of the last.
        var seen = 0
        var last: Float = 0
    }

    /// Looks closely at the heaviest features; whether some were left out because there are so many.
    private func compare(
        _ features: inout HeaviestFeatures, _ gathering: borrowing FeatureGathering, _ few: Int, _ score: inout FeatureScore,
        _ comparison: inout Comparison
    ) throws(BlockDamage) -> Bool {
        while let (number, weight) = features.first {
            // Of those that have as much of it none is left out.
            if comparison.seen >= Self.most || comparison.seen >= few && weight < comparison.last { return true }
            features.removeFirst()
            comparison.seen += 1
            comparison.last = weight
            let (best, heaviest) = (comparison.best, comparison.heaviest)
            // What has much less of the query than what fits does not fit.
            if best > 90, weight < heaviest / 2 { return false }
            if best > 98, weight < heaviest - 0.75, comparison.seen > Self.enoughFeatures { return false }
            // Nor does what has much less, and nothing else, beside somebody's house.
            if best >= 80, weight < heaviest / 2, gathering.words(of: number) & ~comparison.explained == 0 { continue }
            let before = score.found.count
            try score.add(try engine.index.features[number], atLeast: max(filter.minimumScore, best - Self.margin))
            try keepAnswers(from: before, weight, &score, &comparison)
        }
        return false
    }

    private func keepAnswers(
        from first: Int, _ weight: Float, _ score: inout FeatureScore, _ comparison: inout Comparison
    ) throws(BlockDamage) {
        var place = first
        while place < score.found.count {
            guard try mayAnswer(&score.found[place], comparison.best) else {
                score.found.remove(at: place)
                continue
            }
            let (own, explained) = (score.found[place].score, score.found[place].explained)
            if own > comparison.best { (comparison.best, comparison.heaviest, comparison.explained) = (own, 0, 0) }
            if own == comparison.best {
                comparison.heaviest = max(comparison.heaviest, weight)
                comparison.explained |= explained
            }
            place += 1
        }
    }

    private func mayAnswer(_ candidate: inout LocatorCandidate, _ best: Double) throws(BlockDamage) -> Bool {
        if candidate.kind == .street, candidate.crossing == nil {
            candidate.score *= crossed.factor(isHouse: candidate.house != nil || candidate.nearest != nil)
        }
        guard candidate.score >= max(filter.minimumScore, best - Self.margin) else { return false }
        if filter.area != nil { candidate = try engine.resolved(candidate) }
        return try engine.admits(candidate, filter, isReaching: isReaching)
    }

    /// Without what has been found under another of its names, and with what is near or important first among equals.
    private func ranked() throws(BlockDamage) -> [LocatorCandidate] {
        let least = max(filter.minimumScore, best - Self.margin)
        var ranked = found.filter { $0.score >= least }
        if let near = filter.near {
            for index in ranked.indices {
                ranked[index] = try engine.resolved(ranked[index])
                ranked[index].distance = Geodesic.distance(from: near, to: ranked[index].place)
            }
        }
        if ranked.count == 1, filter.limit > 0 { return [try engine.resolved(ranked[0])] }
        ranked.sort { a, b in
            // A hundredth is no difference.
            let (one, other) = ((a.score * 100).rounded(), (b.score * 100).rounded())
            if one != other { return one > other }
            if let first = a.distance, let second = b.distance, first != second { return first < second }
            if a.precedence != b.precedence { return a.precedence < b.precedence }
            if a.importance != b.importance { return a.importance > b.importance }
            return (a.rank, a.feature) < (b.rank, b.feature)
        }
        var seen = Set<LocatorCandidate.Identity>(minimumCapacity: ranked.count)
        var distinct: [LocatorCandidate] = []
        for candidate in ranked where distinct.count < filter.limit {
            let candidate = try engine.resolved(candidate)
            if seen.insert(candidate.identity).inserted { distinct.append(candidate) }
        }
        return distinct
    }
}
