/// The spellings that a word has when one or two letters are taken away, as hashes: two words that differ by a letter or two share one
/// (symmetric deletion). Of long words the first seven letters decide.
struct MisspeltWord {
    let letters: [UInt32]

    static let prefix = 7

    /// Nil for what is not spelt with letters, or with too few.
    init?(_ word: some Sequence<UInt8>) {
        letters = String(decoding: Array(word), as: UTF8.self).unicodeScalars.map(\.value)
        guard (3...64).contains(letters.count), letters.allSatisfy(Self.isLetter) else { return nil }
    }

    /// Neither digits and signs nor characters that are words themselves.
    private static func isLetter(_ value: UInt32) -> Bool {
        value >= 0x61 && value <= 0x7A || value >= 0xC0 && value < 0x2E80
    }

    /// How many letters of a word may be wrong.
    static func tolerance(forLength length: Int) -> Int { length < 5 ? 1 : 2 }

    /// With none or one letter taken away, and then with two: those have hashes of their own.
    var deletions: [UInt32] { shallow + deep.map(Self.deep) }

    var shallow: [UInt32] {
        let start = letters.prefix(Self.prefix)
        return [Self.hash(start, without: -1, -1)] + start.indices.map { Self.hash(start, without: $0, -1) }
    }

    var deep: [UInt32] {
        let start = letters.prefix(Self.prefix)
        guard letters.count >= 5 else { return [] }
        return start.indices.flatMap { one in (one + 1..<start.endIndex).map { Self.hash(start, without: one, $0) } }
    }

    /// What a word whose two letters were taken away is kept under.
    static func deep(_ hash: UInt32) -> UInt32 { TextHash.mixed(hash ^ 0x9E37_79B9) }

    private static func hash(_ letters: ArraySlice<UInt32>, without one: Int, _ other: Int) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for (place, letter) in letters.enumerated() where place != one && place != other { hash = (hash ^ letter) &* 0x0100_0193 }
        return TextHash.mixed(hash)
    }
}
