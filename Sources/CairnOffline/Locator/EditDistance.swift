/// How many letters differ between two words: insertions, deletions, replacements and swaps of neighbours
/// (optimal string alignment).
package enum EditDistance {
    /// The distance, or nil if it is more than `limit`.
    package static func between(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
        if abs(a.count - b.count) > limit { return nil }
        var (before, previous) = ([Int](), Array(0...b.count))
        for i in 1...max(1, a.count) where i <= a.count {
            var current = [i]
            current.reserveCapacity(b.count + 1)
            for j in 1...max(1, b.count) where j <= b.count {
                let replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
                var best = min(replaced, previous[j] + 1, current[j - 1] + 1)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, before[j - 2] + 1) }
                current.append(best)
            }
            if current.min()! > limit { return nil }
            (before, previous) = (previous, current)
        }
        return previous[b.count] <= limit ? previous[b.count] : nil
    }

    /// How many differences a word of that many letters may have and still be meant. A word of three may have lost one.
    static func tolerance(forLength length: Int) -> Int {
        length < 3 ? 0 : length < 8 ? 1 : 2
    }

    /// The distance of words that may be the same, misspelt: one of them must have four letters.
    static func misspelling(_ a: [UInt8], _ b: [UInt8]) -> Int? {
        guard max(a.count, b.count) >= 4 else { return nil }
        return between(a, b, limit: tolerance(forLength: a.count))
    }
}
