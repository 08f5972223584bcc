import Foundation

/// A name as far as it was typed: whole words, and the beginnings of one more.
struct NameBeginning {
    /// The whole words, by their numbers.
    let words: [Int]
    /// The words that the last one may become.
    let last: Range<Int>

    /// The features of a context that have a kind and begin so: they follow each other.
    func features(of kind: FeatureKind, in features: Range<Int>, _ index: LocatorIndex) throws(BlockDamage) -> Range<Int> {
        let first = try Self.first(in: features) { (number) throws(BlockDamage) in
            try !isBefore(try index.features[number], kind, last.lowerBound, index)
        }
        let end = try Self.first(in: first..<features.upperBound) { (number) throws(BlockDamage) in
            try !isBefore(try index.features[number], kind, last.upperBound, index)
        }
        return first..<end
    }

    /// The names that begin so, by their places in the order of all.
    func names(_ index: LocatorIndex) throws(BlockDamage) -> Range<Int> {
        let first = try Self.first(in: 0..<index.names.count) { (place) throws(BlockDamage) in
            try !isBefore(try index.features[try index.names[place]], nil, last.lowerBound, index)
        }
        let end = try Self.first(in: first..<index.names.count) { (place) throws(BlockDamage) in
            try !isBefore(try index.features[try index.names[place]], nil, last.upperBound, index)
        }
        return first..<end
    }

    /// Whether a feature comes before the whole words with another one behind them, in the order of the file.
    private func isBefore(_ feature: FeatureView, _ kind: FeatureKind?, _ word: Int, _ index: LocatorIndex) throws(BlockDamage)
        -> Bool
    {
        if let kind, feature.kind != kind { return feature.kind.rawValue < kind.rawValue }
        var cursor = try index.features.words(of: feature)
        for own in words {
            guard let next = try cursor.nextOfName() else { return true }
            if next != own { return next < own }
        }
        guard let next = try cursor.nextOfName() else { return true }
        return next < word
    }

    private static func first(in places: Range<Int>, where holds: (Int) throws(BlockDamage) -> Bool) throws(BlockDamage)
        -> Int
    {
        var (low, high) = (places.lowerBound, places.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if try holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension WordListCursor {
    /// The next word of the name, with which the list begins.
    mutating func nextOfName() throws(BlockDamage) -> Int? {
        guard let entry = try next(), entry.field == .name else { return nil }
        return entry.word
    }
}
