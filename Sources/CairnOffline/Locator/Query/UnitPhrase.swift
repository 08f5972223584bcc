/// What is said of a flat, a suite or a floor: "Apt 4B", "Suite 200", "2nd Floor", "# 5", in front of an address or behind it.
enum UnitPhrase {
    /// What "#" becomes, for a sign would be lost among words.
    static let sign = "numbersign"

    /// Names that come before their number or letter.
    private static let leading: Set<String> = [
        "apt", "apartment", "unit", "suite", "ste", "room", "rm", "floor", "fl", "flat", "bldg", "building", "lot", "trlr", "spc",
        "app",
        "apto", "etage", "tur", "tuer", "stock", "porte", "piso", "puerta", "appartement", "bte", "zimmer", "wohnung", "whg",
        "top", "dept", "ph",
    ]
    /// Names that come behind it.
    private static let trailing: Set<String> = ["floor", "fl", "flr", "etage", "stock", "og", "piso"]

    /// Takes the first one out of the words between commas, as long as something is left.
    static func take(from parts: inout [[String]]) -> String {
        for part in parts.indices {
            for index in parts[part].indices {
                guard let range = range(in: parts[part], at: index) else { continue }
                let rest = parts.reduce(0) { $0 + $1.count } - range.count
                guard rest > 0, parts[part][index] != sign || hasNumber(in: parts, beside: part, range) else { continue }
                let unit = text(parts[part][range])
                parts[part].removeSubrange(range)
                return unit
            }
        }
        // A sign without a number.
        for part in parts.indices { parts[part].removeAll { $0 == sign } }
        return ""
    }

    private static func range(in words: [String], at index: Int) -> Range<Int>? {
        guard index + 1 < words.count else { return nil }
        let next = words[index + 1]
        if leading.contains(words[index]) || words[index] == sign, isValue(next) { return index..<index + 2 }
        // "2nd floor", and not the house number before a street of that name.
        if trailing.contains(next), isOrdinal(words[index]) || words.count == 2 && HouseNumber(words[index]) != nil {
            return index..<index + 2
        }
        return nil
    }

    /// "#12 Main St, 21201" has no other number, and 12 is that of the house.
    private static func hasNumber(in parts: [[String]], beside part: Int, _ range: Range<Int>) -> Bool {
        let isAlone = range.count == parts[part].count
        return parts.enumerated().contains { index, words in
            (index == part || isAlone)
                && words.enumerated().contains { place, word in
                    (index != part || !range.contains(place)) && HouseNumber(word) != nil
                }
        }
    }

    /// "7th floor" as "floor 7".
    private static func text(_ words: ArraySlice<String>) -> String {
        guard let first = words.first, let last = words.last, trailing.contains(last), isOrdinal(first) else {
            return words.joined(separator: " ").replacing(sign, with: "#")
        }
        let digits = (OrdinalPhrase.ordinal([first])?.text ?? first).prefix { $0.isASCII && $0.isNumber }
        return "\(last) \(digits.isEmpty ? first[...] : digits)"
    }

    private static func isValue(_ word: String) -> Bool {
        HouseNumber(word) != nil || word.utf8.count == 1 && word.utf8.first! >= 0x61
            || word.utf8.count <= 4 && word.utf8.contains { (0x30...0x39).contains($0) }
    }

    private static func isOrdinal(_ word: String) -> Bool {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty { return ["st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) }
        return ["ground", "first", "second", "third", "fourth", "fifth", "sixth", "top", "erdgeschoss", "eg"].contains(word)
    }
}
