import CairnCore

/// Ordinals in words: "forty-fifth" is "45th".
enum OrdinalPhrase {
    private static let units = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    ]
    private static let tens: WordTable<Int> = [
        "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
        "ninety": 90,
    ]
    private static let single = units.merging([
        "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
        "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50,
        "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90, "hundredth": 100,
    ]) { $1 }

    private static let known = WordTable(single)

    /// The ordinal at the beginning of some words, in digits, and how many of them it takes.
    static func ordinal(_ words: ArraySlice<String>) -> (text: String, count: Int)? {
        guard let first = words.first else { return nil }
        if let ten = tens[first], let next = words.dropFirst().first, let unit = units[next] { return (text(ten + unit), 2) }
        return known[first].map { (text($0), 1) }
    }

    /// Whether a word is a number with the ending of its ordinal.
    static func isOrdinal(_ word: Substring) -> Bool {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        return digits.utf8.count <= 6 && Int(digits).map { text($0) == word } ?? false
    }

    /// The ordinals that a word may be a misspelling of, in digits.
    static func misspelt(_ word: String) -> [String] {
        guard word.utf8.count >= 5, let distance = EditDistance(word.unicodeScalars.map(\.value)) else { return [] }
        return names.filter { distance.to($0.letters, limit: 1) == 1 }.map(\.text)
    }

    private static let names = single.sorted { $0.key < $1.key }.map {
        (letters: $0.key.unicodeScalars.map(\.value), text: text($0.value))
    }

    /// "45th" of 45.
    static func text(_ number: Int) -> String {
        let ending =
            switch (number % 10, number % 100) {
            case (_, 11...13): "th"
            case (1, _): "st"
            case (2, _): "nd"
            case (3, _): "rd"
            default: "th"
            }
        return "\(number)\(ending)"
    }
}
