import CairnCore
import CairnGeo

/// The contexts whose settlements a query names, that lie in the area that limits the answers, or near the place where they are wanted.
struct NamedContexts {
    /// A context's features, with how much of the query its words are.
    struct Named {
        let features: Range<Int>
        let weight: Float
    }

    /// In the order of their features.
    private(set) var all: [Named] = []
    /// Whether it is the query that names them.
    var isNamed: Bool { all.contains { $0.weight > 0 } }
    /// Countries and regions of more contexts than are looked through.
    private var regions: [Named] = []
    /// Contexts with their weights; one that was found in two ways is there twice.
    private var found: [(context: Int, weight: Float)] = []

    /// A word of more contexts says little: it is that of a country or a region.
    private static let most = 300
    private static let few = 40
    /// Around how many settlements of one name is looked.
    private static let mostSpots = 8
    private static let mostInArea = 2000
    /// Of a settlement with its state: more than words have together that say where something is.
    private static let certain: Float = 3
    /// How far from the place where results are wanted, in metres.
    private static let farthest = 200_000.0
    /// So near to a place that is named: about ten kilometres.
    private static let reach = 1_000_000

    /// - Parameter isCrowded: Whether names are sought within contexts, for too many features have them.
    init(
        _ query: AddressQuery, _ readings: Readings, _ names: QueryNames, _ filter: LocatorFilter, _ index: LocatorIndex,
        isCrowded: Bool
    ) throws(BlockDamage) {
        if !names.isWhole { try addNamed(query, readings, index) }
        // Tables without settlements, and settlements whose name too many others have: what lies there.
        if isCrowded { try addAround(query, names, index) }
        for context in names.states.contexts { found.append((context, Self.certain)) }
        if let near = filter.near { try addAll(near: near, index) }
        for box in filter.area?.boxes ?? [] { try addAll(in: box, index, most: Self.mostInArea, 0) }
        found.sort { ($0.context, $1.weight) < ($1.context, $0.weight) }
        var last = -1
        for (context, weight) in found where context != last {
            let features = try index.contexts.features(context)
            if !features.isEmpty { all.append(Named(features: features, weight: weight)) }
            last = context
        }
        all.sort { $0.features.lowerBound < $1.features.lowerBound }
    }

    private mutating func addNamed(_ query: AddressQuery, _ readings: Readings, _ index: LocatorIndex) throws(BlockDamage) {
        var words: [(reading: Reading, count: Int)] = []
        // "St" is no settlement as long as there are other words.
        let naming = ~(query.masks.types | query.masks.connectives)
        for reading in readings.all where reading.similarity >= 0.85 && reading.tokens & naming != 0 {
            let count = try index.lexicon.contextCount(of: reading.word)
            if count > Self.most { try addRegion(reading, index) } else if count > 0 { words.append((reading, count)) }
        }
        let fewest = words.reduce(Int.max) { min($0, $1.count) }
        // A context and a reading in one number: sorted, those of one context follow each other.
        var entries: [UInt64] = []
        for (place, (reading, count)) in words.enumerated() where count <= max(Self.few, fewest) {
            var contexts = try index.lexicon.contexts(of: reading.word)
            while let context = try contexts.next() { entries.append(UInt64(context) << 32 | UInt64(place)) }
        }
        entries.sort()
        var taken: UInt32 = 0
        for entry in entries {
            let (context, reading) = (Int(entry >> 32), words[Int(entry & 0xFFFF_FFFF)].reading)
            if found.last?.context != context {
                found.append((context, 0.5))
                taken = 0
            }
            // Of one word of the query one is enough.
            guard taken & reading.tokens == 0 else { continue }
            taken |= reading.tokens
            found[found.count - 1].weight += Float(reading.similarity)
        }
    }

    private mutating func addAround(_ query: AddressQuery, _ names: QueryNames, _ index: LocatorIndex) throws(BlockDamage) {
        let states = names.states
        for place in names.places
        where query.words.indices.contains(where: { place.tokens & AddressQuery.bit($0) == 0 })
            && place.tokens & states.words == 0
        {
            var spots = place.spots
            if spots.count > Self.mostSpots, let state = states.meant { spots = try Self.spots(spots, in: state, index) }
            for spot in spots where spots.count <= Self.mostSpots && found.count <= Self.most {
                let area = LocatorArea(around: GeoBox(x: spot.x, y: spot.y), Self.reach)
                for box in area.boxes { try addAll(in: box, index, most: Self.few, 0.75) }
            }
        }
    }

    private static func spots(
        _ spots: [QueryNames.Spot], in state: NamedState, _ index: LocatorIndex
    ) throws(BlockDamage) -> [QueryNames.Spot] {
        var within: [QueryNames.Spot] = []
        for spot in spots where try index.contexts.state(spot.context, index.texts) == state.code { within.append(spot) }
        return within
    }

    /// The country or the region that a word names, by the first context that has it.
    private mutating func addRegion(_ reading: Reading, _ index: LocatorIndex) throws(BlockDamage) {
        var contexts = try index.lexicon.contexts(of: reading.word)
        guard let context = try contexts.next() else { return }
        var words = try index.contexts.words(of: context)
        while let entry = try words.next() {
            guard entry.word == reading.word, entry.field == .country || entry.field == .region else { continue }
            let stretch = try index.contexts.stretch(around: context, isRegion: entry.field == .region)
            guard let last = stretch.last else { return }
            let (start, end) = (try index.contexts.features(stretch.lowerBound), try index.contexts.features(last))
            guard start.lowerBound <= end.upperBound else { throw BlockDamage() }
            return regions.append(Named(features: start.lowerBound..<end.upperBound, weight: Float(reading.similarity) / 2))
        }
    }

    private mutating func addAll(in box: GeoBox, _ index: LocatorIndex, most: Int, _ weight: Float) throws(BlockDamage) {
        var contexts: [Int] = []
        try index.contextTree.forEach(in: box) { (item) throws(BlockDamage) in
            contexts.append(Int(item >> 2))
            return contexts.count <= most
        }
        // An area of so many limits nothing.
        guard contexts.count <= most else { return }
        for context in contexts { found.append((context, weight)) }
    }

    private mutating func addAll(near place: Position, _ index: LocatorIndex) throws(BlockDamage) {
        var (contexts, stack): ([Int], [PackedTree.Node]) = ([], [])
        try index.contextTree.forEach(near: PlaceMetric(place), within: Self.farthest * Self.farthest, &stack) {
            (item, _, _) throws(BlockDamage) in
            contexts.append(Int(item >> 2))
            return contexts.count < Self.most ? Self.farthest * Self.farthest : -1
        }
        for context in contexts { found.append((context, 0)) }
    }

    /// Whether nothing says where features should be.
    var isEmpty: Bool { all.isEmpty && regions.isEmpty }

    /// What the context of a feature adds to its weight.
    func weight(of feature: Int) -> Float {
        let weight = regions.reduce(0) { $1.features.contains(feature) ? $0 + $1.weight : $0 }
        return weight + (context(of: feature)?.weight ?? 0)
    }

    /// Whether a feature lies in a context that the query names.
    func isNamed(_ feature: Int) -> Bool { context(of: feature).map { $0.weight > 0 } ?? false }

    private func context(of feature: Int) -> Named? {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].features.upperBound <= feature { low = middle + 1 } else { high = middle }
        }
        return low < all.count && all[low].features.contains(feature) ? all[low] : nil
    }
}
