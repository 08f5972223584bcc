import CairnCore
import CairnGeo
import Foundation

/// Gathers the features that a query may mean, the likeliest first, without looking at them yet.
struct FeatureGathering: ~Copyable {
    private let query: AddressQuery
    private let index: LocatorIndex
    private let readings: Readings
    private let roles: WordRoles
    private let names: QueryNames
    private let contexts: NamedContexts
    private var hits = FeatureHits()
    /// The readings as words that name, with how many names have them, those of fewest first.
    private let lists: [(reading: Reading, count: Int)]

    /// The query's words that may be post codes, a bit for each.
    private let postalWords: UInt32

    /// How many entries of lists are read for one query.
    private var left = 6000
    /// Of how many features words that many names have choose.
    private static let enough = 1000
    /// Longer lists are read within the places that the query names, if it names any.
    private static let few = 256
    /// And those of whole names.
    private static let several = 2000

    init(_ query: AddressQuery, _ names: QueryNames, _ readings: Readings, _ filter: LocatorFilter, _ engine: LocatorEngine)
        throws(BlockDamage)
    {
        var lists: [(reading: Reading, count: Int)] = []
        for reading in readings.all where !reading.isCountry && engine.roles.role(of: reading.word) == .name {
            let count = try engine.index.lexicon.nameCount(of: reading.word)
            if count > 0 { lists.append((reading, count)) }
        }
        lists.sort { $0.count < $1.count }
        let isCrowded = lists.last.map { $0.count > Self.few } ?? false || names.names.contains { $0.features.count > Self.few }
        contexts = try NamedContexts(query, readings, names, filter, engine.index, isCrowded: isCrowded)
        (self.query, index, self.readings, roles, self.names) = (query, engine.index, readings, engine.roles, names)
        self.lists = lists
        postalWords = query.words.indices.reduce(0) {
            query.words[$1].number != nil && query.words[$1].plain.utf8.count >= 4 ? $0 | AddressQuery.bit($1) : $0
        }
    }

    /// Whether the query says where features are: those that lie there come first.
    var isPlaced: Bool { contexts.isNamed }

    /// Whether a feature lies in a settlement that the query names, or has its post code.
    func isPlaced(_ feature: Int) -> Bool {
        contexts.isNamed(feature) || hits.words(of: feature) & postalWords != 0
    }

    /// The query's words of which a feature has something, a bit for each.
    func words(of feature: Int) -> UInt32 { hits.words(of: feature) }

    mutating func gather(_ filter: LocatorFilter, _ engine: LocatorEngine) throws(BlockDamage) -> HeaviestFeatures {
        try addNames()
        for (reading, count) in lists { try add(reading, count) }
        var isMinor = hits.count == 0
        if !isMinor, isMinorMisspelt { isMinor = try !isNamed }
        if isMinor { try addMinor(lists.first?.reading) }
        try admit(filter, engine)
        return hits.heaviest
    }

    /// Features whose whole name stands in the query.
    private mutating func addNames() throws(BlockDamage) {
        for name in names.names {
            let (weight, count) = (3 + 0.5 * Float(name.length - 1), name.features.count)
            if count > left || count > Self.several && !contexts.all.isEmpty {
                // Where none is called so no such place was meant: the "Main" of "Main Street" is no settlement.
                let before = hits.count
                try addWithin(name.features, weight, name.tokens)
                guard hits.count == before else { continue }
            }
            try add(name.features, weight, name.tokens, most: left)
            left = max(0, left - count)
        }
    }

    /// What a word says: less, the more names have it.
    private func weight(_ reading: Reading, _ count: Int) -> Float {
        Float(reading.similarity * (1 + 3 / (1 + Double(count).squareRoot() / 20)))
    }

    private mutating func add(_ reading: Reading, _ count: Int) throws(BlockDamage) {
        let (weight, features) = (weight(reading, count), try index.lexicon.features(of: reading.word))
        // Of a post code or a number all streets have something.
        let isNumber = roles.isNumber(reading.word) && query.words.contains { $0.number == nil && $0.role == .name }
        if count > left || count > Self.few && (isNumber || !contexts.all.isEmpty) {
            // Of a settlement with its state the contexts are certain; of "Old Mill Rd, 43286" they are those of Mills.
            let mayRaise = hits.count > 0 && count <= 4 * left && names.states.contexts.isEmpty
            if !contexts.all.isEmpty { return try addWithin(features, weight, reading.tokens, raisingOthers: mayRaise) }
            if mayRaise { try raise(features, weight, reading.tokens) }
            return
        }
        left -= count
        if hits.count >= Self.enough {
            try raise(features, weight, reading.tokens)
        } else {
            try add(features, weight, reading.tokens)
        }
    }

    private mutating func add(
        _ features: PostingCursor, _ weight: Float, _ words: UInt32, most: Int = .max
    ) throws(BlockDamage) {
        var (features, left) = (features, most)
        while left > 0, let feature = try features.next() {
            hits.add(feature, weight, words)
            left -= 1
        }
    }

    private mutating func raise(_ features: PostingCursor, _ weight: Float, _ words: UInt32) throws(BlockDamage) {
        var features = features
        while let feature = try features.next() { hits.raise(feature, weight, words) }
    }

    /// Those in contexts that are named; others are raised at most, which are there for another word, such as their post code.
    private mutating func addWithin(
        _ features: PostingCursor, _ weight: Float, _ words: UInt32, raisingOthers: Bool = false
    ) throws(BlockDamage) {
        let places = contexts.all
        var (features, place) = (features, 0)
        while let feature = try features.next() {
            while place < places.count, places[place].features.upperBound <= feature { place += 1 }
            if place < places.count, places[place].features.contains(feature) {
                hits.add(feature, weight, words)
            } else if raisingOthers {
                hits.raise(feature, weight, words)
            } else if place == places.count {
                return
            }
        }
    }

    /// Names of nothing but words that say little, such as "The Avenue", and those of one that is in too many.
    private mutating func addMinor(_ rarest: Reading?) throws(BlockDamage) {
        let isNamed = try isNamed
        for reading in readings.all
        where reading.word == rarest?.word || !isNamed && roles.role(of: reading.word) != .name {
            let (features, weight) = (try index.lexicon.features(of: reading.word), Float(reading.similarity))
            if contexts.all.isEmpty {
                try add(features, weight, reading.tokens, most: Self.several)
            } else {
                try addWithin(features, weight, reading.tokens)
            }
        }
    }

    /// Whether one of the words that say little is read as another one than was typed: "Nroth Street".
    private var isMinorMisspelt: Bool {
        readings.all.contains { $0.similarity < 0.96 && roles.role(of: $0.word) != .name }
    }

    /// Whether the query has a word that names however it is read, and that says of no feature where it is: then no "The Avenue" is meant.
    private var isNamed: Bool {
        get throws(BlockDamage) {
            var others: UInt32 = 0
            for reading in readings.all {
                let isContext = try index.lexicon.contextCount(of: reading.word) > 0
                if isContext || roles.role(of: reading.word) != .name { others |= reading.tokens }
            }
            return query.masks.names & ~(query.masks.numbers | others) != 0
        }
    }

    /// Before any is left out: what may be an answer, what lies in a place that is named, and the nearer the better.
    private mutating func admit(_ filter: LocatorFilter, _ engine: LocatorEngine) throws(BlockDamage) {
        let (isOpen, metric) = (filter.isOpen, filter.near.map(PlaceMetric.init))
        if isOpen, metric == nil, contexts.isEmpty { return }
        try hits.reweigh { [index, contexts] (number, weight) throws(BlockDamage) in
            let weight = weight + contexts.weight(of: number)
            if isOpen, metric == nil { return weight }
            let feature = try index.features[number]
            guard try engine.mayAdmit(feature, filter) else { return nil }
            guard let metric else { return weight }
            let distance = metric.bound(GeoBox(x: feature.x, y: feature.y)).squareRoot()
            return weight + 0.4 / (1 + Float(distance / 100_000))
        }
    }
}
