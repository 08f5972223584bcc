import CairnCore
import CairnGeo
import Foundation

/// Finds the features that somebody may be typing, the likeliest first.
///
/// In this order: names that begin so, near the place where results are wanted or in the area that limits them, and the most important ones
/// anywhere; names that are whole, with a settlement that begins so; names within which a word begins so.
struct SuggestSearch {
    private let query: SuggestQuery
    private let filter: LocatorFilter
    private let engine: LocatorEngine
    private let index: LocatorIndex
    private let metric: PlaceMetric?
    private let words: [Int]
    /// Words that the last one begins, and what it stands for.
    private let endings: [Range<Int>]
    private var best: BestFeatures
    /// How many features may still be looked at.
    private var budget = 5_000

    /// Contexts near a place that are looked through.
    private static let mostContexts = 16
    /// How far from a place they may be, in metres.
    private static let reach = 60_000.0

    init?(_ query: SuggestQuery, _ filter: LocatorFilter, _ engine: LocatorEngine) throws(BlockDamage) {
        (self.query, self.filter, self.engine, index) = (query, filter, engine, engine.index)
        metric = filter.near.map(PlaceMetric.init)
        var words: [Int] = []
        for word in query.words {
            guard let number = try index.lexicon.number(of: word) else { return nil }
            words.append(number)
        }
        var endings: [Range<Int>] = []
        if query.last.isEmpty {
            guard let last = words.popLast() else { return nil }
            endings = [last..<last + 1]
        } else {
            endings = [try index.lexicon.words(startingWith: query.last)]
            for form in query.forms {
                guard let word = try index.lexicon.number(of: form), !endings[0].contains(word) else { continue }
                endings.append(word..<word + 1)
            }
        }
        self.words = words
        self.endings = endings.filter { !$0.isEmpty }
        best = BestFeatures(most: query.number == nil ? 48 : 160)
        if self.endings.isEmpty { return nil }
    }

    /// The features, the likeliest first.
    mutating func run() throws(BlockDamage) -> [BestFeatures.Item] {
        if metric != nil || filter.area != nil { try addLocal() }
        try addNames()
        if !words.isEmpty { try addNamesWithContext() }
        if best.count < filter.limit { try addInner() }
        return best.ranked
    }

    // MARK: - Names that begin so

    private func beginnings(_ words: [Int]) -> [NameBeginning] { endings.map { NameBeginning(words: words, last: $0) } }

    private mutating func addLocal() throws(BlockDamage) {
        let contexts = try self.contexts()
        let directed = try directions.map { [$0] + words }
        for (place, context) in contexts.enumerated() {
            let features = try index.contexts.features(context)
            // Of streets with a direction in front people leave it out.
            for words in [words] + (place < 4 ? directed : []) {
                for beginning in beginnings(words) {
                    for kind in [FeatureKind.place, .street, .pointOfInterest, .postal] {
                        if words.count > self.words.count, kind != .street { continue }
                        for feature in try beginning.features(of: kind, in: features, index).prefix(2000) { try add(feature) }
                    }
                }
            }
        }
    }

    private var directions: [Int] {
        get throws(BlockDamage) {
            var directions: [Int] = []
            for word in ["n", "s", "e", "w"] { if let number = try index.lexicon.number(of: word) { directions.append(number) } }
            return directions
        }
    }

    /// Those near the place where results are wanted, or those in the area.
    private func contexts() throws(BlockDamage) -> [Int] {
        var found: [(context: Int, bound: Double)] = []
        if let metric {
            var stack: [PackedTree.Node] = []
            try index.contextTree.forEach(near: metric, within: Self.reach * Self.reach, &stack) {
                (item, _, bound) throws(BlockDamage) in
                let place = found.firstIndex { $0.bound > bound } ?? found.endIndex
                found.insert((Int(item >> 2), bound), at: place)
                if found.count > Self.mostContexts { found.removeLast() }
                return found.count < Self.mostContexts ? Self.reach * Self.reach : found[found.count - 1].bound
            }
        }
        for box in metric == nil ? filter.area?.boxes ?? [] : [] {
            try index.contextTree.forEach(in: box) { (item) throws(BlockDamage) in
                found.append((Int(item >> 2), 0))
                return found.count < 64
            }
        }
        return found.map(\.context)
    }

    private mutating func addNames() throws(BlockDamage) {
        if words.isEmpty, !query.last.isEmpty, var names = try index.names.important(startingWith: query.last) {
            while let feature = try names.next() { try add(feature) }
        }
        for beginning in beginnings(words) {
            let names = try beginning.names(index)
            // Of more the most important ones are known, if nothing has been typed before them.
            let isKnown = words.isEmpty && names.count >= NameWriter.fewest
            for place in names.prefix(isKnown ? 8 : 400) {
                try addFeatures(named: try index.names[place], most: place == names.lowerBound ? 300 : 12)
            }
        }
    }

    /// All features of one name.
    private mutating func addFeatures(named feature: Int, most: Int) throws(BlockDamage) {
        try add(feature)
        guard most > 1, var features = try index.keys.features(try hash(of: feature)) else { return }
        var left = most
        while left > 0, let feature = try features.next() {
            try add(feature)
            left -= 1
        }
    }

    /// Of a feature's name, as ``KeyTable`` has it.
    private func hash(of feature: Int) throws(BlockDamage) -> UInt32 {
        var cursor = try index.features.words(of: try index.features[feature])
        var key: [UInt8] = []
        while let word = try cursor.nextOfName() {
            if !key.isEmpty { key.append(UInt8(ascii: " ")) }
            key.append(contentsOf: try index.lexicon.bytes(of: word))
        }
        return TextHash.of(key)
    }

    // MARK: - Names and where they are

    /// "Main St Spri": the first words are a name, the others a settlement's, a region's or a country's.
    private mutating func addNamesWithContext() throws(BlockDamage) {
        var left = 1500
        for length in stride(from: words.count, to: 0, by: -1) {
            let beginning = NameBeginning(words: Array(words[..<(length - 1)]), last: words[length - 1]..<words[length - 1] + 1)
            let context = Array(words[length...])
            if let contexts = try rarest(context) {
                for place in contexts where try fits(place, context) {
                    let features = try index.contexts.features(place)
                    for kind in [FeatureKind.street, .pointOfInterest, .place] {
                        for feature in try beginning.features(of: kind, in: features, index).prefix(50) { try add(feature) }
                    }
                }
            } else {
                try addNames(beginning, in: context, &left)
            }
        }
    }

    /// The contexts of the word of them that has fewest; nil if all have many.
    private func rarest(_ context: [Int]) throws(BlockDamage) -> [Int]? {
        var best: (words: [Int], count: Int) = ([], 200)
        for word in context {
            let count = try index.lexicon.contextCount(of: word)
            if count < best.count { best = ([word], count) }
        }
        let last = endings.flatMap { Array($0.prefix(100)) }
        var count = 0
        for word in last { count += try index.lexicon.contextCount(of: word) }
        if endings.allSatisfy({ $0.count <= 100 }), count < best.count { best = (last, count) }
        guard !best.words.isEmpty else { return nil }
        var contexts: Set<Int> = []
        for word in best.words {
            var cursor = try index.lexicon.contexts(of: word)
            while let context = try cursor.next() { contexts.insert(context) }
        }
        return contexts.sorted()
    }

    private mutating func addNames(_ beginning: NameBeginning, in context: [Int], _ left: inout Int) throws(BlockDamage) {
        var known = (context: -1, fits: false)
        for place in try beginning.names(index).prefix(12) {
            guard var features = try index.keys.features(try hash(of: try index.names[place])) else { continue }
            while left > 0, let number = try features.next() {
                left -= 1
                let feature = try index.features[number]
                if feature.context != known.context { known = (feature.context, try fits(feature.context, context)) }
                if known.fits { try add(number) }
            }
        }
    }

    /// Whether a context has the words, and one that begins as the last.
    private func fits(_ context: Int, _ words: [Int]) throws(BlockDamage) -> Bool {
        var missing = MissingWords(words, endings)
        return try missing.find(in: index.contexts.words(of: context))
    }

    // MARK: - Words within names

    private mutating func addInner() throws(BlockDamage) {
        var left = 1000
        guard words.isEmpty else { return try addWithAll(&left) }
        // One or two letters begin words without number.
        guard query.last.isEmpty || query.last.utf8.count >= 3 else { return }
        for ending in endings {
            for word in ending.prefix(60) {
                var features = try index.lexicon.features(of: word)
                var own = 40
                while own > 0, left > 0, let feature = try features.next() {
                    try add(feature, penalty: 2)
                    (own, left) = (own - 1, left - 1)
                }
            }
        }
    }

    /// Names that have all words, in any order.
    private mutating func addWithAll(_ left: inout Int) throws(BlockDamage) {
        var counts: [(word: Int, count: Int)] = []
        for word in words { counts.append((word, try index.lexicon.nameCount(of: word))) }
        guard let rarest = counts.filter({ $0.count > 0 }).min(by: { $0.count < $1.count }) else { return }
        var features = try index.lexicon.features(of: rarest.word)
        while left > 0, let number = try features.next() {
            left -= 1
            let feature = try index.features[number]
            if try hasAll(feature) { try add(number, penalty: 2) }
        }
    }

    /// Whether a feature has the words with those of its context, and one that begins as the last.
    private func hasAll(_ feature: FeatureView) throws(BlockDamage) -> Bool {
        var missing = MissingWords(words, endings)
        if try missing.find(in: index.features.words(of: feature)) { return true }
        return try missing.find(in: index.contexts.words(of: feature.context))
    }

    // MARK: - What is likely

    private mutating func add(_ number: Int, penalty: Double = 0) throws(BlockDamage) {
        guard budget > 0 else { return }
        budget -= 1
        let feature = try index.features[number]
        // Only streets have house numbers.
        if query.number != nil, feature.kind != .street { return }
        guard try engine.mayAdmit(feature, filter) else { return }
        best.insert(number, rank(feature) - penalty)
    }

    /// As a power of ten of people: what is ten times as far away beyond five kilometres must be a hundred times as important.
    private func rank(_ feature: FeatureView) -> Double {
        let importance = Double(NameRank.of(importance: UInt16(truncatingIfNeeded: feature.importance), features: 1)) / 1000
        guard let metric else { return importance }
        let distance = metric.bound(GeoBox(x: feature.x, y: feature.y)).squareRoot() / 1000
        return importance - 2 * log10(1 + distance / 5)
    }
}
