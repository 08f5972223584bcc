import CairnCore

/// House numbers in words: "One Jane Street".
enum NumberWords {
    private static let units = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

    private static let values = Dictionary(
        uniqueKeysWithValues: units.enumerated().map { ($1, $0 + 1) } + tens.enumerated().map { ($1, 10 * $0 + 20) })

    /// A text with the number in figures with which it begins in words; nil if it begins otherwise, or nothing follows.
    static func inFigures(_ text: String) -> String? {
        guard mayBegin(text) else { return nil }
        let words = text.split(maxSplits: 2) { $0.isWhitespace || $0 == "-" }
        guard words.count > 1, let first = value(words[0]), !isLarger(words[1]), !isLarger(words.last ?? "") else { return nil }
        if words.count > 2, first >= 20, let unit = value(words[1]), unit < 10 { return "\(first + unit) \(words[2])" }
        return "\(first) \(words[1...].joined(separator: " "))"
    }

    /// The first three letters of each.
    private static let beginnings = Set(values.keys.map(beginning))

    /// Whether the first word may be one, told by a look at its letters: every query is asked.
    private static func mayBegin(_ text: String) -> Bool { beginnings.contains(beginning(text)) }

    /// The first three letters, as one number.
    private static func beginning(_ text: String) -> UInt32 {
        text.utf8.lazy.map { $0 | 0x20 }.filter { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }.prefix(3).reduce(0) {
            $0 << 8 | UInt32($1)
        }
    }

    private static func value(_ word: Substring) -> Int? { values[word.lowercased().filter(\.isLetter)] }

    /// Whether hundreds or thousands follow, which few houses are called by.
    private static func isLarger(_ word: Substring) -> Bool {
        ["hundred", "thousand"].contains { word.lowercased().hasPrefix($0) }
    }
}
