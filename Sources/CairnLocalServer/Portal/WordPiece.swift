import CairnCore

/// A piece of a pattern without `*`, found in one pass over a word: by what of it repeats itself (Knuth, Morris and Pratt), or where `?` stands in it, by
/// all of its beginnings at once, one bit for each (Baeza-Yates and Gonnet).
struct WordPiece: Sendable, Equatable {
    private let characters: [Character]
    private let hasGap: Bool
    /// Of each beginning the length of the longest that is its end, too.
    private let borders: [Int]
    /// Where each character may stand, by bits.
    private let places: [Character: UInt64]
    private let gaps: UInt64

    init(_ characters: [Character]) {
        self.characters = characters
        hasGap = characters.contains("?")
        borders = hasGap ? [] : Self.borders(characters)
        let bits = hasGap && characters.count <= UInt64.bitWidth ? Array(characters.enumerated()) : []
        places = bits.reduce(into: [:]) { $0[$1.element, default: 0] |= 1 << UInt64($1.offset) }
        gaps = places["?"] ?? 0
    }

    var count: Int { characters.count }
    var isTooLong: Bool { hasGap && characters.count > UInt64.bitWidth }

    private static func borders(_ characters: [Character]) -> [Int] {
        var (borders, length) = ([Int](), 0)
        for place in characters.indices {
            while length > 0, place > 0, characters[place] != characters[length] { length = borders[length - 1] }
            if place > 0, characters[place] == characters[length] { length += 1 }
            borders.append(length)
        }
        return borders
    }

    func stands(in word: [Character], at place: Int) -> Bool {
        zip(characters, word[place...]).allSatisfy { $0 == "?" || $0 == $1 }
    }

    /// Where it ends at first; nil if it is not there.
    func end(in word: ArraySlice<Character>) -> Int? {
        if characters.isEmpty { return word.startIndex }
        return hasGap ? endByBits(word) : endByBorders(word)
    }

    private func endByBorders(_ word: ArraySlice<Character>) -> Int? {
        var length = 0
        for place in word.indices {
            while length > 0, characters[length] != word[place] { length = borders[length - 1] }
            if characters[length] == word[place] { length += 1 }
            if length == count { return place + 1 }
        }
        return nil
    }

    private func endByBits(_ word: ArraySlice<Character>) -> Int? {
        guard !isTooLong else { return nil }
        var begun: UInt64 = 0
        for place in word.indices {
            begun = (begun << 1 | 1) & (places[word[place], default: 0] | gaps)
            if begun >> UInt64(count - 1) & 1 == 1 { return place + 1 }
        }
        return nil
    }
}
