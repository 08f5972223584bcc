import CairnCore

/// How many letters differ between two words: insertions, deletions, replacements and swaps of neighbours
/// (optimal string alignment).
///
/// All of a word's letters are compared at once, each by a bit: H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit
/// distances", Nordic Journal of Computing 10 (2003).
package struct EditDistance {
    private let count: Int
    /// Where each letter stands, a bit for each place.
    private var places: [UInt64]
    /// Letters beyond ASCII.
    private var others: [(letter: UInt32, places: UInt64)] = []

    /// - Parameter word: Of 64 letters at most; nil for a longer one.
    package init?(_ word: some Collection<UInt32>) {
        guard word.count <= 64 else { return nil }
        count = word.count
        places = Array(repeating: 0, count: 128)
        for (place, letter) in word.enumerated() {
            if letter < 128 {
                places[Int(letter)] |= 1 << UInt64(place)
            } else if let known = others.firstIndex(where: { $0.letter == letter }) {
                others[known].places |= 1 << UInt64(place)
            } else {
                others.append((letter, 1 << UInt64(place)))
            }
        }
    }

    /// The distance, or nil if it is more than `limit`.
    package func to(_ word: some Collection<UInt32>, limit: Int) -> Int? {
        let length = word.count
        if abs(length - count) > limit { return nil }
        if count == 0 { return length }
        var (up, down, diagonal, last) = (~UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        var (distance, left) = (count, length)
        let end: UInt64 = 1 << UInt64(count - 1)
        for letter in word {
            let match = letter < 128 ? places[Int(letter)] : others.first { $0.letter == letter }?.places ?? 0
            let swap = ((~diagonal & match) << 1) & last
            diagonal = (((match & up) &+ up) ^ up) | match | down | swap
            let (right, back) = (down | ~(diagonal | up), diagonal & up)
            if right & end != 0 { distance += 1 }
            if back & end != 0 { distance -= 1 }
            left -= 1
            if distance - left > limit { return nil }
            let shifted = right << 1 | 1
            up = back << 1 | ~(diagonal | shifted)
            down = shifted & diagonal
            last = match
        }
        return distance <= limit ? distance : nil
    }

    /// The distance, or nil if it is more than `limit`, or both words are longer than 64 letters.
    package static func between(_ a: [UInt32], _ b: [UInt32], limit: Int) -> Int? {
        if let word = EditDistance(a) { return word.to(b, limit: limit) }
        return EditDistance(b)?.to(a, limit: limit)
    }
}
