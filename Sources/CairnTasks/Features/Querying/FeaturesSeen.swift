import CairnGeo

/// Which features have come already: by their object ids, of which 64 that are neighbours take a few bytes together.
struct FeaturesSeen: Sendable {
    private var words: [Int: UInt64] = [:]

    /// Whether a number is there.
    func contains(_ number: Int) -> Bool {
        (words[number >> 6] ?? 0) & (1 << UInt64(truncatingIfNeeded: number & 63)) != 0
    }

    /// Notes a number.
    ///
    /// - Returns: Whether it was not there before.
    @discardableResult
    mutating func insert(_ number: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: number & 63)
        let before = words[number >> 6] ?? 0
        words[number >> 6] = before | bit
        return before & bit == 0
    }
}
