import CairnCore

/// A house number: what it counts as, and how it is written.
struct HouseNumber: Hashable {
    /// The leading digits.
    let value: Int
    /// What is compared, in lower case: "12", "12a", "37-15", "131 1/2".
    let label: String

    /// Reads a word that starts with a digit and is no ordinal; nil for any other.
    init?(_ word: String) {
        guard let first = word.utf8.first, Self.isDigit(first) else {
            guard "nsewNSEW".utf8.contains(word.utf8.first ?? 0), word.utf8.contains(where: Self.isDigit) else { return nil }
            let word = word.lowercased()
            guard let grid = Self.grid(word) else { return nil }
            (value, label) = (grid, word)
            return
        }
        let digits = word.utf8.prefix(while: Self.isDigit)
        let rest = word.utf8.dropFirst(digits.count)
        guard digits.count <= 8 else { return nil }
        guard let next = rest.first else {
            (value, label) = (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, word)
            return
        }
        let isOrdinal = rest.count == 2 && ["st", "nd", "rd", "th"].contains(String(Substring(rest)).lowercased())
        guard !isOrdinal, next == UInt8(ascii: "-") || next == 0x20 || rest.count <= 2 else { return nil }
        (value, label) = (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, word.lowercased())
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    /// "n6w23001": so far north and so far west, as in Wisconsin. It counts as what comes last.
    private static func grid(_ word: String) -> Int? {
        var rest = word[...]
        var numbers: [Int] = []
        while let letter = rest.first, "nsew".contains(letter) {
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard (1...6).contains(digits.utf8.count), let number = Int(digits) else { return nil }
            numbers.append(number)
            rest = rest.dropFirst(1 + digits.count)
        }
        return rest.isEmpty && (1...2).contains(numbers.count) && numbers.last! > 99 ? numbers.last : nil
    }
}
