import CairnGeo

/// Which features have come already: by their object ids, of which 64 that are neighbours take a few bytes together.
struct FeaturesSeen: Sendable {
    private var words: [Int: UInt64] = [:]

    /// Whether a number is there.
    func contains(_ number: Int) -> Bool {
        (words[number >> 6] ?? 0) & (1 << UInt64(truncatingIfNeeded: number & 63)) != 0
    }

    mutating func insert(_ number: Int) {
        words[number >> 6, default: 0] |= 1 << UInt64(truncatingIfNeeded: number & 63)
    }
}
